package example

import (
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// towerExample has two images, of which one is blank, and a program whose
// filter goes wrong although its find is right: of three gold boxes it finds
// one and selects one proposal that is none.
func towerExample() *loaders.Example {
	box := func(x float64) loaders.Box { return loaders.Box{X0: x, Y0: 0, X1: x + .2, Y1: 1} }
	gold := []loaders.Box{box(0), box(.3), box(.6)}
	p := .14
	return &loaders.Example{
		ID: "dev-1", Question: "there are three black towers", Tokens: strings.Fields("there are three black towers"),
		Answer: loaders.Answer{Predicted: "False", Gold: "True", Correct: loaders.Wrong, Probability: &p},
		Images: []loaders.Image{
			{Path: "dev-1.png", Width: 400, Height: 100, Proposals: []loaders.Box{box(0), box(.3), box(.6), box(.8), {}}},
			{Proposals: []loaders.Box{{}, {}}},
		},
		Program: []loaders.Module{
			{Op: "equal", Children: []int{1, 4}, Derived: true, Output: loaders.Output{Truth: &p}},
			{Op: "count", Children: []int{2}, Output: loaders.Output{Number: &loaders.Number{Mean: 1.2, Var: .25}}},
			{Op: "filter", Text: "black", Children: []int{3}, Attention: []float64{0, 0, 0, .6, .4},
				Output: loaders.Output{Boxes: [][]float64{{.9, .1, .2, .8, 0}, {0, 0}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold, {}}}},
			{Op: "find", Text: "towers", Attention: []float64{0, 0, 0, 0, 1},
				Output: loaders.Output{Boxes: [][]float64{{.9, .9, .9, .1, 0}, {0, 0}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold, {}}}},
			{Op: "number", Text: "3", Output: loaders.Output{Number: &loaders.Number{Mean: 3, Var: .25}}},
		},
	}
}

// short is a list of the first so many examples of a run.
type short int

func (n short) At(example int) (at, of int) { return example, int(n) }

func (n short) Next(example, d int, failure bool) (next int, ok bool) {
	next = example + d
	return next, next >= 0 && next < int(n) && !failure
}

func (n short) Earlier() string { return "" }

func (n short) Lists(example int) bool { return example < int(n) }
func (n short) Lead(run, example int, to FactLink) tea.Cmd {
	return func() tea.Msg { return views.FlashMessage{Text: fmt.Sprint(run, example, to)} }
}
func (n short) Few(run int, places []int, named string) tea.Cmd {
	return func() tea.Msg { return views.FlashMessage{Text: fmt.Sprint(run, places, named)} }
}
func (n short) Select(int) {}
func (n short) DrawAround(f *widget.Frame, area image.Rectangle, _ func(int) tea.Cmd) {
	f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Style{}, "the list")
}
func (n short) Find(string) (int, string) { return 0, "" }

// open opens the first of examples.
func open(t *testing.T, w, h int, examples ...*loaders.Example) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", examples...))
	v := New(s, 0, 0, short(len(examples))).(*exampleScreen)
	return viewtest.New(t, w, h, s, v), v
}

func TestExampleShowsTheCulprit(t *testing.T) {
	sc, v := open(t, 100, 30, towerExample())
	check.Equal(t, "title", v.Title(), "dev-1")
	// The filter hits one of two, finds one of three: P .50 R .33, F1 .40.
	sc.Want(
		"there are three black█ towers▆", "the module's attention: .", ".60",
		"✗ False wrong expected True", "p(True) .14", "F1 ", "≥ .50 ● faithful",
		"├─count", "!filter[black]", "└─find[towers]", "└─number[3]", "equal =",
		"filter[black]", "F1 .40 < .50 · ! the culprit",
		"2 of 4 boxes with p > .50 · 1 hit, 1 miss", "2 of 3 gold boxes missed",
		"● faithful except for filter elsewhere", "elsewhere: attends to something else",
		"box      p              IoU  overlaps", "hit  #0   .90  ━━━━━╸  1.00  gold #0",
		"miss #3   .80  ━━━━━      –  none", "gold #2   .20  ━       1.00  #2 has p .20, too low",
		"gold #1   .10  ╸       1.00  #1 has p .10, too low",
	)
	check.Equal(t, "the scope is", v.Scope(), "run · 1 of 1")
}

