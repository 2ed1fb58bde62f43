package example

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// dogsExample counts three boxes to 1.6: the first lies half in a gold box, the
// second is one, the third touches none, and the fourth adds next to nothing. A
// second gold box has no region.
func dogsExample() *loaders.Example {
	box := func(x, y float64) loaders.Box { return loaders.Box{X0: x, Y0: y, X1: x + .2, Y1: y + .2} }
	return &loaders.Example{
		ID: "dogs", Question: "how many dogs are there?", Answer: loaders.Answer{Predicted: "2", Gold: "2", Correct: loaders.Right},
		Images: []loaders.Image{{Path: "dogs.png", Width: 400, Height: 100,
			Proposals: []loaders.Box{box(.6, .6), box(.1, .1), box(.2, .1), box(.4, .7)}}},
		Program: []loaders.Module{{
			Op: "count", Text: "dogs", Output: loaders.Output{Boxes: [][]float64{{.4, .5, .7, .001}}},
			Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box(.1, .1), box(.8, .2)}}},
		}},
	}
}

// strengths returns how strong the lines of boxes are that are not gold, by the number
// of the box, in percent.
func strengths(sc *viewtest.Screen) map[int]int {
	got := map[int]int{}
	for _, m := range sc.Frame.Pictures[0].Picture.Marks {
		for k, box := range dogsExample().Images[0].Proposals {
			if !m.Gold() && m.Box == box {
				got[k] = int(100*(1-m.Fade) + .5)
			}
		}
	}
	return got
}

func TestCountIsASum(t *testing.T) {
	sc, _ := open(t, 120, 36, dogsExample())
	sc.Want("✓ 2 right", "GroundP .53 ≥ .50", "sum 1.60    .53", "4 boxes · .85 of the sum is inside 2 gold boxes",
		"bold: high score  ── hit  ╌╌ miss  ══ gold ≥ .50  ┄┄ gold < .50",
		"sum 1.60 → 2 · expected 2", "┃",
		"box      score           sum  in gold   IoU  overlaps",
		"box #2    .70  ━━━━      .70      .50   .33  gold #0", "box #1    .50  ━━━      1.20     1.00  1.00  gold #0",
		"box #0    .40  ━━╸      1.60      .00     –  none",
		"box #3    .001          1.60      .00     –", "gold #0   –             1.20", "sum < .50")
	got := strengths(sc)
	if want := map[int]int{2: 76, 1: 60, 0: 52}; len(got) != 3 || got[2] != want[2] || got[1] != want[1] || got[0] != want[0] {
		t.Errorf("strengths %v, want %v, and nothing of the box that adds next to nothing", got, want)
	}
}

// Every box stays listed while one is taken out of the sum.
func TestARemovedBoxLeavesTheOthers(t *testing.T) {
	sc, _ := rerun(t, 120, 36, always(executor.CountExecutor{}), dogsExample())
	sc.Press("tab", "home", "-")
	sc.Want("3 in both, 0 only now, 1 only before", "both #1", "both #0", "before #2")
}

// A right count of 0 has no strong boxes: strength doesn't depend on the best box of the picture.
func TestTinyScoresAreHairlines(t *testing.T) {
	ex := dogsExample()
	ex.Answer = loaders.Answer{Predicted: "0", Gold: "0", Correct: loaders.Right}
	ex.Program[0].Output.Boxes, ex.Program[0].Gold.Boxes = [][]float64{{1e-5, 1e-5, 7e-6, 1e-9}}, [][]loaders.Box{{}}
	sc, _ := open(t, 120, 36, ex)
	marks := sc.Frame.Pictures[0].Picture.Marks
	check.Equal(t, "boxes", len(marks), 3)
	for _, m := range marks {
		if !m.Thin || m.Label != "" || m.Fade < .79 {
			t.Errorf("a score below .05 is drawn as %+v", m)
		}
	}
}

