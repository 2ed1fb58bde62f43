package compare_test

import (
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
	"faithscope/views/viewtest"
)

// In free columns, differences are dots with their intervals on one axis; 80 columns are as they were.
func TestIntervalsShareAnAxisAroundZero(t *testing.T) {
	for _, test := range []struct {
		size          image.Point
		colours, half int // half is the least width of the axis' halves
	}{{image.Pt(120, 36), 1 << 24, 18}, {image.Pt(200, 50), 16, 55}, {image.Pt(120, 36), 2, 18}, {image.Pt(80, 24), 16, 0}} {
		s := viewtest.Of(t, in("one", "rrrrrrrrrRRw", "l"), in("two", "RRRRRRRRwRRR", "l"))
		s.Theme = themes.Default().On(themes.Dark, test.colours)
		sc := compared(t, test.size.X, test.size.Y, s)
		sc.Fits()
		if test.half == 0 {
			sc.Want("── A     B   B − A ───────── 95 %  corrected p   n ──\n"+
				"› overall  accuracy         .92   .92     .00   -.25 to +.25        1.000\n", "find     precision")
			continue
		}
		head, found := sc.Find("-1.00 ─")
		if !found {
			t.Fatalf("%v: no axis:\n%s", test.size, sc.Text())
		}
		lines := strings.Split(sc.Text(), "\n")
		column := func(line int, text string) int {
			before, _, _ := strings.Cut(lines[line], text)
			return ansi.StringWidth(before)
		}
		zero, end := column(head.Y, " 0 ")+1, column(head.Y, "+1.00")+len("+1.0")
		if zero-head.X != end-zero || zero-head.X < test.half || end > test.size.X-2 {
			t.Errorf("%v: the axis is from %d over %d to %d", test.size, head.X, zero, end)
		}
		for row, want := range []struct {
			score, dot    string
			low, x, high  float64
			isBetter, bar bool
		}{{"accuracy", "○", -.25, 0, .25, false, false}, {"precision", "●", .5, .75, 1, true, true}} {
			y := head.Y + 1 + row
			dot := column(y, want.dot)
			high := ansi.StringWidth(strings.TrimRight(lines[y], "·")) - 1
			for share, at := range map[float64]int{want.x: dot, want.low: column(y, "─"), want.high: high} {
				if off := float64(at-zero) - share*float64(end-zero); off < -.5 || off > .5 {
					t.Errorf("%v: %v of %s is %v columns off:\n%s", test.size, share, want.score, off, sc.Text())
				}
			}
			_, style := sc.Frame.At(dot, y)
			if isBetter := style == s.Verdict(loaders.Right); isBetter != want.isBetter {
				t.Errorf("%v: the dot of %s is in the colour of what is better: %v", test.size, want.score, isBetter)
			}
			check.Equal(t, "bar", strings.Contains(lines[y], "│"), want.bar, test.size, lines[y])
		}
	}
}

// An undefined interval leaves its reason, not a dot at 0.
func TestUndefinedIntervalsAreNotDrawn(t *testing.T) {
	nothing := in("one", "rrrrrr", "f")
	for i := range nothing.Len() {
		nothing.Example(i).Program[1].Output.Boxes[0] = []float64{.1, .1}
	}
	s := viewtest.Of(t, nothing, in("two", "RRRRRr", "f"))
	sc := compared(t, 120, 36, s)
	sc.Want("–            –  A: predicts nothing  │\n", "───────○──")
	s.Plain = true
	compared(t, 120, 36, s).Without("○", "●")
}

// Errors of counts are greater than 1: their intervals lead beyond the axis, which keeps its room for shares.
func TestIntervalsBeyondSharesEndInArrows(t *testing.T) {
	counts := func(name string, answers ...string) *loaders.Run {
		var list []*loaders.Example
		for i, answer := range answers {
			ex := viewtest.BoxExample(string(rune('a'+i)), answer == "1", true)
			ex.Program[0].Op, ex.Answer.Predicted, ex.Answer.Gold = "count", answer, "1"
			list = append(list, ex)
		}
		return viewtest.RunOf(name, list...)
	}
	exact, far := counts("one", strings.Split("11111111", "")...), counts("two", strings.Split("99191999", "")...)
	for _, test := range []struct {
		a, b *loaders.Run
		want string
	}{
		{exact, far, "│··························▸\n"},
		{far, exact, "-4.90        1.000                ◂··························│"},
	} {
		s := viewtest.Of(t, test.a, test.b)
		compared(t, 160, 50, s).Want("-1.00 ─", "+1.00", test.want)
	}
}
