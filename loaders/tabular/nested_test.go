package tabular

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// openBeside opens run.jsonl or run.json, and returns how it is read with its verdicts, or the refusal.
func openBeside(t *testing.T, runText, goldText string) string {
	name, options := "run.jsonl", loaders.Options{}
	if strings.HasPrefix(runText, "[") || strings.Contains(runText, ",\n") {
		name = "run.json"
	}
	files := fstest.MapFS{name: {Data: []byte(runText)}, "gold.json": {Data: []byte(goldText)}}
	if goldText != "" {
		options = options.With(loaders.GoldFile, "gold.json")
	}
	if err := formats.Err(t, files, name, options); err != nil {
		return err.Error()
	}
	run := formats.Open(t, files, name, options)
	return run.Columns.Map + " " + lettersOf(run) + strings.Join(loadertest.ProblemsOf(run), "; ")
}

// Programs put answers into structs and into lists of one.
func TestNestedAnswers(t *testing.T) {
	weave := func(category, target string, isRight bool) string {
		return fmt.Sprintf(`{"id":"1","inputs":{"example":{"text":"a","target":%q}},"output":{"output":{"category":%q},`+
			`"scores":{"match":{"correct":%v},"json":{"valid":true}}}}`, target, category, isRight)
	}
	annotation := func(choice string, isCancelled bool) string {
		return fmt.Sprintf(`{"id":7,"was_cancelled":%v,"ground_truth":false,"result":[{"type":"choices","value":{"choices":[%q]}}]}`,
			isCancelled, choice)
	}
	task := func(prediction string, annotations ...string) string {
		return fmt.Sprintf(`{"id":1,"annotations":[%s],"predictions":[{"score":0.5,"result":[{"value":{"choices":[%q]}}]}],`+
			`"total_predictions":1}`, strings.Join(annotations, ","), prediction)
	}
	good, bad := annotation("good", false), annotation("bad", false)
	reader := func(answer string) string {
		return fmt.Sprintf(`{"question":"who?","answers":["Ann","Bo"],"predictions":[{"top_k":9,"prediction":{"text":%q,"score":2.5}}]}`, answer)
	}
	keyed := func(key, gpt, phi string) string {
		return fmt.Sprintf(`{"topic":"colours","key":%q,"options":{"A":"red","B":"blue"},"answers":{"gpt-3.5":{"choice":%q,"ms":12},`+
			`"phi":{"choice":%q,"ms":9}}}`, key, gpt, phi)
	}
	const ofSystem = `[{"question":"p","answer":"x","prediction":"x"},{"question":"q","answer":"y","prediction":"x"}]`
	const labelled = "gold=annotations[0].result[0].value.choices,predicted=predictions[0].result[0].value.choices,right=equal"
	for _, c := range []struct{ why, text, want string }{
		{"four deep", weave("a", "a", true) + "\n" + weave("b", "a", false) + "\n" + weave("c", "c", true),
			"gold=inputs.example.target,predicted=output.output.category,correct=output.scores.match.correct rwr"},
		{"lists of one", "[" + strings.Join([]string{task("good", good), task("bad", good), task("bad", bad), task("bad", bad)}, ",") + "]",
			labelled + " rwrr"},
		{"cancelled annotations", "[" + strings.Join([]string{task("good", good), task("bad", annotation("good", true), bad),
			task("bad", good), task("bad", annotation("bad", true))}, ",") + "]", labelled + " rrwu"},
		{"two annotations", "[" +
			strings.Join([]string{task("good", good), task("bad", good, bad), task("bad", bad), task("bad", bad)}, ",") + "]",
			"annotations has several elements in some rows"},
		{"a reader's answer", reader("Ann") + "\n" + reader("Al") + "\n" + reader("Bo"),
			"gold=answers,predicted=predictions[0].prediction,right=equal rwr"},
		{"rows by number beside others", `{"accuracy":50.0,` + "\n" + `"details":{"type":"GEN","0":{"predictions":"A","references":"A"},` +
			`"1":{"predictions":"A","references":"B"},"2":{"predictions":"C","references":"C"}}}`,
			"gold=references,predicted=predictions,right=equal rwr"},
		{"questions about videos", `[{"video":"1","questions":[{"answer":"x","prediction":"x"},{"answer":"y","prediction":"x"}]},` +
			`{"video":"2","questions":[{"answer":"x","prediction":"x"},{"answer":"y","prediction":"y"}]}]`,
			"its rows are in nested lists: *.questions.*"},
		{"lists of systems by name", strings.ReplaceAll(`{"runs":{"a":{"questions":L},"b":{"questions":L},"c":{"questions":L}}}`, "L", ofSystem),
			"several lists have the same columns: runs.a.questions, runs.b.questions, runs.c.questions"},
		{"models as keys", "[" + strings.Join([]string{keyed("A", "A", "A"), keyed("B", "B", "A"), keyed("A", "A", "B"), keyed("B", "B", "B"),
			keyed("A", "B", "A"), keyed("B", "B", "A")}, ",") + "]",
			"gold=key,predicted.gpt-3.5=answers.gpt-3.5.choice,predicted.phi=answers.phi.choice'"},
		{"RULER", strings.Repeat(`{"index":0,"pred":" 41. It is 41.","input":"q","outputs":["41"],"length":90}`+"\n"+
			`{"index":1,"pred":"7","input":"r","outputs":["9"],"length":91}`+"\n"+
			`{"index":2,"pred":"3","input":"s","outputs":["3"],"length":91}`+"\n", 3),
			"gold=outputs,predicted=pred,right=contains,"},
		{"ChartQA", "[" + strings.Repeat(`{"answer":"10.2","annotation":["10"]},{"answer":"Red","annotation":["red"]},`+
			`{"answer":"5","annotation":["7"]},`, 3) +
			`{"answer":"Asia","annotation":["Asia"]}]`, "gold=annotation,predicted=answer,right=relaxed'"},
		{"graders with ids of their own", `{"results":[{"name":"Match-b3ca6438-37ab-478b-aba5-29bbc09305d8","score":1}],` +
			`"gold":"x","prediction":"x"}` + "\n" +
			`{"results":[{"name":"Match-008d37f8-c543-4cc0-a809-ee0b409e5d4a","score":0}],"gold":"x","prediction":"y"}`,
			"gold=gold,predicted=prediction,correct=results.Match rw"},
		{"metrics by name", strings.Repeat(`{"result":{"scores":[{"metricName":"Builtin.Accuracy","result":1},`+
			`{"metricName":"Robustness","result":0.5}]},"response":"a"}`+"\n", 2) +
			`{"result":{"scores":[{"metricName":"Builtin.Accuracy","result":0},{"metricName":"Robustness","result":0.7}]},"response":"b"}`,
			"predicted=response,correct=result.scores.Builtin Accuracy rrw"},
	} {
		check.Has(t, c.why, openBeside(t, c.text, ""), c.want)
	}
}

