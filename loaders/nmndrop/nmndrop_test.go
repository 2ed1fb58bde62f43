package nmndrop_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/nmndrop"
)

// A sound run of one record, with a passage of six tokens in two sentences.
const (
	record = `{"passage_id": "p1", "query_id": "q1", "question": "How long was the longest kick?", "qtype": "max_find_qtype", ` +
		`"f1": 1.0, "em": 1.0, "predicted_ans": "49", "predicted_logical_form": "(find_PassageNumber (maxNumPattn find_PassageAttention))", ` +
		`"module_outputs": [["find", [0.1, 0.2, 0.3, 0.4, 0, 0]], ["find-num", [0, 0.5, 0, 0.5, 0, 0]], ["max-pattn", [0, 0.9, 0, 0.1, 0, 0]]]}`
	gold = `{"p1": {"passage": "A 49-yard kick.", "tokenized_passage": "A 49 - yard kick .", "passage_sent_idxs": [[0, 3], [3, 6]], "qa_pairs": [` +
		`{"query_id": "q1", "question": "How long was the longest kick?", "tokenized_question": "How long was the longest kick ?", ` +
		`"answer": {"number": "49", "date": {"day": "", "month": "", "year": ""}, "spans": []}, "validated_answers": [{"number": "49"}, {"spans": ["49-yard"]}], ` +
		`"answer_passage_spans": [[1, 1]], "ques_attention_supervision": [[0, 0, 0, 0, 1, 1, 0]], ` +
		`"module_output_annotations": [["find-events", [[1, 5]]], ["find-nums", [[1, 2]]], ["after-max-event", [[1, 5], [2, 3]]]]}]}}`
	goldName = "drop_module_output_annotations.json"
)

func fsys(run, annotations string) fstest.MapFS {
	m := fstest.MapFS{"runs/run.jsonl": {Data: []byte(run)}}
	if annotations != "" {
		m[goldName] = &fstest.MapFile{Data: []byte(annotations)}
	}
	return m
}

var formats = loadertest.Formats{nmndrop.Format}

// outline writes a program as nested lists of ops, with the Place of each
// output: (find-num (find-max-num@2 ...)).
func outline(program []loaders.Module) string {
	return loadertest.Program(program, func(m *loaders.Module) string {
		if m.Output.Tokens == nil {
			return m.Op
		}
		return fmt.Sprintf("%s@%d", m.Op, m.Place)
	})
}

func TestExample(t *testing.T) {
	run := formats.Open(t, fsys(record+"\n", gold), "runs/run.jsonl", loaders.Options{})
	if run.Len() != 1 || run.Gold != goldName || run.Format != "nmn-drop" {
		t.Fatalf("%d examples, gold %q, format %q", run.Len(), run.Gold, run.Format)
	}
	ex := run.Example(0)
	if ex.ID != "q1" || ex.Kind != "max_find_qtype" || ex.Question != "How long was the longest kick?" || len(ex.Tokens) != 7 {
		t.Errorf("example %+v", ex)
	}
	if a := ex.Answer; a.Predicted != "49" || a.Gold != "49 | 49-yard" || a.Correct != loaders.Right || a.Scores["em"] != 1 ||
		a.Scores["f1"] != 1 {
		t.Errorf("answer %+v", a)
	}
	p := ex.Passage
	if p == nil || p.Text != "A 49-yard kick." || len(p.Tokens) != 6 ||
		!slices.Equal(p.Sentences, []loaders.Span{{Start: 0, End: 3}, {Start: 3, End: 6}}) {
		t.Errorf("passage %+v", p)
	}
	if got, want := outline(ex.Program), "(find-num (find-max-num@2 (find-num@1 find@0)))"; got != want {
		t.Errorf("program %s, want %s", got, want)
	}
	for i, want := range []struct {
		name, gold string
		spans      []loaders.Span
	}{
		{name: "find_PassageNumber"},
		{"max-pattn", "after-max-event", []loaders.Span{{Start: 1, End: 5}, {Start: 2, End: 3}}},
		{"", "find-nums", []loaders.Span{{Start: 1, End: 2}}}, // the end is not part of the span
		{"", "find-events", []loaders.Span{{Start: 1, End: 5}}},
	} {
		m := ex.Program[i]
		if m.Name != want.name || m.Attention != nil || m.Derived {
			t.Errorf("module %d: %+v", i, m)
		}
		switch {
		case want.gold == "" && m.Gold != nil, want.gold != "" && m.Gold == nil:
			t.Errorf("module %d: gold %v", i, m.Gold)
		case m.Gold != nil && (!slices.Equal(m.Gold.Spans, want.spans) || m.Gold.Source != want.gold+" in "+goldName || m.Gold.Merged != nil):
			t.Errorf("module %d: gold %+v", i, m.Gold)
		}
	}
	if kept, n := run.Problems.All(); n != 0 {
		t.Errorf("a sound run has problems: %v", kept)
	}
}

