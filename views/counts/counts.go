// Package counts is the screen of counting runs: how many questions of each gold
// count were answered with which, and how accuracy moves where odd or even counts
// become rare among the questions (package mcd). A cell leads to its examples.
package counts

import (
	"context"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/facts"
	"faithscope/scoring/mcd"
	"faithscope/scoring/session"
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
	views.Plain
	s       *views.Session
	area    image.Rectangle
	run     int // whose counts are shown
	percent int // the cursor on the curves
	shift   bool
	at      image.Point // the selected cell, by the rows and columns of shown.grid
	top     int         // first row on screen
	runs    widget.Table
	listed  []int // the runs of the table: those with counts, and run

	shown     counted
	request   int
	computing bool
}

// counted is what is shown, under the settings of the session when it was asked
// for.
type counted struct {
	view    *screen
	request int
	read    int // examples of all runs
	of      int // the run of grid
	grid    grid
	runs    []runCounts
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
	v.shown.runs = make([]runCounts, len(s.Runs))
	v.runs.Empty = "no run is open"
	v.list()
	v.runs.Moved = v.list // the mouse has a click for it
	return v
}

// list lists the runs that have counts, and selects the one that is shown.
func (v *screen) list() {
	v.listed = nil
	for run := range v.s.Runs {
		if run == v.run || v.shown.runs[run].counts {
			v.listed = append(v.listed, run)
		}
	}
	v.runs.SetCount(len(v.listed))
	v.runs.Select(slices.Index(v.listed, v.run))
}

// Title implements [views.View].
func (v *screen) Title() string { return "Counts" }

// Init counts.
func (v *screen) Init() tea.Cmd { return v.count() }

// Status says what the selected cell is. No setting moves a count.
func (v *screen) Status() string {
	switch {
	case v.computing && v.shown.read == 0:
		return "counting …"
	case v.drawsShiftAlone() || v.shown.grid.empty():
		return ""
	}
	return v.shown.grid.words(v.at)
}

// Steps implements [views.Stepped]: the run may be another one than was selected.
func (v *screen) Steps() []string {
	if v.run >= len(v.s.Runs) {
		return []string{"counts"}
	}
	return []string{"run " + v.s.Run(v.run).Name, "counts"}
}

// count counts all runs, on a goroutine of its own: records have to be read.
func (v *screen) count() tea.Cmd {
	v.request++
	v.computing = true
	next := counted{view: v, request: v.request, read: v.s.Read(), of: v.run}
	runs, settings := v.s.Runs, v.s.Settings
	var table *facts.Table
	if v.run < len(runs) {
		table = v.s.Table(v.run)
	}
	return func() tea.Msg {
		for _, run := range runs {
			next.runs = append(next.runs, countsOf(run, settings))
		}
		if table != nil {
			// Without an end to the context there is no error.
			confusion, _ := table.Confusion(context.Background(), table.All())
			next.grid = gridOf(confusion)
		}
		return next
	}
}

// countsOf are a run's numbers.
func countsOf(run *session.Scored, settings scoring.Settings) runCounts {
	of := runCounts{scores: map[string]scoring.Score{}}
	k := slices.IndexFunc(run.Protocols(), func(p scoring.Protocol) bool { return p.Name == counting.Protocol.Name })
	if k < 0 {
		return of
	}
	total, _ := run.Total(context.Background(), k, settings) // there is no end to the context
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

// Update handles sizes, news and what was counted.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
		v.arrange()
	case views.Refresh:
		if !v.computing && v.s.Read() > v.shown.read {
			return v.count()
		}
	case counted:
		if msg.view != v || msg.request != v.request {
			return nil
		}
		if v.shown.grid.empty() {
			v.at = msg.grid.first()
		}
		v.computing, v.shown = false, msg
		v.list()
		v.arrange()
	}
	return nil
}

// show goes to another run's counts.
func (v *screen) show(run int) tea.Cmd {
	v.run = run
	v.list()
	return v.count()
}

// next goes to the next run with counts, the previous one for -1.
func (v *screen) next(d int) func() tea.Cmd {
	return func() tea.Cmd {
		n := len(v.s.Runs)
		for k := 1; k < n; k++ {
			if run := (v.run + d*k + n) % n; v.shown.runs[run].counts {
				return v.show(run)
			}
		}
		return v.s.Post(views.Flash{Text: "no other run has counts"})
	}
}

// move moves the selected cell.
func (v *screen) move(across, down int) {
	size := v.shown.grid.size()
	v.at.X = max(0, min(v.at.X+across, size.X-1))
	v.at.Y = max(0, min(v.at.Y+down, size.Y-1))
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
			if why := alone(); why != "" || v.shown.grid.count(v.at) > 0 {
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
	return v.s.Push(examples.New(v.s, v.run, examples.Filter{Where: v.shown.grid.where(v.at)}))
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
			score, ok := v.shown.runs[i].scores[key]
			if !ok {
				return entry(i, "–")
			}
			return entry(i, widget.Number(score.Value))
		}}
	}
	at := func(k int) widget.Column {
		return widget.Column{Group: strconv.Itoa(v.percent) + " % fewer", Title: parities[k], Width: 5, Right: true, Show: func(i int) widget.Entry {
			if !v.shown.runs[i].counts {
				return entry(i, "–")
			}
			return entry(i, widget.Number(v.shown.runs[i].accuracy[k][v.percent]))
		}}
	}
	columns := []widget.Column{
		{Width: 3, Show: func(run int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
				c := v.s.RunCurve(run, run == v.run)
				c.Values = []scoring.Value{scoring.Defined(.5)}
				widget.Chart(f, area, c)
			}}
		}},
		{Title: "run", Width: 10, Grow: 1, Show: func(i int) widget.Entry { return entry(i, loaders.Clean(v.s.Run(i).Name)) }},
		{Title: "n", Width: 5, Right: true, Drop: 2, Show: func(i int) widget.Entry {
			return entry(i, strconv.Itoa(v.shown.runs[i].scores["accuracy overall"].Count))
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