// What an evaluator says of an answer isn't the correct one.
func TestLabelsOfEvaluators(t *testing.T) {
	const text = "output.value,eval.Facts.label,eval.Facts.score,eval.QA Correctness.label\n" +
		"a,factual,0,correct\nb,made up,1,correct\nc,made up,1,incorrect\n"
	if got := openText(t, "run.csv", text); !strings.HasPrefix(got, "rrw") || strings.Contains(got, "gold=") {
		t.Error(got)
	}
}

// Any of several correct answers is right, and they are compared as reading comprehension does.
func TestFurtherAnswers(t *testing.T) {
	row := func(pattern, answer, others, predicted string) string {
		return strings.NewReplacer("ANSWER", answer, "OTHERS", others, "PREDICTED", predicted).Replace(pattern) + "\n"
	}
	rowsOf := func(pattern string) (text string) {
		for i, c := range [][3]string{{"Port Louis", `"Port-Louis"`, "port louis"}, {"1848", `"in 1848"`, "In 1848."}, {"Nile", "", "Po"},
			{"Ivory Coast", `"The Ivory Coast","Côte d'Ivoire"`, "Côte d'Ivoire"}} {
			text += row(strings.ReplaceAll(pattern, "ID", fmt.Sprint("q", i)), c[0], c[1], c[2])
		}
		return text
	}
	const judged = "predicted=predicted_answer,right=squad rrwr"
	for _, c := range []struct{ why, text, gold, want string }{
		{"in the run", rowsOf(`{"id":"ID","answer":"ANSWER","acceptable_answers":[OTHERS],"predicted_answer":"PREDICTED"}`), "",
			"gold=answer,references=acceptable_answers," + judged},
		{"in a struct", rowsOf(`{"id":"ID","answer":{"value":"ANSWER","aliases":[OTHERS],"type":"x"},"predicted_answer":"PREDICTED"}`), "",
			"gold=answer.value,references=answer.aliases," + judged},
		{"in the gold file", rowsOf(`{"id":"ID","predicted_answer":"PREDICTED"}`),
			rowsOf(`{"id":"ID","steps":[{"answer":"z"}],"answer":"ANSWER","answer_aliases":[OTHERS]}`),
			"gold=gold,references=answer_aliases," + judged},
		{"in the gold file's list with the answer", rowsOf(`{"id":"ID","predicted_answer":"PREDICTED"}`),
			rowsOf(`{"id":"ID","target":"ANSWER","answers":["ANSWER","z"]}`), "gold=gold,references=answer_aliases,"},
		{"options", strings.Repeat(`{"answer":"a","possible_answers":["a","b"],"prediction":"a"}`+"\n"+
			`{"answer":"a","possible_answers":["a","b"],"prediction":"b"}`+"\n", 3), "", "possible_answers may hold options"},
		{"a list of answers", rowsOf(`{"id":"ID","answers":["ANSWER","Limpopo"],"prediction":"PREDICTED"}`), "",
			"predicted=prediction,right=squad' or"},
	} {
		check.Has(t, c.why, openBeside(t, c.text, c.gold), c.want)
	}
}

