package example

import (
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// The menu is headed by what was made of the example, and leads to each; another annotator's gold
// judges the same boxes otherwise, and the steps of a link lead to it.
func TestLayersHeadTheMenu(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Press(":set-gold")
	var names []string
	for _, l := range (versionManager{v}).stackLayers() {
		names = append(names, l.name)
	}
	check.Equal(t, "the stack is", strings.Join(names, " › "), "recorded › find[black towers] = gold")
	sc.Act("layer", "recorded")
	check.Equal(t, "form", v.form, recorded)
	sc.Act("layer", "find[black towers] = gold")
	check.Equal(t, "form", v.form, changed)
	sc.Act("hold", "mine")
	sc.Act("layer", "recorded")
	sc.Want("find[black towers] against mine")
	sc.Act("original")
	sc.Act("layer", "mine")
	if got := v.shownLayer().Example; got != v.against.Example || got == v.ex {
		t.Error("a layer that was kept by name is not shown by it")
	}
	check.Equal(t, "the steps of a kept layer are", views.JoinSteps(v.Steps()),
		"open; module 2; what-if; set-module 2 gold; hold mine; original; module 2; layer mine")
	sc.Press(":hold")
	book, err := marks.Open(marks.MarksLocation{Beside: filepath.Join(t.TempDir(), "ann")})
	check.NoError(t, err)
	said := marks.Annotation{Boxes: make([][]loaders.Box, len(v.ex.Images))}
	viewtest.Annotate(t, book, v.ex.ID, 2, said)
	reads := 0
	v.s.Host.Annotators = func(*loaders.Run) map[string]*marks.MarksBook {
		reads++
		return map[string]*marks.MarksBook{"ann": book}
	}
	read := v.readBooks(nil) // as of an example of another run
	if reads != 0 {
		t.Error("books are read while keys wait")
	}
	sc.Run(read)
	sc.Act("layer", "gold by ann")
	(versionManager{v}).listLayers()
	check.Equal(t, "books were read times", reads, 1)
	if v.form != alternate || v.other.Example.Program[2].Gold.Source != "ann" {
		t.Fatalf("form %d, not ann's gold", v.form)
	}
	sc.Want("gold by ann · ")
	exports(sc, func(run *loaders.Run, _ string) error {
		if run.Name != "run · gold by ann" || run.Example(0) != v.other.Example {
			t.Errorf("saved %v as %q", run.Example(0), run.Name)
		}
		return nil
	})
	sc.Act("save-run")
	sc.WantSaid("saved as run-gold-by-ann-1.jsonl")
	steps := views.JoinSteps(v.Steps())
	if !strings.HasSuffix(steps, "layer 'gold by ann'") {
		t.Errorf("the steps are %s", steps)
	}
}

// Two layers are shown side by side, each judged by itself; a box of either can be clicked, and what
// is done with it changes the layer that is shown.
func TestLayersSideBySide(t *testing.T) {
	for _, size := range []image.Point{{X: 80, Y: 24}, {X: 120, Y: 36}} {
		sc, v := tried(t, size.X, size.Y, nmn.Sum, towers())
		v.selectNode(2)
		beside := sc.Named("beside")
		check.Contains(t, beside.Disabled(), "`v o`")
		if beside.Letters != "vy" || !strings.Contains(beside.Help, "on a separate picture") {
			t.Errorf("? shows %s, %q", beside.Letters, beside.Help)
		}
		sc.Press(":set-gold")
		sc.Want("2 in both, 1 only now")
		sc.Act("beside")
		sc.Want("find[black towers] against recorded", "now image 1: 3 of 4 boxes with p > .50")
		words := strings.Join(v.panes.evidence.Words(), "\n")
		check.Contains(t, words, "now image 1: 3 of 4 boxes with p > .50 · 1 per gold box",
			"before image 1: 2 of 4 boxes with p > .50 · each on a gold box",
			"gold #1 missed")
		if len(sc.Frame.Pictures) != 2 {
			t.Fatalf("%v shows %d pictures, not one of each layer", size, len(sc.Frame.Pictures))
		}
		for i, want := range []int{6, 5} { // hits, and gold found or missed
			if got := len(sc.Frame.Pictures[i].Picture.Marks); got != want {
				t.Errorf("picture %d has %d marks, not %d", i, got, want)
			}
		}
		area := sc.Frame.Pictures[1].Area
		clickAt(sc, image.Pt(area.Min.X+area.Dx()*4/10, area.Min.Y+area.Dy()/2)) // on gold #1, which is missed there
		if image, at, gold := v.panes.evidence.Target(); image != 0 || at != 1 || gold != 1 {
			t.Errorf("the target is %d, %d, gold %d", image, at, gold)
		}
		sc.Press("z") // the picture of that box has the screen, and the other is beside it
		if got := sc.Frame.Pictures; len(got) != 1 || len(got[0].Picture.Marks) != 5 {
			t.Errorf("z shows %d pictures", len(got))
		}
		sc.Press("h")
		check.Equal(t, "marks of the same picture in the other layer", len(sc.Frame.Pictures[0].Picture.Marks), 6)
		sc.Want("now image 1 · before gold #1")
		sc.Press("l")
		sc.Act("beside")
		sc.Act("beside")
		check.Equal(t, "pictures, without that of a layer that is no longer beside it", len(sc.Frame.Pictures), 2)
		clickAt(sc, image.Pt(area.Min.X+area.Dx()*4/10, area.Min.Y+area.Dy()/2))
		sc.Press("-") // takes it out of what is shown, which is as recorded then
		sc.Want("1 box switched", "2 of 4 boxes with p > .50")
	}
}

// What two annotators say of one choice is shown side by side: hits of mine, misses of another's.
func TestTwoAnnotatorsSideBySide(t *testing.T) {
	t.Parallel()
	sc, v, own, ben := annotated(t, towers())
	for k, book := range []*marks.MarksBook{own, ben} {
		x := float64(k) * .3 // the first box that the module chose, or one that it did not
		said := marks.Annotation{Boxes: [][]loaders.Box{{{X0: x, X1: x + .2, Y1: 1}}, {}}}
		viewtest.Annotate(t, book, v.ex.ID, 2, said)
	}
	sc.Run(v.readBooks(nil))
	v.selectNode(2)
	sc.Act("layer", "gold by ben")
	sc.Act("hold", "ben")
	sc.Act("layer", "gold by you")
	sc.Act("beside")
	sc.Want("gold by you · ", "find[black towers] against ben", "here image 1: 2 of 4 boxes with p > .50 · 1 hit, 1 miss",
		"1 gold box found · no picture",
		"there image 1: 2 of 4 boxes with p > .50 · 0 hits, 2 misses")
}

// The forms of a text are undone in one order, each is an entry of the menu, and a held one is kept by its
// name, is a row of its own, and is what a link leads to.
func TestLayersOfATextAreOneStack(t *testing.T) {
	t.Parallel()
	open := func() (*viewtest.Screen, *exampleScreen) {
		sc, v := withModel(t, 120, 44, nil)
		books := make([]*marks.MarksBook, 2)
		for i := range books {
			book, err := marks.Open(marks.MarksLocation{Beside: filepath.Join(t.TempDir(), "run")})
			check.NoError(t, err)
			viewtest.Annotate(t, book, v.ex.ID, marks.Whole, marks.Annotation{Spans: []loaders.Span{{Start: i, End: i + 1}}})
			books[i] = book
		}
		sc.Session.Books = books[:1]
		sc.Session.Host.Annotators = func(*loaders.Run) map[string]*marks.MarksBook { return map[string]*marks.MarksBook{"ben": books[1]} }
		sc.Run(v.readBooks(nil))
		return sc, v
	}
	sc, v := open()
	stacked := func() string {
		return strings.Join(loaders.Map((versionManager{v}).stackLayers(), func(l shownVersion) string { return l.name }), " › ")
	}
	spans := func() []loaders.Span { return sc.Session.Book(0).Annotation(v.ex.ID, marks.Whole).Spans }
	sc.Act("set-text", "premise without 2")
	sc.Act("annotate")
	sc.Act("original") // of what is annotated
	if got := stacked(); got != "recorded › asked again › annotated by you" || len(spans()) != 0 {
		t.Errorf("the stack is %s, and %v annotated", got, spans())
	}
	sc.Undo()
	check.Equal(t, "changes kept", v.countKept(), 1)
	check.Equal(t, "annotated spans", len(spans()), 1)
	if sc.Undo(); v.countKept() != 0 || len(spans()) != 1 {
		t.Errorf("a second u left %d changes, and %v is annotated", v.countKept(), spans())
	}
	if sc.Redo(); v.countKept() != 1 || len(spans()) != 1 {
		t.Errorf("U did again %d changes, and %v is annotated", v.countKept(), spans())
	}
	for name, want := range map[string]versionForm{recordedName: recorded, reaskedName: reasked, draftedName: drafted} {
		sc.Act("layer", name)
		check.Equal(t, name+" leads to form", v.form, want)
	}
	sc.Act("layer", "gold by ben")
	sc.Act("hold", "as ben has it")
	sc.Act("layer", "gold by you")
	sc.Want("gold by you · ", "with you", "ben ")
	steps := v.Steps()
	again, w := open()
	for _, s := range steps[1:] { // after that it is open
		if s.Value() == "" {
			again.Act(s.Name)
			continue
		}
		again.Act(s.Name, s.Value())
	}
	a, b := sc.Text(), again.Text()
	if !slices.Equal(strings.Fields(a), strings.Fields(b)) || w.against == nil || w.against.Name != "as ben has it" {
		t.Errorf("the steps %s lead to\n%s\nnot to\n%s", views.JoinSteps(steps), b, a)
	}
}

// clickAt clicks on what was drawn last at a place.
func clickAt(sc *viewtest.Screen, at image.Point) {
	for _, click := range slices.Backward(sc.Frame.Clicks) {
		if at.In(click.Area) {
			sc.Run(click.Run())
			break
		}
	}
	sc.Draw()
}

// exports has the session export by write, which gets the run, its examples narrowed to those that
// are exported, and the path.
func exports(sc *viewtest.Screen, write func(run *loaders.Run, path string) error) {
	sc.Session.Host.Export = func(of *session.ScoredRun, rows []int, _ string) func(string) (string, error) {
		return func(path string) (string, error) {
			return path + ": 1 example", write(of.Run.Group(of.Run.Name, rows), path)
		}
	}
}

// E exports the form that is shown, and says which one it is.
func TestExportTheFormThatIsShown(t *testing.T) {
	t.Parallel()
	sc, v, own, _ := annotated(t, towers())
	var run *loaders.Run
	exports(sc, func(of *loaders.Run, _ string) error {
		run = of
		return nil
	})
	exported := func(form, said string) *loaders.Example {
		t.Helper()
		names := sc.Named("export").Values()
		sc.Act("export", "x.csv")
		last := sc.Flash[len(sc.Flash)-2].Text
		if run.Name != v.of.Name+form || last != run.Name+": x.csv: 1 example" || !slices.Contains(names, "dev-1"+said+".html") {
			t.Errorf("%s: exported %s, said %q, offered %q", form, run.Name, last, names)
		}
		return run.Example(0)
	}
	if ex := exported("", ""); ex != v.ex {
		t.Errorf("exported %+v, not as recorded", ex)
	}
	v.selectNode(2)
	sc.Act("annotate")
	if ex := exported("", ""); ex != v.ex { // nothing is annotated yet
		t.Errorf("exported %+v, not as recorded", ex)
	}
	sc.Act("set-none")
	ex := exported(" · annotated by you", "-annotated-by-you")
	if g := ex.Program[2].Gold; g == nil || g.Source != "you" || len(g.Boxes[0]) != 0 || own.Annotation(ex.ID, 2).Boxes == nil {
		t.Errorf("exported the gold %+v", g)
	}
	check.Contains(t, run.Note, "One example of "+v.of.Name+": annotated by you.")
	sc.Act("annotate")
	sc.Act("layer", "gold by you")
	check.Equal(t, "exported", exported(" · gold by you", "-gold-by-you"), v.other.Example)
	sc, v = tried(t, 120, 40, nmn.Sum, towers())
	run = nil
	exports(sc, func(of *loaders.Run, _ string) error {
		run = of
		return nil
	})
	v.selectNode(2)
	sc.Press(":set-gold", "E", "/")
	sc.Typed("own.html") // which is none of the names offered
	sc.Want("╭ export ─", "own.html")
	sc.Press("enter")
	if run == nil || run.Name != v.of.Name+" · what-if" {
		t.Errorf("under a name of one's own %+v is exported", run)
	}
	if ex := exported(" · what-if", "-what-if"); ex.Answer.Predicted != "True" || ex.Meta["what if"] != "find[black towers] = gold" {
		t.Errorf("exported %+v, not what the change made of it", ex)
	}
}
