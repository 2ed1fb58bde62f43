package panel

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Shown shows a subject in a panel of 70 cells, and returns what it says.
func shown(t *testing.T, of evidence.ShownVersions) []string {
	t.Helper()
	look := widget.Look{Theme: themes.Default().On(themes.Dark, 1<<24)}
	p := New()
	for range 2 { // the second time nothing is fresh
		p.Show(of, 70)
		p.Lay(image.Rectangle{}, image.Rect(0, 0, 70, 30), look, widget.Unfocused)
		p.Draw(widget.NewFrame(70, 30), "", "")
	}
	return p.Words()
}

func subjectOf(shown evidence.ExampleVersion, held ...evidence.ExampleVersion) evidence.ShownVersions {
	return evidence.ShownVersions{Run: &loaders.Run{}, Settings: scoring.Defaults(), ExampleVersion: shown, Held: loaders.ElementAt(held, 0)}
}

func twoBoxes(p ...float64) *loaders.Example {
	here, there := loaders.Box{X1: .4, Y1: .4}, loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
	third := loaders.Box{X0: .1, Y0: .6, X1: .3, Y1: .9}
	return &loaders.Example{
		ID: "a", Images: []loaders.Image{{Path: "a.png", Proposals: []loaders.Box{here, there, third}}},
		Program: []loaders.Module{
			{Op: "exist", Children: []int{1}},
			{Op: "find", Text: "dog", Output: loaders.Output{Boxes: [][]float64{p}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{here}}}},
			{Op: "find", Text: "cat", Output: loaders.Output{Tokens: []float64{1}}},
		},
	}
}

func TestBoxesOfTwoModules(t *testing.T) {
	held := evidence.ExampleVersion{Name: "find[dog] of two", Example: twoBoxes(.9, .1, .8), Node: 1}
	against := func(l evidence.ExampleVersion) evidence.ShownVersions {
		return subjectOf(l, held)
	}
	of := against(evidence.ExampleVersion{Example: twoBoxes(.9, .8, .2), Node: 1})
	got := strings.Join(shown(t, of), "\n")
	check.Contains(t, got, "find[dog] against find[dog] of two", "1 in both, 1 only here, 1 only there",
		"both #0, p here .90, p there .90", "here #1, p here .80, p there .10", "there #2, p here .20, p there .80", "gold #0")
	// A module is not compared with itself, nor with what has other boxes.
	itself := against(held)
	if got := strings.Join(shown(t, itself), "\n"); strings.Contains(got, "against") || strings.Contains(got, "p there") {
		t.Errorf("compared with itself:\n%s", got)
	}
	other := against(evidence.ExampleVersion{Example: twoBoxes(.9, .8, .2), Node: 1})
	proposals := &other.Example.Images[0].Proposals
	*proposals = slices.Clone(*proposals)
	(*proposals)[2].X1 = .35
	check.Contains(t, strings.Join(strings.Fields(strings.Join(shown(t, other), " ")), " "),
		"not compared with find[dog] of two: the modules have different proposals")
	text := against(evidence.ExampleVersion{Example: twoBoxes(.9, .8, .2), Node: 2})
	check.Contains(t, strings.Join(strings.Fields(strings.Join(shown(t, text), " ")), " "),
		"both modules must select boxes, or both attend to the passage")
}

// Side by side, a pair has no room for all its pictures: the two of the selected box's image are
// shown, and the rows tell of all.
func TestPairOfTwoModules(t *testing.T) {
	pair := func(p ...float64) *loaders.Example {
		ex := twoBoxes(p...)
		ex.Images = append(ex.Images, ex.Images[0])
		ex.Images[1].Path = "b.png"
		m := &ex.Program[1]
		m.Output.Boxes, m.Gold.Boxes = append(m.Output.Boxes, []float64{0, p[1], 0}), append(m.Gold.Boxes, nil)
		return ex
	}
	p := New()
	look := widget.Look{Theme: themes.Default().On(themes.Dark, 1<<24)}
	of := subjectOf(evidence.ExampleVersion{Example: pair(.9, .8, .2), Node: 1},
		evidence.ExampleVersion{Name: "find[dog] of two", Example: pair(.9, .7, .8), Node: 1})
	of.Photos = make([]evidence.Photo, 2)
	p.Show(of, 70)
	beside, _ := widget.First(p.Actions(), func(a widget.Action) bool { return a.Name == "beside" })
	beside.Run()
	for row, want := range []string{"here image 1  box #0", "here image 1  box #1", "here image 2  box #1",
		"there image 1  box #0", "there image 1  box #2", "there image 1  box #1", "there image 2  box #1"} {
		line := p.words.rows[row]
		if got := line.Place + line.Text; !strings.HasPrefix(got, want) {
			t.Errorf("row %d is %q, not %q", row, got, want)
		}
		p.words.selectOf(p.boxes, line.Item)
		p.Lay(image.Rectangle{}, image.Rect(0, 0, 70, 30), look, true)
		f := widget.NewFrame(70, 30)
		p.Draw(f, "", "")
		path := loaders.IfElse(strings.Contains(want, "image 1"), "a.png", "b.png")
		if len(f.Pictures) != 2 || f.Pictures[0].Picture.Key.Path != path || f.Pictures[1].Picture.Key.Path != path {
			t.Errorf("%s: shows %d pictures: %v", want, len(f.Pictures), f.Pictures)
		}
		at, proposal, _ := p.Target()
		if !strings.Contains(want, fmt.Sprintf(" image %d ", at+1)) || !strings.HasSuffix(want, strconv.Itoa(proposal)) {
			t.Errorf("%s: the target is #%d of image %d", want, proposal, at)
		}
	}
}

func TestPassageOfTwoModules(t *testing.T) {
	passage := func(p ...float64) *loaders.Example {
		return &loaders.Example{
			ID: "a", Passage: &loaders.Passage{Tokens: []string{"two", "yards", "and", "four"}},
			Program: []loaders.Module{{Op: "find", Output: loaders.Output{Tokens: p},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 3, End: 4}}}}},
		}
	}
	held := evidence.ExampleVersion{Name: "find of two", Example: passage(.7, 0, 0, .3)}
	same := subjectOf(evidence.ExampleVersion{Example: passage(.1, 0, 0, .9)}, held)
	if got := strings.Join(shown(t, same), "\n"); !strings.Contains(got, "gold") || strings.Contains(got, "gold there") {
		t.Errorf("the same gold is not one row:\n%s", got)
	}
	held.Example = passage(.7, 0, 0, .3)
	held.ShownModule().Gold.Spans = []loaders.Span{{Start: 0, End: 1}} // as another annotator has it
	of := subjectOf(evidence.ExampleVersion{Example: passage(.1, 0, 0, .9)}, held)
	got := strings.Join(shown(t, of), "\n")
	check.Contains(t, got, "find against find of two", "here", "there", "difference", "gold", "gold there", "two -.60")
	of.Example.Passage.Tokens = []string{"two", "yards"}
	check.Contains(t, strings.Join(shown(t, of), "\n"), "the passages have different tokens")
}
