package faithfulnmn

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// at returns the element of nested lists and objects that path names.
func at(v any, path ...any) any {
	for _, key := range path {
		switch k := key.(type) {
		case int:
			v = v.([]any)[k]
		case string:
			v = v.(object)[k]
		}
	}
	return v
}

// put sets the value that path names.
func put(v, value any, path ...any) {
	last := len(path) - 1
	switch in := at(v, path[:last]...).(type) {
	case []any:
		in[path[last].(int)] = value
	case object:
		in[path[last].(string)] = value
	}
}

// TestBrokenTwins breaks one thing in a good record. The run says so in one
// line, the record stays an example, and its neighbours stay whole.
func TestBrokenTwins(t *testing.T) {
	text := func(s string) func(string) string { return func(string) string { return s } }
	edit := func(change func(rec object)) func(string) string {
		return func(string) string { return twin(t, 0, change) }
	}
	set := func(value any, path ...any) func(string) string {
		return edit(func(rec object) { put(rec, value, path...) })
	}
	shorten := func(n int, path ...any) func(string) string {
		return edit(func(rec object) { put(rec, at(rec, path...).([]any)[:n], path...) })
	}
	remove := func(key string, path ...any) func(string) string {
		return edit(func(rec object) { delete(at(rec, path...).(object), key) })
	}
	deep := strings.Repeat("[", record.MaxDepth+10)
	for _, test := range []struct {
		name    string
		broken  func(good string) string
		problem string // "" for none
		check   func(ex *loaders.Example) bool
	}{
		{"the good twin", edit(nil), "", func(ex *loaders.Example) bool { return ex.Broken == "" && len(ex.Program) == 10 }},
		{"not JSON", text(`{"image_id": `), "not JSON", isBroken},
		{"a list", text(`[1, 2]`), "", isBroken},
		{"nests too deep", text(`{"image_id":"x","loss":` + deep), "nested more than", isBroken},
		{"padding of a batch", text(`{}`), "an empty row", isBroken},
		{"another program's record", text(`{"query_id": "q", "module_outputs": []}`),
			"not a faithful-nmn record: all expected keys are missing", isBroken},
		{"no bboxes: outputs are halved", remove("bboxes"), "no bboxes",
			func(ex *loaders.Example) bool {
				return len(ex.Program[2].Output.Boxes) == 2 && len(ex.Program[2].Output.Boxes[1]) == 36
			}},
		{"no modules_debug_info", remove("modules_debug_info"), "no modules_debug_info",
			func(ex *loaders.Example) bool {
				return len(ex.Program) == 10 && ex.Program[2].Output.Empty() && ex.Program[2].Gold != nil
			}},
		{"an output of 71", shorten(71, "modules_debug_info", 0, 0, "output"), "module 5 find: wrong number of probabilities: 71",
			func(ex *loaders.Example) bool {
				return ex.Program[2].Output.Empty() && !ex.Program[5].Output.Empty()
			}},
		{"proposals of other length", shorten(35, "bboxes", 1), "module 5 find: wrong number of probabilities: 72", findIsEmpty},
		{"a box of three numbers", shorten(3, "bboxes", 0, 3), "1 of 36 boxes do not have four numbers",
			func(ex *loaders.Example) bool { return ex.Images[0].Proposals[3] == loaders.Box{} }},
		{"a proposal inside out", set([]any{.9, .1, .2, .3}, "bboxes", 0, 3), "1 of 36 boxes are inverted", hasAllBoxes},
		{"a proposal in pixels", set([]any{10, 10, 300, 90}, "bboxes", 0, 3), "outside the picture", hasAllBoxes},
		{"gold outside the picture", set([]any{.5, .5, 7, 8}, "gold_box", 5, 0, 0), "gold of module 5 find: 1 of 3",
			func(ex *loaders.Example) bool { return len(ex.Program[2].Gold.Boxes[0]) == 3 }},
		{"gold for one image", set([]any{[]any{}}, "gold_box", 5), "wrong number of images: 1, expected 2", func(ex *loaders.Example) bool {
			return ex.Program[2].Gold == nil && ex.Program[5].Gold != nil
		}},
		{"gold at an action that is not a module", set([]any{[]any{}, []any{}}, "gold_box", 3), "gold_box 3 belongs to no module",
			func(ex *loaders.Example) bool { return ex.Program[2].Gold != nil }},
		{"an index out of range", set(9e6, "modules_debug_info", 0, 0, "index"), `"find" at index 9000000 matches no module`, findIsEmpty},
		{"an index of another module", set(14, "modules_debug_info", 0, 0, "index"), `"find" at index 14 matches no module`,
			func(ex *loaders.Example) bool { return !ex.Program[7].Output.Empty() }},
		{"no index", remove("index", "modules_debug_info", 0, 0), `"find" at index (none)`, findIsEmpty},
		{"an index twice", set(5, "modules_debug_info", 0, 2, "index"), "index 5 is logged twice",
			func(ex *loaders.Example) bool { return !ex.Program[2].Output.Empty() }},
		{"a count of two numbers", set([]any{1, 2}, "modules_debug_info", 0, 1, "output"), "module 4 count: the output is not a single number",
			func(ex *loaders.Example) bool { return ex.Program[1].Output.Empty() }},
		{"an output over 1", set(3, "modules_debug_info", 0, 0, "output", 7), "module 5 find: 1 of 72",
			func(ex *loaders.Example) bool { return ex.Program[2].Output.Boxes[0][7] == 1 }},
		{"Python's NaN", func(good string) string {
			i := strings.Index(good, `"output":[`) + len(`"output":[`)
			return good[:i] + "NaN" + good[i+strings.IndexByte(good[i:], ','):]
		}, "module 5 find: 1 of 72", func(ex *loaders.Example) bool { return ex.Program[2].Output.Empty() && len(ex.Program) == 10 }},
		{"actions that make no tree", shorten(5, "best_action_strings"), "the derivation ends",
			func(ex *loaders.Example) bool { return len(ex.Program) == 10 }},
		{"no program at all", edit(func(rec object) {
			rec["best_action_strings"], rec["parse_predicted"] = []any{"x"}, "(equal (count find)"
		}), "not a program in the NLVR2 language: it ends too early", func(ex *loaders.Example) bool {
			return len(ex.Program) == 0 && ex.Answer.Correct != loaders.Unknown && len(ex.Images) == 2
		}},
		{"attention of other length", set([]any{1, 0}, "debug_info", 5, "question_attention"),
			"no attention over the 13 tokens for module 5 find", func(ex *loaders.Example) bool {
				return ex.Program[2].Attention == nil && ex.Program[5].Text == "grey box"
			}},
		{"attention padded to its batch is none", edit(func(rec object) {
			step := at(rec, "debug_info", 5).(object)
			step["question_attention"] = append(step["question_attention"].([]any), 0, 0)
		}), "", func(ex *loaders.Example) bool { return ex.Program[2].Text == "grey box" }},
		{"correct against prediction and label", edit(func(rec object) { rec["correct"] = rec["correct"] != true }),
			"the field correct is used", func(ex *loaders.Example) bool { return ex.Answer.Correct != loaders.Unknown }},
		{"a key of another type", set(7, "utterance"), "utterance", func(ex *loaders.Example) bool { return ex.ID == "dev-1572-0" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			good := twin(t, 1, nil)
			run := openLines(t, good, test.broken(twin(t, 0, nil)), good)
			wrong := problems(run)
			if run.Len() != 3 {
				t.Fatalf("%d examples of 3 lines", run.Len())
			}
			if ex := run.Example(1); !test.check(ex) {
				t.Errorf("the example is %+v", ex)
			}
			for _, i := range []int{0, 2} {
				if ex := run.Example(i); len(ex.Program) != 8 || ex.Broken != "" {
					t.Errorf("its neighbour %d is %+v", i, ex)
				}
			}
			clean := test.problem == "" && run.Example(1).Broken == ""
			if clean != (len(wrong) == 0) || !has(append(wrong, ""), test.problem) {
				t.Errorf("problems %q, want %q", wrong, test.problem)
			}
			for _, line := range wrong {
				if !strings.HasPrefix(line, "run/predictions.json:2: ") {
					t.Errorf("%q names another place than line 2", line)
				}
			}
		})
	}
}

