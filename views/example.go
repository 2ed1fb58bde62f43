package views

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// Example is one example: its question, its program with a score per module,
// and the evidence of the selected module.
type Example struct {
	s    *Session
	list *Examples
	at   int // index of the example in its run

	ex      *loaders.Example // nil until it was read
	of      *loaders.Run     // that ex is of: the file may be opened anew
	held    session.Held
	score   *scoring.ExampleScore
	photos  []photo // of its images
	request int     // number of the last request to read an example
	wanted  int     // the example asked for, at once it is read

	area    image.Rectangle
	tree    *tree
	culprit int // node, -1 for none
	program widget.Table
	focus   pane

	evidence evidence
	question *flow
	// attended has 1 for every token of the question that some module attends
	// to; questionLines is what the question takes with all of them marked.
	attended      []float64
	questionLines int
	passage       *flow
	grid          *gridFlow    // in place of the passage, where rows are shown
	text          scroll       // the passage's or the grid's lines
	words         widget.Table // the evidence's words

	overlay  overlay
	large    int // image shown alone, -1 for none
	lens     lens
	close    bool // the selected box is shown in place of the images
	wordOnly bool
	log      bool
	// wantRows asks for attributions and rationales also where there is a
	// program; rows are those of the example, nil for none.
	wantRows bool
	rows     *rowsEvidence
}

// pane is what keys move.
type pane uint8

const (
	programPane pane = iota
	evidencePane
)

// NewExample returns the screen of example at of the list's run.
func NewExample(list *Examples, at int) View {
	v := &Example{s: list.s, list: list, at: at, wanted: at, large: -1, culprit: -1}
	v.program.Entries = v.programEntries
	v.program.Open = v.toEvidence
	v.program.Empty = "the record has no program"
	v.words.Columns = []widget.Column{{Title: "in words", Width: 10, Grow: 1}}
	v.words.Entries = v.wordEntries
	return v
}

// Title is the example's id.
func (v *Example) Title() string {
	if v.ex == nil {
		return "…"
	}
	return v.ex.ID
}

// Init reads the example.
func (v *Example) Init() tea.Cmd { return v.open(v.at) }

// Status says where the example is in the list, and under which settings.
func (v *Example) Status() string {
	where := "not in the filtered list"
	if place := v.list.place(v.at); place >= 0 {
		where = fmt.Sprintf("%d of %d", place+1, len(v.list.rows))
	}
	return where + " · " + SettingsText(v.s.Settings)
}

// Typing is always false: nothing is typed here.
func (v *Example) Typing() bool { return false }

// Update takes up sizes, news, and the example that was asked for.
func (v *Example) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Resize:
		v.area = msg.Area
		v.look()
	case Refresh:
		if run := v.s.Run(v.list.run); v.of != nil && v.of != run && v.at < run.Len() {
			return v.open(v.at)
		}
		v.rescore()
	case exampleRead:
		if msg.view == v && msg.request == v.request {
			v.show(msg)
		}
	}
	return nil
}

// show takes up an example that was read.
func (v *Example) show(read exampleRead) {
	v.at, v.ex, v.of, v.held, v.photos = read.at, read.ex, read.of, read.held, read.photos
	v.grade()
	v.large, v.focus = -1, programPane
	v.lens, v.close = lens{}, false
	v.tree = newTree(v.ex.Program)
	if v.rows = rowsOf(v.ex, v.log); v.alone() {
		v.focus = evidencePane
	}
	v.attended = attendedTokens(v.ex)
	v.program.SetCount(len(v.tree.lines))
	v.blame()
	v.program.Select(v.firstLook())
	if place := v.list.place(v.at); place >= 0 {
		v.list.table.Select(place)
	}
	v.look()
}

// rescore scores the example under the session's settings.
func (v *Example) rescore() {
	if v.ex == nil {
		return
	}
	v.grade()
	v.blame()
	v.look()
}

// grade scores the example anew. What that needs is held, so this reads
// nothing.
func (v *Example) grade() {
	v.score = nil
	if score, ok := v.held.Score(v.s.Settings); ok {
		v.score = &score
	}
}

func (v *Example) blame() {
	v.culprit = -1
	if v.score != nil {
		v.culprit = scoring.Culprit(v.ex.Program, v.score, v.s.Settings.Bar(v.score.Metric))
	}
}

