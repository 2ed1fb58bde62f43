package faithfulnmn

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

func testdata(t testing.TB, name string) *fstest.MapFile {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	check.NoError(t, err)
	return &fstest.MapFile{Data: b}
}

const header = "Incorrect program,Example No.,identifier,module_identifier,module,annotation\n"

const square = `"[{""left"":""0.1"",""top"":""0.2"",""width"":""0.3"",""height"":""0.4""}]"`

// table returns a folder with boxes.csv.
func table(text string) fs.FS { return fstest.MapFS{"boxes.csv": {Data: []byte(text)}} }

// TestReadBoxes: what is wrong with single rows is said, and the others are
// read.
func TestReadBoxes(t *testing.T) {
	good := ",1,dev-1-2-0,q1-m1-0,\"find[red,ball]\"," + square + "\n"
	want := annotatedRow{FileLine: 2, Line: 1, Module: "find", Words: []string{"red", "ball"}, Boxes: []rowBox{{"0.1", "0.2", "0.3", "0.4"}},
		Count: 1}
	for _, test := range []struct {
		why, rows, problem string
		rest               int // rows read besides the good one
	}{
		{"nothing more", "", "", 0},
		{"no identifier", "1,121,,,,\n", "a row has no identifier", 0},
		{"module_identifier without a line", ",1,dev-1-2-0,q1-m-0,find,\n", "is not of the form q50-m16-0", 0},
		{"a third image", ",1,dev-1-2-0,q1-m1-2,find,\n", "is not of the form q50-m16-0", 0},
		{"a negative line", ",1,dev-1-2-0,q1-m-1-0,find,\n", "is not of the form q50-m16-0", 0},
		{"no list", ",1,dev-1-2-0,q1-m2-0,find,nothing\n", "not a list of boxes", 1},
		{"a number where boxes belong", ",1,dev-1-2-0,q1-m2-0,find,3\n", "not a list of boxes", 1},
		{"an object, which has no box", `,1,dev-1-2-0,q1-m2-0,find,"{""left"":""1""}"` + "\n", "an object, not a list of boxes", 1},
		{"a box without height", `,1,dev-1-2-0,q1-m2-0,find,"[{""left"":""1"",""top"":""1"",""width"":""1""}]"` + "\n",
			"left, top, width and height", 1},
		{"a quote that opens in a field", ",1,dev-1-2-0,q1-m2-0,fi\"nd,\n", "not a table row", 0},
		{"a short row", ",1,dev-1-2-0\n", "is not of the form q50-m16-0", 0},
		{"numbers as numbers", `,1,dev-1-2-0,q1-m2-0,find,"[{""left"":0.1,""top"":0.1,""width"":0.1,""height"":0.1}]"` + "\n", "", 1},
	} {
		var problems loaders.Problems
		f, err := readBoxes(table(header+good+test.rows), "boxes.csv", &problems)
		if err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		rows := cmp.Or(f.byID["dev-1-2-0"], &sentenceAnnotation{}).rows
		if len(rows) != 1+test.rest || !reflect.DeepEqual(rows[0], want) {
			t.Errorf("%s: rows %+v", test.why, rows)
		}
		wrong, _ := problems.All()
		if (test.problem == "") != (len(wrong) == 0) || len(wrong) > 0 &&
			(!strings.Contains(wrong[0].What.String(), test.problem) || wrong[0].Line != 3 || wrong[0].File != "boxes.csv") {
			t.Errorf("%s: problems %+v", test.why, wrong)
		}
	}
	var none loaders.Problems
	_, err := readBoxes(table("identifier,module\nx,y\n"), "boxes.csv", &none)
	check.Fails(t, "a table of other columns is read", err)
	tabs := table(strings.ReplaceAll(header, ",", "\t") + "\t1\tdev-1-2-0\tq1-m1-0\tfind\t\n")
	if f, err := readBoxes(tabs, "boxes.csv", &none); err != nil || len(f.byID) != 1 {
		t.Errorf("separated by tabs: %v", err)
	}
}

// row returns a good row.
func row(line, image int, module string, boxes ...rowBox) annotatedRow {
	return annotatedRow{Line: line, Image: image, Module: module, Boxes: boxes, Count: len(boxes)}
}

func both(line int, module string, left, right []rowBox) []annotatedRow {
	return []annotatedRow{row(line, 0, module, left...), row(line, 1, module, right...)}
}

// annotated has the rows of a sentence, placed the numbers of gold boxes by action and image.
type (
	annotated [][]annotatedRow
	placed    map[int][2]int
)

