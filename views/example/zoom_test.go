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
	sc, v := open(t, 132, 40, towerExample())
	sc.Press("tab", "j", "j") // the third row tells of the miss #3, at .8 to 1
	sc.Press("z")
	whole := sc.Frame.Pictures[0].Area
	if crop(t, sc, 0) != (loaders.Box{}) || !v.evidence.Wide() {
		t.Fatal("z does not give the whole picture the screen")
	}
	sc.Press("z")
	sc.Want("2:1")
	got, area := crop(t, sc, 0), sc.Frame.Pictures[0].Area
	w, h := got.X1-got.X0, got.Y1-got.Y0
	if times := float64(area.Dx()) / w / float64(whole.Dx()); times < 1.9 || times > 2.1 {
		t.Errorf("it is enlarged %.2f times, want 2", times)
	}
	if shape := w * 4 / h; math.Abs(shape-float64(area.Dx())/2/float64(area.Dy())) > .1 {
		t.Errorf("%v shows a part of shape %.2f", area, shape)
	}
	if !closeTo(got.X1, 1) || got.X0 > .8 {
		t.Errorf("%v does not show the selected box at the right edge", got)
	}
	sc.Press("z")
	sc.Want("4:1")
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
	sc.Press("z")
	if crop(t, sc, 0) != (loaders.Box{}) || v.evidence.Wide() {
		t.Error("after 4:1 z does not show the screen as it was")
	}
	sc.Press("z", "z", "esc", "esc")
	if v.evidence.Wide() || v.focus != evidencePane || sc.Pops != 0 {
		t.Error("esc does not leave the zoom step by step")
	}
}

// Without a picture z reads the texts.
func TestZoomReadsTextsUncut(t *testing.T) {
	sc, _ := open(t, 132, 40, viewtest.SpanExample("p-1", .9))
	sc.Press("z")
	sc.Want("about p-1", "how many yards")
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
