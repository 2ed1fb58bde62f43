package widget_test

import (
	"image"
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func values(xs ...float64) []scoring.Value {
	var all []scoring.Value
	for _, x := range xs {
		v := scoring.Defined(x)
		if x < 0 {
			v = scoring.Undefined("gap")
		}
		all = append(all, v)
	}
	return all
}

func TestChart(t *testing.T) {
	for _, test := range []struct {
		name   string
		curves []widget.Curve
		want   string
	}{
		{"a diagonal", []widget.Curve{{Values: values(0, 1./7, 2./7, 3./7, 4./7, 5./7, 6./7, 1)}}, "  ⡠⠊|⡠⠊"},
		{"along the bottom", []widget.Curve{{Values: values(0, 0)}}, "|⣀⣀⣀⣀"},
		{"a broken line", []widget.Curve{{Values: values(1, 1), Pattern: 2}}, "⠁⠁⠁⠁|"},
		{"a gap", []widget.Curve{{Values: values(1, 1, 1, -1, -1, 1, 1, 1)}}, "⠉⠁⠈⠉|"},
		{"a step is filled", []widget.Curve{{Values: values(0, 0, 0, 0, 1, 1, 1, 1)}}, "  ⡏⠉|⣀⣀⠇"},
		{"two curves", []widget.Curve{{Values: values(0, 0)}, {Values: values(1, 1)}}, "⠉⠉⠉⠉|⣀⣀⣀⣀"},
		{"no values", []widget.Curve{{}}, "|"},
	} {
		f := widget.NewFrame(4, 2)
		widget.Chart(f, f.Bounds(), test.curves...)
		if got := strings.ReplaceAll(viewtest.Text(f), "\n", "|"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	f := widget.NewFrame(2, 1)
	widget.Chart(f, image.Rect(-5, -5, 9, 9), widget.Curve{Values: values(2, -1, 7)}) // outside everything
}

func TestSpark(t *testing.T) {
	f := widget.NewFrame(5, 1)
	marked := widget.Bold(widget.Style{})
	widget.Spark(f, f.Bounds(), widget.Curve{Values: values(0, .25, -1, .5, 1)}, 3, marked)
	if got := viewtest.Text(f); got != "▁▃ ▅█" {
		t.Errorf("%q", got)
	}
	if _, st := f.At(3, 0); st != marked {
		t.Error("the value of the mark is not marked")
	}
}
