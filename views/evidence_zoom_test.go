package views

import (
	"image"
	"math"
	"testing"

	"faithscope/loaders"
)

// crop is what the frame's picture i shows.
func (s *screen) crop(i int) loaders.Box {
	s.t.Helper()
	if i >= len(s.frame.Pictures) {
		s.t.Fatalf("no picture %d on screen:\n%s", i, s.text())
	}
	return s.frame.Pictures[i].Picture.Crop
}

func closeTo(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestZoomKeepsTheShapeAndTheBox(t *testing.T) {
	sc, _ := exampleScreen(t, 132, 40, towerExample())
	whole := sc.frame.Pictures[0].Area
	sc.press("tab") // the first row tells of the miss #3, at .8 to 1
	sc.press("+", "=")
	got := sc.crop(0)
	if w, h := got.X1-got.X0, got.Y1-got.Y0; !closeTo(w, 1/2.25) || !closeTo(h, 1/2.25) {
		t.Errorf("two keys show %.3f × %.3f of the picture, want 1/2.25 of each", w, h)
	}
	if !closeTo(got.X1, 1) || got.X0 > .8 {
		t.Errorf("%v does not show the selected box at the right edge", got)
	}
	if sc.frame.Pictures[0].Area != whole {
		t.Errorf("the picture moved from %v to %v", whole, sc.frame.Pictures[0].Area)
	}
	sc.want("×2.2")
	sc.press("_")
	if sc.crop(0) != (loaders.Box{}) {
		t.Error("_ does not show the whole picture")
	}
}

func TestZoomPansInsideThePicture(t *testing.T) {
	sc, v := exampleScreen(t, 132, 40, towerExample())
	sc.press("+", "+", "+")
	if v.program.Selected() != v.tree.lineOf[2] {
		t.Fatal("the keys moved the program")
	}
	sc.press("j") // the program has the focus: the zoom stays
	if v.program.Selected() == v.tree.lineOf[2] || v.lens.power != 3 {
		t.Errorf("j moved no module, or lost the zoom of %d", v.lens.power)
	}
	sc.press("tab")
	before := sc.crop(0)
	sc.press("j", "h") // the selected box is at the right edge
	after := sc.crop(0)
	if !(after.X0 < before.X0 && after.Y0 > before.Y0) || !closeTo(after.X1-after.X0, before.X1-before.X0) {
		t.Errorf("h and j moved %v to %v", before, after)
	}
	for _, key := range []string{"l", "j", "h", "k"} {
		for range 50 {
			sc.press(key)
		}
		if b := sc.crop(0); b.X0 < -1e-9 || b.Y0 < -1e-9 || b.X1 > 1+1e-9 || b.Y1 > 1+1e-9 {
			t.Errorf("%s leads to %v, outside the picture", key, b)
		}
	}
	if sc.pops != 0 || v.focus != evidencePane {
		t.Error("panning left the evidence")
	}
	sc.press("esc")
	if v.lens.power != 0 || v.focus != evidencePane {
		t.Error("esc first leaves the zoom")
	}
	sc.press("h")
	if v.focus != programPane {
		t.Error("h leads to the program again")
	}
}

func TestZoomHasEnds(t *testing.T) {
	sc, v := exampleScreen(t, 132, 40, towerExample())
	for range 40 {
		sc.press("+")
	}
	if v.lens.power != mostPower {
		t.Errorf("power %d, want at most %d", v.lens.power, mostPower)
	}
	for range 40 {
		sc.press("-")
	}
	if v.lens.power != 0 || sc.crop(0) != (loaders.Box{}) {
		t.Errorf("power %d after going back", v.lens.power)
	}
	if a, _ := sc.action("-"); a.Why() == "" {
		t.Error("- is enabled for a whole picture")
	}
	sc.press("g") // a module without an image
	for _, key := range []string{"+", "v"} {
		if a, _ := sc.action(key); a.Why() == "" {
			t.Errorf("%s is enabled without a picture", key)
		}
	}
}

func TestInsetShowsTheSelectedBox(t *testing.T) {
	for _, size := range []image.Point{{132, 40}, {120, 36}, {80, 24}} {
		sc, _ := exampleScreen(t, size.X, size.Y, smallBoxes())
		if n := len(sc.frame.Pictures); n != 1 {
			t.Fatalf("%v: %d pictures without a selected box", size, n)
		}
		sc.press("tab")
		if n := len(sc.frame.Pictures); n != 2 {
			t.Errorf("%v: %d pictures, want the box beside the image:\n%s", size, n, sc.text())
			continue
		}
		main, inset := sc.frame.Pictures[0], sc.frame.Pictures[1]
		if inset.Area.Overlaps(main.Area) || !inset.Area.In(sc.area) {
			t.Errorf("%v: %v lies over %v, or outside", size, inset.Area, main.Area)
		}
		for y := inset.Area.Min.Y; y < inset.Area.Max.Y; y++ {
			for x := inset.Area.Min.X; x < inset.Area.Max.X; x++ {
				if text, _ := sc.frame.At(x, y); text != " " && text != "" {
					t.Fatalf("%v: %q stands under the magnified box:\n%s", size, text, sc.text())
				}
			}
		}
		for row, box := range smallBoxes().Images[0].Proposals {
			if row > 0 {
				sc.press("j")
			}
			crop := sc.crop(1)
			if box.X0 < crop.X0 || box.Y0 < crop.Y0 || box.X1 > crop.X1 || box.Y1 > crop.Y1 {
				t.Errorf("%v: row %d shows %v, which does not hold the box %v", size, row, crop, box)
			}
			a := sc.frame.Pictures[1].Area
			shape := (crop.X1 - crop.X0) / (crop.Y1 - crop.Y0) * 4 / 3
			if got := float64(a.Dx()) * cellShape / float64(a.Dy()); got < shape*.8 || got > shape*1.25 {
				t.Errorf("%v: the area %v has shape %.2f, what it shows %.2f", size, a, got, shape)
			}
			thick := 0
			for _, m := range sc.frame.Pictures[1].Picture.Marks {
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
	sc, v := exampleScreen(t, 132, 40, smallBoxes())
	sc.press("tab", "v")
	if n := len(sc.frame.Pictures); n != 1 {
		t.Fatalf("%d pictures, want only the box", n)
	}
	sc.want("the selected box, v for the picture")
	area := sc.frame.Pictures[0].Area
	for range 2 {
		sc.press("j")
		if a := sc.frame.Pictures[0].Area; a != area {
			t.Errorf("the picture moved from %v to %v with the box", area, a)
		}
		at, _ := v.selectedBox()
		if c := sc.crop(0); at.box.X0 < c.X0 || at.box.X1 > c.X1 || at.box.Y0 < c.Y0 || at.box.Y1 > c.Y1 {
			t.Errorf("%v does not hold the box %v", c, at.box)
		}
	}
	sc.press("esc")
	if sc.crop(0) != (loaders.Box{}) || v.focus != evidencePane {
		t.Error("esc does not show the whole picture in the same pane")
	}
}

func TestMagnifyAnyBox(t *testing.T) {
	_, v := exampleScreen(t, 132, 40, smallBoxes())
	for _, box := range []loaders.Box{
		{X0: 0, Y0: 0, X1: 1, Y1: 1}, {X0: 0, Y0: 0, X1: 1e-9, Y1: 1e-9}, {X0: .999999, Y0: 0, X1: 1, Y1: 1},
		{X0: 0, Y0: .5, X1: 1, Y1: .500001}, {X0: .3, Y0: .3, X1: .4, Y1: .9},
	} {
		for _, room := range []image.Rectangle{image.Rect(0, 0, 14, 5), image.Rect(5, 5, 120, 8), image.Rect(0, 0, 20, 90)} {
			part, area := v.magnify(selectedBox{box: box}, room)
			if !(part.X0 >= 0 && part.Y0 >= 0 && part.X1 <= 1+1e-9 && part.Y1 <= 1+1e-9 && part.Area() > 0) {
				t.Errorf("box %v in %v shows %v", box, room, part)
			}
			if part.X0 > box.X0 || part.Y0 > box.Y0 || part.X1 < box.X1-1e-9 || part.Y1 < box.Y1-1e-9 {
				t.Errorf("%v does not hold %v", part, box)
			}
			if area.Empty() || !area.In(room) {
				t.Errorf("box %v: area %v is not in %v", box, area, room)
			}
		}
	}
}