func TestExamplePicture(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	if n := len(sc.Frame.Pictures); n != 1 {
		t.Fatalf("%d pictures: the blank image is not drawn", n)
	}
	p := sc.Frame.Pictures[0]
	if got := float64(p.Area.Dx()) / 2 / float64(p.Area.Dy()); got < 3.2 || got > 4.8 {
		t.Errorf("area %v has shape %.1f, the picture 4", p.Area, got)
	}
	if p.Area.Max.Y >= sc.Area.Max.Y {
		t.Errorf("no text row below the picture: %v", p.Area)
	}
	// Rows that change must not be right of a picture: the terminal writer
	// would rewrite its cells.
	if right, _ := sc.Frame.At(p.Area.Max.X, p.Area.Min.Y); strings.TrimSpace(right) != "" {
		t.Errorf("%q stands right of the picture", right)
	}
	counts := map[widget.DashStyle]int{}
	for _, m := range p.Picture.Marks {
		counts[m.Dash]++
		if m.Dash == widget.Solid && m.Label != "#0 .90" {
			t.Errorf("the hit is labelled %q", m.Label)
		}
	}
	if want := (map[widget.DashStyle]int{widget.Solid: 1, widget.Dashed: 1, widget.Double: 1, widget.Dotted: 2}); len(counts) != 4 ||
		counts[widget.Dotted] != want[widget.Dotted] || counts[widget.Solid] != 1 || counts[widget.Dashed] != 1 || counts[widget.Double] != 1 {
		t.Errorf("marks %v, want %v", counts, want)
	}
	if len(p.Picture.Words) == 0 || p.Picture.Key.Path != "dev-1.png" {
		t.Errorf("picture %q says %q", p.Picture.Key.Path, p.Picture.Words)
	}
}

// A wide picture has the full width, above the program and the evidence.
func TestExampleWidePicture(t *testing.T) {
	for _, size := range []image.Point{{120, 38}, {80, 22}} {
		sc, v := open(t, size.X, size.Y, towerExample())
		area := sc.Frame.Pictures[0].Area
		if area.Max.Y > v.panes.layout.program.Min.Y || v.panes.layout.program.Min.Y != v.panes.layout.evidence.Min.Y {
			layout := v.panes.layout
			t.Errorf("%v: the picture %v is not above the program %v and the evidence %v", size, area, layout.program, layout.evidence)
		}
		if area.Dx() < size.X*3/4 {
			t.Errorf("%v: the picture %v is narrower than the screen", size, area)
		}
		sc.Want("filter[b", "2 of 4 boxes with p > .50", "hit  #0")
		ex := towerExample()
		ex.Images[0].Width = 240
		sc, v = open(t, size.X, size.Y, ex)
		if area := sc.Frame.Pictures[0].Area; area.Min.X < v.panes.layout.program.Max.X {
			t.Errorf("%v: the picture %v of 2.4:1 is not at the right of the program %v", size, area, v.panes.layout.program)
		}
	}
}

// Two photos that are wide together have it too, also where the evidence beside
// the program would have no room for a picture.
func TestExampleTwoPhotos(t *testing.T) {
	for _, size := range []image.Point{{120, 38}, {80, 21}} {
		ex := towerExample()
		for i := range ex.Images {
			ex.Images[i].Path, ex.Images[i].Width, ex.Images[i].Height = fmt.Sprint(i, ".jpg"), 640, 427
		}
		sc, v := open(t, size.X, size.Y, ex)
		if len(sc.Frame.Pictures) != 2 {
			t.Fatalf("%v: %d pictures", size, len(sc.Frame.Pictures))
		}
		left, right := sc.Frame.Pictures[0].Area, sc.Frame.Pictures[1].Area
		if left.Max.Y > v.panes.layout.program.Min.Y || right.Max.Y > v.panes.layout.program.Min.Y || right.Min.X < left.Max.X {
			t.Errorf("%v: the pictures %v and %v are not side by side above the program %v", size, left, right, v.panes.layout.program)
		}
		if left.Dy() < size.Y*2/5 {
			t.Errorf("%v: the picture %v is small", size, left)
		}
	}
}

func TestExampleClickSelectsBox(t *testing.T) {
	sc, v := open(t, 120, 38, towerExample())
	area := sc.Frame.Pictures[0].Area
	clickAt(sc, image.Pt(area.Min.X+area.Dx()*9/10, area.Min.Y+area.Dy()/2)) // on the miss, at .8 to 1
	for _, m := range sc.Frame.Pictures[0].Picture.Marks {
		check.Equal(t, m.Label+": thick after a click on #3", m.Thick, (m.Label == "#3 .80"))
	}
	if v.panes.focus != evidencePane {
		t.Error("keys do not move the boxes after a click on one")
	}
}

