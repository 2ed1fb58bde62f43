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
	"faithscope/scoring/mcd"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
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
	cross   widget.Cross // gold counts by predicted ones
	runs    widget.Table
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
	v := &screen{s: s, run: run, percent: mainFigure, cross: widget.Cross{Alike: true}}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.Take = v.take
	v.Stale = func() bool { return v.Read < s.Read() } // no setting moves a count
	v.Shown.runs = make([]runCounts, len(s.Runs))
	v.runs.Empty = "no run is open"
	v.list()
	v.runs.Moved = v.list // the mouse has a click for it
	return v
}

// list lists the runs that have counts, and selects the one that is shown.
func (v *screen) list() {
	v.listed = nil
	for run := range v.s.Runs {
		if run == v.run || v.Shown.runs[run].counts {
			v.listed = append(v.listed, run)
		}
	}
	v.runs.SetCount(len(v.listed))
	v.runs.Select(slices.Index(v.listed, v.run))
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
	if v.Shown, v.cross.Shown = next, next.cross; first {
		v.cross.First()
	}
	v.list()
}

// show goes to another run's counts.
func (v *screen) show(run int) tea.Cmd {
	v.run = run
	v.list()
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

// move moves the selected cell.
func (v *screen) move(across, down int) {
	v.cross.To(v.cross.At.Add(image.Pt(across, down)))
	v.arrange()
}

// toPercent moves the cursor of the curves.
func (v *screen) toPercent(percent int) {
	v.percent = percent
	v.arrange()
}

// cells moves the selected cell from row to row.
type cells struct{ *screen }

func (c cells) Move(rows int) { c.move(0, rows) }
func (c cells) First()        { c.move(0, -1<<20) }
func (c cells) Last()         { c.move(0, 1<<20) }
func (c cells) Page() int     { return 8 }

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	alone := widget.When(v.drawsShiftAlone, "the curves are shown: f shows the counts")
	cursor := func(name, help string, by int, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "Counts", Run: widget.Do(func() {
			v.toPercent(max(0, min(v.percent+by, places-1)))
		})}
	}
	actions := widget.MoveActions(func() widget.Scroller { return cells{v} })
	return append(actions,
		widget.Action{Name: "cell-right", Keys: []string{"l", "right"}, Help: "go to the next predicted count", Group: "Move", Run: widget.Do(func() { v.move(1, 0) })},
		widget.Action{Name: "cell-left", Keys: []string{"h", "left"}, Help: "go to the previous one", Group: "Move", Run: widget.Do(func() { v.move(-1, 0) })},
		widget.Action{Name: "open", Keys: []string{"enter"}, Help: "list the examples of the selected cell", Group: "Counts", Footer: true, Run: v.open, Disabled: func() string {
			if why := alone(); why != "" || v.cross.Count() > 0 {
				return why
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
	)
}

// open lists the examples of the selected cell.
func (v *screen) open() tea.Cmd {
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.cross.Cell().Leads}))
}

// pick selects a cell by the mouse; the selected one opens.
func (v *screen) pick(at image.Point) tea.Cmd {
	if v.cross.At == at && v.cross.Count() > 0 {
		return v.open()
	}
	v.cross.At = at
	return nil
}

// columns are those of the table of runs.
func (v *screen) columns() []widget.Column {
	entry := func(run int, text string) widget.Entry {
		st := widget.Ink(v.s.Theme.Text)
		if run == v.run {
			st = widget.Bold(st)
		}
		return widget.Entry{Text: text, Style: st}
	}
	score := func(title, key string, w, drop int) widget.Column {
		return widget.Column{Title: title, Width: w, Right: true, Drop: drop, Show: func(i int) widget.Entry {
			score, ok := v.Shown.runs[i].scores[key]
			if !ok {
				return entry(i, "–")
			}
			return entry(i, widget.Number(score.Value))
		}}
	}
	at := func(k int) widget.Column {
		return widget.Column{Group: strconv.Itoa(v.percent) + " % fewer", Title: parities[k], Width: 5, Right: true, Show: func(i int) widget.Entry {
			if !v.Shown.runs[i].counts {
				return entry(i, "–")
			}
			return entry(i, widget.Number(v.Shown.runs[i].accuracy[k][v.percent]))
		}}
	}
	columns := []widget.Column{
		{Width: 5, Show: func(run int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
				c := v.s.RunCurve(run, run == v.run)
				c.Values = []scoring.Value{scoring.Defined(.5)}
				widget.Chart(f, area, c)
			}}
		}},
		{Title: "run", Width: 10, Grow: 1, Most: widget.Widest(10, len(v.s.Runs), func(i int) string { return v.s.Run(i).Name }),
			Show: func(i int) widget.Entry { return entry(i, loaders.Clean(v.s.Run(i).Name)) }},
		{Title: "n", Width: 5, Right: true, Drop: 2, Show: func(i int) widget.Entry {
			return entry(i, strconv.Itoa(v.Shown.runs[i].scores["accuracy overall"].Count))
		}},
		score("right", "accuracy overall", 5, 0), score("RMSE", "rmse overall", 5, 3), score("m-rel", "accuracy m-rel", 5, 4),
		score("even", "accuracy even", 5, 1), score("odd", "accuracy odd", 5, 1), at(0), at(1),
	}
	for k := range columns {
		show := columns[k].Show
		columns[k].Show = func(i int) widget.Entry { return show(v.listed[i]) }
	}
	return columns
}