func isBroken(ex *loaders.Example) bool { return ex.Broken != "" }

// findIsEmpty reports whether the first find has no output.
func findIsEmpty(ex *loaders.Example) bool { return ex.Program[2].Output.Empty() }

func hasAllBoxes(ex *loaders.Example) bool { return len(ex.Images[0].Proposals) == 36 }

// TestControlCharacters: texts stay as they are in the example, and are clean
// in rows and problems.
func TestControlCharacters(t *testing.T) {
	const evil = "\x1b]52;c;cGF3bmVk\a\x1b[2J\u202e"
	run := openLines(t, twin(t, 0, func(rec object) {
		rec["image_id"], rec["utterance"] = evil, evil
		rec["best_action_strings"], rec["parse_predicted"] = []any{evil}, "("+evil
		at(rec, "modules_debug_info", 0, 0).(object)["module"] = evil
	}))
	row := run.Row(0)
	for _, s := range append(problems(run), row.ID, row.Question, row.Kind) {
		if s != loaders.Clean(s) || strings.ContainsAny(s, "\x1b\a") {
			t.Errorf("%q is not clean", s)
		}
	}
	if len(problems(run)) == 0 {
		t.Error("nothing is wrong")
	}
}

// TestTruncated: a cut archive or line shows its beginning.
func TestTruncated(t *testing.T) {
	whole := []byte(twin(t, 0, nil) + "\n" + twin(t, 1, nil) + "\n")
	run := openFiles(t, fstest.MapFS{"run/predictions.json": {Data: whole[:len(whole)-5000]}}, loaders.Options{})
	wrong := problems(run)
	if run.Len() != 2 || run.Example(0).Broken != "" || run.Example(1).Broken == "" {
		t.Errorf("%d examples: %+v", run.Len(), run.Example(1))
	}
	if !has(wrong, "run/predictions.json:2: ") {
		t.Errorf("problems %q", wrong)
	}
}