// TestPrograms has a row per program the authors expect, in the function
// names of one of the three generations of their code.
func TestPrograms(t *testing.T) {
	for _, tt := range []struct {
		qtype, form, outputs string
		want                 string
		merged               string // the Merged of all gold, in pre-order
	}{
		{"date_comparison", "(find_passageSpanAnswer (compare_date_lesser_than find_PassageAttention find_PassageAttention))",
			"find find find-date1 find-date2",
			"(span (compare-date-lt (find-date@2 find@0) (find-date@3 find@1)))", "[2 4] [3 5] [2 4] [3 5]"},
		{"number_comparison", "(select_passagespan_answer (compare_num_gt select_passage select_passage))", "find find find-num1 find-num2",
			"(span (compare-num-gt (find-num@2 find@0) (find-num@3 find@1)))", "[2 4] [3 5] [2 4] [3 5]"},
		{"yeardiff_find2_qtype", "(year_difference_two_events find find)", "find find find-date1 find-date2",
			"(time-diff (find-date@2 find@0) (find-date@3 find@1))", "[1 3] [2 4] [1 3] [2 4]"},
		{"yeardiff_find_qtype", "(year_difference_single_event find)", "find find-date1 find-date2",
			"(time-diff (find-date@1 find@0) (find-date@2 find@0))", "[1 3] [2 4] [1 3] [2 4]"}, // one find, read twice
		{"count_find_qtype", "(aggregate_count select_passage)", "find", "(count find@0)", "[]"},
		{"count_filterfind_qtype", "(passageAttn2Count (filter_PassageAttention find_PassageAttention))", "find filter",
			"(count (filter@1 find@0))", "[] []"},
		{"num_find_qtype", "(passageAttn2NumDist find_PassageAttention)", "find find-num", "(find-num@1 find@0)", "[] []"},
		{"num_filterfind_qtype", "(find_PassageNumber (filter_PassageAttention find_PassageAttention))", "find filter find-num",
			"(find-num@2 (filter@1 find@0))", "[] [] []"},
		{"min_find_qtype", "(select_num (select_min_num select_passage))", "find find-num min-pattn",
			"(find-num (find-min-num@2 (find-num@1 find@0)))", "[] [] []"},
		{"max_filterfind_qtype", "(passageAttn2NumDist (maxNumPattn (filter_PassageAttention find_PassageAttention)))",
			"find filter find-num max-pattn find-num",
			"(find-num@4 (find-max-num@3 (find-num@2 (filter@1 find@0))))", "[] [] [] []"}, // an output more than is compared
		{"relocate_find_qtype", "(span (relocate find))", "find relocate", "(span (relocate@1 find@0))", "[] []"},
		{"relocate_filterfind_qtype", "(span (project_passage (filter_passage select_passage)))", "find filter relocate",
			"(span (relocate@2 (filter@1 find@0)))", "[] [] []"},
		{"relocate_maxfilterfind_qtype", "(find_passageSpanAnswer (relocate_PassageAttention (maxNumPattn (filter_PassageAttention " +
			"find_PassageAttention))))",
			"find filter find-num max-pattn relocate", "(span (relocate@4 (find-max-num@3 (find-num@2 (filter@1 find@0)))))", "[] [] [] [] []"},
	} {
		var outputs []string
		for _, name := range strings.Fields(tt.outputs) {
			outputs = append(outputs, fmt.Sprintf("[%q, [1, 0]]", name))
		}
		lists := strings.TrimSuffix(strings.Repeat(`["any", [[0, 1]]],`, 5), ",")
		run := formats.Open(t, fsys(
			fmt.Sprintf(`{"query_id": "q", "predicted_logical_form": %q, "qtype": %q, "module_outputs": [%s]}`, tt.form, tt.qtype,
				strings.Join(outputs, ",")),
			fmt.Sprintf(`{"p": {"tokenized_passage": "a b", "qa_pairs": [{"query_id": "q", "module_output_annotations": [%s]}]}}`, lists),
		), "runs/run.jsonl", loaders.Options{})
		ex := run.Example(0)
		if got := outline(ex.Program); got != tt.want {
			t.Errorf("%s: program %s, want %s", tt.form, got, tt.want)
		}
		var merged []string
		for _, m := range ex.Program {
			if m.Gold != nil {
				merged = append(merged, fmt.Sprint(m.Gold.Merged))
			}
		}
		if got := strings.Join(merged, " "); got != tt.merged {
			t.Errorf("%s: merged %s, want %s", tt.form, got, tt.merged)
		}
		if kept, n := run.Problems.All(); n != 0 {
			t.Errorf("%s: problems %v", tt.form, kept)
		}
	}
}

