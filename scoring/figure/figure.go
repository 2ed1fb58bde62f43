package figure

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Source holds what figures are made from. Run is the index of the run that figures of a single run
// show.
type Source struct {
	Runs     []*session.Scored
	Run      int
	Settings scoring.Settings
	// Facts is Run's table of examples, nil to make one.
	Facts *facts.Table
}

func (src Source) exampleTable() *facts.Table {
	if src.Facts != nil {
		return src.Facts
	}
	return facts.New(src.Runs[src.Run]).Table(src.Settings, nil)
}

// Figure is panels side by side whose series have the same names.
type Figure struct {
	Name, Title string
	// Panels have the same number of series in the same order. Panels of bars have one series, or
	// several: side by side if places have names, otherwise the first one behind. Without panels
	// there is nothing to show.
	Panels []Panel
	Note   string // about the points; "" for none
	// Left tells what was left out, and why: "layer_count: no counting question".
	Left []string
}

// Panel is one pair of axes.
type Panel struct {
	Title  string // "" for the only one
	X, Y   Axis
	Form   Form
	Series []Series
	Means  string   // explains numbers that aren't scores
	Peak   bool     // the highest point stands out
	Names  []string // of the places between the ticks 0, 1, 2 … of X; nil if these are numbers
}

// Name returns the name of the place at x, "" if places are numbers.
func (p *Panel) Name(x float64) string {
	if i := int(x); i >= 0 && i < len(p.Names) {
		return p.Names[i]
	}
	return ""
}

// PanelsBeside returns the panels, those of lines once for each data set of their runs, or only
// for the chosen series' (-1 for none), because results on different data aren't comparable. Each
// has all series, those of other data without points and names.
func (f *Figure) PanelsBeside(chosen int) (parts []Panel) {
	for _, p := range f.Panels {
		sets := scoring.AppendNew(nil, loaders.Map(p.Series, func(s Series) string { return s.Data })...)
		if p.Form != Lines || len(sets) < 2 {
			parts = append(parts, p)
			continue
		}
		if chosen >= 0 {
			sets = []string{p.Series[chosen].Data}
		}
		for _, set := range sets {
			own := p
			own.Title = strings.TrimPrefix(p.Title+" · "+set, " · ")
			own.Series = loaders.Map(p.Series, func(s Series) Series {
				if s.Data != set {
					s.Points, s.Name = nil, ""
				}
				return s
			})
			parts = append(parts, own)
		}
	}
	return parts
}

// Form is how a panel's points are drawn.
type Form uint8

// The forms: a line through a series, only points, bars around each point's X.
const (
	Lines Form = iota
	Points
	Bars
)

// Axis spans its ticks: at least two, ascending.
type Axis struct {
	Label string
	Ticks []float64
}

// Min returns the first tick, where the axis begins.
func (a Axis) Min() float64 { return a.Ticks[0] }

// Max returns the last tick, where the axis ends.
func (a Axis) Max() float64 { return a.Ticks[len(a.Ticks)-1] }

// At returns the position of x between Min (0) and Max (1), clipped outside.
func (a Axis) At(x float64) float64 { return max(0, min((x-a.Min())/(a.Max()-a.Min()), 1)) }

// Bar returns where bar i of series k begins and ends on the axis of x: around its point if
// places are numbers, otherwise beside the other series' bars, within the place.
func (p *Panel) Bar(k, i int) (from, to float64) {
	at := p.Series[k].Points[i].X
	if p.Names == nil {
		half := (p.X.Max() - p.X.Min()) / float64(2*len(p.Series[k].Points))
		return at - half, at + half
	}
	width := 1 / float64(len(p.Series)+1)
	from = at - .5 + width*(float64(k)+.5)
	return from, from + width
}

// Series is points in the order of X; a line has a gap where Y is undefined.
type Series struct {
	Name   string
	Run    int    // among the source's runs: the one with the points' examples
	Data   string // that run's data set, "" in a figure of one run
	Look   Look
	Points []Point
}

// Peak returns the highest point, the first of several; ok is false for a series without a
// number.
func (s *Series) Peak() (at Point, ok bool) {
	most := 0.0
	for _, p := range s.Points {
		if y, defined := p.Y.Float(); defined && (!ok || y > most) {
			at, most, ok = p, y, true
		}
	}
	return at, ok
}

// Last returns the last point with a number; ok is false for none.
func (s *Series) Last() (at Point, ok bool) {
	for _, at := range slices.Backward(s.Points) {
		if _, ok := at.Y.Float(); ok {
			return at, true
		}
	}
	return at, false
}

// At returns the height at x of the line through the points; ok is false outside and if a point
// at or around x is undefined.
func (s *Series) At(x float64) (y float64, ok bool) {
	next, on := slices.BinarySearchFunc(s.Points, x, func(p Point, x float64) int { return cmp.Compare(p.X, x) })
	if next == len(s.Points) {
		return 0, false
	}
	after := s.Points[next]
	high, ok := after.Y.Float()
	if !ok || on || next == 0 {
		return high, ok && on
	}
	before := s.Points[next-1]
	low, ok := before.Y.Float()
	return low + (high-low)*(x-before.X)/(after.X-before.X), ok
}

// Point is a value and the number of examples it rests on.
type Point struct {
	X     float64
	Y     scoring.Value
	N     int
	Leads string // query that lists these examples, "" for none
	// Scores hold what X and Y show; nil for another number.
	Scores [2]*scoring.Score
}

func placeOf(p Point) float64 { return p.X }

func (f *Figure) leaveOut(run *session.Scored, reason string) {
	f.Left = scoring.AppendNew(f.Left, run.Run.Name+": "+reason)
}

// SeriesName is the column of series' names.
var SeriesName = table.Text.Column("series")

// WriteCSV writes a row per point: figure, panel, series, x, y, n, why y is undefined, and the
// place's name. The error is w's.
func (f *Figure) WriteCSV(w io.Writer) error {
	rows := table.Find("csv").Open(w, f.Title, table.Columns("figure", "panel", SeriesName, "x", "y", table.N, table.Undefined, "name"))
	for _, p := range f.Panels {
		for _, s := range p.Series {
			for _, at := range s.Points {
				if err := rows.Write([]any{f.Name, p.Title, s.Name, at.X, at.Y, at.N, at.Y.Why(), p.Name(at.X)}); err != nil {
					return err
				}
			}
		}
	}
	return rows.Close()
}

var shares = []float64{0, .2, .4, .6, .8, 1}
