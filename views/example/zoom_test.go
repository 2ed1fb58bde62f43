package example

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// crop returns what the screen's picture i shows.
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
	sc.Press("tab", "j") // the second row tells of the miss #3, at .8 to 1
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
func TestTextsUseTheEmptyRoom(t *testing.T) {
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

// roomOf returns how many lines the question, the evidence, the program and the rest have, and
// the cells of the first picture.
func roomOf(sc *viewtest.Screen, v *exampleScreen) (lines [4]int, picture image.Point) {
	l := v.panes.layout
	if len(sc.Frame.Pictures) > 0 {
		picture = sc.Frame.Pictures[0].Area.Size()
	}
	return [4]int{l.question.Dy() + l.answer.Dy(), l.above.Union(l.evidence).Dy(), l.program.Dy(), l.about.Dy()}, picture
}

// largestBlank returns the cells of the largest rectangle without text or picture.
func largestBlank(sc *viewtest.Screen) (most int) {
	heights := make([]int, sc.Area.Dx())
	for y := sc.Area.Min.Y; y < sc.Area.Max.Y; y++ {
		for x := range heights {
			content, _ := sc.Frame.At(sc.Area.Min.X+x, y)
			heights[x]++
			if content != " " || slices.ContainsFunc(sc.Frame.Pictures, func(p widget.PlacedPicture) bool {
				return image.Pt(sc.Area.Min.X+x, y).In(p.Area)
			}) {
				heights[x] = 0
			}
		}
		for from := range heights {
			low := sc.Area.Dy()
			for to := from; to < len(heights); to++ {
				low = min(low, heights[to])
				most = max(most, low*(to-from+1))
			}
		}
	}
	return most
}

// Where a long answer goes on in the picture's border, the picture has no title there.
func TestATitleOverwritesNothing(t *testing.T) {
	sc, v := open(t, 80, 24, towerExample())
	names, line := v.panes.evidence.PictureNames(), widget.LineAt(1, 0, 60)
	if !strings.Contains(sc.Text(), names) || names == "" {
		t.Fatalf("no title %q:\n%s", names, sc.Text())
	}
	for text, want := range map[string]string{"1 change": "1 change", "": " " + names} {
		f := widget.NewFrame(80, 1)
		f.Text(0, 0, 80, widget.Style{}, text)
		v.panes.drawPictureNames(f, line, sc.Session.Look)
		check.Equal(t, "over "+text, strings.TrimRight(viewtest.Text(f), " \n"), want)
	}
}

// The rule of room: the question with its verdict, then the evidence, then the program, and what else
// is known has one line until it is opened, or what is left.
func TestRoomIsDividedByPriority(t *testing.T) {
	photo := viewtest.SceneExample()
	photo.Program = []loaders.Module{{Op: "find", Text: "dog", Output: loaders.Output{Boxes: [][]float64{{.9, .1, .2}}}}}
	pair := func(premise, hypothesis int) *loaders.Example {
		ex := reviewExample()
		ex.Passage = &loaders.Passage{Tokens: slices.Repeat([]string{"premise"}, premise)}
		ex.Tokens, ex.Pair, ex.Kind = slices.Repeat([]string{"hypothesis"}, hypothesis), true, "pair"
		ex.Attributions = []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: slices.Concat(ex.Passage.Tokens, ex.Tokens),
			Scores: slices.Repeat([]float64{.5}, premise+hypothesis)}}
		ex.Rationales = nil
		return ex
	}
	sizes := []image.Point{{80, 20}, {100, 27}, {120, 33}, {200, 57}}
	for _, test := range []struct {
		name  string
		ex    *loaders.Example
		lines [4][4]int // by size
	}{
		{"a wide picture", towerExample(), [4][4]int{{2, 17, 6, 4}, {2, 24, 6, 5}, {2, 30, 6, 9}, {2, 54, 6, 21}}},
		// It has all lines, and program and words its left.
		{"a photo", photo, [4][4]int{{2, 17, 3, 7}, {2, 23, 3, 14}, {2, 29, 3, 21}, {2, 53, 3, 44}}},
		{"a passage", viewtest.SpanExample("p-1", .9), [4][4]int{{2, 18, 3, 15}, {2, 24, 3, 21}, {2, 30, 3, 27}, {2, 54, 3, 50}}},
		{"a pair", pair(20, 5), [4][4]int{{2, 17, 18, 1}, {2, 15, 24, 9}, {2, 15, 30, 15}, {2, 54, 54, 54}}},
	} {
		for k, size := range sizes {
			sc, v := open(t, size.X, size.Y, test.ex)
			got, picture := roomOf(sc, v)
			check.Equal(t, "lines for question, evidence, program, rest", got, test.lines[k], test.name, "on", size)
			isBeside := picture.Y > 0 && sc.Frame.Pictures[0].Area.Min.X >= v.panes.layout.program.Max.X
			if size.X == 120 && picture.Y == 13 || size.X == 200 && picture.Y > 0 && isBeside == (picture.X > 4*picture.Y) {
				t.Errorf("%s on %v: a picture of %v", test.name, size, picture)
			}
			if blank := largestBlank(sc); picture.Y > 0 && 3*blank > size.X*size.Y {
				t.Errorf("%s on %v: %d cells in one place are blank:\n%s", test.name, size, blank, sc.Text())
			}
		}
	}
	// Neither long words nor what is in about takes the width from a picture.
	sc, v := open(t, 80, 24, dogsExample())
	if _, cells := roomOf(sc, v); cells.X < 76 {
		t.Errorf("a wide picture has %v cells on 80 columns", cells)
	}
	// A photo has most rows where tmux takes another from 24, and the screen but two at z.
	sc, v = open(t, 80, 19, photo)
	if _, cells := roomOf(sc, v); cells.Y < 14 {
		t.Errorf("a photo has %v cells on 80 columns in tmux", cells)
	}
	sc.Press("tab", "z")
	if _, cells := roomOf(sc, v); cells.Y != 19-2 {
		t.Errorf("enlarged it has %v cells", cells)
	}
	// Both texts of a pair are whole up to seven lines each, or else have three at least.
	seen := ""
	lines := func(premise, hypothesis int) (of [2]int) {
		sc, v := open(t, 80, 19, pair(premise, hypothesis))
		theme := themes.Default().On(themes.Dark, 1<<24)
		sc.Session.Theme = theme
		v.layOut()
		sc.Draw()
		seen = sc.Text()
		_, text, _ := strings.Cut(seen, "scaled by row")
		for line := range strings.Lines(text) {
			if at := strings.Index(line, "  premise premise "); at > 0 || strings.HasPrefix(line, " premise ") {
				of[0]++
			} else if strings.Contains(line, "  hypothesis hypothesis ") || strings.HasPrefix(line, " hypothesis hypothesis ") {
				of[1]++
			}
		}
		return of
	}
	for texts, want := range map[[2]int][2]int{{40, 7}: {5, 1}, {20, 20}: {3, 3}, {300, 100}: {7, 3}, {12, 300}: {2, 7}} {
		check.Equal(t, "lines", lines(texts[0], texts[1]), want, "of words", texts)
	}
}

// What stays empty below all panes has the list around the example.
func TestEmptyLinesHaveTheListAround(t *testing.T) {
	pair := &loaders.Example{ID: "1", Tokens: []string{"a", "b"}, Attributions: []loaders.Attribution{
		{Name: "ig", Over: "question", Scores: []float64{.1, .9}}}}
	for _, test := range []struct {
		w, h, listed int
		want         bool
	}{{200, 50, 9, true}, {200, 50, 1, false}, {80, 10, 9, false}} {
		sc, v := open(t, test.w, test.h, slices.Repeat([]*loaders.Example{pair}, test.listed)...)
		if got := strings.Contains(sc.Text(), "the list"); got != test.want {
			t.Errorf("%d examples on %d×%d: list %v", test.listed, test.w, test.h, got)
		}
		if l := v.panes.layout; test.want && (l.neighbours.Max.Y != 50 || l.neighbours.Overlaps(l.evidence)) {
			t.Errorf("%v beside %v", l.neighbours, l.evidence)
		}
	}
}