func TestExampleOverlays(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	for _, want := range []struct {
		action string
		marks  int
		words  string
	}{{"gold", 2, "gold boxes hidden"}, {"predicted", 0, "predictions hidden"}, {"gold", 3, "predictions hidden"},
		{"predicted", 5, ""}} {
		sc.Act(want.action)
		check.Equal(t, "marks: "+want.words, len(sc.Frame.Pictures[0].Picture.Marks), want.marks)
		sc.Want(want.words)
	}
}

// Where there are more boxes than labels fit, each hit and miss has the number of its row, missed gold its name, and
// what was not chosen nothing.
func TestCrowdedBoxesAreNumbered(t *testing.T) {
	ex := towerExample()
	im := &ex.Images[0]
	im.Proposals = loaders.Fill(12, func(i int) loaders.Box {
		return loaders.Box{X0: float64(i) / 12, X1: (float64(i) + .9) / 12, Y1: 1}
	})
	for _, m := range ex.Program[2:4] {
		m.Output.Boxes[0] = []float64{.9, .9, .9, .9, .9, .9, .9, .9, .1, .1, .1, .1}
		m.Gold.Boxes[0] = []loaders.Box{im.Proposals[0], im.Proposals[9]}
	}
	sc, _ := open(t, 100, 60, ex)
	sc.Act("below")
	for _, m := range sc.Frame.Pictures[0].Picture.Marks {
		isNumbered := m.Dash != widget.Double && m.Dash != widget.Dotted && m.Score > .5
		number, plain := strings.CutPrefix(m.Label, "#")
		switch _, err := strconv.Atoi(number); {
		case isNumbered != (plain && err == nil):
			t.Errorf("a box with p %.1f, dash %d, is labelled %q", m.Score, m.Dash, m.Label)
		case isNumbered:
			sc.Want(" #" + number)
		case m.Dash == widget.Dotted && m.Label != "gold #1":
			t.Errorf("missed gold is labelled %q", m.Label)
		}
	}
}

// Modules that share a box label it once in the picture, and the question has no token of a
// tokeniser's own.
func TestNothingIsShownTwice(t *testing.T) {
	ex := towerExample()
	ex.Program = []loaders.Module{{Op: "equal", Children: []int{1, 2}}, ex.Program[3], ex.Program[3]}
	ex.Program[1].Output.Boxes = [][]float64{{.9, .1, .1, .1, 0}, {0, 0}}
	ex.Program[2].Output = ex.Program[1].Output
	ex.Tokens = strings.Fields("[CLS] " + ex.Question + " [SEP]")
	for i := range ex.Program {
		ex.Program[i].Attention = []float64{.9, 0, 0, 0, 0, 1, .9}
	}
	sc, v := open(t, 120, 36, ex)
	v.selectNode(0)
	sc.Draw()
	labels := map[string]int{}
	for _, m := range sc.Frame.Pictures[0].Picture.Marks {
		labels[m.Label]++
	}
	if delete(labels, ""); len(labels) != 3 || labels["gold #1"] != 1 || labels["#0"] != 1 {
		t.Errorf("labels %v", labels)
	}
	v.selectNode(1)
	sc.Draw()
	sc.Want("there are three black towers")
	sc.Without("[CLS]", "[SEP]")
	check.Equal(t, "half of the most attention", v.panes.question.scale.Heat(.5), .5)
}

func TestExampleThickMarkFollowsTheWords(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	thick := func() (labels []string) {
		for _, m := range sc.Frame.Pictures[0].Picture.Marks {
			if m.Thick {
				labels = append(labels, m.Label)
			}
		}
		return labels
	}
	if got := thick(); got != nil {
		t.Errorf("thick without focus: %v", got)
	}
	sc.Press("tab")
	if got := thick(); len(got) != 1 || got[0] != "#0 .90" {
		t.Errorf("thick %v, want the hit, which the first row tells of", got)
	}
	for _, m := range sc.Frame.Pictures[0].Picture.Marks {
		if (m.Fade > 0) != (!m.Thick && !m.Gold()) {
			t.Errorf("%q: thick %v, dim %v: all but gold that is missed or on it step back behind the selected box", m.Label, m.Thick, m.Fade > 0)
		}
	}
	sc.Press("j")
	if got := thick(); len(got) != 1 || got[0] != "#3 .80" {
		t.Errorf("thick %v, want the miss", got)
	}
	sc.Press("esc")
	if sc.Pops != 0 || thick() != nil {
		t.Error("esc left the screen, or the focus stayed")
	}
}