// TestBroken breaks the sound run in one place per row. Each is a problem, and
// what is not broken stays.
func TestBroken(t *testing.T) {
	type want struct {
		problem string // part of it
		more    int    // problems that follow from it
		file    string // "" for the run
		broken  bool
		golds   int // modules with gold
		outputs int // modules with an output
	}
	for _, tt := range []struct {
		why      string
		old, new string // in the record, else in the gold
		want     want
	}{
		{"not JSON", record, `{"passage_id": "p1", "query_id": "q1", "predicted_logical_form": "", "module_outputs": [`,
			want{problem: "run.jsonl:1: not JSON", more: 2, broken: true}},
		{"a list and no object", record + "\n", record + "\n[1]\n", want{problem: "run.jsonl:2", golds: 3, outputs: 3}},
		{"nesting without end", `[["find", `, strings.Repeat("[", 300) + `[["find", `, want{problem: "nests deeper", more: 2, broken: true}},
		{"question is a number", `"How long was the longest kick?"`, `7`, want{problem: "question: a JSON number", golds: 3, outputs: 3}},
		{"query_id is unknown", `"query_id": "q1"`, `"query_id": "q2"`, want{problem: "no annotations for this query_id", more: 2, outputs: 3}},
		{"em is neither", `"em": 1.0`, `"em": 0.5`, want{problem: "em is 0.5", golds: 3, outputs: 3}},
		{"em in quotes", `"em": 1.0`, `"em": "1.0"`, want{problem: "em is not a number", golds: 3, outputs: 3}},
		{"an output too short", `[0, 0.5, 0, 0.5, 0, 0]`, `[0, 0.5, 0, 0.5, 0]`,
			want{problem: "find-num: 5 probabilities where 6 belong", golds: 3, outputs: 2}},
		{"a bare NaN", `[0, 0.5, 0, 0.5, 0, 0]`, `[0, NaN, 0, 0.5, 0, 0]`, want{problem: "NaN", more: 1, golds: 3, outputs: 2}},
		{"a null", `[0, 0.5, 0, 0.5, 0, 0]`, `[0, null, 0, 0.5, 0, 0]`, want{problem: "1 of 6", golds: 3, outputs: 2}},
		{"a negative probability", `[0, 0.5, 0, 0.5, 0, 0]`, `[0, -0.5, 0, 0.5, 0, 0]`, want{problem: "outside 0..1", golds: 3, outputs: 3}},
		{"a sum over 1", `[0, 0.5, 0, 0.5, 0, 0]`, `[0, 0.5, 0.5, 0.5, 0, 0]`, want{problem: "sums to 1.5", golds: 3, outputs: 3}},
		{"an output without name", `["find-num", [0`, `["", [0`, want{problem: "module_outputs[1]  is no", more: 1, outputs: 2}},
		{"an output that is text", `["find-num", [0, 0.5, 0, 0.5, 0, 0]]`, `"find-num"`,
			want{problem: "module_outputs[1]  is no", more: 1, outputs: 2}},
		{"an output of a string", `["find-num", [0, 0.5`, `["find-num", [0, "0.5"`, want{problem: "1 of 6", golds: 3, outputs: 2}},
		{"an output of another module", `"find-num"`, `"filter"`, want{problem: "module_outputs[1] filter has no place", more: 1, outputs: 2}},
		{"an output too many", `["max-pattn",`, `["find", [0, 0, 0, 0, 0, 0]], ["max-pattn",`,
			want{problem: "module_outputs[2] find has no place", more: 1, outputs: 3}},
		{"a form that ends early", `find_PassageAttention))"`, `find_PassageAttention"`, want{problem: "ends too early"}},
		{"a form with more behind it", `find_PassageAttention))"`, `find_PassageAttention)))"`, want{problem: `")" follows`}},
		{"a form that opens wrongly", `"(find_PassageNumber (`, `"((find_PassageNumber `, want{problem: "does not begin with a function"}},
		{"no form", `"(find_PassageNumber (maxNumPattn find_PassageAttention))"`, `""`, want{problem: "ends too early"}},
		{"a form nested without end", `"(find_PassageNumber (maxNumPattn find_PassageAttention))"`, `"` + strings.Repeat("(count ", 1000) + `"`,
			want{problem: "nests deeper"}},
		{"a form that doubles at every level", `"(find_PassageNumber (maxNumPattn find_PassageAttention))"`,
			`"` + strings.Repeat("(year_difference_single_event ", 200) + "find" + strings.Repeat(")", 200) + `"`,
			want{problem: "more than 10000 modules"}},
		{"a program the authors skip", `(maxNumPattn`, `(minNumPattn`, want{problem: "not a program of max_find_qtype", more: 1, outputs: 2}},
		{"a question type nobody knows", `"max_find_qtype"`, `"sum_qtype"`, want{problem: `nothing for question type "sum_qtype"`, outputs: 3}},
		{"control characters", `"How long`, `"\u001b[31mHow\u202e long`,
			want{problem: "question holds control characters", golds: 3, outputs: 3}},
		{"broken UTF-8", `"How long`, "\"\xff\xfeHow long", want{problem: "question holds control characters", more: 1, golds: 3, outputs: 3}},

		{"annotations that are a list", gold, `[]`, want{problem: "not a JSON object of passages", more: 1, file: goldName, outputs: 3}},
		{"annotations cut off", `"qa_pairs"`, `"qa_pairs`, want{problem: "cannot be read", more: 1, file: goldName, outputs: 3}},
		{"a passage that is text", `{"p1": {`, `{"p0": "text", "p1": {`, want{problem: `passage "p0"`, file: goldName, golds: 3, outputs: 3}},
		{"sentences outside the passage", `[3, 6]]`, `[3, 7]]`,
			want{problem: "sentences leave its 6 tokens", file: goldName, golds: 3, outputs: 3}},
		{"no gold for the question", `module_output_annotations`, `other_annotations`, want{problem: "no module outputs", outputs: 3}},
		{"a gold list too few", `, ["after-max-event", [[1, 5], [2, 3]]]`, ``,
			want{problem: "2 gold lists where max_find_qtype has 3", outputs: 3}},
		{"a gold list that is a number", `["find-nums", [[1, 2]]]`, `7`,
			want{problem: "module_output_annotations[1] is no", more: 1, file: goldName, outputs: 3}},
		{"a span past the end", `[1, 5]]], ["find-nums"`, `[1, 9]]], ["find-nums"`,
			want{problem: "span [1, 9)", file: goldName, golds: 3, outputs: 3}},
		{"an empty span", `[2, 3]`, `[3, 3]`, want{problem: "span [3, 3)", file: goldName, golds: 3, outputs: 3}},
		{"a span turned round", `[2, 3]`, `[3, 2]`, want{problem: "span [3, 2)", file: goldName, golds: 3, outputs: 3}},
		{"a span far out", `[2, 3]`, `[-9223372036854775808, 9223372036854775807]`,
			want{problem: "leaves the 6 tokens", file: goldName, golds: 3, outputs: 3}},
		{"a question annotated twice", `"qa_pairs": [`, `"qa_pairs": [{"query_id": "q1", "module_output_annotations": [["a", []], ["b", []], ["c", []]]}, `,
			want{problem: "annotated twice", file: goldName, golds: 3, outputs: 3}},
		{"an annotation without id", `"qa_pairs": [`, `"qa_pairs": [{}, `, want{problem: "no query_id", file: goldName, golds: 3, outputs: 3}},
		{"control characters in the passage", `"A 49-yard`, `"\u0007A 49-yard`,
			want{problem: `passage "p1" holds control`, file: goldName, golds: 3, outputs: 3}},
		{"control characters in the answer", `["49-yard"]`, `["\u001b]0;49-yard"]`,
			want{problem: "answer holds control", file: goldName, golds: 3, outputs: 3}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			run, annotations := strings.Replace(record+"\n", tt.old, tt.new, 1), gold
			if run == record+"\n" {
				annotations = strings.Replace(gold, tt.old, tt.new, 1)
				if annotations == gold {
					t.Fatalf("%q is nowhere", tt.old)
				}
			}
			opened := formats.Open(t, fsys(run, annotations), "runs/run.jsonl", loaders.Options{})
			ex := opened.Example(0)
			for i := range opened.Len() {
				opened.Scan(i)
			}
			if (ex.Broken != "") != tt.want.broken {
				t.Errorf("broken: %q", ex.Broken)
			}
			golds, outputs := 0, 0
			for _, m := range ex.Program {
				if m.Gold != nil {
					golds++
				}
				if m.Output.Tokens != nil {
					outputs++
				}
			}
			if golds != tt.want.golds || outputs != tt.want.outputs {
				t.Errorf("%d modules with gold, %d with output; want %d and %d", golds, outputs, tt.want.golds, tt.want.outputs)
			}
			kept, n := opened.Problems.All()
			if n != 1+tt.want.more {
				t.Errorf("%d problems, want %d: %v", n, 1+tt.want.more, kept)
			}
			at := slices.IndexFunc(kept, func(p loaders.Problem) bool { return strings.Contains(p.String(), tt.want.problem) })
			if at < 0 {
				t.Fatalf("no problem says %q: %v", tt.want.problem, kept)
			}
			file := tt.want.file
			if file == "" {
				file = "runs/run.jsonl"
			}
			if p := kept[at]; p.File != file || p.Done.String() == "" || strings.ContainsAny(p.String(), "\x1b\x07") {
				t.Errorf("problem %q in %s", p, p.File)
			}
		})
	}
}

