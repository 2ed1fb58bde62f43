package faithfulnmn

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// sampleLines returns the six records of testdata, as they are in the run.
func sampleLines(t testing.TB) [][]byte {
	t.Helper()
	f, err := os.Open("testdata/predictions_sample.json.gz")
	check.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	check.NoError(t, err)
	b, err := io.ReadAll(z)
	check.NoError(t, err)
	return bytes.Split(bytes.TrimSpace(b), []byte("\n"))
}

type object = map[string]any

// twin returns record i of the sample after change.
func twin(t testing.TB, i int, change func(rec object)) string {
	t.Helper()
	var rec object
	check.NoError(t, json.Unmarshal(sampleLines(t)[i], &rec))
	if change != nil {
		change(rec)
	}
	b, err := json.Marshal(rec)
	check.NoError(t, err)
	return string(b)
}

func openFiles(t testing.TB, fsys fstest.MapFS, o loaders.Options) *loaders.Run {
	t.Helper()
	return formats.Open(t, fsys, "run/predictions.json", o)
}

var formats = loadertest.Formats{Format}

func openLines(t testing.TB, lines ...string) *loaders.Run {
	t.Helper()
	return openFiles(t, fstest.MapFS{"run/predictions.json": {Data: []byte(strings.Join(lines, "\n") + "\n")}}, loaders.Options{})
}

// problems decodes every example and returns what is wrong.
func problems(run *loaders.Run) []string {
	for i := range run.Len() {
		run.Example(i)
	}
	list, _ := run.Problems.All()
	lines := make([]string, len(list))
	for i, p := range list {
		lines[i] = p.String()
	}
	return lines
}

func has(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, part) })
}

func TestOpenSample(t *testing.T) {
	run := formats.Testdata(t, "predictions_sample.json.gz")
	if run.Len() != 6 || run.Gold != "in the file" || run.Boxes == "" || run.Format != "faithful-nmn" {
		t.Fatalf("%d examples, gold %q, boxes %q", run.Len(), run.Gold, run.Boxes)
	}
	if wrong := problems(run); len(wrong) > 0 {
		t.Errorf("a good file has problems: %q", wrong)
	}

	ex := run.Example(1) // an equation with discard and a constant
	if ex.ID != "dev-1845-2" || ex.Kind != "equal(count, number)" ||
		ex.Logical != "(equal (count (discard find (with_relation find find))) 3)" {
		t.Errorf("%s is %s: %s", ex.ID, ex.Kind, ex.Logical)
	}
	for i, want := range []struct {
		op, name string
		place    int
		derived  bool
		children []int
	}{
		{"equal", "", 2, true, []int{1, 7}},
		{"count", "", 4, false, []int{2}},
		{"discard", "", 6, true, []int{3, 4}},
		{"find", "", 7, false, nil},
		{"with-relation", "with_relation", 9, false, []int{5, 6}},
	} {
		m := ex.Program[i]
		if m.Op != want.op || m.Name != want.name || m.Place != want.place || m.Derived != want.derived ||
			!slices.Equal(m.Children, want.children) {
			t.Errorf("node %d is %s %q at %d of %v, derived %v, want %+v", i, m.Op, m.Name, m.Place, m.Children, m.Derived, want)
		}
	}
	if find := ex.Program[3]; find.Text != "squares" || len(find.Attention) != len(ex.Tokens) {
		t.Errorf("find[%s] attends with %d weights to %q", find.Text, len(find.Attention), ex.Tokens)
	}
	constant := ex.Program[len(ex.Program)-1]
	if constant.Op != "number" || constant.Name != "3" || *constant.Output.Number != (loaders.Number{Mean: 3, Var: .25}) {
		t.Errorf("the constant is %+v", constant)
	}
	discard, a, b := ex.Program[2].Output.Boxes, ex.Program[3].Output.Boxes, ex.Program[4].Output.Boxes
	for image := range discard {
		for k, p := range discard[image] {
			if p != max(a[image][k]-b[image][k], 0) {
				t.Fatalf("discard %v of %v and %v", p, a[image][k], b[image][k])
			}
		}
	}
	if root := ex.Program[0]; root.Output.Truth == nil || *root.Output.Truth != *ex.Answer.Probability {
		t.Errorf("the root returned %v, the answer is %v", root.Output.Truth, ex.Answer.Probability)
	}
}

// TestGoldSources: the CSV gives the gold that the file carries, for every
// module, when it is named, and where the record has none.
func TestGoldSources(t *testing.T) {
	annotations, err := os.ReadFile("testdata/nlvr1_box_annotations_sample.csv")
	check.NoError(t, err)
	var bare []string
	for i := range sampleLines(t) {
		bare = append(bare, twin(t, i, func(rec object) { delete(rec, "gold_box") }))
	}
	whole := string(bytes.Join(sampleLines(t), []byte("\n")))
	want := openLines(t, whole)
	for name, run := range map[string]*loaders.Run{
		"named, though the file has gold": openFiles(t, fstest.MapFS{
			"run/predictions.json": {Data: []byte(whole)}, "gold.csv": {Data: annotations},
		}, loaders.Options{Named: loaders.FlagValues{"gold": "gold.csv"}}),
		"found above the run": openFiles(t, fstest.MapFS{
			"run/predictions.json": {Data: []byte(strings.Join(bare, "\n"))}, "nlvr1_dev_box_annotations.csv": {Data: annotations},
		}, loaders.Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.HasSuffix(run.Gold, ".csv") {
				t.Errorf("gold from %q", run.Gold)
			}
			if wrong := problems(run); len(wrong) > 0 {
				t.Errorf("problems: %q", wrong)
			}
			for i := range want.Len() {
				sameBoxes(t, want.Example(i), run.Example(i))
			}
		})
	}
}

