// Package counts is the screen of counting runs: how many questions of each gold
// count were answered with which, and how accuracy moves where odd or even counts
// become rare among the questions (package mcd). A cell leads to its examples.
package counts

import (
	"context"
	"image"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/facts"
	plots "faithscope/scoring/figure"
	"faithscope/scoring/mcd"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/figure"
	"faithscope/views/widget"
)

// places is how many shares of removed questions a curve has: every percent.
const places = 101

// mainFigure is the share that the paper's main figure is of, in percent.
const mainFigure = 90

// strategies are the two shifts, in the order of the charts, and parities those of
// the counts that the test half has fewer of.
var (
	strategies = [...]mcd.Strategy{mcd.OddEven, mcd.EvenOdd}
	parities   = [...]string{mcd.OddEven: "odd", mcd.EvenOdd: "even"}
)

// screen is the counts of one run, and the curves of all.
type screen struct {
	views.Computed[counted]
	s       *views.Session
	run     int // whose counts are shown
	percent int // the cursor on the curves
	shift   bool
	cross   widget.Sheet // gold counts by predicted ones
	runs    widget.Sheet
	listed  []int // the runs of the table: those with counts, and run
}

// counted is what is shown, under the settings of the session when it was asked
// for.
type counted struct {
	of    int          // the run of cross
	cross *table.Table // nil for none
	runs  []runCounts
}

// runCounts are those of one run.
type runCounts struct {
	counts   bool // it has counting questions
	scores   map[string]scoring.Score
	accuracy [len(strategies)][]scoring.Value // per share
}

// New returns the counts of s.Runs[run].
func New(s *views.Session, run int) views.View {
	v := &screen{s: s, run: run, percent: mainFigure}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.Take = v.take
	v.Stale = func() bool { return v.Read < s.Read() } // no setting moves a count
	v.Shown.runs = make([]runCounts, len(s.Runs))
	v.cross.Cross(true)
	v.cross.OpenCell = v.open
	v.runs.Empty, v.runs.Once = "no run is open", true
	v.runs.Open = func() tea.Cmd { return v.show(v.listed[v.runs.Selected()]) }
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Counts" }

// Status says what the selected cell is. No setting moves a count.
func (v *screen) Status() string {
	switch {
	case v.Computing && v.Read == 0:
		return "counting …"
	case v.drawsShiftAlone() || v.empty():
		return ""
	}
	return v.words()
}

// Steps implements [views.Stepped]: the run may be another one than was selected.
func (v *screen) Steps() []views.Step {
	if v.run >= len(v.s.Runs) {
		return []views.Step{views.Do("counts")}
	}
	return []views.Step{views.Do("run", v.s.Run(v.run).Name), views.Do("counts")}
}

// work returns what counts all runs: records have to be read.
func (v *screen) work() func(ctx context.Context) counted {
	next, runs, settings := counted{of: v.run}, v.s.Runs, v.s.Settings
	var table *facts.Table
	if v.run < len(runs) {
		table = v.s.Table(v.run)
	}
	return func(ctx context.Context) counted {
		for _, run := range runs {
			next.runs = append(next.runs, countsOf(ctx, run, settings))
		}
		if table != nil {
			next.cross = crossOf(ctx, table)
		}
		return next
	}
}

// countsOf are a run's numbers.
func countsOf(ctx context.Context, run *session.Scored, settings scoring.Settings) runCounts {
	of := runCounts{scores: map[string]scoring.Score{}}
	k := slices.IndexFunc(run.Protocols(), func(p scoring.Protocol) bool { return p.Name == counting.Protocol.Name })
	if k < 0 {
		return of
	}
	total, _ := run.Total(ctx, k, settings) // none once the context is done
	if total == nil {
		return of
	}
	of.counts = true
	for _, score := range total.Scores() {
		of.scores[score.Metric+" "+score.Of] = score
	}
	for i, strategy := range strategies {
		for percent := range places {
			accuracy, _ := counting.Shifted(total, mcd.Slice{Strategy: strategy, Percent: float64(percent)})
			of.accuracy[i] = append(of.accuracy[i], accuracy)
		}
	}
	return of
}

// take shows what was counted, at first at the cell to look at first.
func (v *screen) take(next counted) {
	first := v.empty()
	v.Shown = next
	if next.cross == nil {
		next.cross = &table.Table{}
	}
	if v.cross.Put(next.cross, v.s.Look, v.Area.Dx()); first && !v.empty() {
		v.cross.ToMost()
	}
}

// show goes to another run's counts.
func (v *screen) show(run int) tea.Cmd {
	v.run = run
	v.arrange()
	return v.Compute()
}

// next goes to the next run with counts, the previous one for -1.
func (v *screen) next(d int) func() tea.Cmd {
	return func() tea.Cmd {
		n := len(v.s.Runs)
		for k := 1; k < n; k++ {
			if run := (v.run + d*k + n) % n; v.Shown.runs[run].counts {
				return v.show(run)
			}
		}
		return v.s.Post(views.Flash{Text: "no other run has counts"})
	}
}

// toPercent moves the cursor of the curves.
func (v *screen) toPercent(percent float64) {
	v.percent = int(max(0, min(math.Round(percent), places-1)))
	v.arrange()
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	alone := widget.When(v.drawsShiftAlone, "the curves are shown: f shows the counts")
	cursor := func(name, help string, by int, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Counts", Run: widget.Do(func() {
			v.toPercent(float64(v.percent + by))
		})}
	}
	return append(widget.SheetActions(func() *widget.Sheet { return &v.cross }, v.Area.Dx),
		widget.Action{Name: "open", Keys: []string{"enter"}, Help: "list the examples of the selected cell", Group: "Counts", Footer: true, Run: v.open, Disabled: func() string {
			if n, _ := v.cross.Cell().Float(); alone() != "" || n > 0 {
				return alone()
			}
			return "the cell has no example"
		}},
		widget.Action{Name: "next-run", Keys: []string{"tab", "}"}, Help: "show the counts of the next run", Group: "Counts", Footer: true, Run: v.next(1)},
		widget.Action{Name: "previous-run", Keys: []string{"shift+tab", "{"}, Help: "show the counts of the previous run", Group: "Counts", Run: v.next(-1)},
		widget.Action{Name: "shift", Keys: []string{"f"}, Help: "show the curves over the odd-even shift, or the counts, where there is no room for both", Group: "Counts", Footer: !v.both(),
			Disabled: widget.When(v.both, "both are shown"), Run: widget.Do(func() { v.shift = !v.shift })},
		cursor("more-removed", "move the cursor of the curves up by 5 %", 5, ">"),
		cursor("less-removed", "move it down by 5 %", -5, "<"),
		widget.Action{Name: "leave", Keys: []string{"backspace", "esc"}, Help: "return to the overview", Group: "Move", Run: v.s.Pop},
		views.ExportAction(v.s, "counts", v.document),
	)
}