// What a missed box needs is said by the proposals on it, whatever their
// probability.
func TestExampleNearMisses(t *testing.T) {
	ex := towerExample()
	ex.Program[2].Output.Boxes[0][2] = .4996
	ex.Program[2].Gold.Boxes[0] = append(ex.Program[2].Gold.Boxes[0][:2:2], ex.Images[0].Proposals[2],
		loaders.Box{X0: .52, Y0: 0, X1: .57, Y1: .1}, loaders.Box{X0: .68, Y0: 0, X1: .88, Y1: 1})
	sc, _ := open(t, 132, 40, ex)
	sc.Want("#2 has p .4996, too low", "gold #3   –               –  no box overlaps it",
		"gold #4   .50  ━━━      .43  #2 overlaps too little")
	before := len(sc.Frame.Pictures[0].Picture.Marks)
	sc.Act("below")
	sc.Want("below #2", "below #1", "╌╌ below threshold")
	marks := sc.Frame.Pictures[0].Picture.Marks
	if len(marks) != before+2 {
		t.Fatalf("%d marks, %d before: want the two proposals below the threshold", len(marks), before)
	}
	for _, m := range marks[:2] {
		if m.Fade == 0 || m.Thick || m.Score == 0 || m.Score > .5 {
			t.Errorf("%q is drawn %+v, want it thin", m.Label, m)
		}
	}
	sc.Act("below")
	sc.Without("below #2")
}

// An F1 that rests on nothing is not shown as a bright 1.0.
func TestModulesWithNothingToFindAreMarked(t *testing.T) {
	ex := towerExample()
	ex.Program[2].Gold.Boxes[0], ex.Program[2].Output.Boxes[0] = nil, []float64{.1, .1, .2, .3, 0}
	sc, _ := open(t, 100, 30, ex)
	sc.Press("home", "j", "j")
	sc.Want("∅ no gold and no prediction")
	sc.Without("filter[black]  0 boxes  1.0", "filter[black]  0 boxes   1.0")
}

// The scores of modules have the same digits, below one another.
func TestScoresOfModulesAlign(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Want("!filter[black]      .40  ", "find[towers]     1.00  ")
}

// Every number follows a threshold at once.
func TestExampleFollowsSettings(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Act("threshold", ".8") // the miss, at .80, is predicted no more
	sc.Want("1 of 4 boxes with p > .80", "each on a gold box", "F1 .50 ≥ .50")
	sc.Without("the culprit")
	sc.Act("bar", ".55")
	sc.Want("F1 .50 < .55", "the culprit")
	sc.Act("threshold", ".95") // nothing is predicted
	sc.Want("0 of 4 boxes with p > .95", "3 of 3 gold boxes missed")
}

// Of a program in logic formula all objects are drawn, with the attention to
// each, after every operator.
func TestObjectsOfAFormula(t *testing.T) {
	p, yes := .95, .05
	box := func(x float64) loaders.Box { return loaders.Box{X0: x, X1: x + 10, Y1: 10} }
	ex := &loaders.Example{
		ID: "q", Question: "is there a red square", Answer: loaders.Answer{Predicted: "no", Gold: "no", Correct: loaders.Right, Probability: &p},
		Images: []loaders.Image{{Width: 100, Height: 10, Units: loaders.Pixels, Proposals: []loaders.Box{box(0), box(20), box(40)}}},
		Program: []loaders.Module{
			{Op: "exist", Children: []int{1}, Output: loaders.Output{Truth: &yes}},
			{Op: "filter", Text: "red", Children: []int{2}, Output: loaders.Output{Boxes: [][]float64{{.04, .01, .001}}}},
			{Op: "find", Name: "select", Text: "square", Output: loaders.Output{Boxes: [][]float64{{.9, .2, .1}}}},
		},
	}
	sc, v := open(t, 120, 36, ex)
	sc.Want("✓ no right", "p(no) .95", "logic", "∃x (square(x) ∧", "red(x))")
	v.panes.program.SelectNode(2)
	v.layOut()
	sc.Draw()
	sc.Want("1 of 3 boxes", "box #0", "obj. #1   .20", "obj. #2   .10")
	check.Equal(t, "marks for three objects", len(sc.Frame.Pictures[0].Picture.Marks), 3)
	sc.Act("below")
	sc.Without("obj. #1")
}

