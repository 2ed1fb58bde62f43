package example

import (
	"image"
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
)

// crop is what the screen's picture i shows.
func crop(t *testing.T, sc *viewtest.Screen, i int) loaders.Box {
	t.Helper()
	if i >= len(sc.Frame.Pictures) {
		t.Fatalf("no picture %d on screen:\n%s", i, sc.Text())
	}
	return sc.Frame.Pictures[i].Picture.Crop
}

func closeTo(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestZoomKeepsTheShapeAndTheBox(t *testing.T) {
	sc, _ := open(t, 132, 40, towerExample())
	whole := sc.Frame.Pictures[0].Area
	sc.Press("tab", "j", "j") // the third row tells of the miss #3, at .8 to 1
	sc.Press("+", "=")
	got := crop(t, sc, 0)
	w, h, area := got.X1-got.X0, got.Y1-got.Y0, sc.Frame.Pictures[0].Area
	if times := float64(area.Dx()) / w / float64(whole.Dx()); times < 2.2 || times > 2.4 {
		t.Errorf("two keys enlarge %.2f times, want 2.25", times)
	}
	if shape := w * 4 / h; math.Abs(shape-float64(area.Dx())/2/float64(area.Dy())) > .1 {
		t.Errorf("%v shows a part of shape %.2f", area, shape)
	}
	if !closeTo(got.X1, 1) || got.X0 > .8 {
		t.Errorf("%v does not show the selected box at the right edge", got)
	}
	if area.Dy() <= whole.Dy() {
		t.Errorf("the wide picture took %v and enlarged takes %v: it leaves rows free", whole, area)
	}
	sc.Want("×2.2")
	sc.Press("_")
	if crop(t, sc, 0) != (loaders.Box{}) {
		t.Error("_ does not show the whole picture")
	}
}

func TestZoomPansInsideThePicture(t *testing.T) {
	sc, v := open(t, 132, 40, towerExample())
	sc.Press("tab", "j", "j", "h", "+", "+", "+")
	if v.program.Node() != 2 {
		t.Fatal("the keys moved the program")
	}
	sc.Press("j") // the program has the focus: the zoom stays
	if v.program.Node() == 2 {
		t.Error("j moved no module")
	}
	sc.Want("×3.4") // the zoom stays
	sc.Press("tab")
	before := crop(t, sc, 0)
	sc.Press("j", "h") // the selected box is at the right edge
	after := crop(t, sc, 0)
	if !(after.X0 < before.X0 && after.Y0 > before.Y0) || !closeTo(after.X1-after.X0, before.X1-before.X0) {
		t.Errorf("h and j moved %v to %v", before, after)
	}
	for _, key := range []string{"l", "j", "h", "k"} {
		for range 50 {
			sc.Press(key)
		}
		if b := crop(t, sc, 0); b.X0 < -1e-9 || b.Y0 < -1e-9 || b.X1 > 1+1e-9 || b.Y1 > 1+1e-9 {
			t.Errorf("%s leads to %v, outside the picture", key, b)
		}
	}
	if sc.Pops != 0 || v.focus != evidencePane {
		t.Error("panning left the evidence")
	}
	sc.Press("esc")
	if crop(t, sc, 0) != (loaders.Box{}) || v.focus != evidencePane {
		t.Error("esc first leaves the zoom")
	}
	sc.Press("h")
	if v.focus != programPane {
		t.Error("h leads to the program again")
	}
}

func TestZoomHasEnds(t *testing.T) {
	sc, _ := open(t, 132, 40, towerExample())
	for range 40 {
		sc.Press("+")
	}
	sc.Want("×17.1") // 1.5 to the power of 7
	for range 40 {
		sc.Press("-")
	}
	if got := crop(t, sc, 0); got != (loaders.Box{}) {
		t.Errorf("shows %v after going back", got)
	}
	if a, _ := sc.Action("-"); a.Why() == "" {
		t.Error("- is enabled for a whole picture")
	}
	sc, _ = open(t, 132, 40, viewtest.SpanExample("p-1", .9)) // there is no image
	for _, key := range []string{"+", "v"} {
		if a, _ := sc.Action(key); a.Why() == "" {
			t.Errorf("%s is enabled without a picture", key)
		}
	}
}

func TestInsetShowsTheSelectedBox(t *testing.T) {
	for _, size := range []image.Point{{132, 40}, {120, 36}, {80, 24}} {
		sc, _ := open(t, size.X, size.Y, smallBoxes())
		if n := len(sc.Frame.Pictures); n != 1 {
			t.Fatalf("%v: %d pictures without a selected box", size, n)
		}
		sc.Press("tab")
		if n := len(sc.Frame.Pictures); n != 2 {
			t.Errorf("%v: %d pictures, want the box beside the image:\n%s", size, n, sc.Text())
			continue
		}
		main, inset := sc.Frame.Pictures[0], sc.Frame.Pictures[1]
		if inset.Area.Overlaps(main.Area) || !inset.Area.In(sc.Area) {
			t.Errorf("%v: %v lies over %v, or outside", size, inset.Area, main.Area)
		}
		for y := inset.Area.Min.Y; y < inset.Area.Max.Y; y++ {
			for x := inset.Area.Min.X; x < inset.Area.Max.X; x++ {
				if text, _ := sc.Frame.At(x, y); text != " " && text != "" {
					t.Fatalf("%v: %q stands under the magnified box:\n%s", size, text, sc.Text())
				}
			}
		}
		for row, box := range smallBoxes().Images[0].Proposals {
			if row > 0 {
				sc.Press("j")
			}
			crop := crop(t, sc, 1)
			if box.X0 < crop.X0 || box.Y0 < crop.Y0 || box.X1 > crop.X1 || box.Y1 > crop.Y1 {
				t.Errorf("%v: row %d shows %v, which does not hold the box %v", size, row, crop, box)
			}
			a := sc.Frame.Pictures[1].Area
			shape := (crop.X1 - crop.X0) / (crop.Y1 - crop.Y0) * 4 / 3
			if got := float64(a.Dx()) / 2 / float64(a.Dy()); got < shape*.8 || got > shape*1.25 {
				t.Errorf("%v: the area %v has shape %.2f, what it shows %.2f", size, a, got, shape)
			}
			thick := 0
			for _, m := range sc.Frame.Pictures[1].Picture.Marks {
				if m.Thick {
					thick++
				} else if m.Label != "" {
					t.Errorf("%v: another box is labelled %q", size, m.Label)
				}
			}
			if thick != 1 {
				t.Errorf("%v: %d thick marks, want the selected one", size, thick)
			}
		}
	}
}

// smallBoxes is an example with three small boxes, of which none is gold.
func smallBoxes() *loaders.Example {
	return &loaders.Example{
		ID: "small", Question: "what is there",
		Images: []loaders.Image{{Path: "a.png", Width: 640, Height: 480, Proposals: []loaders.Box{
			{X0: .1, Y0: .1, X1: .2, Y1: .2}, {X0: .9, Y0: .9, X1: 1, Y1: 1}, {X0: 0, Y0: .5, X1: .02, Y1: .52},
		}}},
		Program: []loaders.Module{{Op: "find", Text: "small things", Output: loaders.Output{Boxes: [][]float64{{.9, .8, .7}}}}},
	}
}

func TestBoxKeyShowsTheBoxLarge(t *testing.T) {
	sc, v := open(t, 132, 40, smallBoxes())
	sc.Press("tab", "v")
	if n := len(sc.Frame.Pictures); n != 1 {
		t.Fatalf("%d pictures, want only the box", n)
	}
	sc.Want("the selected box, v for the picture")
	area := sc.Frame.Pictures[0].Area
	for _, box := range smallBoxes().Images[0].Proposals[1:] {
		sc.Press("j")
		if a := sc.Frame.Pictures[0].Area; a != area {
			t.Errorf("the picture moved from %v to %v with the box", area, a)
		}
		if c := crop(t, sc, 0); box.X0 < c.X0 || box.X1 > c.X1 || box.Y0 < c.Y0 || box.Y1 > c.Y1 {
			t.Errorf("%v does not hold the box %v", c, box)
		}
	}
	sc.Press("esc")
	if crop(t, sc, 0) != (loaders.Box{}) || v.focus != evidencePane {
		t.Error("esc does not show the whole picture in the same pane")
	}
}
