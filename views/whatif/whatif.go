// Package whatif is the screen on which somebody changes what the modules of
// an example return, and sees at once what becomes of everything above them
// and of the answer: before and after, side by side. A learned module whose
// network would have to look again keeps what the run logged, and says so.
//
// What is changed is kept in steps that can be undone, and can be saved as a
// run of its own. The same screen shows what somebody asks of a picture.
package whatif

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// screen is an example, its program with what every module returned before and
// after the changes, the boxes of the selected module, and its evidence.
type screen struct {
	s      *views.Session
	scored *session.Scored // the run that the example is of, or its picture
	name   string
	load   func(nmn.Reading) tea.Cmd

	photos []evidence.Photo
	trial  *trial
	failed string // why there is nothing to change

	program *evidence.Program
	boxes   *boxes
	focus   pane
	// sides are the evidence before and after the changes.
	sides  [2]side
	early  bool // where one side has room, it is the one before
	layout places
	area   image.Rectangle
}

// side is one of before and after.
type side struct {
	held  session.Held
	score *scoring.ExampleScore
	panel *evidence.Panel
}

// pane is what keys move.
type pane uint8

const (
	programPane pane = iota
	boxesPane
)

// loaded is an example that was read, with what runs its program.
type loaded struct {
	of       *screen
	example  *loaders.Example
	executor executor.Executor
	photos   []evidence.Photo
	err      error
}

// Title implements [views.View].
func (v *screen) Title() string { return v.name }

// Init reads the example and finds out what runs its program.
func (v *screen) Init() tea.Cmd { return v.load(v.s.Reading) }

// Typing implements [views.View]: nothing is typed here.
func (v *screen) Typing() bool { return false }

// Status says how much is changed, and under which settings.
func (v *screen) Status() string {
	if v.trial == nil {
		return v.failed
	}
	status := loaders.Count(len(v.trial.steps)-1, "step") + " to undo"
	if n := v.trial.frozen(); n > 0 {
		status += " · " + loaders.Count(n, "frozen module")
	}
	if v.countless() == "" {
		status += " · " + v.s.Reading.String()
	}
	return status + " · " + v.s.SettingsText()
}

// Update accepts sizes, news, and the example.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
	case views.Refresh:
		v.grade()
	case loaded:
		if msg.of == v {
			v.show(msg)
		}
	}
	v.settle()
	return nil
}

// show shows what was read, run once as it is.
func (v *screen) show(l loaded) {
	v.photos = l.photos
	err := l.err
	switch {
	case l.example.Broken != "":
		err = errBroken
	case err == nil && len(l.example.Program) == 0:
		err = errNoProgram
	}
	before := v.trial
	if err == nil {
		v.trial, err = newTrial(l.executor, l.example)
	}
	if err == nil && before != nil { // numbers are read in another way now
		err = v.trial.resume(before)
	}
	if err != nil {
		v.failed = "what if cannot be asked here: " + loaders.Clean(err.Error())
		return
	}
	v.sides[0].held = v.scored.Weigh(v.trial.before)
	v.weighAfter()
	culprit := -1
	if score := v.sides[0].score; score != nil {
		culprit = scoring.Culprit(v.trial.before.Program, score, v.s.Settings.Bar(score.Metric))
	}
	v.program.Show(v.trial.after.Program, v.sides[0].score, culprit)
}

// weighAfter scores what the changes made.
func (v *screen) weighAfter() {
	v.sides[1].held = v.scored.Weigh(v.trial.after)
	v.grade()
}

// grade scores both sides under the session's settings.
func (v *screen) grade() {
	for i := range v.sides {
		side := &v.sides[i]
		side.score = nil
		if score, ok := side.held.Score(v.s.Settings); ok {
			side.score = &score
		}
	}
}

// changed follows a step: the program may have other operators now.
func (v *screen) changed() {
	node := v.program.Node()
	v.weighAfter()
	v.program.Show(v.trial.after.Program, v.sides[0].score, v.program.Culprit())
	v.program.SelectNode(node)
}

// examples are what the two sides show.
func (v *screen) examples() [2]*loaders.Example {
	return [2]*loaders.Example{v.trial.before, v.trial.after}
}

// places is where the parts of the screen lie; what has no room is empty.
type places struct {
	head, program, boxes image.Rectangle
	divider              image.Rectangle
	// sides are the rules above the evidence, before and after, and below
	// them the evidence.
	rules, sides [2]image.Rectangle
}

const (
	headHeight = 4
	// leastSide is the height from which on both sides are shown.
	leastSide = 11
	// leastColumn is the width of the narrowest column of program and boxes.
	leastColumn = 40
)

func (v *screen) lay(area image.Rectangle) places {
	var l places
	l.head, area = widget.SplitTop(area, headHeight)
	left, right := area, area
	left.Min.X = min(left.Min.X+1, left.Max.X)
	left.Max.X = min(area.Max.X, left.Min.X+max(leastColumn, area.Dx()*2/5))
	right.Min.X = min(left.Max.X+2, area.Max.X)
	l.divider = image.Rect(left.Max.X, area.Min.Y, min(left.Max.X+1, area.Max.X), area.Max.Y)
	height := v.program.Height()
	if v.boxes.table.Count() > 0 {
		height = min(height, area.Dy()*3/5)
	} else {
		height = area.Dy()
	}
	left.Max.X = max(left.Min.X, left.Max.X-1)
	l.program, l.boxes = widget.SplitTop(left, height)
	l.boxes.Min.Y = min(l.boxes.Min.Y+1, l.boxes.Max.Y)
	only := 1
	if v.early {
		only = 0
	}
	if right.Dy() < 2*leastSide {
		l.rules[only], l.sides[only] = widget.SplitTop(right, 1)
		return l
	}
	upper, lower := widget.SplitTop(right, right.Dy()/2)
	l.rules[0], l.sides[0] = widget.SplitTop(upper, 1)
	l.rules[1], l.sides[1] = widget.SplitTop(lower, 1)
	return l
}

// settle derives what the screen shows, after every change, so that drawing
// only draws.
func (v *screen) settle() {
	if v.trial == nil {
		return
	}
	node := v.program.Node()
	v.boxes.show(v.trial, node)
	if v.boxes.table.Count() == 0 {
		v.focus = programPane
	}
	v.layout = v.lay(v.area)
	v.program.Resize(v.layout.program.Dy())
	v.boxes.table.Resize(v.layout.boxes.Dy())
	for i, ex := range v.examples() {
		side := &v.sides[i]
		side.panel.Show(evidence.Subject{
			Run: v.scored.Run, Example: ex, Node: node, Photos: v.photos,
			Score: side.score, Settings: v.s.Settings, NoPictures: v.s.NoPictures,
		}, v.layout.sides[i].Dx())
		side.panel.Lay(image.Rectangle{}, v.layout.sides[i], v.s.Look, false)
	}
}
