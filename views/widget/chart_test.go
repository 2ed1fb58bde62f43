package widget_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// values returns a curve through the given values at even distances, with gaps for values
// below 0.
func values(xs ...float64) func(float64) (float64, bool) {
	return func(share float64) (float64, bool) {
		x := xs[int(math.Round(share*float64(len(xs)-1)))]
		return x, x >= 0
	}
}

func TestChart(t *testing.T) {
	for _, test := range []struct {
		name   string
		curves []widget.Curve
		want   string
	}{
		{"a diagonal", []widget.Curve{{At: values(0, 1./7, 2./7, 3./7, 4./7, 5./7, 6./7, 1)}}, "  ⡠⠊|⡠⠊"},
		{"along the bottom", []widget.Curve{{At: values(0, 0)}}, "|⣀⣀⣀⣀"},
		{"a broken line", []widget.Curve{{At: values(1, 1), Pattern: 2}}, "⠁⠁⠁⠁|"},
		{"a gap", []widget.Curve{{At: values(1, 1, 1, -1, -1, 1, 1, 1)}}, "⠉⠁⠈⠉|"},
		{"a step is filled", []widget.Curve{{At: values(0, 0, 0, 0, 1, 1, 1, 1)}}, "  ⡏⠉|⣀⣀⠇"},
		{"two curves", []widget.Curve{{At: values(0, 0)}, {At: values(1, 1)}}, "⠉⠉⠉⠉|⣀⣀⣀⣀"},
		{"no values", []widget.Curve{{At: values(-1)}}, "|"},
	} {
		f := widget.NewFrame(4, 2)
		widget.Chart(f, f.Bounds(), test.curves...)
		check.Equal(t, test.name, strings.ReplaceAll(viewtest.Text(f), "\n", "|"), test.want)
	}
	f := widget.NewFrame(2, 1)
	widget.Chart(f, image.Rect(-5, -5, 9, 9), widget.Curve{At: values(2, -1, 7)}) // outside everything
}