// TestDeriveGold: the reader's rules one by one.
func TestDeriveGold(t *testing.T) {
	a, b := rowBox{"0.1", "0.1", "0.1", "0.1"}, rowBox{"0.2", "0.2", "0.2", "0.2"}
	longer := rowBox{"0.10", "0.1", "0.1", "0.1"}
	ab, one, none := []rowBox{a, b}, []rowBox{a}, []rowBox(nil)
	for _, test := range []struct {
		why, program string
		rows         annotated
		want         placed // boxes by action and image
		wrong        string
	}{
		{"filter keeps what its argument has", "exist\n.filter\n..find",
			annotated{both(1, "filter", ab, ab), both(2, "find", one, none)}, placed{4: {1, 0}, 5: {1, 0}}, ""},
		{"alike is written alike", "exist\n.filter\n..find",
			annotated{both(1, "filter", one, none), both(2, "find", []rowBox{longer}, none)}, placed{4: {0, 0}, 5: {1, 0}}, ""},
		{"with_relation compares with its first argument only", "exist\n.with_relation\n..find\n..find",
			annotated{both(1, "with_relation", one, one), both(2, "find", ab, none), both(3, "find", none, one)},
			placed{4: {1, 0}, 5: {2, 0}, 6: {0, 1}}, ""},
		{"project needs some in the same image", "exist\n.project\n..find",
			annotated{both(1, "project", ab, ab), both(2, "find", none, one)}, placed{4: {0, 2}, 5: {0, 1}}, ""},
		{"in_left_image blanks the right one, and the module above follows", "exist\n.filter\n..in_left_image\n...find",
			annotated{both(1, "filter", one, one), both(3, "find", ab, ab)}, placed{4: {1, 0}, 6: {2, 0}, 7: {2, 2}}, ""},
		{"in_right_image takes the annotation, not what became of it", "exist\n.in_right_image\n..filter\n...find",
			annotated{both(2, "filter", ab, ab), both(3, "find", none, none)}, placed{4: {0, 2}, 6: {0, 0}, 7: {0, 0}}, ""},
		{"in_other_image takes both", "exist\n.in_other_image\n..find",
			annotated{both(2, "find", ab, one)}, placed{4: {2, 1}, 5: {2, 1}}, ""},
		{"count has a number and no boxes", "equal\n.count\n..find\n.1",
			annotated{both(1, "count", ab, one), both(2, "find", ab, one)}, placed{5: {2, 1}}, ""},
		{"no rows: no gold, not an empty one", "equal\n.count\n..find\n.count\n..find",
			annotated{both(4, "find", ab, one)}, placed{8: {2, 1}}, ""},
		{"a filter over what is not annotated", "exist\n.filter\n..find",
			annotated{both(1, "filter", ab, ab)}, placed{}, "has gold, but its argument find has none"},
		{"a filter without boxes over what is not annotated", "exist\n.filter\n..intersect\n...find\n...find",
			annotated{both(1, "filter", none, none), both(3, "find", ab, ab), both(4, "find", one, one)},
			placed{4: {0, 0}, 7: {2, 2}, 8: {1, 1}}, ""},
		{"one image only", "exist\n.find", annotated{{row(1, 0, "find", a)}}, placed{}, "a row for only one image"},
		{"another module's name", "exist\n.find", annotated{both(1, "filter", one, one)}, placed{}, `"filter" on line 1`},
		{"a line too far", "exist\n.find", annotated{both(1<<40, "find", one, one)}, placed{}, "but the program has 2 lines"},
		{"twice: the later row", "exist\n.find", annotated{both(1, "find", ab, ab), both(1, "find", one, none)}, placed{3: {1, 0}},
			"annotated twice"},
	} {
		var rows []annotatedRow
		for _, r := range test.rows {
			rows = append(rows, r...)
		}
		gold, err := DeriveGold(test.program, rows)
		got := placed{}
		for place, boxes := range gold {
			got[place] = [2]int{len(boxes[0]), len(boxes[1])}
		}
		check.DeepEqual(t, test.why, got, test.want)
		check.Error(t, "error", err, test.wrong, test.why)
	}
}

// TestLostSentence: four pairs of images of the NLVR2 annotations have two
// annotated sentences, and image_id is the same for both.
func TestLostSentence(t *testing.T) {
	g := &goldFiles{byImage: map[string][]*sentenceAnnotation{}}
	check.NoError(t, g.readFile(os.DirFS("testdata"), "nlvr2_dev_box_annotations.csv", &loaders.Problems{}))
	sentences := 0
	for sentence, p := range readProgramFile(t, "testdata/nlvr2_annotations_sample.tsv") {
		nodes, err := parseDotted(p.text)
		if err != nil {
			continue // one of the rejected
		}
		sentences++
		var found []string
		for image, candidates := range g.byImage {
			if len(candidates) < 2 {
				continue
			}
			if c, why := g.findAnnotation(image, sentence, nodes); c != nil {
				found = append(found, c.identifier)
			} else if why != nil {
				t.Errorf("%q: %s", sentence, why)
			}
		}
		check.Equal(t, "ids", len(found), 1, "of", sentence, found)
	}
	check.Equal(t, "sentences", sentences, 8)
}