func TestAnnotationsWithoutRecord(t *testing.T) {
	more := strings.Replace(gold, `"qa_pairs": [`, `"qa_pairs": [{"query_id": "q7", "module_output_annotations": [["find-events", []]]}, `+
		`{"query_id": "q8", "module_output_annotations": [["find-events", []]]}, {"query_id": "without gold"}, `, 1)
	run := formats.Open(t, fsys(record, more), "runs/run.jsonl", loaders.Options{})
	if _, n := run.Problems.All(); n != 0 {
		t.Errorf("%d problems before the records were read", n)
	}
	run.Example(0)
	run.Scan(0)
	kept, n := run.Problems.All()
	if n != 3 || !strings.Contains(kept[0].What.String(), "2 of 3") || kept[1].Example != "q7" || kept[2].Example != "q8" {
		t.Errorf("problems %v", kept)
	}
}

func TestTwoRecordsOfOneQuery(t *testing.T) {
	run := formats.Open(t, fsys(record+"\n"+record, gold), "runs/run.jsonl", loaders.Options{})
	for range 2 {
		run.Scan(0)
		run.Scan(1)
	}
	if kept, n := run.Problems.All(); n != 1 || kept[0].Example != "q1" || !strings.Contains(kept[0].What.String(), "more than one record") {
		t.Errorf("problems %v", kept)
	}
}

