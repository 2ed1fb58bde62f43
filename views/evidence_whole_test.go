package views

import (
	"image"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// sceneExample is a scene graph: its objects are gold and proposals at once.
func sceneExample() *loaders.Example {
	boxes := []loaders.Box{{X0: 0, Y0: 0, X1: 100, Y1: 50}, {X0: 150, Y0: 20, X1: 200, Y1: 120}}
	return &loaders.Example{
		ID: "2407890", Question: "wall, dog",
		Images: []loaders.Image{{Path: "2407890.jpg", Units: loaders.Pixels, Width: 200, Height: 200,
			Proposals: append(append([]loaders.Box{}, boxes...), loaders.Box{X0: 10, Y0: 10, X1: 30, Y1: 30}),
			Labels:    []string{"wall (white)", "dog", "ball"}, Gold: boxes}},
		Groups: []string{"2407"}, Meta: map[string]string{"relations": "dog left of wall", "weather": "sunny\x1b[2J"},
	}
}

func TestExampleOfAScene(t *testing.T) {
	sc, v := exampleScreen(t, 110, 34, sceneExample())
	sc.want("the picture", "no program, so no module to score",
		"image 1: 2 gold boxes and 1 proposal · no photo found",
		"gold #0 wall (white) · 100×50 px · 12 % of the image", "gold #1 dog · 50×100 px", "proposal #2 ball · 20×20 px · 1 % of the image",
		"answered consistently with: 2407", "relations: dog left of wall", "weather: sunny", "══ gold", "── proposal")
	if len(sc.frame.Pictures) != 1 {
		t.Fatalf("%d pictures, want the blank ground", len(sc.frame.Pictures))
	}
	p := sc.frame.Pictures[0].Picture
	if p.Files != nil || len(p.Marks) != 3 {
		t.Errorf("files %v, %d marks: a box that is gold and proposal stands once, on a blank ground", p.Files, len(p.Marks))
	}
	for down, want := range []string{"wall (white)", "dog", "ball"} {
		if down > 0 {
			sc.press("j")
		}
		marks := sc.frame.Pictures[0].Picture.Marks
		if last := marks[len(marks)-1]; !last.Thick || last.Label != want {
			t.Errorf("row %d: the last mark is %q, thick %v; want %q thick", down, last.Label, last.Thick, want)
		}
	}
	sc.press("j") // a row that tells of no box
	for _, m := range sc.frame.Pictures[0].Picture.Marks {
		if m.Thick {
			t.Errorf("%q is thick, but no box is selected", m.Label)
		}
	}
	if v.focus != evidencePane {
		t.Error("there is no program to move in")
	}
}

func TestExampleWithoutAnything(t *testing.T) {
	ex := &loaders.Example{ID: "r1", Question: "is it?", Kind: "verify", Answer: loaders.Answer{Predicted: "yes", Scores: map[string]float64{"em": .5}}}
	sc, _ := exampleScreen(t, 80, 24, ex)
	sc.want("the example", "no program, so no module to score", "kind: verify", "the file's em: 0.5")
	if len(sc.frame.Pictures) != 0 {
		t.Error("a picture of nothing")
	}
}

// A module whose output is not in the run shows its gold, and one without
// boxes of its own what belongs to the question.
func TestExampleGoldWithoutOutput(t *testing.T) {
	ex := sceneExample()
	im := &ex.Images[0]
	dog := im.Gold[1]
	im.Proposals, im.Labels = nil, nil
	ex.Program = []loaders.Module{
		{Op: "query", Text: "name", Children: []int{1}, Place: -1},
		{Op: "relate", Text: "dog,left of,s", Place: -1, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{dog}}, Source: "scenes"}},
	}
	sc, _ := exampleScreen(t, 110, 34, ex)
	sc.want("no boxes of its own: those of the whole question are shown", "image 1: 2 gold boxes · no photo found", "gold #0 · 100×50 px", "gold #1 dog")
	sc.press("j")
	sc.want("image 1: 1 gold box, the run has no boxes of this module", "gold #0 dog · 50×100 px · 12 % of the image")
	if marks := sc.frame.Pictures[0].Picture.Marks; len(marks) != 1 || marks[0].Label != "dog" || marks[0].Dash != widget.Double {
		t.Errorf("marks %+v", marks)
	}
}

func TestPhotoOf(t *testing.T) {
	ex := func(change func(*loaders.Image)) *loaders.Example {
		ex := sceneExample()
		change(&ex.Images[0])
		return ex
	}
	there := fstest.MapFS{"2407890.jpg": {Data: []byte("no picture")}}
	unsized := func(im *loaders.Image) { im.Width, im.Height = 0, 0 }
	for _, c := range []struct {
		why  string
		ex   *loaders.Example
		fs   fstest.MapFS
		want photo
	}{
		{"the run knows the size", ex(func(*loaders.Image) {}), there, photo{size: image.Pt(200, 200)}},
		{"no file, no size: around the boxes", ex(unsized), fstest.MapFS{}, photo{size: image.Pt(200, 120), missing: true, framed: true}},
		{"a file that tells no size is not guessed at", ex(unsized), there, photo{}},
		{"fractions need no size", ex(func(im *loaders.Image) { unsized(im); im.Units = loaders.Fraction }), fstest.MapFS{}, photo{missing: true}},
		{"boxes beyond any picture frame nothing", ex(func(im *loaders.Image) {
			unsized(im)
			im.Gold, im.Proposals = []loaders.Box{{X1: 1e300, Y1: 10}}, nil
		}), fstest.MapFS{}, photo{missing: true}},
	} {
		if got := photoOf(c.fs, c.ex, 0); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

func TestSharesOfAnImage(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", .001: "<1 %", .006: "1 %", .12: "12 %", 1: "100 %"} {
		if got := share(x); got != want {
			t.Errorf("share(%v) = %q, want %q", x, got, want)
		}
	}
}