// open lists the examples of the selected cell.
func (v *screen) open() tea.Cmd {
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.cross.Cell().Leads}))
}

// document is the counts of the run and the numbers of all, nil before there are
// any.
func (v *screen) document() *table.Document {
	if v.empty() {
		return nil
	}
	d := v.cross.Exported(v.s.Run(v.run).Name)
	d.List, d.Parts = "counts", append(d.Parts, v.runs.Exported("all runs").Parts...)
	return d
}

// sheet has the numbers of the runs that are listed, with the accuracies at the
// cursor of the curves.
func (v *screen) sheet() *table.Table {
	sheet := &table.Table{Name: "runs", Columns: []table.Column{{Name: "run"}, {Name: "n", Kind: table.Count}}}
	keys := []string{"accuracy overall", "rmse overall", "accuracy m-rel", "accuracy even", "accuracy odd"}
	sheet.Columns = append(sheet.Columns, table.Number.Columns("right", "RMSE", "m-rel", "even", "odd")...)
	for _, parity := range parities {
		name := strconv.Itoa(v.percent) + " % less"
		sheet.Columns = append(sheet.Columns, table.Column{Name: name + " " + parity, Title: parity, In: name, Kind: table.Number})
	}
	for _, run := range v.listed {
		of := v.Shown.runs[run]
		row := []any{v.s.Run(run).Name, of.scores[keys[0]].Count}
		for _, key := range keys {
			row = append(row, of.scores[key].Value)
		}
		for k := range strategies {
			var value scoring.Value
			if of.counts {
				value = of.accuracy[k][v.percent]
			}
			row = append(row, value)
		}
		sheet.Add(row...)
	}
	return sheet
}

const (
	// leastPlots is the width of curves beside the counts.
	leastPlots = 30
	gap        = 3
)

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct{ head, grid, runs, plots image.Rectangle }

