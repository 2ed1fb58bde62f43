// Package figure has the papers' figures of runs as data: panels with axes, and
// series of points that each say how many examples they rest on. What draws them
// is package views/figure.
//
//   - f1-thresholds: F1 of all modules over the probability of a predicted box,
//     and over the IoU of an aligned one (Subramanian et al. 2020).
//   - accuracy-per-count: accuracy by gold count (Dancette et al. 2020).
//   - accuracy-over-p: accuracy on the odd-even and even-odd slices of p percent
//     (the same, with the expectation over all draws: package counting).
//   - alignment-accuracy: ΔA against accuracy, a point a run (Prasad et al. 2021).
//   - faithfulness-accuracy: the share of faithful examples against accuracy, a
//     point a run.
//   - histograms: how the scores of examples are spread, of one run, for every
//     type of module.
package figure

import (
	"io"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Figure is panels side by side whose series go by the same names.
type Figure struct {
	Name, Title string
	// Panels have the same number of series in the same order, unless they are
	// of bars: then each has one. A figure without panels has nothing to show.
	Panels []Panel
	// Left says what is not in it, and why: "layer_count: no counting question".
	Left []string
}

// Panel is one pair of axes.
type Panel struct {
	Title  string // "" for the only one
	X, Y   Axis
	Form   Form
	Series []Series
}

// Form is how a panel's points are drawn.
type Form uint8

// The forms: a line through the points of a series, points alone, bars around
// each point's X.
const (
	Lines Form = iota
	Points
	Bars
)

// Axis goes over its ticks, which ascend: two at least.
type Axis struct {
	Label string
	Ticks []float64
}

// Min and Max are where the axis begins and ends.
func (a Axis) Min() float64 { return a.Ticks[0] }

// Max is where the axis ends.
func (a Axis) Max() float64 { return a.Ticks[len(a.Ticks)-1] }

// At is where x lies between Min, 0, and Max, 1; outside it is clipped.
func (a Axis) At(x float64) float64 { return max(0, min((x-a.Min())/(a.Max()-a.Min()), 1)) }

// Series are points in the order of X; a line has a gap where Y is undefined.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value and how many examples it rests on.
type Point struct {
	X float64
	Y scoring.Value
	N int
}

// leave says that a run is not in the figure.
func (f *Figure) leave(run *session.Scored, why string) {
	f.Left = append(f.Left, run.Run.Name+": "+why)
}

// WriteCSV writes a row a point: panel, series, x, y, n, and why where y is
// undefined.
func (f *Figure) WriteCSV(w io.Writer) error {
	rows := table.Find("csv").Open(w, f.Title, table.Text.Columns("figure", "panel", "series", "x", "y", "n", "undefined"))
	for _, p := range f.Panels {
		for _, s := range p.Series {
			for _, at := range s.Points {
				if err := rows.Write([]any{f.Name, p.Title, s.Name, at.X, at.Y, at.N, at.Y.Why()}); err != nil {
					return err
				}
			}
		}
	}
	return rows.Close()
}
