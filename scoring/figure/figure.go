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

// Source holds what figures are made from; Run indexes the run of figures of one run.
type Source struct {
	Runs     session.Runs
	Run      int
	Settings scoring.Settings
	// Run's examples, nil to make the table
	Facts *facts.Table
}

func (src Source) run() *session.ScoredRun { return src.Runs[src.Run] }

func (src Source) exampleTable() *facts.Table {
	if src.Facts != nil {
		return src.Facts
	}
	return facts.New(src.run()).Table(src.Settings, nil)
}

// Figure is panels side by side with the same series names.
type Figure struct {
	Name, Title string
	// Panels have the same series in order. Several series of bars are side by side if places have
	// names, otherwise the first is behind. Without panels there is nothing to show.
	Panels []Panel
	Note   string
	Left   []string
}

// Panel is one pair of axes.
type Panel struct {
	Title  string // "" for the only one
	X, Y   Axis
	Form   PanelStyle
	Series []Series
	Means  string
	Peak   bool
	Names  []string // of places at the ticks 0, 1, 2 …; nil for numbers
}

// Name returns "" if places are numbers.
func (p *Panel) Name(x float64) string {
	if i := int(x); i >= 0 && i < len(p.Names) {
		return p.Names[i]
	}
	return ""
}

// PanelsBeside separates lines by their runs' data sets, or keeps the chosen series' (-1 for none),
// because results on different data aren't comparable. Other series lose points and names.
func (f *Figure) PanelsBeside(chosenSeries int) (parts []Panel) {
	for _, p := range f.Panels {
		sets := scoring.AppendNew(nil, loaders.Map(p.Series, func(s Series) string { return s.Data })...)
		if p.Form != Lines || len(sets) < 2 {
			parts = append(parts, p)
			continue
		}
		if chosenSeries >= 0 {
			sets = []string{p.Series[chosenSeries].Data}
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

// PanelStyle is how points are drawn.
type PanelStyle uint8

// Forms of panels.
const (
	Lines PanelStyle = iota
	Points
	Bars
)

// Axis spans at least two ascending ticks.
type Axis struct {
	Label string
	Ticks []float64
}

// Min returns the first tick.
func (a Axis) Min() float64 { return a.Ticks[0] }

// Max returns the last tick.
func (a Axis) Max() float64 { return a.Ticks[len(a.Ticks)-1] }

// At returns a position from 0 (Min) to 1 (Max), clipped.
func (a Axis) At(x float64) float64 { return max(0, min((x-a.Min())/(a.Max()-a.Min()), 1)) }

// Bar returns bar i's ends: around its point if places are numbers, otherwise beside the other
// series' bars.
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

// Series is in the order of X; lines have gaps where Y is undefined.
type Series struct {
	Name   string
	Run    int
	Data   string // the run's data set, "" in a figure of one run
	Look   SeriesStyle
	Points []Point
}

// Peak returns the first highest point; ok is false for a series without a number.
func (s *Series) Peak() (at Point, ok bool) {
	most := 0.0
	for _, p := range s.Points {
		if y, defined := p.Y.Float(); defined && (!ok || y > most) {
			at, most, ok = p, y, true
		}
	}
	return at, ok
}

// Last returns the last point with a number.
func (s *Series) Last() (at Point, ok bool) {
	for _, at := range slices.Backward(s.Points) {
		if _, ok := at.Y.Float(); ok {
			return at, true
		}
	}
	return at, false
}

// At interpolates the height at x; ok is false outside and if a point at or around x is undefined.
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

// PointScores hold what X and Y show; nil for another number.
type PointScores [2]*scoring.Score

// Point is a value and its number of examples.
type Point struct {
	X      float64
	Y      scoring.Value
	N      int
	Leads  string // query for the examples, "" for none
	Scores PointScores
	Name   string // "" for the series'
}

func placeOf(p Point) float64 { return p.X }

func (f *Figure) addSeries(p *Panel, src Source, runIndex int, points []Point, missingReason string) {
	run := src.Runs[runIndex]
	if len(points) == 0 {
		f.leaveOut(run, missingReason)
		return
	}
	p.Series = append(p.Series, Series{Name: run.Run.Name, Run: runIndex, Points: points})
}

func (f *Figure) leaveOut(run *session.ScoredRun, reason string) {
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
				if err := rows.Write([]any{f.Name, p.Title, s.Name, at.X, at.Y, at.N, at.Y.Why(), cmp.Or(at.Name, p.Name(at.X))}); err != nil {
					return err
				}
			}
		}
	}
	return rows.Close()
}

var shares = []float64{0, .2, .4, .6, .8, 1}
