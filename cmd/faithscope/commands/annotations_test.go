package commands

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/views/viewtest"
)

// rowsOf returns the rows of box annotations of some identifiers, all for nil, without the
// numbers of the examples, sorted.
func rowsOf(t *testing.T, path string, identifiers map[string]bool) (rows []string) {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, path)
	check.NoError(t, err)
	defer src.Close()
	content, err := files.OpenContent(src, nil, nil) // which may be packed
	check.NoError(t, err)
	defer content.Close()
	all, err := csv.NewReader(content.Stream()).ReadAll()
	check.NoError(t, err)
	for _, row := range all[1:] {
		if _, place, _ := strings.Cut(row[3], "-"); identifiers == nil || identifiers[row[2]] {
			rows = append(rows, strings.Join([]string{row[2], place, row[4], row[5]}, " "))
		}
	}
	slices.Sort(rows)
	return rows
}

// annotate lets somebody annotate ten examples of a run from their gold, changed by change.
func annotate(t *testing.T, run *loaders.Run, name string, change func(n int, a *marks.Annotation)) (identifiers map[string]bool) {
	t.Helper()
	book, n := opening.Book(run, opening.NotDemo, name), 0
	identifiers = map[string]bool{}
	for i := range 10 {
		ex := run.Example(i)
		identifiers[ex.Meta["identifier"]] = true
		for k := range ex.Program {
			if a, ok := marks.AnnotationOf(ex.Program[k].Gold, ex.Images); ok {
				change(n, &a)
				n++
				viewtest.Annotate(t, book, ex.ID, k, a)
			}
		}
	}
	return identifiers
}

// TestAnnotationsComeBack holds that ten examples that were annotated from their gold are
// written as the file has them, and that the F1 of a second annotator, who moved three
// boxes, is the one that is counted here.
func TestAnnotationsComeBack(t *testing.T) {
	t.Parallel()
	args := programtest.CopiedRun(t, "layer_count")
	f := opening.NewFlags()
	for i := 1; i < len(args); i += 2 {
		f.Options.Options = f.Options.With(loaders.Flag{Name: strings.TrimPrefix(args[i], "--")}, args[i+1])
	}
	run, err := f.Options.Opener().Open(t.Context(), args[0], f.Options.Options)
	check.NoError(t, err)
	defer run.Close()
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	ten := annotate(t, run, "ann", func(int, *marks.Annotation) {})
	moved, boxes := 0, 0
	annotate(t, run, "ben", func(_ int, a *marks.Annotation) {
		for _, list := range a.Boxes {
			for i := range list {
				if boxes++; boxes%5 == 0 && moved < 3 {
					moved++
					w := list[i].X1 - list[i].X0
					list[i].X0, list[i].X1 = list[i].X0+w, list[i].X1+w // IoU 0
				}
			}
		}
	})
	if moved != 3 || len(ten) != 10 {
		t.Fatalf("%d boxes moved, in %d examples", moved, len(ten))
	}
	out := newPath(t, "boxes.csv")
	printed(t, append([]string{"convert --annotator ann --to faithful-nmn-csv -o", out}, args...)...)
	gold := args[slices.Index(args, "--gold")+1]
	check.EqualLists(t, "rows", rowsOf(t, out, nil), rowsOf(t, gold, ten))
	compare := append([]string{"compare", args[0], "--annotator", "nobody", "--trials", "10"}, args...)
	const nothing = "nobody has annotated nothing in it; annotated by: ann, ben"
	if _, said, err := command(t, compare...); err != nil || !strings.Contains(said, nothing) {
		t.Errorf("compared by nobody's annotations: %v\n%s", err, said)
	}
	text := printed(t, append([]string{"tags agreement --format json --no-intervals --average cumulative"}, args...)...)
	// Each moved box is one that the second has alone and one that the first has alone.
	want := agreementByHand(t, run)
	got := gjson.Get(text, `runs.0.scores.#(metric=="f1")#|#(of=="overall").value`)
	if got.Type != gjson.Number || math.Abs(got.Num-want) > 5e-13 || want == 1 || gjson.Get(text, "runs.#").Int() != 1 {
		t.Errorf("F1 is %s, want %v", got.Raw, want)
	}
}