const (
	// leastPlots is the width of curves beside the counts.
	leastPlots = 30
	gap        = 3
)

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct {
	head, grid, runs image.Rectangle
	plots            [len(strategies)]image.Rectangle
}

// both reports whether there is room for the counts and the curves side by side.
func (v *screen) both() bool { return v.Area.Dx() >= v.cross.Room().X+gap+leastPlots }

// drawsShiftAlone reports whether the curves are in place of the counts.
func (v *screen) drawsShiftAlone() bool { return v.shift && !v.both() }

func (v *screen) layout(area image.Rectangle) layout {
	var l layout
	l.head, area = widget.SplitTop(area, 1)
	rows := 2 + len(v.listed)
	body, below := area, max(3, min(rows, area.Dy()/3))
	if !v.both() && !v.shift { // what the counts leave
		below = max(0, min(rows, area.Dy()-v.cross.Room().Y-1))
	}
	body.Max.Y -= below
	l.runs = area
	l.runs.Min.Y = body.Max.Y
	if below > 0 {
		body.Max.Y = max(body.Min.Y, body.Max.Y-1)
	}
	switch {
	case v.both():
		l.grid = body
		l.grid.Max.X = body.Min.X + v.cross.Room().X
		beside := body
		beside.Min.X = l.grid.Max.X + gap
		l.plots[0], l.plots[1] = widget.SplitTop(beside, beside.Dy()/2)
	case v.shift:
		l.plots[0], l.plots[1] = body, body
		l.plots[0].Max.X = body.Min.X + (body.Dx()-2)/2
		l.plots[1].Min.X = l.plots[0].Max.X + 2
	default:
		l.grid = body
	}
	return l
}

// arrange keeps the selected cell on screen.
func (v *screen) arrange() {
	at := v.layout(v.Area)
	v.cross.To(v.cross.At)
	v.runs.Columns = v.columns()
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
	}
	if !at.grid.Empty() && !v.empty() {
		v.cross.Draw(f, at.grid, v.s.Look, v.pick)
	}
	for k, room := range at.plots {
		v.plot(k).Draw(f, room, v.s.Look)
	}
	if !at.runs.Empty() {
		v.drawRuns(f, at.runs)
	}
}

// drawRuns draws the table of runs; a click on one shows its counts.
func (v *screen) drawRuns(f *widget.Frame, area image.Rectangle) {
	v.runs.Draw(f, area, v.s.Look, false)
	for i := range min(v.runs.Page(), len(v.listed)-v.runs.Top()) {
		y := area.Min.Y + v.runs.Header() + i
		f.Click(image.Rect(area.Min.X, y, area.Max.X, y+1), func() tea.Cmd { return v.show(v.listed[v.runs.Top()+i]) })
	}
}

// plot is the accuracy of all runs over the share of questions that one strategy
// removes, the shown run's last.
func (v *screen) plot(k int) *widget.Plot {
	p := &widget.Plot{
		Title: "accuracy, " + strategies[k].String() + " (fewer " + parities[k] + ")",
		Low:   "0 %", High: "100 %", At: v.percent, Of: places, Cursor: strconv.Itoa(v.percent) + " %", Move: v.toPercent,
	}
	var last []widget.Curve
	for run := range v.Shown.runs {
		if !v.Shown.runs[run].counts {
			continue
		}
		line := v.s.RunCurve(run, run == v.run)
		line.Values = v.Shown.runs[run].accuracy[k]
		if run == v.run {
			last = []widget.Curve{line}
			continue
		}
		p.Curves = append(p.Curves, line)
	}
	p.Curves = append(p.Curves, last...)
	return p
}