func TestExampleOtherModules(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Press("home")
	sc.Want("– this module is not scored", "computed from its inputs, not read from the file", "true .14", "false .86")
	sc.Press("j")
	sc.Want("returns a number: mean 1.20, variance 0.25", "P(1) = .88")
	sc.Want("this module has no boxes; shown instead: boxes from", "filter[black]",
		"image 1 · filter[black]: 2 of 4 boxes with p > .50")
	if n := len(sc.Frame.Pictures[0].Picture.Marks); n != 5 {
		t.Fatalf("%d marks, want its input's", n)
	}
	sc.Press("G")
	sc.Want("number[3]", "this module and its inputs have no boxes")
	if n := len(sc.Frame.Pictures); n != 1 || len(sc.Frame.Pictures[0].Picture.Marks) != 0 {
		t.Errorf("%d pictures, want the one without boxes", n)
	}
	sc.Press("c")
	sc.Want("F1 .40 < .50")
	sc.Press("c")
	if len(sc.Flash) == 0 || sc.Flash[len(sc.Flash)-1].Text != "this is the culprit: filter[black]" {
		t.Errorf("a second c says %+v", sc.Flash)
	}
	sc.Click("find[towers]")
	sc.Want("3 of 4 boxes with p > .50 · 1 per gold box")
}

func TestExampleModuleWithoutGold(t *testing.T) {
	ex := towerExample()
	ex.Program[2].Gold, ex.Program[3].Gold = nil, nil
	sc, _ := open(t, 100, 30, ex)
	sc.Press("home", "j", "j")
	sc.Want("– no gold for this module", "2 of 4 boxes with p > .50", "predicted, no gold to compare with",
		"box #0   .90  ━━━━━╸")
}

func TestExampleLargeAndWords(t *testing.T) {
	ex := towerExample()
	ex.Images[1] = ex.Images[0]
	ex.Images[1].Path = "second.png"
	sc, _ := open(t, 100, 30, ex)
	if n := len(sc.Frame.Pictures); n != 2 {
		t.Fatalf("%d pictures", n)
	}
	two := sc.Frame.Pictures[0].Area
	sc.Press("z")
	if n := len(sc.Frame.Pictures); n != 1 || sc.Frame.Pictures[0].Area.Dx() < two.Dx() {
		t.Errorf("large: %d pictures, %v, before %v", n, sc.Frame.Pictures[0].Area, two)
	}
	sc.Press("l")
	if pictures := sc.Frame.Pictures; len(pictures) != 1 || pictures[0].Picture.Key.Path != "second.png" {
		t.Errorf("large: %v, want the second", pictures)
	}
	sc.Press("esc", "esc")
	sc.Act("words")
	check.Equal(t, "pictures in words only", len(sc.Frame.Pictures), 0)
	sc.Press("esc")
	check.Equal(t, "pictures after esc", len(sc.Frame.Pictures), 2)
	if action, _ := sc.Action("esc"); action.Why() == "" {
		t.Error("esc is enabled with nothing open: it would not leave")
	}
}

func TestExamplePassage(t *testing.T) {
	sc, _ := open(t, 80, 24, viewtest.SpanExample("p", .9))
	sc.Want("how many yards", "? 3 unknown", "mass .90 ≥ .50 ● faithful",
		"attention .23 ▂▃▄▅▆▇█ .90", "[gold span]",
		"two yards and [four█]", "gold [four]", "[four]           .90  ━━", " two             .10")
	sc.Act("log-scale")
	sc.Want("log 9e-04 ▂▃▄▅▆▇█ .90", "two▇ yards and [four█]")
	sc.Act("words")
	sc.Without("yards and")
}

// A long passage starts at its gold and scrolls.
func TestExamplePassageScrolls(t *testing.T) {
	ex := viewtest.SpanExample("p", .9)
	ex.Passage.Tokens = strings.Fields(strings.Repeat("word ", 2000) + "target")
	ex.Program[0].Output.Tokens = make([]float64, 2001)
	ex.Program[0].Output.Tokens[2000] = .5
	ex.Program[0].Gold.Spans[0] = loaders.Span{Start: 2000, End: 2001}
	sc, _ := open(t, 110, 24, ex)
	sc.Want("[target█]")
	sc.Press("tab", "home")
	sc.Without("[target█]")
	top := strings.Index(sc.Text(), "▐")
	sc.Press("ctrl+d", "j")
	if below := strings.Index(sc.Text(), "▐"); top < 0 || below <= top {
		t.Errorf("the scroll bar went from %d to %d", top, below)
	}
}