// agreementByHand returns the pooled F1 of ben's boxes against ann's: a box is right if one of
// the other's on the same image of the same module overlaps it by more than half.
func agreementByHand(t *testing.T, run *loaders.Run) float64 {
	t.Helper()
	ann, ben := opening.Book(run, opening.NotDemo, "ann"), opening.Book(run, opening.NotDemo, "ben")
	iou := func(x, y loaders.Box) float64 {
		w, h := min(x.X1, y.X1)-max(x.X0, y.X0), min(x.Y1, y.Y1)-max(x.Y0, y.Y0)
		both := max(0, w) * max(0, h)
		return both / ((x.X1-x.X0)*(x.Y1-x.Y0) + (y.X1-y.X0)*(y.Y1-y.Y0) - both)
	}
	var right, predicted, found, gold int
	for i := range 10 {
		ex := run.Example(i)
		for k := range ex.Program {
			a, b := ann.Annotation(ex.ID, k), ben.Annotation(ex.ID, k)
			for image := range a.Boxes {
				covered := func(x loaders.Box, by []loaders.Box) int {
					if slices.ContainsFunc(by, func(y loaders.Box) bool { return iou(x, y) > .5 }) {
						return 1
					}
					return 0
				}
				for _, x := range b.Boxes[image] {
					predicted, right = predicted+1, right+covered(x, a.Boxes[image])
				}
				for _, x := range a.Boxes[image] {
					gold, found = gold+1, found+covered(x, b.Boxes[image])
				}
			}
		}
	}
	p, r := float64(right)/float64(predicted), float64(found)/float64(gold)
	return 2 * p * r / (p + r)
}

// TestGoldIsWrittenAsAnnotatorsDo holds that DROP's gold lists come back as the file has
// them, and that records with gold_box have the gold of the run that they were made of.
func TestGoldIsWrittenAsAnnotatorsDo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spans, boxes := filepath.Join(dir, "drop.json"), filepath.Join(dir, "gold.jsonl")
	const drop = "demo/drop/drop_module_output_annotations.json.zst"
	printed(t, "convert demo/drop/lexical-narrow.jsonl.gz --gold", drop, "--to", "drop", "-o", spans)
	got, want := goldLists(t, spans), goldLists(t, drop)
	if len(want) != 215 || len(got) != len(want) {
		t.Fatalf("%d questions instead of %d", len(got), len(want))
	}
	for id, lists := range want {
		check.Equal(t, id, got[id], lists)
	}
	args := programtest.DemoArgs("layer_count")
	printed(t, append([]string{"convert --to faithful-nmn-json -o", boxes}, args...)...)
	f := opening.NewFlags()
	f.Options.Options = f.Options.With(loaders.GoldFile, args[2]).With(loaders.Flag{Name: "programs"}, args[4])
	whole, err := f.Options.Opener().Open(t.Context(), args[0], f.Options.Options)
	check.NoError(t, err)
	defer whole.Close()
	alone := openedRun(t, boxes)
	if err := whole.Wait(t.Context(), math.MaxInt); err != nil || alone.Len() != whole.Len() {
		t.Fatalf("%d records instead of %d: %v", alone.Len(), whole.Len(), err)
	}
	modules := 0
	for i := range whole.Len() {
		a, b := whole.Example(i), alone.Example(i)
		for k := range a.Program {
			g := a.Program[k].Gold
			if g == nil || g.Boxes == nil || b.Program[k].Gold == nil {
				continue
			}
			modules++
			if fmt.Sprintf("%.6f", g.Boxes) != fmt.Sprintf("%.6f", b.Program[k].Gold.Boxes) {
				t.Errorf("%s, module %d: %v instead of %v", a.ID, k, b.Program[k].Gold.Boxes, g.Boxes)
			}
		}
	}
	if modules == 0 {
		t.Error("no module has gold boxes")
	}
}

// goldLists returns the gold lists of a file of DROP's annotations, as JSON, by question.
func goldLists(t *testing.T, path string) map[string]string {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, path)
	check.NoError(t, err)
	defer src.Close()
	r, err := files.Reader(src)
	check.NoError(t, err)
	defer r.Close()
	var passages map[string]struct {
		Questions []struct {
			ID    string `json:"query_id"`
			Lists any    `json:"module_output_annotations"`
		} `json:"qa_pairs"`
	}
	check.NoError(t, json.NewDecoder(r).Decode(&passages))
	all := map[string]string{}
	for _, p := range passages {
		for _, q := range p.Questions {
			if q.Lists != nil {
				all[q.ID] = fmt.Sprint(q.Lists)
			}
		}
	}
	return all
}
