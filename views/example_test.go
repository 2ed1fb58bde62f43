package views

import (
	"encoding/json"
	"image"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
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

// exampleScreen opens the first of examples.
func exampleScreen(t *testing.T, w, h int, examples ...*loaders.Example) (*screen, *Example) {
	t.Helper()
	s := &Session{
		Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 2)},
		Runs: []*session.Scored{session.New(runOf("run", examples...), session.Protocols())},
	}
	if err := s.Runs[0].Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	v := NewExample(NewExamples(s, 0, ExampleFilter{}).(*Examples), 0).(*Example)
	return newScreen(t, w, h, s, v), v
}

func TestExampleShowsTheCulprit(t *testing.T) {
	sc, v := exampleScreen(t, 100, 30, towerExample())
	if v.Title() != "dev-1" {
		t.Errorf("title %q", v.Title())
	}
	// The filter hits one of two, finds one of three: P .50 R .33, F1 .40.
	sc.want(
		"there are three black█ towers▆", "the module attends to 0", ".60",
		"✗ False wrong, gold True", "p(true) .14", "F1 ", "≥ .50 ● faithful",
		"├─count", "!filter[black]", "└─find[towers]", "└─number[3]", "equal =", "T.14", "=1.2",
		"filter[black]", "F1 .40 < .50 · ! first wrong module",
		"image 1: 2 of 4 boxes > .50 · 1 hit 1 miss · 2 of 3 gold missed", "P .50 R .33 F1 .40",
		"image 2: blank, it has no boxes",
		"miss #3 p .80", "hit  #0 p .90, IoU 1.00 with gold #0", "gold #1 missed, no box touches it", "gold #0 found by box #0",
		"! wrong by itself", "= derived from inputs",
	)
	if v.Status() == "" || !strings.HasPrefix(v.Status(), "1 of 1 · ") {
		t.Errorf("status %q", v.Status())
	}
}

func TestExamplePicture(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	if n := len(sc.frame.Pictures); n != 1 {
		t.Fatalf("%d pictures: the blank image is not drawn", n)
	}
	p := sc.frame.Pictures[0]
	if got := float64(p.Area.Dx()) * cellShape / float64(p.Area.Dy()); got < 3.2 || got > 4.8 {
		t.Errorf("area %v has shape %.1f, the picture 4", p.Area, got)
	}
	if p.Area.Max.Y >= sc.area.Max.Y {
		t.Errorf("no text row below the picture: %v", p.Area)
	}
	// Rows that change must not be right of a picture: the terminal writer
	// would rewrite its cells.
	if right, _ := sc.frame.At(p.Area.Max.X, p.Area.Min.Y); strings.TrimSpace(right) != "" {
		t.Errorf("%q stands right of the picture", right)
	}
	counts := map[widget.Dash]int{}
	for _, m := range p.Picture.Marks {
		counts[m.Dash]++
		if m.Dash == widget.Solid && m.Label != "#0 .90" {
			t.Errorf("the hit is labelled %q", m.Label)
		}
	}
	if want := (map[widget.Dash]int{widget.Solid: 1, widget.Dashed: 1, widget.Double: 1, widget.Dotted: 2}); len(counts) != 4 || counts[widget.Dotted] != want[widget.Dotted] || counts[widget.Solid] != 1 || counts[widget.Dashed] != 1 || counts[widget.Double] != 1 {
		t.Errorf("marks %v, want %v", counts, want)
	}
	if len(p.Picture.Words) == 0 || p.Picture.Path != "dev-1.png" {
		t.Errorf("picture %q says %q", p.Picture.Path, p.Picture.Words)
	}
}

func TestExampleOverlays(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	for _, want := range []struct {
		marks int
		words string
	}{{3, "only gold boxes"}, {2, "only predicted boxes"}, {0, "no boxes"}, {5, ""}} {
		sc.press("o")
		if got := len(sc.frame.Pictures[0].Picture.Marks); got != want.marks {
			t.Errorf("%d marks, want %d: %s", got, want.marks, want.words)
		}
		sc.want(want.words)
	}
}

func TestExampleThickMarkFollowsTheWords(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	thick := func() (labels []string) {
		for _, m := range sc.frame.Pictures[0].Picture.Marks {
			if m.Thick {
				labels = append(labels, m.Label)
			}
		}
		return labels
	}
	if got := thick(); got != nil {
		t.Errorf("thick without focus: %v", got)
	}
	sc.press("tab")
	if got := thick(); len(got) != 1 || got[0] != "#3 .80" {
		t.Errorf("thick %v, want the miss, which the first row tells of", got)
	}
	sc.press("j")
	if got := thick(); len(got) != 1 || got[0] != "#0 .90" {
		t.Errorf("thick %v, want the hit", got)
	}
	sc.press("h")
	if sc.pops != 0 || thick() != nil {
		t.Error("h left the screen, or the focus stayed")
	}
	sc.press("h")
	if sc.pops != 1 {
		t.Error("h on the program does not go back")
	}
}

