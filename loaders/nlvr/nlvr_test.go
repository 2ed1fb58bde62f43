package nlvr_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/nlvr"
)

var formats = loadertest.Formats{nlvr.Statements, nlvr.Pairs, nlvr.Predictions}

func TestStatements(t *testing.T) {
	run := formats.Open(t, loadertest.Only(t, "nlvr_sample.json"), "nlvr_sample.json", loaders.Options{})
	if run.Format != "nlvr" || run.Len() != 3 || run.Dataset != "NLVR" || run.Boxes == "" {
		t.Fatalf("%d examples, format %q", run.Len(), run.Format)
	}
	ex := run.Example(0)
	if ex.ID != "1572-0" || ex.Question != "Each grey box contains atleast one yellow object touching the edge" || ex.Answer.Gold != "true" ||
		!slices.Equal(ex.Groups, []string{"1572"}) || ex.Meta["validation"] != "5 of 5 agree" || ex.Meta["directory"] != "2" {
		t.Errorf("example %+v", ex)
	}
	im := ex.Images[0]
	if im.Path != "dev-1572-0-0.png" || im.Width != 400 || im.Height != 100 || im.Units != loaders.Pixels || len(im.Gold) != 10 {
		t.Fatalf("image %+v", im)
	}
	// The gold boxes of the same picture for find[object], in another file,
	// say .2 .8 .05 .2, .4075 .8 .05 .2 and .8375 .67 .025 .1 of the picture.
	for at, want := range map[int]loaders.Box{0: {X0: 80, Y0: 80, X1: 100, Y1: 100}, 3: {X0: 163, Y0: 80, X1: 183, Y1: 100},
		5: {X0: 335, Y0: 67, X1: 345, Y1: 77}} {
		if im.Gold[at] != want || im.Proposals[at] != want {
			t.Errorf("object %d is at %v, want %v", at, im.Gold[at], want)
		}
	}
	if !slices.Equal(im.Labels[:4], []string{"blue triangle", "yellow circle", "blue triangle", "yellow square"}) {
		t.Errorf("labels %q", im.Labels)
	}
	if ex := run.Example(1); ex.Groups[0] != "1572" || ex.Meta["validation"] != "4 of 5 agree" {
		t.Errorf("example %+v", ex)
	}
	loadertest.Problems(t, run)
}

func TestPairs(t *testing.T) {
	for _, name := range []string{"nlvr2_sample.json", "lxmert_sample.json"} {
		run := formats.Open(t, loadertest.Only(t, name), name, loaders.Options{})
		if run.Format != "nlvr2" || run.Len() != 3 {
			t.Fatalf("%s: %d examples, format %q", name, run.Len(), run.Format)
		}
		for i, id := range []string{"dev-850-0-0", "dev-850-2-0", "dev-850-3-0"} {
			ex := run.Example(i)
			if ex.ID != id || !strings.HasPrefix(ex.Question, "The right image shows") || !slices.Equal(ex.Groups, []string{"dev-850-0"}) ||
				ex.Images[0].Path != id[:9]+"-img0.png" || ex.Images[1].Path != id[:9]+"-img1.png" {
				t.Errorf("%s: %+v", name, ex)
			}
		}
		loadertest.Problems(t, run)
	}
	run := formats.Open(t, loadertest.Only(t, "nlvr2_sample.json"), "nlvr2_sample.json", loaders.Options{})
	if ex := run.Example(1); ex.Answer.Gold != "True" || ex.Meta["synset"] != "beer bottle" || ex.Meta["validation"] != "5 of 5 agree" {
		t.Errorf("example %+v", ex)
	}
	run = formats.Open(t, loadertest.Only(t, "lxmert_sample.json"), "lxmert_sample.json", loaders.Options{})
	if ex := run.Example(1); ex.Answer.Gold != "1" {
		t.Errorf("example %+v", ex)
	}
}

func TestPredictions(t *testing.T) {
	type answer struct {
		id, predicted string
		correct       loaders.Verdict
	}
	for _, tt := range []struct {
		file, statements string
		want             []answer
	}{
		{"predictions.csv", "nlvr2_sample.json", []answer{{"dev-850-0-0", "True", loaders.Wrong}, {"dev-850-2-0", "True", loaders.Right},
			{"dev-850-3-0", "false", loaders.Right}, {"nowhere-1-0-0", "True", loaders.Unknown}}},
		{"predictions.csv", "lxmert_sample.json", []answer{{"dev-850-0-0", "True", loaders.Wrong}, {"dev-850-2-0", "True", loaders.Right},
			{"dev-850-3-0", "false", loaders.Right}, {"nowhere-1-0-0", "True", loaders.Unknown}}},
		{"nlvr_predictions.csv", "nlvr_sample.json", []answer{{"1572-0", "true", loaders.Right}, {"1572-1", "false", loaders.Wrong},
			{"1572-3", "", loaders.Unanswered}}},
	} {
		for _, o := range []loaders.Options{{}, {Gold: tt.statements}} {
			run := formats.Open(t, loadertest.Only(t, tt.file, tt.statements), tt.file, o)
			var got []answer
			for i := range run.Len() {
				ex := run.Example(i)
				got = append(got, answer{ex.ID, ex.Answer.Predicted, ex.Answer.Correct})
			}
			if !slices.Equal(got, tt.want) || run.Gold != tt.statements {
				t.Errorf("%s on %s: %v", tt.file, tt.statements, got)
			}
			if ex := run.Example(0); len(ex.Groups) != 1 || ex.Question == "" || len(ex.Images) == 0 {
				t.Errorf("%s on %s: %+v", tt.file, tt.statements, ex)
			}
		}
	}
	run := formats.Open(t, loadertest.Only(t, "predictions.csv", "nlvr2_sample.json"), "predictions.csv", loaders.Options{})
	loadertest.Problems(t, run, `predictions.csv nowhere-1-0-0: "nowhere-1-0-0" is not in nlvr2_sample.json`)
	run = formats.Open(t, loadertest.Only(t, "nlvr_predictions.csv", "nlvr_sample.json"), "nlvr_predictions.csv", loaders.Options{})
	loadertest.Problems(t, run, "nlvr_sample.json: 1 of 3 statements have no answer in the run")
}