// Predictions and correct answers may have the same columns. Classes are answers before numbers are.
func TestGoldFileWithTheColumnsOfTheRun(t *testing.T) {
	pairs := strings.Repeat(`{"pair":"ID","judgment":"neutral","relatedness":2.5}`+"\n"+
		`{"pair":"ID","judgment":"entails","relatedness":4}`+"\n", 2)
	for i := range 4 {
		pairs = strings.Replace(pairs, "ID", fmt.Sprint(i), 1)
	}
	check.Contains(t, openBeside(t, pairs, strings.Replace(pairs, "neutral", "entails", 1)), "gold=gold,predicted=judgment")
}

// SWE-bench reports ids by what became of them.
func TestReportsOfIDs(t *testing.T) {
	for report, want := range map[string]string{
		`{"total_instances":7,"completed_ids":["a","b","c"],` + "\n" + `"incomplete_ids":["f"],"submitted_ids":["a","b","c","d"],` +
			`"resolved_ids":["a"],"unresolved_ids":["b","c"],` +
			`"error_ids":["d"]}`: "id=id,correct=resolved rwwwwrun.json: 2 of 7 examples aren't in any list",
		`{"passed":["a","b"],` + "\n" + `"failed":["c"],"skipped":[]}`:              "id=id,correct=passed rrw",
		`{"resolved_ids":["a","b"],` + "\n" + `"other_ids":["c"]}`:                  "no column of predictions",
		`{"prediction":["yes","no","it"],` + "\n" + `"correct":["yes","no","yes"]}`: "predicted=prediction,",
	} {
		check.Has(t, report, openBeside(t, report, ""), want)
	}
}