// TestBatchwise reads what predict_best.json.gz may lack: steps, tokens and
// the derivation. Attention and words come from the annotated program then.
func TestBatchwise(t *testing.T) {
	line := twin(t, 0, func(rec object) {
		for _, key := range []string{"debug_info", "sentence_tokens", "best_action_strings", "gold_box", "loss", "box_f1"} {
			delete(rec, key)
		}
	})
	annotations := header
	for row := range strings.Lines(string(testdata(t, "nlvr1_box_annotations_sample.csv").Data)) {
		if strings.Contains(row, "dev-1572-0-0") {
			annotations += row
		}
	}
	run := openFiles(t, fstest.MapFS{
		"run/predictions.json":    {Data: []byte(line + "\n{}\n")},
		"dev_annotations.tsv":     testdata(t, "nlvr1_annotations_sample.tsv"),
		"dev_box_annotations.csv": {Data: []byte(annotations)},
	}, loaders.Options{})
	ex := run.Example(0)
	if find := ex.Program[2]; find.Text != "grey box" || find.Attention[1] != .5 || find.Place != 5 || find.Output.Empty() ||
		find.Gold == nil {
		t.Errorf("find is %+v over %q", find, ex.Tokens)
	}
	check.Equal(t, "identifier", ex.Meta["identifier"], "dev-1572-0-0")
	if wrong := problems(run); len(wrong) != 2 || !has(wrong, "no sentence_tokens, best_action_strings, debug_info") ||
		!has(wrong, "an empty row") {
		t.Errorf("problems %q", wrong)
	}
}

// TestComputed fills in what the file does not log, where it is determined.
func TestComputed(t *testing.T) {
	number := func(mean float64) *loaders.Number { return &loaders.Number{Mean: mean, Var: language.Variance} }
	for _, test := range []struct {
		name string
		a, b float64
		want *loaders.Number
	}{
		{"sum", 2, 3, &loaders.Number{Mean: 5, Var: .5}},
		{"difference", 2, 3, &loaders.Number{Mean: -1, Var: .5}},
		{"division", 4, 2, &loaders.Number{Mean: 2 + .25*4/8, Var: 4 * (.25/16 + .25/4)}},
		{"division", 4, 0, nil}, // the executor has no number for it
		{"division", 0, 4, nil}, // nor a spread for this
		{"greater", 2, 3, nil},  // takes the executor
	} {
		got := calculateCounts(language.NLVR2(test.name), number(test.a), number(test.b))
		if (got == nil) != (test.want == nil) || got != nil &&
			(math.Abs(got.Mean-test.want.Mean) > 1e-15 || math.Abs(got.Var-test.want.Var) > 1e-15) {
			t.Errorf("%s of %v and %v: %v, want %v", test.name, test.a, test.b, got, test.want)
		}
	}
	boxes := [][]float64{{.5, .25}, {1, 0}}
	for name, want := range map[string][2][2]float64{
		"in_left_image": {{.5, .25}, {0, 0}}, "in_right_image": {{0, 0}, {1, 0}}, "in_one_image": {{.5, .25}, {1, 0}},
	} {
		got := chooseImage(language.NLVR2(name), boxes)
		for image := range want {
			for k := range want[image] {
				check.Equal(t, name, got[image][k], want[image][k], got, want)
			}
		}
	}
	if got := combineSets(language.Intersect, boxes, boxes); got[0][1] != .0625 || got[1][0] != 1 {
		t.Errorf("intersect: %v", got)
	}
	if combineSets(language.WithRelation, boxes, boxes) != nil || chooseImage(language.Filter, boxes) != nil {
		t.Error("a learned module was made up")
	}
}