// TestPictures finds pictures where the data sets have them.
func TestPictures(t *testing.T) {
	for _, tt := range []struct{ file, picture string }{
		{"nlvr_sample.json", "images/test-1572-0-0.png"},
		{"nlvr_sample.json", "images/2/dev-1572-0-0.png"},
		{"nlvr2_sample.json", "images/dev/dev-850-0-img0.png"},
	} {
		fsys := loadertest.Only(t, tt.file)
		fsys[tt.picture] = &fstest.MapFile{Data: []byte("picture")}
		run := formats.Open(t, fsys, tt.file, loaders.Options{})
		if im := run.Example(0).Images[0]; "images/"+im.Path != tt.picture {
			t.Errorf("%s: %s", tt.picture, im.Path)
		}
	}
}

// TestBroken breaks the files in one place per row. Each is a problem, and
// what is not broken stays.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		why, run, file, old, new string
		problem                  string
		broken                   int // the example that is, counted from 1; 0 for none
	}{
		{"a line that is not JSON", "nlvr_sample.json", "nlvr_sample.json", "\n", "\n{\"sentence\": \n", "not JSON", 2},
		{"a list for an object", "nlvr_sample.json", "nlvr_sample.json", "\n", "\n[]\n", "a JSON array where an object belongs", 2},
		{"an object without place", "nlvr_sample.json", "nlvr_sample.json", `"x_loc": 80`, `"x_loc": NaN`,
			"1 of 10 boxes do not have four numbers", 0},
		{"an object outside the picture", "nlvr_sample.json", "nlvr_sample.json", `"y_loc": 80`, `"y_loc": 800`,
			"1 of 10 boxes reach outside the picture", 0},
		{"boxes that are text", "nlvr_sample.json", "nlvr_sample.json", `[{"y_loc"`, `"x", [{"y_loc"`, "structured_rep", 0},
		{"a box too many", "nlvr_sample.json", "nlvr_sample.json", `[[{`, `[[], [{`, "4 boxes where NLVR has 3", 0},
		{"no identifier", "nlvr_sample.json", "nlvr_sample.json", `"1572-0"`, `""`, "no identifier", 0},
		{"an identifier of another shape", "nlvr2_sample.json", "nlvr2_sample.json", `"dev-850-0-0"`, `"850"`, "is not split-set-pair-sentence",
			0},
		{"a name that leads out", "lxmert_sample.json", "lxmert_sample.json", `"dev-850-0-img0"`, `"../../etc/passwd"`,
			"leads out of the image folder", 0},
		{"cut off", "lxmert_sample.json", "lxmert_sample.json", "}]", "", "cut off", 3},
		{"a line without a comma", "predictions.csv", "predictions.csv", "dev-850-2-0,True", "dev-850-2-0",
			"not a line of identifier,prediction", 2},
		{"a prediction that is not a truth value", "predictions.csv", "predictions.csv", "dev-850-2-0,True", "dev-850-2-0,maybe",
			"neither true nor false", 0},
		{"a statement twice", "predictions.csv", "nlvr2_sample.json", "dev-850-3-0", "dev-850-2-0", "a second entry called", 0},
		{"a statement of no identifier", "predictions.csv", "nlvr2_sample.json", `"dev-850-3-0"`, `""`, "an entry without a name", 0},
	} {
		t.Run(tt.why, func(t *testing.T) {
			fsys := loadertest.Only(t, tt.run, tt.file)
			if tt.run == "predictions.csv" {
				fsys = loadertest.Only(t, tt.run, "nlvr2_sample.json")
			}
			loadertest.Break(t, fsys, tt.file, tt.old, tt.new)
			run := formats.Open(t, fsys, tt.run, loaders.Options{})
			loadertest.Problem(t, run, tt.problem)
			loadertest.Broken(t, run, tt.broken)
		})
	}
}

// TestOracleShared reads the whole dev sets where they are. How many sentences they
// have was counted with a Python program of its own.
func TestOracleShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data")
	for _, tt := range []struct {
		name     string
		examples int
		groups   int
	}{{"nlvr1/dev.json", 989, 267}, {"nlvr2/dev.json", 6982, 2018}} {
		path := filepath.Join(root, tt.name)
		if _, err := os.Stat(path); err != nil {
			t.Skip("no real files here")
		}
		run := formats.Open(t, nil, path, loaders.Options{})
		groups := map[string]bool{}
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Broken != "" || len(ex.Groups) != 1 || ex.Question == "" || ex.Answer.Gold == "" {
				t.Fatalf("%s: %+v", tt.name, ex)
			}
			groups[ex.Groups[0]] = true
		}
		if run.Len() != tt.examples || len(groups) != tt.groups {
			t.Errorf("%s: %d examples in %d groups", tt.name, run.Len(), len(groups))
		}
	}
}