func TestNoAnnotations(t *testing.T) {
	run := formats.Open(t, fsys(record, ""), "runs/run.jsonl", loaders.Options{})
	ex := run.Example(0)
	if run.Gold != "" || ex.Passage != nil || ex.Answer.Gold != "" || len(ex.Program) != 4 || ex.Program[1].Output.Tokens == nil ||
		ex.Program[1].Gold != nil {
		t.Errorf("example %+v", ex)
	}
	if kept, n := run.Problems.All(); n != 1 || !strings.Contains(kept[0].Done.String(), "--gold") {
		t.Errorf("problems %v", kept)
	}
}

// TestPassageOfAnotherQuestion: a question that nobody annotated still has
// its passage.
func TestPassageOfAnotherQuestion(t *testing.T) {
	run := formats.Open(t, fsys(strings.Replace(record, `"q1"`, `"q9"`, 1), gold), "runs/run.jsonl", loaders.Options{})
	if ex := run.Example(0); ex.Passage == nil || len(ex.Passage.Tokens) != 6 || ex.Answer.Gold != "" {
		t.Errorf("example %+v", ex)
	}
}

func TestNullVerdict(t *testing.T) {
	null := strings.NewReplacer(`"f1": 1.0`, `"f1": null`, `"em": 1.0`, `"em": null`, `"predicted_ans": "49", `,
		`"predicted_ans": null, `).Replace(record)
	ex := formats.Open(t, fsys(null, gold), "runs/run.jsonl", loaders.Options{}).Example(0)
	if a := ex.Answer; a.Correct != loaders.Unknown || len(a.Scores) != 0 || a.Predicted != "" || a.Gold == "" {
		t.Errorf("answer %+v", a)
	}
}