// A picture on which no box passes the threshold still says where the module looked.
func TestTheBestBoxesAreShownWhereNonePasses(t *testing.T) {
	for _, c := range []struct {
		p    []float64
		want string
	}{
		{[]float64{.1, .45, .04, .44, .2}, "#1 .45 #3 .44 #4 .20 "},
		{[]float64{.04, .45, 0, 0, .03}, "#1 .45 "},
		{[]float64{.1, .55, .04, .44, .2}, ""},
	} {
		for _, gold := range []bool{true, false} {
			ex := towers()
			ex.Program[2].Output.Boxes[0] = c.p
			ex.Images[0].Proposals[4] = loaders.Box{X0: .1, Y0: 0, X1: .2, Y1: 1}
			if !gold {
				ex.Program[2].Gold = nil
			}
			sc, v := open(t, 120, 36, ex)
			v.selectNode(2)
			sc.Draw()
			var got []string
			for _, m := range sc.Frame.Pictures[0].Picture.Marks {
				if m.Thin {
					got = append(got, m.Label+" ")
				}
			}
			if slices.Sort(got); strings.Join(got, "") != c.want {
				t.Errorf("gold %v, %v: %q instead of %q", gold, c.p, got, c.want)
			}
			if c.want != "" {
				sc.Want("below #1", "╌╌ below threshold")
			}
		}
	}
}

// A question of which the file has no gold boxes does not lack any.
func TestCountWithoutGoldBoxes(t *testing.T) {
	ex := dogsExample()
	ex.Program[0].Gold.Boxes = [][]loaders.Box{{}}
	sc, _ := open(t, 120, 36, ex)
	sc.Want("4 boxes · no gold boxes")
	sc.Without("of 0 gold")
}

// The key adds boxes to the sum without a change of the focus; in the evidence
// the rows do.
func TestCountBuildsUp(t *testing.T) {
	for _, keys := range [][]string{{":count-on", ":count-on", ":count-on"}, {"tab", "j", "j"}, {":count-on", "tab", "j", ":count-on"}} {
		sc, v := open(t, 120, 36, dogsExample())
		seen := []string{}
		for _, key := range keys {
			before := v.panes.evidence.Scroller().(*widget.Table).Selected()
			sc.Press(key)
			if strings.Contains(sc.Text(), "sum ") && len(strengths(sc)) > 0 && (key != "tab" || before == 0) {
				seen = append(seen, sumOn(sc))
			}
		}
		if last := seen[len(seen)-1]; last != "sum 1.60 of 1.60 → 2 · expected 2 · box 3 of 4" {
			t.Errorf("%v: %q", keys, seen)
		}
		if first := seen[0]; first != "sum .70 of 1.60 → 2 · expected 2 · box 1 of 4" {
			t.Errorf("%v: %q", keys, seen)
		}
	}
	sc, _ := open(t, 120, 36, dogsExample())
	sc.Press(":count-on")
	check.Equal(t, "strengths after the first box", len(strengths(sc)), 1)
	check.Equal(t, "gold boxes are drawn", len(sc.Frame.Pictures[0].Picture.Marks)-1, 2)
	sc.Press(":count-on", ":count-on", ":count-on", ":count-on")
	sc.Want("sum 1.60 → 2 · expected 2")
	check.Equal(t, "strengths behind the last", len(strengths(sc)), 3)
}

// sumOn returns what the screen says of the sum.
func sumOn(sc *viewtest.Screen) string {
	for line := range strings.Lines(sc.Text()) {
		if _, rest, ok := strings.Cut(line, " sum "); ok && strings.Contains(rest, "expected 2") {
			return "sum " + strings.TrimSpace(rest)
		}
	}
	return ""
}

func TestCountWithoutGold(t *testing.T) {
	ex := dogsExample()
	ex.Program[0].Gold = nil
	ex.Answer = loaders.Answer{Predicted: "2", Gold: "5", Correct: loaders.Wrong}
	sc, _ := open(t, 120, 36, ex)
	sc.Want("4 boxes", "sum 1.60 → 2 · expected 5", "box #2   .70  ━━━━      .70        –     –")
	ex.Program[0].Output.Boxes = [][]float64{{}}
	sc, _ = open(t, 80, 22, ex)
	sc.Want("sum .00 → 0 · expected 5")
	if action := sc.Named("count-on"); action.Why() == "" {
		t.Error("a sum of nothing builds up")
	}
	ex.Program[0].Output.Boxes = [][]float64{{0, -1, 1e300, 0}, {1}}
	sc, _ = open(t, 80, 22, ex)
	sc.Press(":count-on", ":count-on", "tab", "G")
	sc.Fits()
	sc, _ = open(t, 100, 30, towerExample())
	sc.Press(":count-on")
	sc.WantSaid("the selected module's answer is not a sum of boxes")
}