// An answer to an older request must not replace what was asked for since.
func TestExampleDropsStaleReplies(t *testing.T) {
	_, v := open(t, 80, 24, viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", false, true), viewtest.BoxExample("c", true, true))
	first, second := v.openExample(1), v.openExample(2)
	v.Update(second())
	v.Update(first())
	check.Equal(t, "after the stale reply it shows", v.Title(), "c")
}

func TestExampleCopies(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Act("copy-id")
	sc.Act("copy-words")
	if len(sc.Copied) != 2 || sc.Copied[0].Text != "dev-1" {
		t.Fatalf("copied %v", sc.Copied)
	}
	var got struct {
		ID, Module string
		Node       int
		Words      []string
	}
	check.NoError(t, json.Unmarshal([]byte(sc.Copied[1].Text), &got))
	if got.ID != "dev-1" || got.Module != "filter[black]" || got.Node != 2 ||
		!strings.Contains(strings.Join(got.Words, "\n"), "1 hit, 1 miss") {
		t.Errorf("copied %+v", got)
	}
}

// All that matters is on 80×24, and on a narrow screen the panes are stacked.
func TestExampleOnSmallScreens(t *testing.T) {
	sc, _ := open(t, 80, 21, towerExample())
	sc.Want("✗ False wrong expected True", "filter[black]", "F1 .40 < .50", "2 of 4 boxes", "── hit")
	if n := len(sc.Frame.Pictures); n != 1 || sc.Frame.Pictures[0].Area.Dy() < 4 {
		t.Errorf("%d pictures on 80×21", n)
	}
	sc, _ = open(t, 50, 24, towerExample())
	sc.Want("!filter[black]", "F1 .40 < .50")
	sc.Send(views.ResizeView{Area: image.Rect(0, 0, 30, 8)})
	sc.Want("✗ False")
}

func TestExampleBroken(t *testing.T) {
	sc, _ := open(t, 80, 24, nil)
	sc.Want("the record can't be read: a record without", "no modules are scored")
	sc.Press("j", "tab", "z", "esc", "c", "h", "l", "+", "-")
	sc.Act("copy-words")
	sc.Act("set-gold")
}

func TestHeatCanBeTurnedOff(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Want("black█ towers▆", "the module's attention: .")
	sc.Act("heat")
	sc.Want("there are three black towers", "the module's attention: heat off")
	sc.Act("heat")
	sc.Want("black█ towers▆")
}

// An answer that is wrong although no module is wrong has no culprit; the step that made
// the answer says so.
func TestWrongWithoutACulprit(t *testing.T) {
	sc, v := open(t, 100, 30, viewtest.BoxExample("a", false, true))
	check.Equal(t, "the selected module", v.panes.program.Node(), 0)
	sc.Want("the answer is wrong, though every scored")
	sc, _ = open(t, 100, 30, viewtest.BoxExample("a", true, true))
	sc.Without("the answer is wrong")
	unscored := viewtest.BoxExample("a", false, true)
	unscored.Program[1].Gold = nil
	sc, _ = open(t, 100, 30, unscored)
	sc.Want("the answer is wrong, but no scored")
}

func TestPictureAloneInAFile(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	export := sc.Named("export")
	if names := export.Values(); !slices.Contains(names, "dev-1-picture.svg") {
		t.Errorf("the names offered are %v", names)
	}
	export.With("tower-picture.png")
	saved, _ := sc.Session.Posted()[0].(views.SaveScreen)
	if saved.Path != "tower-picture.png" || saved.Frame == nil || len(saved.Frame.Pictures) != 1 {
		t.Fatalf("%+v is written", saved)
	}
	p := saved.Frame.Pictures[0]
	if p.Area != saved.Frame.Bounds() || p.Area.Dx() != 160 || p.Area.Dy() != 20 || len(p.Picture.Marks) != 5 {
		t.Errorf("a picture of %v with %d boxes in a file of %v", p.Area, len(p.Picture.Marks), saved.Frame.Bounds())
	}
	export.With("dev-1.png")
	if saved, _ := sc.Session.Posted()[0].(views.SaveScreen); saved.Frame != nil {
		t.Error("the picture alone is written as the screen")
	}
}
