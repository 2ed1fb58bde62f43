// Package overview is the first screen: the runs with their headline scores,
// and where answers and faithfulness part ways.
package overview

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/spans"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen is the first screen: the runs with their headline scores, and
// where answers and faithfulness part ways. One cell of one run is selected;
// the selected run is shown in full below the list.
type screen struct {
	s       *views.Session
	area    image.Rectangle
	runs    widget.Table // a row per run
	modules widget.Table // the selected run's module types, or its headlines
	// cell is the one that was selected last; see selected.
	cell QuadrantCell
	// inModules: keys move the module table, not the runs.
	inModules bool

	shown     scores
	request   int
	computing bool
	again     bool // news arrived while computing
}

// New returns the overview of all runs of s.
func New(s *views.Session) views.View {
	v := &screen{s: s, cell: RightUnfaithful}
	v.runs.Entries, v.runs.Empty = v.runEntries, "no run is open"
	v.runs.Moved = v.arrange
	v.modules.Entries, v.modules.Open = v.moduleEntries, v.open
	v.shown.settings = s.Settings
	v.shown.runs = make([]runScores, len(s.Runs))
	v.arrange()
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Overview" }

// Init computes the first scores.
func (v *screen) Init() tea.Cmd { return v.compute() }

// Typing implements [views.View].
func (v *screen) Typing() bool { return false }

// Update takes up sizes, news and computed scores.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
		v.arrange()
	case views.Refresh:
		if v.stale() {
			return v.compute()
		}
	case scores:
		return v.take(msg)
	}
	return nil
}

// Status says the settings that the numbers on screen are under.
func (v *screen) Status() string {
	settings := views.SettingsText(v.shown.settings)
	if n := len(v.s.Unopened); n > 0 {
		settings = widget.Plural(n, "file", "files") + " did not open (key !) · " + settings
	}
	if v.inModules {
		if name, why := v.missing(); why != "" {
			return name + ": " + why + " · " + settings
		}
	}
	return settings
}

// missing returns why the selected number of the module table is undefined, ""
// for one that is not.
func (v *screen) missing() (name, why string) {
	if m, ok := v.module(); ok {
		return m.of, m.headline(v.run().protocol).Why()
	}
	if list, at := v.run().headlines, v.modules.Selected(); at < len(list) {
		return list[at].Metric, list[at].Value.Why()
	}
	return "", ""
}

// run returns the selected run's scores; the zero scores where there is none.
func (v *screen) run() runScores {
	if at := v.runs.Selected(); at < len(v.shown.runs) {
		return v.shown.runs[at]
	}
	return runScores{}
}

func (v *screen) module() (moduleScores, bool) {
	modules := v.run().modules
	if at := v.modules.Selected(); at < len(modules) {
		return modules[at], true
	}
	return moduleScores{}, false
}

// arrange fits both tables to the scores and the area.
func (v *screen) arrange() {
	v.runs.Columns = v.runColumns()
	v.runs.SetCount(len(v.shown.runs))
	v.modules.Columns = v.moduleColumns()
	v.modules.SetCount(v.run().rows())
	at := v.layout(v.area)
	v.runs.Resize(at.runs.Dy())
	v.modules.Resize(at.modules.Dy())
	if v.modules.Count() == 0 {
		v.inModules = false
	}
}

// cells are the cells of the selected run that can be selected.
func (v *screen) cells() []QuadrantCell {
	run := v.run()
	cells := append([]QuadrantCell{AllExamples}, sidesOf(run.quadrant).cells()...)
	last := cells[len(cells)-1]
	if rest, ok := v.rest(); last.Count(run.quadrant) == 0 && (!ok || rest != last) {
		return cells[:len(cells)-1]
	}
	return cells
}

// selected is the cell of the selected run that v.cell stands for: runs
// differ in the verdicts that they have.
func (v *screen) selected() QuadrantCell {
	cells := v.cells()
	cell := sidesOf(v.run().quadrant).counterpart(v.cell)
	if !slices.Contains(cells, cell) {
		return cells[len(cells)-1]
	}
	return cell
}

// rest is the cell of what the list of runs has no other column for; ok is
// false where no run has such examples: only then there is a column.
func (v *screen) rest() (_ QuadrantCell, ok bool) {
	rest := Neither
	for _, r := range v.shown.runs {
		if sidesOf(r.quadrant) == bothSides {
			rest = NoVerdict
		}
	}
	for _, r := range v.shown.runs {
		if rest.Count(r.quadrant) > 0 {
			return rest, true
		}
	}
	return rest, false
}

// pane is what j and k move.
func (v *screen) pane() widget.Scroller {
	if v.inModules {
		return &v.modules
	}
	return runRows{v}
}

// runRows moves among runs; the module table follows.
type runRows struct{ v *screen }