// Every number follows a threshold at once.
func TestExampleFollowsSettings(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	for range 6 {
		sc.press("p") // to .80: the miss, at .80, is predicted no more
	}
	sc.want("1 of 4 boxes > .80", "1 hit 0 miss", "P 1.00 R .33 F1 .50", "F1 .50 ≥ .50")
	if strings.Contains(sc.text(), "first wrong module") {
		t.Error("the culprit stays although it reaches the bar now")
	}
	sc.press("b")
	sc.want("F1 .50 < .55", "first wrong module")
	for range 3 {
		sc.press("p") // to .95: nothing is predicted
	}
	sc.want("0 of 4 boxes > .95", "3 of 3 gold missed")
}

func TestExampleOtherModules(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	sc.press("g")
	sc.want("– this module is not scored", "derived from its inputs", "true .14", "false .86")
	sc.press("j")
	sc.want("returns a number: mean 1.20, variance 0.25", "rounds to 1:")
	if action, _ := sc.action("z"); action.Why() == "" {
		t.Error("z is enabled for a module without an image")
	}
	sc.press("G")
	sc.want("number[3]")
	sc.press("c")
	sc.want("F1 .40 < .50")
	sc.click("find[towers]")
	sc.want("all 3 gold found")
}

func TestExampleModuleWithoutGold(t *testing.T) {
	ex := towerExample()
	ex.Program[2].Gold, ex.Program[3].Gold = nil, nil
	sc, _ := exampleScreen(t, 100, 30, ex)
	sc.press("g", "j", "j")
	sc.want("– no gold for this module", "2 of 4 boxes > .50 · no gold to compare with", "box  #0 p .90")
}

func TestExampleLargeAndWords(t *testing.T) {
	ex := towerExample()
	ex.Images[1] = ex.Images[0]
	sc, v := exampleScreen(t, 100, 30, ex)
	if n := len(sc.frame.Pictures); n != 2 {
		t.Fatalf("%d pictures", n)
	}
	two := sc.frame.Pictures[0].Area
	sc.press("z")
	if n := len(sc.frame.Pictures); n != 1 || sc.frame.Pictures[0].Area.Dx() < two.Dx() {
		t.Errorf("large: %d pictures, %v, before %v", n, sc.frame.Pictures[0].Area, two)
	}
	sc.press("z")
	if v.large != 1 {
		t.Errorf("large image %d, want the second", v.large)
	}
	sc.press("z", "w")
	if n := len(sc.frame.Pictures); n != 0 || v.large != -1 {
		t.Errorf("%d pictures in words only", n)
	}
	sc.press("esc")
	if n := len(sc.frame.Pictures); n != 2 {
		t.Errorf("%d pictures after esc", n)
	}
	if action, _ := sc.action("esc"); action.Why() == "" {
		t.Error("esc is enabled with nothing open: it would not leave")
	}
}

func TestExamplePassage(t *testing.T) {
	sc, _ := exampleScreen(t, 80, 24, spanExample("p", .9))
	sc.want("how many yards", "? 3 unknown", "mass .90 ≥ .50 ● faithful", "no utterance attention",
		"attends most to token 3 “four”: .90", "1 gold span · mass .90", "linear 0 ▁▂▃▄▅▆▇█ .90", "[gold]",
		"two▁ yards and [four█]", "gold #0 mass .90 loss 0.11 “four” [3, 4)", "p .10 token 0 “two”")
	sc.press("x")
	sc.want("log 9e-05 ▁▂▃▄▅▆▇█ .90", "two▇ yards and [four█]")
	sc.press("w")
	if strings.Contains(sc.text(), "yards and") {
		t.Errorf("the passage stays in words only:\n%s", sc.text())
	}
}

// A long passage starts at its gold and scrolls.
func TestExamplePassageScrolls(t *testing.T) {
	ex := spanExample("p", .9)
	ex.Passage.Tokens = strings.Fields(strings.Repeat("word ", 2000) + "target")
	ex.Program[0].Output.Tokens = make([]float64, 2001)
	ex.Program[0].Output.Tokens[2000] = .5
	ex.Program[0].Gold.Spans[0] = loaders.Span{Start: 2000, End: 2001}
	sc, v := exampleScreen(t, 80, 24, ex)
	sc.want("[target█]")
	sc.press("tab", "g")
	if v.text.top != 0 || strings.Contains(sc.text(), "[target█]") {
		t.Errorf("g does not go to the beginning: line %d", v.text.top)
	}
	sc.want("line 1 of ")
	sc.press("J", "j")
	if v.text.top == 0 {
		t.Error("J does not scroll")
	}
}