func TestAnswers(t *testing.T) {
	for _, tt := range []struct{ answer, predicted, gold, want string }{
		{"a date", `"Alba"`, `"answer": {"number": "", "date": {"day": "3", "month": "May", "year": "1808"}, "spans": []}`, "Alba / 3 May 1808"},
		{"spans", `["Alba", "Bree"]`, `"answer": {"spans": ["Alba", "Bree"]}`, "Alba, Bree / Alba, Bree"},
		{"numbers that are numbers", `7`, `"answer": {"number": 7}`, "7 / 7"},
		{"nothing", `""`, `"answer": {}`, " / "},
	} {
		ex := formats.Open(t, fsys(
			fmt.Sprintf(`{"query_id": "q", "predicted_ans": %s, "predicted_logical_form": "find", "module_outputs": []}`, tt.predicted),
			fmt.Sprintf(`{"p": {"qa_pairs": [{"query_id": "q", %s}]}}`, tt.gold),
		), "runs/run.jsonl", loaders.Options{}).Example(0)
		if got := ex.Answer.Predicted + " / " + ex.Answer.Gold; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.answer, got, tt.want)
		}
	}
}

func TestGoldOption(t *testing.T) {
	m := fsys(record, "")
	m["elsewhere/gold.json"] = &fstest.MapFile{Data: zipped(t, gold)}
	run := formats.Open(t, m, "runs/run.jsonl", loaders.Options{Gold: "elsewhere/gold.json"})
	if ex := run.Example(0); run.Gold != "elsewhere/gold.json" || ex.Program[1].Gold == nil {
		t.Errorf("gold %q: %+v", run.Gold, ex)
	}

	err := formats.Err(t, m, "runs/run.jsonl", loaders.Options{Gold: "elsewhere/golf.json"})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(fmt.Sprint(err), "golf.json") {
		t.Errorf("a gold file that is not there: %v", err)
	}

	m["runs/a_module_output_annotations.json"] = &fstest.MapFile{Data: []byte(gold)}
	m["runs/b_module_output_annotations.json.gz"] = &fstest.MapFile{Data: zipped(t, gold)}
	run = formats.Open(t, m, "runs/run.jsonl", loaders.Options{})
	if kept, n := run.Problems.All(); n != 1 || !strings.Contains(kept[0].What.String(), "2 files of annotations") ||
		run.Gold != "runs/a_module_output_annotations.json" {
		t.Errorf("two files beside: gold %q, problems %v", run.Gold, kept)
	}
}