// TestJoin: what does not join is reported, and never guessed.
func TestJoin(t *testing.T) {
	rows := func(id, module string) string {
		return ",1," + id + ",q1-m1-0,count,1\n,1," + id + ",q1-m1-1,count,0\n" +
			",1," + id + ",q1-m2-0," + module + "," + square + "\n,1," + id + ",q1-m2-1," + module + ",\n"
	}
	line := twin(t, 0, func(rec object) { delete(rec, "gold_box") })
	other := twin(t, 0, func(rec object) {
		delete(rec, "gold_box")
		rec["parse_gold"] = "(exist find)"
	})
	for _, test := range []struct {
		why, line, csv, problem string
		gold                    bool
	}{
		{"one annotation", line, rows("dev-1572-0-0", "find[grey]"), "", true},
		{"of the tenth sentence", line, rows("dev-1572-0-10", "find[grey]"), "", true},
		{"another sentence about these images", line, rows("dev-1572-0-0", "find[zebra]"), "match no record: dev-1572-0-0", false},
		{"other images", line, rows("dev-9-9-0", "find[grey]"), "1 of 1 annotated identifiers match no record: dev-9-9-0", false},
		{"flagged in one row", line, rows("dev-1572-0-0", "find[grey]") + "1,1,dev-1572-0-0,,,\n", "programs flagged as incorrect", false},
		{"another program", line, rows("dev-1572-0-0", "filter[grey]"), "dev-1572-0-0 belongs to a different program", false},
		{"two that fit", line, rows("dev-1572-0-0", "find[grey]") + rows("dev-1572-0-1", "find[box]"), "both match", false},
		{"two, one of other words", line, rows("dev-1572-0-0", "find[grey]") + rows("dev-1572-0-1", "find[zebra]"),
			"match no record: dev-1572-0-1", true},
		{"the parser chose another program", other, rows("dev-1572-0-0", "find[grey]"), "ran a different program from the one annotated", false},
		{"no annotations", line, "", "", false},
	} {
		t.Run(test.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				run := openFiles(t, fstest.MapFS{
					"run/predictions.json": {Data: []byte(test.line)}, "run/box_annotations.csv": {Data: []byte(header + test.csv)},
				}, loaders.Options{})
				synctest.Wait() // for the survey
				wrong := problems(run)
				check.Equal(t, "gold", run.Example(0).Program[2].Gold != nil, test.gold)
				if count := run.Example(0).Program[1].Gold; test.gold && (count == nil || *count.Value != 1) {
					t.Errorf("the gold count is %+v", count)
				}
				if (test.problem == "") != (len(wrong) == 0) || !has(append(wrong, ""), test.problem) {
					t.Errorf("problems %q, want %q", wrong, test.problem)
				}
			})
		})
	}
}

// TestNamedFiles: a file that the user names and that is missing, or is something else,
// is an error rather than a run without gold.
func TestNamedFiles(t *testing.T) {
	fsys := fstest.MapFS{
		"run/predictions.json": {Data: []byte(twin(t, 0, nil))},
		"other.csv":            {Data: []byte("a,b\n1,2\n")},
		"box_annotations.csv":  {Data: []byte("a,b\n1,2\n")},
		"images":               {Mode: fs.ModeDir},
	}
	for _, named := range []loaders.FlagValues{{"gold": "absent.csv"}, {"gold": "other.csv"}, {"programs": "absent.tsv"},
		{"programs": "other.csv"}} {
		if run, err := files.NewOpener(fsys, Format).Open(t.Context(), "run/predictions.json", loaders.Options{Named: named}); err == nil {
			run.Close()
			t.Errorf("%+v opens", named)
		}
	}
	// A file that is found beside the run but is unusable: the run opens, and says so once
	// it would have needed the file.
	fsys["run/predictions.json"].Data = []byte(twin(t, 0, func(rec object) { delete(rec, "gold_box") }))
	if wrong := problems(openFiles(t, fsys, loaders.Options{})); !has(wrong, `no column "identifier"`) {
		t.Errorf("problems %q", wrong)
	}
}

// DeriveGold returns the gold boxes of a program in its dotted annotation, by
// action index, left image first, and what is wrong with rows.
func DeriveGold(program string, rows []annotatedRow) (map[int][2][]loaders.Box, error) {
	nodes, err := parseDotted(program)
	if err != nil {
		return nil, err
	}
	d := deriveGold(nodes, rows)
	gold := map[int][2][]loaders.Box{}
	for i, g := range d.gold {
		if g != nil && g.count == nil {
			gold[nodes[i].place] = [2][]loaders.Box{boxesOf(g.boxes[0]), boxesOf(g.boxes[1])}
		}
	}
	wrong := make([]error, len(d.wrong))
	for i, w := range d.wrong {
		wrong[i] = errors.New(w.what)
	}
	return gold, errors.Join(wrong...)
}