func sameBoxes(t *testing.T, want, got *loaders.Example) {
	t.Helper()
	scored := 0
	for i, m := range want.Program {
		if m.Gold == nil {
			continue
		}
		scored++
		g := got.Program[i].Gold
		if g == nil || len(g.Boxes) != len(m.Gold.Boxes) {
			t.Errorf("%s, %s: gold %+v, want %+v", want.ID, m.Op, g, m.Gold)
			continue
		}
		for k := range m.Gold.Boxes {
			check.EqualLists(t, "image", g.Boxes[k], m.Gold.Boxes[k], want.ID, m.Op, k)
		}
	}
	if scored == 0 {
		t.Errorf("%s has no gold at all", want.ID)
	}
}

func TestDetect(t *testing.T) {
	first := string(sampleLines(t)[0])
	for _, test := range []struct {
		why, head string
		want      bool
	}{
		{"a record", first, true},
		{"cut off by the end of the head", first[:12_000], true},
		{"cut off before the modules", first[:5_000], true},
		{"behind a damaged line", first[:300] + "\n" + first + "\n", true},
		{"behind an empty row", "{}\n" + first + "\n", true},
		{"in an indented list", "[\n  {\n    \"image_id\": \"x\",\n    \"modules_debug_info\": [\n      [", true},
		{"in an indented list, cut off before the modules", "[\n{\n\"action_mapping\": [\n\"a\"\n],\n\"debug_info\": [\n", true},
		{"an indented list of something else", "[\n  {\n    \"image_id\": \"x\"\n  }\n]\n", false},
		{"nmn-drop", `{"passage_id":"p","query_id":"q","module_outputs":[["find",[0.5]]]}` + "\n", false},
		{"native", `{"faithscope":1,"run":{"name":"x"}}` + "\n", false},
		{"the key only in a text", `{"id":"1","question":"what is \"modules_debug_info\" and \"debug_info\"?"}` + "\n", false},
		{"the key only deeper", `{"id":"1","meta":{"modules_debug_info":[],"best_action_strings":[]}}` + "\n", false},
		{"not JSON", "identifier,module\n", false},
		{"nothing", "", false},
	} {
		check.Equal(t, test.why, Format.Detect([]byte(test.head)), test.want)
	}
}

func TestAnswer(t *testing.T) {
	for _, test := range []struct {
		why        string
		prediction any
		label      any
		correct    any
		predicted  string
		gold       string
		verdict    loaders.Verdict
	}{
		{"plain", 0.9, 1, true, "True", "True", loaders.Right},
		{"one half rounds to even, to False", 0.5, 0, true, "False", "False", loaders.Right},
		{"just above one half", 0.500001, 1, true, "True", "True", loaders.Right},
		{"over 1 by the authors' epsilon", 1.000001, 1, true, "True", "True", loaders.Right},
		{"PyTorch before 1.2 writes comparisons as 0 and 1", 0.1, 1, 0, "False", "True", loaders.Wrong},
		{"no correct: prediction and label decide", 0.1, 0, nil, "False", "False", loaders.Right},
		{"no label: a test set", 0.1, nil, nil, "False", "", loaders.Unknown},
		{"label as the data set writes it", 0.9, "False", nil, "True", "False", loaders.Wrong},
		{"a list of one", []any{0.9}, 1, true, "True", "True", loaders.Right},
		{"no prediction", nil, 1, nil, "", "True", loaders.Unanswered},
		{"no prediction and no label", nil, nil, nil, "", "", loaders.Unknown},
		{"a list of none", []any{}, 1, nil, "", "True", loaders.Unknown},
	} {
		run := openLines(t, twin(t, 0, func(rec object) {
			rec["prediction"], rec["label"], rec["correct"] = test.prediction, test.label, test.correct
		}))
		a := run.Example(0).Answer
		if a.Predicted != test.predicted || a.Gold != test.gold || a.Correct != test.verdict {
			t.Errorf("%s: %q, gold %q, %v", test.why, a.Predicted, a.Gold, a.Correct)
		}
		if (a.Probability == nil) != (test.predicted == "") || a.Probability != nil && (*a.Probability < 0 || *a.Probability > 1) {
			t.Errorf("%s: probability %v", test.why, a.Probability)
		}
	}
}