// room is what the counts need, titles included.
func (v *screen) room() image.Point {
	w := widget.Gutter
	for _, c := range v.cross.Columns {
		w += c.Width + widget.ColumnGap
	}
	return image.Pt(w, 1+v.cross.Count())
}

// both reports whether there is room for the counts and the curves side by side.
func (v *screen) both() bool { return v.Area.Dx() >= v.room().X+gap+leastPlots }

// drawsShiftAlone reports whether the curves are in place of the counts.
func (v *screen) drawsShiftAlone() bool { return v.shift && !v.both() }

func (v *screen) layout(area image.Rectangle) layout {
	var l layout
	l.head, area = widget.SplitTop(area, 1)
	rows := 2 + len(v.listed)
	body, below := area, max(3, min(rows, area.Dy()/3))
	if !v.both() && !v.shift { // what the counts leave
		below = max(0, min(rows, area.Dy()-v.room().Y-1))
	}
	body.Max.Y -= below
	l.runs = area
	l.runs.Min.Y = body.Max.Y
	if below > 0 {
		body.Max.Y = max(body.Min.Y, body.Max.Y-1)
	}
	switch {
	case v.both():
		l.grid, l.plots = body, body
		l.grid.Max.X = body.Min.X + v.room().X
		l.plots.Min.X = l.grid.Max.X + gap
	case v.shift:
		l.plots = body
	default:
		l.grid = body
	}
	return l
}

// arrange lists the runs that have counts, and keeps what is selected on screen.
func (v *screen) arrange() {
	v.listed = nil
	for run := range v.s.Runs {
		if run == v.run || v.Shown.runs[run].counts {
			v.listed = append(v.listed, run)
		}
	}
	chosen := func() int { return slices.Index(v.listed, v.run) }
	v.runs.Drawn = []widget.Column{figure.Key(func() widget.Look { return v.s.Look }, 5, func(row int) int { return row }, chosen)}
	v.runs.Leave = func(k int) int { return []int{0, 2, 0, 3, 4, 1, 1, 0, 0}[k] }
	v.runs.Put(v.sheet(), v.s.Look, v.Area.Dx())
	v.runs.Select(chosen())
	at := v.layout(v.Area)
	v.cross.Resize(at.grid.Dy())
	v.runs.Resize(at.runs.Dy())
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at, t := v.layout(area), v.s.Theme
	pen := widget.NewPen(f, at.head)
	if v.run < len(v.s.Runs) {
		pen.Put(widget.Bold(widget.Ink(t.Accent)), "  "+ansi.Truncate(loaders.Clean(v.s.Run(v.run).Name), at.head.Dx()/2, "…"))
	}
	switch {
	case v.Computing && (v.empty() || v.Shown.of != v.run):
		pen.Put(widget.Ink(t.Faint), "  counting …")
	case v.empty():
		pen.Put(widget.Ink(t.Faint), "  the run has no answers to counting questions")
	default:
		right := v.score("accuracy overall")
		x, _ := right.Value.Float()
		pen.Put(widget.Ink(t.Text), "  "+widget.Percent(int(math.Round(x*float64(right.Count))), right.Count)+" of "+loaders.Count(right.Count, "question")+" right")
		v.cross.Draw(f, at.grid, v.s.Look, true)
	}
	fig := v.figure()
	figure.Cells(f, at.plots, &fig, v.s.Look, figure.Cursor{X: float64(v.percent), Series: slices.Index(v.listed, v.run), Move: v.toPercent})
	v.runs.Draw(f, at.runs, v.s.Look, false)
}

// figure is the accuracy of the listed runs over the share of questions that each
// strategy removes.
func (v *screen) figure() (fig plots.Figure) {
	for k, strategy := range strategies {
		p := plots.Panel{
			Title: strategy.String() + " (fewer " + parities[k] + ")",
			X:     plots.Axis{Label: "% left out", Ticks: []float64{0, 100}}, Y: plots.Axis{Label: "accuracy", Ticks: []float64{0, 1}},
		}
		for _, run := range v.listed {
			s := plots.Series{Name: v.s.Run(run).Name}
			for percent, value := range v.Shown.runs[run].accuracy[k] {
				s.Points = append(s.Points, plots.Point{X: float64(percent), Y: value})
			}
			p.Series = append(p.Series, s)
		}
		fig.Panels = append(fig.Panels, p)
	}
	return fig
}