func TestExampleAlongTheList(t *testing.T) {
	sc, v := exampleScreen(t, 80, 24,
		boxExample("a", true, true), boxExample("b", false, true), boxExample("c", true, true), boxExample("d", true, false))
	for _, step := range []struct{ key, want string }{
		{"n", "b"}, {">", "c"}, {"N", "b"}, {"<", "a"}, {"]", "b"}, {"e", "d"}, {"E", "b"}, {"]", "d"},
	} {
		sc.press(step.key)
		if v.Title() != step.want {
			t.Errorf("%s leads to %s, want %s", step.key, v.Title(), step.want)
		}
	}
	if got := v.list.table.Selected(); got != 3 {
		t.Errorf("the list's row %d is selected, want 3: back there one is where one was", got)
	}
	sc.press("]", "n")
	if v.Title() != "d" || len(sc.flash) != 2 {
		t.Errorf("past the end: at %s, %d flashes", v.Title(), len(sc.flash))
	}
}

// An example that a moved bar drops from the filtered list is left from where
// it was.
func TestExampleDroppedFromTheList(t *testing.T) {
	sc, v := exampleScreen(t, 80, 24,
		boxExample("a", true, true), boxExample("b", true, false), boxExample("c", true, false), boxExample("d", true, false))
	v.list.setFilter(ExampleFilter{Faithful: loaders.Wrong})
	sc.press("n", "n")
	if v.Title() != "c" {
		t.Fatalf("at %s", v.Title())
	}
	v.list.filter.Text = "b" // as if only b remained
	v.list.refresh()
	sc.send(Refresh{})
	if got := v.Status(); !strings.HasPrefix(got, "not in the filtered list") {
		t.Errorf("status %q", got)
	}
	sc.press("N")
	if v.Title() != "b" && len(sc.flash) == 0 {
		t.Errorf("N leads to %s without a word", v.Title())
	}
}

// An answer to an older request must not replace what was asked for since.
func TestExampleDropsStaleReplies(t *testing.T) {
	_, v := exampleScreen(t, 80, 24, boxExample("a", true, true), boxExample("b", false, true), boxExample("c", true, true))
	first, second := v.open(1), v.open(2)
	v.Update(second())
	v.Update(first())
	if v.Title() != "c" {
		t.Errorf("shows %s, the stale reply", v.Title())
	}
}

func TestExampleCopies(t *testing.T) {
	sc, _ := exampleScreen(t, 100, 30, towerExample())
	sc.press("y", "Y")
	if len(sc.copied) != 2 || sc.copied[0].Text != "dev-1" {
		t.Fatalf("copied %v", sc.copied)
	}
	var got copied
	if err := json.Unmarshal([]byte(sc.copied[1].Text), &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != "dev-1" || got.Module != "filter[black]" || got.Node != 2 || !strings.Contains(strings.Join(got.Words, "\n"), "1 hit 1 miss") {
		t.Errorf("copied %+v", got)
	}
}

// All that matters is on 80×24, and on a narrow screen the panes are stacked.
func TestExampleOnSmallScreens(t *testing.T) {
	sc, _ := exampleScreen(t, 80, 21, towerExample())
	sc.want("✗ False wrong, gold True", "filter[black]", "F1 .40 < .50", "image 1: 2 of 4 boxes", "── hit")
	if n := len(sc.frame.Pictures); n != 1 || sc.frame.Pictures[0].Area.Dy() < leastPicture {
		t.Errorf("%d pictures on 80×21", n)
	}
	sc, _ = exampleScreen(t, 50, 24, towerExample())
	sc.want("!filter[black]", "F1 .40 < .50")
	sc.send(Resize{Area: image.Rect(0, 0, 30, 8)})
	sc.want("✗ False")
}

func TestExampleBroken(t *testing.T) {
	sc, _ := exampleScreen(t, 80, 24, nil)
	sc.want("the record cannot be read: a record without", "no module is scored")
	sc.press("j", "tab", "z", "o", "w", "x", "y", "Y", "c")
}

// Action tables must not bind one key twice, and say what each key does.
func TestExampleActionTables(t *testing.T) {
	sc, v := exampleScreen(t, 80, 24, towerExample())
	list := v.list
	tables := map[string][]widget.Action{"example": v.Actions(), "examples": list.Actions()}
	list.openModules()
	tables["modules"] = list.Actions()
	list.openOrders()
	tables["orders"] = list.Actions()
	for name, actions := range tables {
		keys, names := map[string]string{}, map[string]bool{}
		for _, a := range actions {
			if a.Help == "" || a.Group == "" || names[a.Name] {
				t.Errorf("%s: %q has no help or group, or its name twice", name, a.Name)
			}
			names[a.Name] = true
			plain := false
			for _, k := range a.Keys {
				if other, taken := keys[k]; taken {
					t.Errorf("%s: %s is both %s and %s", name, k, other, a.Name)
				}
				keys[k] = a.Name
				plain = plain || !strings.HasPrefix(k, "ctrl+")
				for _, kept := range []string{"?", ":", "q", "Q", "!", "m", "R", "ctrl+l", "ctrl+z", "ctrl+c"} {
					if k == kept {
						t.Errorf("%s: %s is the program's", name, k)
					}
				}
			}
			if !plain {
				t.Errorf("%s: %s needs ctrl", name, a.Name)
			}
		}
	}
	_ = sc
}