// firstLook is the line to start at: the culprit, else the first module with
// a score, else the root.
func (v *Example) firstLook() int {
	if v.culprit >= 0 {
		return v.tree.lineOf[v.culprit]
	}
	if v.score != nil {
		for _, m := range v.score.Modules {
			if m.Node >= 0 && m.Node < len(v.tree.lineOf) {
				return v.tree.lineOf[m.Node]
			}
		}
	}
	return 0
}

// node returns the selected module; ok is false where the example has no
// program.
func (v *Example) node() (node int, ok bool) {
	if v.tree == nil || len(v.tree.lines) == 0 {
		return 0, false
	}
	return v.tree.lines[v.program.Selected()].node, true
}

// look derives what the screen shows of the selected module: after every
// change of selection, settings, size or scale, so that drawing only draws.
func (v *Example) look() {
	if v.ex == nil {
		return
	}
	old, was := v.evidence.node, v.evidence.label
	v.evidence = evidence{node: -1}
	node, ok := v.node()
	switch {
	case v.showsRows():
		v.evidence = v.rows.evidence(v.ex, v.layout(v.area).evidence.Dx())
	case ok:
		v.evidence = evidenceOf{example: v.ex, score: v.score, node: node, settings: v.s.Settings, log: v.log, photos: v.photos}.find()
	case v.alone():
		v.evidence = wholeOf(v.ex, v.photos, v.layout(v.area).evidence.Dx())
	}
	v.questionLines = len(newFlow(v.questionWords(), v.attended, nil, v.area.Dx()-1, v.s.Heat()).lines)
	l := v.layout(v.area)
	v.question = v.questionFlow(l.question.Dx())
	v.program.Columns = v.programColumns()
	v.program.Resize(l.program.Dy())
	v.words.SetCount(len(v.evidence.lines))
	v.passage, v.grid = nil, nil
	if v.evidence.rows != nil {
		v.grid = newGridFlow(v.evidence.rows, l.evidence.Dx()-1)
		v.text.count = v.grid.count
	}
	if p := v.evidence.passage; p != nil && len(p.tokens) > 0 {
		v.passage = newFlow(p.tokens, p.heat, p.gold, l.evidence.Dx()-1, v.s.Heat())
		v.text.count = len(v.passage.lines)
	}
	e := v.evidenceLayout(l.evidence)
	v.text.rows = max(1, e.passage.Dy())
	v.words.Resize(e.words.Dy())
	if old != v.evidence.node || was != v.evidence.label {
		v.words.First()
		v.text.top = 0
		if v.passage != nil && v.evidence.passage.first < len(v.passage.at) {
			v.text.top = v.passage.at[v.evidence.passage.first] - 1
		}
	}
	v.text.Move(0)
}

// alone reports whether the evidence is all there is to look at: the example
// has no program.
func (v *Example) alone() bool {
	return v.ex != nil && v.ex.Broken == "" && len(v.ex.Program) == 0
}

// onlyRows reports whether the rows are the only evidence.
func (v *Example) onlyRows() bool { return v.alone() && len(v.ex.Images) == 0 }

// showsRows reports whether attributions and rationales are on screen.
func (v *Example) showsRows() bool { return v.rows != nil && (v.wantRows || v.onlyRows()) }

func attendedTokens(ex *loaders.Example) []float64 {
	attended := make([]float64, len(ex.Tokens))
	for i := range ex.Program {
		for k, x := range ex.Program[i].Attention {
			if k < len(attended) && x > 0 {
				attended[k] = 1
			}
		}
	}
	return attended
}

// questionFlow sets the question under the selected module's utterance
// attention.
func (v *Example) questionFlow(w int) *flow {
	attention := v.attention()
	return newFlow(v.questionWords(), newScale(attention, false).all(attention), nil, w, v.s.Heat())
}

// scroll is a text taller than its room.
type scroll struct{ top, rows, count int }

// Move implements [widget.Scroller].
func (s *scroll) Move(rows int) { s.top = max(0, min(s.top+rows, s.count-s.rows)) }

// First implements [widget.Scroller].
func (s *scroll) First() { s.top = 0 }

// Last implements [widget.Scroller].
func (s *scroll) Last() { s.Move(s.count) }

// Page implements [widget.Scroller].
func (s *scroll) Page() int { return max(1, s.rows) }