// HELM's instances lie beside its predictions: the map that a folder's refusal prints opens the folder.
func TestMapsOpenFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"instances.json": `[{"id":"1","input":{"text":"a"}},{"id":"2","input":{"text":"b"}}]`,
		"predictions.json": `[{"instance_id":"1","predicted_text":"A","stats":{"em":1.0,"loose_em":1.0}},` + "\n" +
			`{"instance_id":"2","predicted_text":"B","stats":{"em":0.0,"loose_em":1.0}}]`,
	} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	opener := files.NewOpener(nil, loaders.Formats(formats)...)
	_, err := opener.OpenAll(t.Context(), dir, loaders.Options{})
	if err == nil {
		t.Fatal("two verdicts are not asked about")
	}
	_, shown, _ := strings.Cut(err.Error(), "--map '")
	shown, _, _ = strings.Cut(shown, "'")
	runs, err := opener.OpenAll(t.Context(), dir, loaders.Options{}.With(loaders.ColumnMap, shown))
	if err != nil || len(runs) != 1 || runs[0].Columns.Map != shown {
		t.Fatalf("%s: %d runs: %v", shown, len(runs), err)
	}
	runs[0].Close()
}

// A gold file may put its rows into lists, say more than the run asks for, and lack names, as the run may.
func TestGoldAsItComes(t *testing.T) {
	for _, c := range []struct{ why, text, gold, want string }{
		{"within lists", `{"q1":"a","q2":"b","q3":"c"}`, `{"id":"p","pairs":[{"qid":"q1","answers":["a","z"]},{"qid":"q2","answers":["x"]}]}` +
			"\n" + `{"id":"o","pairs":[{"qid":"q3","answers":["c"]}]}`, "gold=gold,predicted=prediction,right=equal rwr"},
		{"the run's only answer", "ID\tstance\n1\tfor\n2\tno\n", "ID\ttarget\tstance\n2\tB\tno\n1\tB\tno\n",
			"id=ID,gold=gold,predicted=stance,right=equal wr"},
		{"without names", "811\tgood\n812\tbad\n813\tbad\n", "813\tgood\tso it is\n811\tgood\tI like it\n812\tbad\tnot that\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal rrw"},
		{"words beside a class", "7\tNets\n9\tRules\n8\tNets\n", "9\t0\t1\tRules\n7\t1\t1\tRules\n8\t0\t0\tNets\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal wrr"},
		{"an id and a letter", "q9,A\nq8,B\nq7,B\n", "id,answerKey\nq7,B\nq9,A\nq8,C\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal rwr"},
		{"the answer of both", `[{"id":1,"label":"x","p":0.2},{"id":2,"label":"y","p":0.3}]`,
			`[{"id":2,"ref":"a","label":"y","p":0.8},{"id":1,"ref":"b","label":"y","p":0.1}]`, "id=id,gold=gold,predicted=label,right=equal wr"},
		{"by line", "x\ny\n\nx\n", "x\nx\nz\nx\n", "3 of 4 correct answers could be paired; " +
			"the rest are not judged; run.jsonl: neither file has ids: the correct answers in gold.json are paired by line"},
		{"by line of JSON", `{"label":"x"}` + "\n" + `{"label":"y"}`, `{"pairID":"7","label":"x"}` + "\n" + `{"pairID":"8","label":"x"}`,
			"gold=gold,predicted=label,right=equal rwrun.jsonl: neither file has ids"},
		{"lines with ids", "utt_b2 x y\nutt_a1 x\nutt_c3\n", "utt_d4 z\nutt_a1 x\nutt_b2 x y\nutt_c3 z\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal rrugold.json"},
		{"numbers by line", "3\n5\n7\n9\n", "3\n5\n8\n9\n", "gold=gold,predicted=line,right=equal rrwr"},
		{"words by line", "Paris a\nRome b\nOslo c\nBonn d\n", "Paris a\nRome b\nLima c\nBonn e\n",
			"gold=gold,predicted=line,right=equal rrww"},
		{"amounts by line", "12 cups\n7 jars\n3 cups\n", "12 cups\n8 jars\n3 jars\n", "gold=gold,predicted=line,right=equal rww"},
		{"one of several senses", "d1.t2 a%2\nd1.t3 b%1\nd1.t4 a%1\n", "d1.t2 a%1 a%2\nd1.t3 b%1\nd1.t4 b%2\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal rrw"},
		{"one of several words", "u2 on\nu3 off\nu4 up\n", "u2 turn on\nu3 off\nu4 up\n",
			"id=column 1,gold=gold,predicted=column 2,right=equal wrr"},
		{"a column for each class", "image,cat,dog,owl\nISIC_2,.2,.5,.1\nISIC_1,.9,.9,.8\nISIC_3,.1,.2,.7\n",
			"image,cat,dog,owl\nISIC_1,1,0,0\nISIC_2,0,1,0\nISIC_3,1.0,0.0,0.0\n", "gold=gold,predicted=likeliest,right=equal rrw"},
		{"no header, as its ids show", "22620;Opening a box;Tearing\n91409;Tearing;Opening a box\n84230;Folding;Tearing\n",
			"22620;Opening a box\n91409;Opening a box\n84230;Folding\n", "gold=gold,predicted="},
		// KILT's own test (MIT), whose exact match is 2 of 3.
		{"answers in lists of objects", kilt(1, "suicide") + kilt(2, "a suicide") + kilt(3, "suicide"),
			kilt(1, "suicide") + kilt(2, "suicide") + kilt(3, "it was suicide"),
			"references=answer_aliases,predicted=output[0].answer,right=squad rrw"},
		{"any of fastText's labels", "__label__a 0.6\n__label__b 0.9\n__label__c 0.4\n",
			"__label__b __label__a how to\n__label__b why\n__label__a who is\n", "gold=gold,predicted=line,right=equal rrw"},
		{"labels before features", "1\n0\n1\n-1\n", "1 1:0.5 7:2\n1 3:1\n1 2:.1\n-1 1:1\n", "gold=gold,predicted=line,right=equal rwrr"},
		{"probabilities", "0.31\n0.77\n0.52\n", "0\n1\n0\n", "as in --map 'gold=gold,predicted=line,right=half'"},
		{"a table, and lines of ids and answers", "id,label\nx1,cat\nx2,dog\n", "x2 dog\nx1 dog\n",
			"id=id,gold=gold,predicted=label,right=equal wr"},
		{"Anthropic's batch", `{"custom_id":"a","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"x"}]}}}` + "\n" +
			`{"custom_id":"b","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"y"}]}}}`,
			`[{"custom_id":"a","answer":"x"},{"custom_id":"b","answer":"x"}]`,
			"predicted=result.message.content[0].text,right=equal rw"},
		{"a row per line, and classes without names", "0.2\t0.8\n0.7\t0.3\n0.1\t0.9\n", "label\ttext\n1\tso\n1\tit\n0\tis\n",
			"gold=gold,predicted=column *,right=argmax rww"},
		{"a row less", "0.2\t0.8\n0.7\t0.3\n0.1\t0.9\n", "label\ttext\n1\tso\n1\tit\n",
			"neither file has ids, and the run has 3 lines, but gold.json has 2"},
		{"numbered in another order", "x\ny\nx\n", "id,label\n3,x\n1,y\n2,x\n", "the run's id column is unknown"},
		{"pairs of another order", "x\ny\nx\n", "index\tpairID\tgold_label\n0\t63n\tx\n1\t12e\ty\n2\t40c\ty\n",
			"gold=gold,predicted=line,right=equal rrw"},
		{"one line more", "x\ny\n", "x\nx\nz\n", "neither file has ids, and the run has 2 lines, but gold.json has 3"},
		{"an unasked rule", "x it is\ny is it here\nx it is\n", "x\ny\nz\n", "right=contains'"},
		{"systems inside rows", `{"id":"a","responses":[{"system":"m","output":"x"},{"system":"n","output":"y"}]}` + "\n" +
			`{"id":"b","responses":[{"system":"m","output":"z"},{"system":"n","output":"z"}]}`, `{"a":"x","b":"y"}`,
			"predicted.m=responses[0].output,predicted.n=responses[1].output,right=equal'"},
		{"numbers among words", "id,text\na,4.10\nb,x\nc,y\n", "id,gold\na,4.1\nb,x\nc,z\n",
			"as in --map 'id=id,gold=gold,predicted=text,right=exact'"},
		{"options by number", `{"a":{"choice":"cab","direct":"bus"},` + "\n" +
			`"b":{"choice":"sea","direct":"sea"},"c":{"choice":"tea","direct":"x"}}`,
			`[{"id":"a","choices":["car","cab"],"correct_idx":1},{"id":"b","choices":["sea","lake"],"correct_idx":1},` +
				`{"id":"c","choices":["tea","ale"],"correct_idx":0}]`,
			"predicted=choice,right=letter'"},
	} {
		if got := openBeside(t, c.text, c.gold); got != c.want && !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func kilt(id int, answer string) string {
	return fmt.Sprintf(`{"id":%d,"input":"In one word, how did Chen Yi-hsiung die?",`+
		`"output":[{"answer":%q,"provenance":[{"wikipedia_id":"10287141"}]}]}`, id, answer) + "\n"
}

// Where several columns of a gold file could have the answers, --map names one.
func TestMapNamesTheGoldColumn(t *testing.T) {
	run := formats.Open(t, beside(`{"id":"a","value":0.9}`+"\n"+`{"id":"b","value":0.7}`,
		`{"id":"a","same":true,"n":1}`+"\n"+`{"id":"b","same":false,"n":2}`),
		"run", goldBeside.With(loaders.ColumnMap, "gold=same,predicted=value,right=half"))
	check.Equal(t, "the outline", outline(run), "a: true/true right, b: true/false wrong")
	run = formats.Open(t, beside("3\n5\n7\n", "3\n6\n7\n"), "run", goldBeside.With(loaders.ColumnMap, "gold=gold,predicted=line,right=equal"))
	check.Equal(t, "lines, which aren't ids", outline(run), "record 1: 3/3 right, record 2: 5/6 wrong, record 3: 7/7 right")
}

// A first line about the run is not an example, though its kind has the column that all lines have.
func TestFirstLineAboutTheRun(t *testing.T) {
	text := `{"type":"run","config":{"label":"int"}}` + "\n"
	for i, predicted := range []string{"x", "y", "x"} {
		text += fmt.Sprintf(`{"type":"prediction","id":"%d","label":"x","prediction":%q}`, i, predicted) + "\n"
	}
	got := openBeside(t, text, "")
	if !strings.HasPrefix(got, "id=id,gold=label,predicted=prediction,right=equal rwr") {
		t.Error(got)
	}
}

// A list of mistakes beside one of all cases isn't another run.
func TestListsOfMistakes(t *testing.T) {
	const mistake = `{"id":"b","expected":"x","predicted":"y"}`
	const want = "id=id,gold=expected,predicted=predicted,right=equal rwr"
	got := openBeside(t, `{"mistakes":[`+mistake+"],\n"+`"cases":[{"id":"a","expected":"x","predicted":"x"},`+mistake+
		`,{"id":"c","expected":"z","predicted":"z"}]}`, "")
	if !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}

func TestSystemsInsideRows(t *testing.T) {
	row := func(format string) (text string) {
		for i, said := range []string{"x x", "y x", "z z", "x y"} {
			a, b, _ := strings.Cut(said, " ")
			text += fmt.Sprintf(format, i, []string{"x", "y", "z"}[i%3], a, b) + "\n"
		}
		return text
	}
	for text, want := range map[string]string{
		row(`{"id":%d,"question":"what?","answer":"%s","responses":[{"model":"m","output":"%s"},{"model":"n","output":"%s"}]}`): "" +
			"gold=answer,predicted.m=responses[0].output,predicted.n=responses[1].output'",
		row(`{"id":%d,"question":"what?","answer":"%s","runs":[{"top_k":5,"said":{"text":"%s"}},{"top_k":9,"said":{"text":"%s"}}]}`): "" +
			"gold=answer,predicted.top_k 5=runs[0].said.text,predicted.top_k 9=runs[1].said.text'",
		row(`{"id":%d,"question":"what?","answer":"%s","responses":{"m":{"output":"%s"},"n":{"output":"%s"}}}`): "" +
			"gold=answer,predicted.m=responses.m.output,predicted.n=responses.n.output'",
	} {
		if got := openBeside(t, text, ""); !strings.Contains(strings.ReplaceAll(got, ",right=equal", ""), want) {
			t.Errorf("%s is read as %s, want an offer of %s", text, got, want)
		}
	}
}
