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
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders/nearest"
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/counting"
	"faithscope/scoring/facts"
	"faithscope/scoring/mcd"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// shares are the ticks of a share.
var shares = []float64{0, .2, .4, .6, .8, 1}

// around returns ticks for an axis that holds all values, which lie between
// least and 1, with some room at both ends.
func around(values []float64, least float64) []float64 {
	const room = .02
	return facts.Edges(max(least, slices.Min(values)-room), min(1, slices.Max(values)+room), 8)
}

// pick returns the score of a metric.
func pick(scores []scoring.Score, metric, of string) (scoring.Score, bool) {
	i := slices.IndexFunc(scores, func(s scoring.Score) bool { return s.Metric == metric && s.Of == of })
	if i < 0 {
		return scoring.Score{}, false
	}
	return scores[i], true
}

// thresholds draws F1 of all modules at every hundredth of both thresholds.
func thresholds(ctx context.Context, src Source, f *Figure) error {
	places := make([]float64, 100)
	for i := range places {
		places[i] = float64(i) / 100
	}
	for _, over := range []struct {
		axis         boxes.Axis
		title, label string
	}{
		{boxes.OverThreshold, "over p", "probability of a predicted box, p >"},
		{boxes.OverIoU, "over IoU", "IoU of an aligned box, IoU >"},
	} {
		p := Panel{Title: over.title, X: Axis{over.label, shares}, Y: Axis{"F1", shares}}
		for _, run := range src.Runs {
			curves, err := run.Sweep(ctx, src.Settings, over.axis, places)
			if err != nil {
				return err
			}
			i := slices.IndexFunc(curves, func(c boxes.Curve) bool { return c.Of == "overall" })
			if i < 0 || curves[i].Count == 0 {
				if len(f.Panels) == 0 {
					f.leave(run, "no boxes to score")
				}
				continue
			}
			s := Series{Name: run.Run.Name}
			for k, y := range curves[i].F1 {
				s.Points = append(s.Points, Point{places[k], y, curves[i].Count})
			}
			p.Series = append(p.Series, s)
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

// perCount draws accuracy over the gold counts that occur.
func perCount(ctx context.Context, src Source, f *Figure) error {
	p := Panel{X: Axis{"gold count", nil}, Y: Axis{"accuracy", shares}}
	most := 1
	for _, run := range src.Runs {
		scores, err := run.Whole(ctx, counting.Protocol.Name, src.Settings)
		if err != nil {
			return err
		}
		s := Series{Name: run.Run.Name}
		for _, score := range scores {
			label, err := strconv.Atoi(score.Of)
			if err == nil && score.Metric == "accuracy" && score.Count > 0 {
				s.Points = append(s.Points, Point{float64(label), score.Value, score.Count})
				most = max(most, label)
			}
		}
		if len(s.Points) == 0 {
			f.leave(run, "no counting questions")
			continue
		}
		p.Series = append(p.Series, s)
	}
	for label := range most + 1 {
		p.X.Ticks = append(p.X.Ticks, float64(label))
	}
	f.Panels = []Panel{p}
	return nil
}

// overP draws accuracy on the slices of every tenth of removed questions.
func overP(ctx context.Context, src Source, f *Figure) error {
	settings := src.Settings
	settings.CountCurve = true
	for _, strategy := range []mcd.Strategy{mcd.OddEven, mcd.EvenOdd} {
		p := Panel{Title: strategy.String(), X: Axis{"p, % of the other parity left out", []float64{0, 20, 40, 60, 80, 100}}, Y: Axis{"accuracy", shares}}
		for _, run := range src.Runs {
			scores, err := run.Whole(ctx, counting.Protocol.Name, settings)
			if err != nil {
				return err
			}
			s := Series{Name: run.Run.Name}
			for _, score := range scores {
				text, of := strings.CutPrefix(score.Of, strategy.String()+"-")
				percent, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
				if of && err == nil && score.Metric == "accuracy" {
					s.Points = append(s.Points, Point{percent, score.Value, score.Count})
				}
			}
			if len(s.Points) == 0 {
				if strategy == mcd.OddEven {
					f.leave(run, "no counting questions")
				}
				continue
			}
			p.Series = append(p.Series, s)
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

// againstAccuracy draws a point a run: what of gives, which is undefined where a
// run has no such number, against accuracy. The first tick of y is the least that
// there can be.
func againstAccuracy(ctx context.Context, src Source, f *Figure, y Axis, of func(run *session.Scored) (scoring.Value, int, error)) error {
	p := Panel{Form: Points}
	var xs, ys []float64
	for _, run := range src.Runs {
		scores, err := run.Whole(ctx, answers.Protocol.Name, src.Settings)
		if err != nil {
			return err
		}
		accuracy, _ := pick(scores, "accuracy", "overall")
		value, n, err := of(run)
		if err != nil {
			return err
		}
		at, answered := accuracy.Value.Float()
		number, defined := value.Float()
		switch {
		case !answered:
			f.leave(run, "no answers to score")
		case !defined:
			f.leave(run, value.Why())
		default:
			xs, ys = append(xs, at), append(ys, number)
			p.Series = append(p.Series, Series{run.Run.Name, []Point{{at, value, n}}})
		}
	}
	if len(xs) > 0 {
		p.X, p.Y = Axis{"accuracy", around(xs, 0)}, Axis{y.Label, around(ys, y.Min())}
		f.Panels = []Panel{p}
	}
	return nil
}

func alignmentAccuracy(ctx context.Context, src Source, f *Figure) error {
	return againstAccuracy(ctx, src, f, Axis{"ΔA", []float64{-2}}, func(run *session.Scored) (scoring.Value, int, error) {
		scores, err := run.Whole(ctx, alignment.Protocol.Name, src.Settings)
		if delta, ok := pick(scores, "delta_a", "overall"); ok {
			return delta.Value, delta.Count, err
		}
		return scoring.Undefined("no attributions to align"), 0, err
	})
}

func faithfulnessAccuracy(ctx context.Context, src Source, f *Figure) error {
	return againstAccuracy(ctx, src, f, Axis{"faithful", shares}, func(run *session.Scored) (scoring.Value, int, error) {
		q := run.Summaries(src.Settings).Quadrant(nil)
		faithful, n := q.Faithful()
		if n == 0 {
			return scoring.Undefined("no example is called faithful or not"), 0, nil
		}
		return scoring.Defined(float64(faithful) / float64(n)), n, nil
	})
}

// histograms draws, for every type of module, and for what each example is
// called faithful by, how many examples have a number in each tenth.
func histograms(_ context.Context, src Source, f *Figure) error {
	run := src.Runs[src.Run]
	rows := run.Summaries(src.Settings)
	add := func(title, label string, of func(i int) scoring.Value) {
		var values []float64
		for i := range rows.Len() {
			if x, ok := of(i).Float(); ok {
				values = append(values, x)
			}
		}
		if len(values) == 0 {
			return
		}
		p := Panel{Title: title, X: Axis{label, shares}, Form: Bars}
		edges := facts.Edges(min(0, slices.Min(values)), max(1, slices.Max(values)), 10)
		counts, most := make([]int, len(edges)-1), 0
		for _, x := range values {
			at := facts.Place(edges, x)
			counts[at]++
			most = max(most, counts[at])
		}
		s := Series{Name: title}
		for i, n := range counts {
			s.Points = append(s.Points, Point{(edges[i] + edges[i+1]) / 2, scoring.Defined(float64(n)), len(values)})
		}
		if p.X.Ticks[0] != edges[0] || p.X.Max() != edges[len(edges)-1] {
			p.X.Ticks = edges
		}
		p.Y, p.Series = Axis{"examples", facts.Edges(0, float64(most), 5)}, []Series{s}
		f.Panels = append(f.Panels, p)
	}
	metric := ""
	for i := 0; i < rows.Len() && metric == ""; i++ {
		metric = rows.Metric(i)
	}
	add("whole example", metric, rows.Overall)
	for _, k := range rows.Present() {
		add(rows.Types()[k], metric, func(i int) scoring.Value { return rows.Type(i, k) })
	}
	if len(f.Panels) == 0 {
		f.leave(run, "no example has a number of its own")
	}
	return nil
}

// Source is what figures are made of. Run is the place of the one that figures
// of a single run show.
type Source struct {
	Runs     []*session.Scored
	Run      int
	Settings scoring.Settings
}

// Kind is one of the figures that there are.
type Kind struct {
	Name, Title string
	One         bool // it shows a single run
	fill        func(ctx context.Context, src Source, f *Figure) error
}

// Kinds lists the figures.
func Kinds() []Kind {
	return []Kind{
		{"f1-thresholds", "F1 of the modules against thresholds", false, thresholds},
		{"accuracy-per-count", "Accuracy by gold count", false, perCount},
		{"accuracy-over-p", "Accuracy against the share p of a parity that is left out", false, overP},
		{"alignment-accuracy", "ΔA against accuracy", false, alignmentAccuracy},
		{"faithfulness-accuracy", "Faithful examples against accuracy", false, faithfulnessAccuracy},
		{"histograms", "How the scores of examples are spread", true, histograms},
	}
}

// Names lists the names of the figures.
func Names() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Find returns the figure of a name; the error names the nearest.
func Find(name string) (Kind, error) {
	kinds := Kinds()
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i], nil
	}
	return Kind{}, fmt.Errorf("%q is not a figure%s", name, nearest.Hint(name, Names()))
}

// Make computes the figure. Examples whose evidence is not in memory are read
// again; the error is that of ctx.
func (k Kind) Make(ctx context.Context, src Source) (Figure, error) {
	f := Figure{Name: k.Name, Title: k.Title}
	if len(src.Runs) == 0 {
		f.Left = []string{"no run is open"}
		return f, nil
	}
	if k.One {
		f.Title += " · " + src.Runs[src.Run].Run.Name
	}
	if err := k.fill(ctx, src, &f); err != nil {
		return Figure{}, err
	}
	f.Panels = slices.DeleteFunc(f.Panels, func(p Panel) bool {
		return !slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.Points) > 0 })
	})
	return f, nil
}

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
	rows := table.Find("csv").Open(w, f.Title, table.Columns("figure", "panel", "series", "x", "y", "n", "undefined"))
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