func zipped(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The predictor in MTMSN's form writes answers and programs, and no outputs.
func TestAnswersAlone(t *testing.T) {
	const line = `{"query_id": "q1", "question": "How long?", "text": "49", "type": "(find_PassageNumber (maxNumPattn find_PassageAttention))", "prog_prob": 0.5, ` +
		`"f1": 0.5, "em": 0.0, "gold_answer": [{"number": "", "date": {"day": "", "month": "", "year": ""}, "spans": ["49 yards"]}, {"number": "48", "spans": []}]}`
	run := formats.Open(t, fstest.MapFS{"run.jsonl": {Data: []byte(line + "\n")}}, "run.jsonl", loaders.Options{})
	ex := run.Example(0)
	if a := ex.Answer; a.Predicted != "49" || a.Gold != "49 yards | 48" || a.Correct != loaders.Wrong || a.Scores["f1"] != .5 {
		t.Errorf("the answer is %+v", a)
	}
	if len(ex.Program) != 4 || ex.Program[0].Op != "find-num" || ex.Program[3].Gold != nil {
		t.Errorf("the program is %+v", ex.Program)
	}
	run = formats.Open(t, fstest.MapFS{"run.jsonl": {Data: []byte(line + "\n")},
		"drop_module_output_annotations.json": {Data: []byte(gold)}}, "run.jsonl", loaders.Options{})
	ex = run.Example(0)
	if ex.Passage == nil || ex.Answer.Gold != "49 | 49-yard" {
		t.Errorf("with annotations: the passage %v, the gold answer %q", ex.Passage, ex.Answer.Gold)
	}
	loadertest.Problem(t, run, "")
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		why, head string
		want      bool
	}{
		{"a run", record, true},
		{"a run whose first record is longer than the head", record[:len(record)-80], true},
		{"a bad line first", "oops\n" + record, true},
		{"a first record without its query_id", strings.Replace(record, `"query_id": "q1"`, `"query_id": null`, 1), true},
		{"its annotations", gold, false},
		{"faithful-nmn", `{"utterance": "x", "modules_debug_info": [], "bboxes": []}`, false},
		{"the native format", `{"faithscope": 1, "run": {}}`, false},
		{"the keys inside another object", `{"data": ` + record + `}`, false},
		{"nothing", "", false},
	} {
		if got := nmndrop.Format.Detect([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v", tt.why, got)
		}
	}
}

// TestSample opens a piece of a real run.
func TestSample(t *testing.T) {
	run := formats.Open(t, files.Disk{}, "testdata/sample.jsonl", loaders.Options{})
	if run.Len() != 17 || run.Gold != "testdata/sample_module_output_annotations.json" {
		t.Fatalf("%d examples, gold %q", run.Len(), run.Gold)
	}
	for i := range run.Len() {
		ex := run.Scan(i)
		pairs := nmndrop.Pairings(ex.Kind)
		golds := map[*loaders.Gold]bool{}
		for _, m := range ex.Program {
			if m.Gold != nil {
				golds[m.Gold] = true
			}
			if m.Attention != nil {
				t.Errorf("%s: utterance attention, which the run does not have", ex.ID)
			}
		}
		if len(pairs) == 0 || len(golds) != len(pairs) {
			t.Errorf("%s (%s): %d golds of %d", ex.ID, ex.Kind, len(golds), len(pairs))
		}
	}
	if kept, n := run.Problems.All(); n != 0 {
		t.Errorf("problems %v", kept)
	}
}

// FuzzNMNDrop opens arbitrary bytes as a run and as its annotations. Records
// are found by another goroutine, so that coverage varies: run it with
// -fuzzminimizetime 1x.
func FuzzNMNDrop(f *testing.F) {
	f.Add([]byte(record), []byte(gold))
	f.Add([]byte(record+"\n"+strings.Replace(record, "0.5", "NaN", 1)), []byte(`{"p1": {"qa_pairs": [{"query_id": "q1"}]}}`))
	f.Add([]byte(`{"query_id": "", "predicted_logical_form": "((", "module_outputs": [[], [1], ["find"], null]}`), []byte(`{`))
	f.Fuzz(func(t *testing.T, run, annotations []byte) {
		formats.Walk(t, fsys(string(run), string(annotations)), "runs/run.jsonl", func(_ *loaders.Run, ex *loaders.Example) { check(t, ex) })
	})
}

// check holds what every reader of an example relies on.
func check(t *testing.T, ex *loaders.Example) {
	t.Helper()
	if ex.ID == "" {
		t.Error("an example without ID")
	}
	parents := make([]int, len(ex.Program))
	for i, m := range ex.Program {
		for _, c := range m.Children {
			if c <= i || c >= len(ex.Program) {
				t.Fatalf("child %d of %d", c, i)
			}
			parents[c]++
		}
		if ex.Passage != nil && ex.Passage.Tokens != nil && m.Output.Tokens != nil && len(m.Output.Tokens) != len(ex.Passage.Tokens) {
			t.Errorf("%d probabilities over %d tokens", len(m.Output.Tokens), len(ex.Passage.Tokens))
		}
		if m.Gold == nil {
			continue
		}
		for _, s := range m.Gold.Spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(ex.Passage.Tokens) {
				t.Errorf("gold span %v over %d tokens", s, len(ex.Passage.Tokens))
			}
		}
		if m.Gold.Merged != nil && !slices.Contains(m.Gold.Merged, i) {
			t.Errorf("module %d is not among those merged %v", i, m.Gold.Merged)
		}
	}
	for i, n := range parents {
		if i > 0 && n != 1 || i == 0 && n != 0 {
			t.Errorf("module %d has %d parents", i, n)
		}
	}
}

// BenchmarkDecode decodes the sample's 17 records, 57 outputs and 9,786
// probabilities, without the annotations, which are read once.
func BenchmarkDecode(b *testing.B) {
	run := formats.Open(b, files.Disk{}, "testdata/sample.jsonl", loaders.Options{})
	info, err := os.Stat("testdata/sample.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		for i := range run.Len() {
			run.Scan(i)
		}
	}
}