func (r runRows) Move(rows int) { r.v.runs.Move(rows); r.v.arrange() }
func (r runRows) First()        { r.v.runs.First(); r.v.arrange() }
func (r runRows) Last()         { r.v.runs.Last(); r.v.arrange() }
func (r runRows) Page() int     { return r.v.runs.Page() }

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	noRun := func() string {
		if len(v.s.Runs) == 0 {
			return "no run is open"
		}
		return ""
	}
	inModules := func() string {
		if v.inModules {
			return "tab goes back to the runs first"
		}
		return ""
	}
	actions := widget.MoveActions(v.pane)
	actions = append(actions,
		widget.Action{Name: "cell-right", Keys: []string{"l", "right"}, Help: "next cell of the run", Group: "Move", Disabled: inModules, Run: v.moveCell(1)},
		widget.Action{Name: "cell-left", Keys: []string{"h", "left"}, Help: "cell before", Group: "Move", Disabled: inModules, Run: v.moveCell(-1)},
		widget.Action{Name: "pane", Keys: []string{"tab", "w"}, Help: "to the module table and back", Group: "Move", Disabled: func() string {
			if v.modules.Count() == 0 {
				return "no module of this run was scored, nor anything else"
			}
			return ""
		}, Run: func() tea.Cmd {
			v.inModules = !v.inModules
			return nil
		}},
		widget.Action{Name: "examples", Keys: []string{"enter", "o"}, Help: "list the examples of what is selected", Group: "Open", Footer: true, Disabled: noRun, Run: v.open},
		widget.Action{Name: "right-but-unfaithful", Keys: []string{"x"}, Help: "list right answers with unfaithful modules", Group: "Open", Footer: true, Disabled: v.noQuadrant, Run: func() tea.Cmd {
			return v.list(RightUnfaithful.Filter())
		}},
		widget.Action{Name: "all-examples", Keys: []string{"e"}, Help: "list all examples of the run", Group: "Open", Footer: true, Disabled: noRun, Run: func() tea.Cmd {
			return v.list(examples.Filter{})
		}},
		widget.Action{Name: "details", Keys: []string{"d"}, Help: "what is known about the run", Group: "Open", Footer: true, Disabled: noRun, Run: v.details},
	)
	actions = append(actions, views.ReloadActions(v.s, func() int { return min(v.runs.Selected(), len(v.s.Runs)-1) })...)
	return append(actions, views.SettingsActions(v.s)...)
}

// noQuadrant says why the selected run has no examples right but unfaithful.
func (v *screen) noQuadrant() string {
	if len(v.s.Runs) == 0 {
		return "no run is open"
	}
	if why := v.run().missingSides(); len(why) > 0 {
		return why[0]
	}
	return ""
}

func (v *screen) moveCell(by int) func() tea.Cmd {
	return func() tea.Cmd {
		cells := v.cells()
		at := slices.Index(cells, v.selected())
		v.cell = cells[max(0, min(at+by, len(cells)-1))]
		return nil
	}
}

// open lists the examples of what is selected.
func (v *screen) open() tea.Cmd {
	if v.inModules {
		m, ok := v.module()
		switch {
		case !ok: // a headline is of them all
			return v.list(examples.Filter{})
		case v.modules.Selected() == 0:
			return v.list(examples.Filter{Faithful: loaders.Wrong})
		}
		return v.list(examples.Filter{Below: []examples.ModuleBelow{{Type: m.of, Bar: v.bar()}}})
	}
	return v.list(v.selected().Filter())
}

// details shows in full what the heading of the run has no room for.
func (v *screen) details() tea.Cmd {
	if len(v.s.Runs) == 0 {
		return nil
	}
	run, scores := v.s.Run(v.runs.Selected()), v.run()
	answers := "accuracy " + widget.Number(scores.accuracy.Value) + " of " + widget.Plural(scores.accuracy.Count, "answer", "answers")
	if why := scores.accuracy.Value.Why(); why != "" {
		answers = why
	}
	facts := [][2]string{
		{"path", run.Path}, {"format", run.Format}, {"model", run.Model}, {"data", run.Dataset}, {"boxes", run.Boxes}, {"gold", run.Gold},
		{"examples", fmt.Sprintf("%d read of %d found", scores.read, scores.found)}, {"answers", answers},
	}
	return v.s.Push(views.NewNote(v.s, run.Name, append(append(facts, scores.headlineFacts()...),
		[2]string{"problems", strconv.Itoa(scores.problems)}, [2]string{"note", run.Note})))
}

// bar is the bar of the selected run's protocol.
func (v *screen) bar() float64 {
	if v.run().protocol == spans.Protocol.Name {
		return v.s.Settings.FaithfulMass
	}
	return v.s.Settings.FaithfulF1
}

func (v *screen) list(f examples.Filter) tea.Cmd {
	if len(v.s.Runs) == 0 {
		return nil
	}
	return v.s.Push(examples.New(v.s, v.runs.Selected(), f))
}

// pick selects a cell of a run by the mouse; the selected one opens.
func (v *screen) pick(run int, cell QuadrantCell) tea.Cmd {
	again := !v.inModules && v.runs.Selected() == run && v.selected() == cell
	v.inModules = false
	v.runs.Select(run)
	v.cell = cell
	v.arrange()
	if again {
		return v.open()
	}
	return nil
}

// progress says how far a run's scoring is, "" when it is done.
func (r runScores) progress() string {
	if r.complete {
		return ""
	}
	if r.rescored < r.read {
		return fmt.Sprintf("rescoring, %d of %d", r.rescored, r.read)
	}
	if r.following && r.read == r.found {
		return "following"
	}
	return fmt.Sprintf("scoring, %d of %d", r.read, r.found)
}
