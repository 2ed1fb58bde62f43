package tabular

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// openText opens a file, and returns its examples' verdicts, r, w or ?, or the refusal.
func openText(t *testing.T, name, text string) string {
	fsys := fstest.MapFS{name: {Data: []byte(text)}}
	if err := formats.Err(t, fsys, name, loaders.Options{}); err != nil {
		return err.Error()
	}
	run := formats.Open(t, fsys, name, loaders.Options{})
	return strings.ReplaceAll(lettersOf(run), "u", "?") + strings.Join(loadertest.ProblemsOf(run), "; ")
}

// A table isn't read by equality if a flag or another rule calls many unequal answers right.
func TestEqualityIsDoubted(t *testing.T) {
	const flagged, plain = "question,answer,prediction,flag\n", "question,answer,prediction\n"
	for _, test := range []struct {
		header, equal, unequal, other, want string
	}{
		{flagged, "q,1/2,1/2,True\n", "q,1/2,0.5,True\n", "q,1/3,.5,False\n", "correct=flag'"},
		{flagged, "q,1/2,1/2,False\n", "q,1/2,0.5,False\n", "q,1/3,.5,True\n", "correct=flag,right=value:False"},
		{flagged, "q,1/2,1/2,True\n", "q,1/2,0.5,False\n", "q,1/3,.5,False\n", "rrrrrrwww"}, // says what equality does
		{plain, "q,Rome,Rome\n", "q,Rome,It is Rome.\n", "q,Oslo,Bern\n", "right=contains"},
		{plain, "q,12 km,12 km\n", "q,12 km,12\n", "q,9 km,8\n", "right=number"},
		{plain, "q,A,A\n", "q,B,(B) it is\n", "q,C,D\n", "right=letter"},
		{plain, "q,yes,yes\n", "q,no,No. It isn't.\n", "q,no,Yes\n", "right=mme"},
		{plain, "q,true,Yes because it is so for all of us.\n", "q,false,No. It isn't.\n", "q,false,Yes\n", "right=mme"},
	} {
		text := test.header + strings.Repeat(test.equal, 6) + strings.Repeat(test.unequal, 2) + test.other
		if got := openText(t, "run.csv", text); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s", test.want, got)
		}
	}
}

// Several lists of rows with the same columns are asked about, unless one is where programs put rows.
func TestSeveralListsAreAskedAbout(t *testing.T) {
	const right, wrong = `{"q":"a","prediction":"x","target":"x"}`, `{"q":"b","prediction":"x","target":"y"}`
	three := func(row string) string { return "[" + row + "," + row + "," + row + "]" }
	for text, want := range map[string]string{
		`{"errors":` + three(wrong) + `,"results":` + three(right+","+wrong) + `}`: "rwrwrw",
		`{"correct":` + three(right) + `,"incorrect":` + three(wrong) + `}`:        "'rows=*.*,gold=target,predicted=prediction,right=equal'",
		`{"tasks":[{"n":1},{"n":2},{"n":3}],"dev":` + three(right) + `}`:           "rrr",
	} {
		check.Has(t, text, openText(t, "run.json", text), want)
	}
}

// A person chooses among maps that make a figure, the likeliest first.
func TestUnnamedColumnsAreOffered(t *testing.T) {
	for text, want := range map[string]string{
		"question,answer,gpt-4o,llama-3\na,x,x,y\nb,y,y,y\nc,x,x,x\nd,y,x,y\n":         "predicted.gpt-4o=gpt-4o,predicted.llama-3=llama-3'",
		"question,answer,kind\na,x,x\nb,y,y\nc,x,x\nd,y,x\n":                           "'question=question,gold=answer,predicted=kind'",
		"block,item,key,selected\n" + strings.Repeat("1,A,B,B\n1,B,A,A\n2,A,A,B\n", 3): "'gold=key,predicted=selected' or",
	} {
		if got := openText(t, "run.csv", text); !strings.Contains(got, want) {
			t.Errorf("%s: %s", want, got)
		}
	}
	labels := `{"text":"a","labels":["x","y"],"predicted_labels":["y","x"]}
{"text":"b","labels":[],"predicted_labels":["x"]}
{"text":"c","labels":["x"],"predicted_labels":[]}
{"text":"d","labels":["z"],"predicted_labels":["z"]}`
	check.Contains(t, openText(t, "run.jsonl", labels), "predicted=predicted_labels,right=set")
}

