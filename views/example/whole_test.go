package example

import (
	"testing"

	"faithscope/loaders"
	"faithscope/views/help"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func TestExampleOfAScene(t *testing.T) {
	sc, v := open(t, 110, 34, viewtest.SceneExample())
	sc.Press(":about")
	sc.Want("the picture", "no program, so no module to score",
		"2 gold boxes and 1 proposal · no photo found", "set a folder with --images DIR",
		"gold #0 wall (white) · 100×50 px · 13 % of the image", "gold #1 dog · 50×100 px", "proposal #2 ball · 20×20 px · 1 % of the image",
		"2407", "dog left of wall", "sunny", "══ gold", "── proposal")
	if len(sc.Frame.Pictures) != 1 {
		t.Fatalf("%d pictures, want the blank ground", len(sc.Frame.Pictures))
	}
	p := sc.Frame.Pictures[0].Picture
	if p.Files != nil || len(p.Marks) != 3 {
		t.Errorf("files %v, %d marks: a box that is gold and proposal stands once, on a blank ground", p.Files, len(p.Marks))
	}
	for down, want := range []string{"wall (white)", "dog", "ball"} {
		if down > 0 {
			sc.Press("j")
		}
		marks := sc.Frame.Pictures[0].Picture.Marks
		if last := marks[len(marks)-1]; !last.Thick || last.Label != want {
			t.Errorf("row %d: the last mark is %q, thick %v; want %q thick", down, last.Label, last.Thick, want)
		}
	}
	if v.panes.focus != evidencePane {
		t.Error("there is no program to move in")
	}
}

func TestExampleWithoutAnything(t *testing.T) {
	ex := &loaders.Example{ID: "r1", Question: "is it?", Kind: "verify",
		Answer: loaders.Answer{Predicted: "yes", Scores: map[string]float64{"em": .5}}}
	sc, v := open(t, 80, 24, ex)
	sc.Want("the example", "no program, so no module to score", "verify", "EM .50")
	if len(sc.Frame.Pictures) != 0 {
		t.Error("a picture of nothing")
	}
	help.NewCommand(&v.s.Console, v.Actions(), nil, nil) // asks each action what may follow its name
}

// A module whose output is not in the run shows its gold, and one without
// boxes of its own what belongs to the question.
func TestExampleGoldWithoutOutput(t *testing.T) {
	ex := viewtest.SceneExample()
	im := &ex.Images[0]
	dog := im.Gold[1]
	im.Proposals, im.Labels = nil, nil
	ex.Program = []loaders.Module{
		{Op: "query", Text: "name", Children: []int{1}, Place: -1},
		{Op: "relate", Text: "dog,left of,s", Place: -1, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{dog}}, Source: "scenes"}},
	}
	sc, _ := open(t, 110, 34, ex)
	sc.Want("this module has no boxes; shown instead:", "boxes from the whole question", "2 gold boxes · no photo found",
		"gold #0 · 100×50 px",
		"gold #1 dog")
	sc.Press("j")
	sc.Want("1 gold box; the run has no boxes", "gold #0 dog · 50×100 px · 13 % of the im")
	if marks := sc.Frame.Pictures[0].Picture.Marks; len(marks) != 1 || marks[0].Label != "dog" || marks[0].Dash != widget.Double {
		t.Errorf("marks %+v", marks)
	}
}