// TestIDs: records of one pair of images stay apart, whatever is decoded
// first.
func TestIDs(t *testing.T) {
	var lines []string
	for _, id := range []string{"dev-1-0", "dev-2-0", "dev-1-0", "", "dev-1-0"} {
		lines = append(lines, twin(t, 0, func(rec object) { rec["image_id"] = id }))
	}
	want := []string{"dev-1-0", "dev-2-0", "dev-1-0#2", "record 4", "dev-1-0#3"}
	for _, first := range []int{0, 4, 2} {
		run := openLines(t, lines...)
		run.Example(first)
		for i, id := range want {
			check.Equal(t, "record after was read", run.Example(i).ID, id, i, first)
		}
	}
}

func TestPictures(t *testing.T) {
	const nlvr, nlvr2 = "dev-1572-0", "dev-788-3"
	blank := twin(t, 0, nil)
	pair := twin(t, 0, func(rec object) {
		rec["image_id"] = nlvr2
		boxes := rec["bboxes"].([]any)
		boxes[1] = boxes[0]
	})
	climbing := twin(t, 0, func(rec object) { rec["image_id"] = "../../etc/x" })
	picture := &fstest.MapFile{Data: []byte("png")}
	for _, test := range []struct {
		why, line string
		files     []string
		want      [2]string
		problem   string
	}{
		{"NLVR: one picture by its identifier", blank, []string{"images/dev-1572-0-0.png"}, [2]string{"dev-1572-0-0.png", ""}, ""},
		{"NLVR2: a pair", pair, []string{"images/dev-788-3-img0.png", "images/dev-788-3-img1.png"},
			[2]string{"dev-788-3-img0.png", "dev-788-3-img1.png"}, ""},
		{"NLVR2's names, one picture", blank, []string{"images/dev-1572-0-img0.png"}, [2]string{"dev-1572-0-img0.png", ""}, ""},
		{"no folder: named as they should be", pair, nil, [2]string{"dev-788-3-img0.png", "dev-788-3-img1.png"}, ""},
		{"one of a pair is not there", pair, []string{"images/dev-788-3-img0.png"},
			[2]string{"dev-788-3-img0.png", "dev-788-3-img1.png"}, `"dev-788-3-img1.png": not in the image folder`},
		{"a name that climbs out", climbing, []string{"images/a.png", "etc/x-0.png"}, [2]string{"", ""}, "is outside the image folder"},
	} {
		t.Run(test.why, func(t *testing.T) {
			fsys := fstest.MapFS{"run/predictions.json": {Data: []byte(test.line + "\n")}}
			for _, name := range test.files {
				fsys[name] = picture
			}
			run := openFiles(t, fsys, loaders.Options{})
			images := run.Example(0).Images
			check.Equal(t, "paths", [2]string{images[0].Path, images[1].Path}, test.want)
			if wrong := problems(run); (test.problem == "") != (len(wrong) == 0) || !has(append(wrong, ""), test.problem) {
				t.Errorf("problems %q, want %q", wrong, test.problem)
			}
		})
	}
}

// TestMissingPicturesAreBounded: a wrong folder does not cause thousands of lines.
func TestMissingPicturesAreBounded(t *testing.T) {
	const maxMissing = 50
	line := twin(t, 0, nil)
	var lines []string
	for i := range maxMissing + 30 {
		lines = append(lines, strings.Replace(line, `"dev-1572-0"`, `"dev-`+strings.Repeat("1", i+1)+`-0"`, 1))
	}
	run := openFiles(t, fstest.MapFS{
		"run/predictions.json": {Data: []byte(strings.Join(lines, "\n"))}, "images/other.png": {Data: []byte("png")},
	}, loaders.Options{})
	if wrong := problems(run); len(wrong) != maxMissing+1 || !has(wrong, "more than 50 pictures are missing") {
		t.Errorf("%d problems, the last %q", len(wrong), wrong[len(wrong)-1])
	}
}

// TestOracleRuns opens the runs of ../shared, where they are.
func TestOracleRuns(t *testing.T) {
	base := filepath.Join("..", "..", "..", "shared", "data", "nlvr1")
	paths, err := filepath.Glob(filepath.Join(base, "runs", "*", "predictions.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Skip("no ../shared/data/nlvr1/runs")
	}
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			run := openAll(t, path, loaders.Options{})
			if wrong := problems(run); run.Len() != 782 || len(wrong) > 0 {
				t.Errorf("%d examples, problems %q", run.Len(), wrong)
			}
		})
	}
	// Gold belongs to the data, not to a run.
	inFile := openAll(t, paths[0], loaders.Options{})
	fromCSV := openAll(t, paths[0], loaders.Options{Named: loaders.FlagValues{"gold": filepath.Join(base, "nlvr1_dev_box_annotations.csv")}})
	for i := range inFile.Len() {
		sameBoxes(t, inFile.Scan(i), fromCSV.Scan(i))
	}
	if wrong := problems(fromCSV); len(wrong) > 0 {
		t.Errorf("problems with the CSV: %q", wrong)
	}
}

func openAll(t *testing.T, path string, o loaders.Options) *loaders.Run {
	t.Helper()
	return formats.Open(t, nil, path, o)
}