// SNLI's - and Hugging Face's -1 mean that there is no label, unless they are predicted somewhere.
func TestUnlabelledRowsHaveNoVerdict(t *testing.T) {
	const header = "pair,gold_label,prediction\n"
	labelled := strings.Repeat("a,yes,yes\nb,no,yes\n", 3) + "a,no,no\nb,yes,no\n"
	for text, want := range map[string]string{
		header + labelled + "c,-,yes\n":                                  "rwrwrwrw?",
		header + labelled + "c,-,yes\nd,yes,-\n":                         "rwrwrwrwww",
		header + strings.Repeat("a,0,0\nb,1,0\n", 4) + "c,1,1\nd,-1,0\n": "rwrwrwrwr?",
	} {
		if got, _, _ := strings.Cut(openText(t, "run.csv", text), "run.csv"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// MMLU's evaluation writes the question, the options and the answer in columns 0 to 5.
func TestNumberedColumnsBeforeNamedOnes(t *testing.T) {
	check.Contains(t, openText(t, "run.csv", "0,1,2,llama_correct\nCapital?,Rome,A,True\nRiver?,Po,B,False\nLake?,Como,A,True\n"), "rwr")
}

// Several words of a verdict can mean right.
func TestSeveralWordsMeanRight(t *testing.T) {
	run := opened(t, "question,prediction,grade\na,x,Good\nb,y,Bad\nc,x,Fine\nd,y,\n",
		"question=question,predicted=prediction,correct=grade,right=value:Good|Fine")
	check.Equal(t, "verdicts", lettersOf(run), "rwru")
}

// What fresh tables had without a way in, or with a wrong one.
func TestUnusualVerdictsAreOffered(t *testing.T) {
	for _, test := range []struct{ header, rows, want string }{
		{"name,iupac,gpt3,Acceptable?", "a,x,y,yes b,x,z,no", "'correct=Acceptable?'"},
		{"claim,label,response_label", "a,True,true b,False,true c,True,false", "right=caseless'"},
		{"question,reply,hallucinated", "a,x-y,True b,z,False", "correct=hallucinated,right=value:False'"},
		{"query,tool_called,tool_name,expected_tool,output", "a,true,f,f,x b,true,f,g,y", "gold=expected_tool,predicted=tool_name'"},
		{"image,expected_total,extracted_total", "a,12.5,12.5 b,3,4", "gold=expected_total,predicted=extracted_total,image=image'"},
		{"size,is_valid_solution,matches_clues,is_correct,exact_match_expected",
			"4,True,True,True,True 9,True,False,True,False 4,False,False,False,True", "'correct=is_correct'"},
		{"n,suspects_include_actual,final_matches_ground_truth", "1,True,True 2,False,True 3,True,False",
			"correct=final_matches_ground_truth'"},
		{"question,response,references,JudgeLM,Human-Eval", "a,x,x-y,True,False b,y,z,False,True", "correct=Human-Eval' or"},
		{"task_id,execution_success,pass_at_1,error", "a,True,True, b,True,False,x c,False,False,y", "'id=task_id,correct=pass_at_1'"},
		{"id,answer_category,majority_verdict,expected_verdict", "1,a,CORRECT,CORRECT 2,b,INCORRECT,CORRECT 3,a,INCORRECT,INCORRECT",
			"gold=expected_verdict,predicted=majority_verdict'"},
		{"id,actual_files,predicted_files,category", "1,a,a,full 2,b,c,part", "gold=actual_files,predicted=predicted_files'"},
		{"problem,solution,generation",
			`q,Thus-$\boxed{2}$,So-$\boxed{2}$ r,Thus-$\boxed{3}$,So-$\boxed{4}$`, "gold=solution,predicted=generation,right=boxed'"},
		{"model_name,predicted_sql,predicted_df,execution_accuracy,logic_accuracy", "a,x,y,1,0 b,x,z,0,1 c,w,z,1,1", "several verdict columns"},
		{"text,label,predicted_category", "a,spam,spam b,ham,legitimate c,spam,phishing", "the columns share only one of two values"},
	} {
		text := test.header + "\n" + strings.Repeat(strings.ReplaceAll(test.rows, " ", "\n")+"\n", 8)
		check.Has(t, test.header, openText(t, "run.csv", text), test.want)
	}
	check.Equal(t, "is_correct_human", openText(t, "run.csv", "question,gold_answer,model_answer,is_correct_human\na,x,y,1\nb,x,z,0\n"), "rw")
	systems := "id,correct_answer,plain_answer,plain_correct,oracle_answer,oracle_correct,classifier_correct\n" +
		"1,x,it is x,True,y,False,True\n2,y,x,False,it is y,True,True\n"
	opener := files.NewOpener(fstest.MapFS{"run.csv": {Data: []byte(systems)}}, loaders.Formats(formats)...)
	runs, err := opener.OpenAll(t.Context(), "run.csv", loaders.Options{})
	check.NoError(t, err)
	for _, run := range runs {
		check.NoError(t, run.Wait(t.Context(), 2))
	}
	check.EqualLists(t, "systems", loaders.Map(runs, lettersOf), []string{"rw", "wr"})
	means := strings.Repeat("a,xnli,xnli,1,.5\na,fracas,xnli,1,.4\nb,xnli,fracas,2,.7\n", 3)
	check.Lacks(t, openText(t, "run.csv", "model,train_dataset,test_dataset,seed,accuracy\n"+means), "gold=")
	votes := `{"question":"q","gt_ans":["no","no","no","no","no","no","no","no","no","yes"],"pred_ans":"yes"}` + "\n"
	check.Has(t, "ten annotators", openText(t, "run.jsonl", votes+votes), "right=vqa'")
}
