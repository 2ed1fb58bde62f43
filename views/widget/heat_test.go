package widget_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// With any number of colours more heat looks different from less, and with
// none the difference is in the text.
func TestHeatLadder(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, tt := range []struct{ colors, steps int }{{2, 1}, {16, 3}, {256, 6}, {1 << 24, 24}} {
			h := widget.Look{Theme: themes.Default().On(dark, tt.colors)}
			styles := map[string]bool{}
			bars := map[string]bool{}
			for i := range 1001 {
				x := float64(i) / 1000
				st := h.Heat(x)
				styles[st.String()] = true
				bars[h.HeatSuffix(x)] = true
			}
			// The truecolor ramp has 24 steps; its first stands for less than
			// the least that is marked, and plain text takes its place.
			if len(styles) < tt.steps {
				t.Errorf("dark %v, %d colours: %d styles, want %d", dark, tt.colors, len(styles), tt.steps)
			}
			check.Equal(t, "bars", len(bars), map[bool]int{true: 9, false: 1}[tt.colors == 2], "dark", dark, "colours", tt.colors)
		}
	}
}

// On the selected row of sixteen colours every role of text reads: a blue one
// would vanish on blue.
func TestSelectedOfSixteen(t *testing.T) {
	for _, dark := range []bool{true, false} {
		s := widget.Look{Theme: themes.Default().On(dark, 16)}
		row := s.Theme.Selected
		for _, c := range []widget.Style{s.Theme.Right, s.Theme.Wrong, s.Theme.Faint, s.Theme.Warn} {
			if st := widget.Over(c, row); st.Fg != row.Fg || st.Bg != row.Bg {
				t.Errorf("dark %v: %v on the selected row is %v on %v", dark, c, st.Fg, st.Bg)
			}
		}
		heat := s.Heat(1)
		if st := widget.Over(heat, row); st.Fg != heat.Fg || st.Bg != heat.Bg {
			t.Errorf("dark %v: heat on the selected row is %v on %v", dark, st.Fg, st.Bg)
		}
	}
}

func TestHeatOfNothing(t *testing.T) {
	for _, colors := range []int{2, 16, 256, 1 << 24} {
		h := viewtest.DarkLook(colors)
		for _, x := range []float64{0, -1, .001, math.NaN(), math.Inf(-1)} {
			if st := h.Heat(x); st != (widget.Style{}) || h.HeatSuffix(x) != "" {
				t.Errorf("%d colours: %v is marked", colors, x)
			}
		}
		if st := h.Heat(math.Inf(1)); colors > 2 && st != h.Heat(1) {
			t.Errorf("%d colours: infinity is not clipped to 1", colors)
		}
	}
}

func TestHeatLegend(t *testing.T) {
	for _, colors := range []int{2, 16, 256, 1 << 24} {
		for _, w := range []int{40, 9, 3, 1, 0} {
			f := widget.NewFrame(60, 1)
			pen := widget.NewPen(f, image.Rect(2, 0, 2+w, 1))
			pen.Heat(viewtest.DarkLook(colors), "0", ".42", widget.Unsigned)
			if took := pen.X() - 2; w > 0 && took > w {
				t.Errorf("%d colours: a legend of %d cells in %d", colors, took, w)
			}
			text := viewtest.Text(f)
			if w == 40 && !(strings.Contains(text, "0 ") && strings.Contains(text, ".42")) {
				t.Errorf("%d colours: no numbers in %q", colors, text)
			}
			if w == 40 && colors == 2 && !strings.Contains(text, "▂▃▄▅▆▇█") {
				t.Errorf("no bars in %q", text)
			}
		}
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{{0, ""}, {-1, ""}, {math.NaN(), ""}, {.5, "██"}, {1, "████"}, {9, "████"}, {.03, "▏"}, {.28, "█▏"}} {
		f := widget.NewFrame(8, 1)
		widget.Bar(f, image.Rect(0, 0, 4, 1), widget.Style{}, tt.x)
		check.Equal(t, "bar", viewtest.Text(f), tt.want, "of", tt.x)
	}
}

func TestSmall(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{{0, "0"}, {.834, ".83"}, {1, "1.00"}, {.0514, ".051"}, {.0004, "4e-04"}, {3e-7, "3e-07"}, {-.25, "-.25"}, {-.0514, "-.051"}} {
		if got := widget.Small(tt.x); got != tt.want {
			t.Errorf("small(%v) = %q, want %q", tt.x, got, tt.want)
		}
	}
}

func TestChance(t *testing.T) {
	for x, want := range map[float64]string{1: "1.000", .0362: ".036", .001: ".001", .00099: "<.001", 1.5e-60: "<.001", 0: ".000"} {
		if got := widget.Chance(scoring.Defined(x)); got != want {
			t.Errorf("p of %v is %q, want %q", x, got, want)
		}
	}
}

// TestMeasure: the digits behind the point agree within a column.
func TestMeasure(t *testing.T) {
	for x, want := range map[float64]string{.5: ".50", 9.472: "9.47", 22.857: "22.86", -112.3: "-112.30", 1234.5: "1234", 4.3e8: "4.3e8"} {
		check.Equal(t, "measure", widget.Measure(x), want, "of", x)
	}
}

func TestDecimal(t *testing.T) {
	for x, want := range map[float64]string{0: ".00", .5: ".50", 1: "1.00", -.47: "-.47", -10.5: "-10.50", -.003: ".00"} {
		check.Equal(t, "decimal", widget.Decimal(x), want, "of", x)
	}
}

// Every cause has a look of its own, in colour and without.
func TestCausesLookDifferent(t *testing.T) {
	l := viewtest.DarkLook(1 << 24)
	f := widget.NewFrame(400, 1)
	widget.CauseKey(widget.NewPen(f, f.Bounds()), l, scoring.Causes())
	for _, c := range scoring.Causes() {
		check.Contains(t, viewtest.Text(f), c.String())
	}
	f = widget.NewFrame(400, 1)
	widget.CauseKey(widget.NewPen(f, f.Bounds()), l, []scoring.Cause{scoring.LowProbability, scoring.Elsewhere})
	check.Contains(t, viewtest.Text(f), "▆ low p  ▆ elsewhere")
}

func TestHeatNearZeroHasNoBackground(t *testing.T) {
	for _, colors := range []int{16, 256, 1 << 24} {
		l := viewtest.DarkLook(colors)
		for _, x := range []float64{.049, -.049} {
			if st, content := l.HeatCell(x, true); st.Bg != nil || content != "·" || l.Heat(x).Bg != nil {
				t.Errorf("%d colours: %g is %q on %v", colors, x, content, st.Bg)
			}
		}
		if l.Heat(.05).Bg == nil {
			t.Errorf("%d colours: .05 has no background", colors)
		}
	}
}
