package example

import (
	"math"
	"strings"
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
	if crop(t, sc, 0) != (loaders.Box{}) || !v.panes.evidence.Wide() {
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
	if crop(t, sc, 0) != (loaders.Box{}) || v.panes.evidence.Wide() {
		t.Error("after 4:1 z does not show the screen as it was")
	}
	sc.Press("z", "z", "esc", "esc")
	if v.panes.evidence.Wide() || v.panes.focus != evidencePane || sc.Pops != 0 {
		t.Error("esc does not leave the zoom step by step")
	}
}

// Without a picture z reads the texts.
func TestZoomReadsTextsUncut(t *testing.T) {
	sc, _ := open(t, 132, 40, viewtest.SpanExample("p-1", .9))
	sc.Press("z")
	sc.Want("about p-1", "how many yards")
}

// An answer that its line cuts follows the enlarged picture.
func TestZoomReadsACutAnswer(t *testing.T) {
	ex := towerExample()
	ex.Answer.Predicted = "def f(x):\n\treturn " + strings.Repeat("very ", 30) + "long"
	sc, _ := open(t, 132, 40, ex)
	sc.Press("tab", "z", "z", "z")
	sc.Without("very long")
	sc.Press("z")
	sc.Want("predicted    def f(x):", "    return very very", "very long")
}

// The texts of an example without a program have the empty room of its page, as far as
// a line cuts them.
func TestTextsHaveTheEmptyRoom(t *testing.T) {
	ex := &loaders.Example{ID: "t", Question: "how\n\tdoes it end",
		Answer: loaders.Answer{Predicted: strings.Repeat("on and ", 60) + "terminus", Gold: "short"}}
	sc, _ := open(t, 80, 24, ex)
	sc.Want("the example", "question  how", "             does it end", "predicted on and on and", "terminus")
	sc.Without("gold      short")
	ex.Answer.Gold = strings.Repeat("a line\n", 40) + "the last"
	sc, _ = open(t, 80, 24, ex)
	sc.Without("the last")
	for range 40 {
		sc.Press("j")
	}
	sc.Want("the last")
	ex.Program = []loaders.Module{{Op: "find"}}
	sc, _ = open(t, 80, 24, ex)
	sc.Without("predicted on and")
}
