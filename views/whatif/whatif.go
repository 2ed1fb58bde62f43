// Package whatif is the screen on which somebody changes what the modules of
// an example return, and sees at once what becomes of everything above them
// and of the answer: before and after, side by side. A learned module whose
// network would have to look again keeps what the run logged, and says so.
//
// What is changed is kept in steps that can be undone, and can be saved as a
// run of its own. The same screen shows what somebody asks of a picture.
package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
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
	way    []views.Step // from the screen below

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

// Waiting implements [views.Waiting].
func (v *screen) Waiting() bool { return v.trial == nil && v.failed == "" }

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
	steps, frozen := len(v.trial.steps)-1, v.trial.frozen()
	status := cmp.Or(widget.If(steps > 0, loaders.Count(steps, "step")+" to undo"), "nothing changed so far")
	status += widget.If(frozen > 0, " · "+loaders.Count(frozen, "frozen module")) + widget.If(v.countless() == "", " · "+v.s.Reading.String())
	return status + " · " + v.s.SettingsText()
}

// unread says why nothing can be changed yet.
func (v *screen) unread() string {
	if v.trial == nil {
		return "there is no program that runs"
	}
	return ""
}

// countless says why there is nothing that is counted.
func (v *screen) countless() string {
	if why := v.unread(); why != "" {
		return why
	}
	if slices.ContainsFunc(v.trial.before.Program, func(m loaders.Module) bool { return m.Output.Number != nil }) {
		return ""
	}
	return "the program counts nothing"
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
		err = errors.New("the record cannot be read")
	case err == nil && len(l.example.Program) == 0:
		err = errors.New("the example has no program")
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
	v.weigh()
}

// weigh scores what the changes made, and shows the program, which may have other
// operators now.
func (v *screen) weigh() {
	v.sides[1].held = v.scored.Weigh(v.trial.after)
	v.grade()
	v.program.Show(v.trial.after.Program, v.sides[0].score)
}

// grade scores both sides under the session's settings.
func (v *screen) grade() {
	for i := range v.sides {
		v.sides[i].score = nil
		if score, ok := v.sides[i].held.Score(v.s.Settings); ok {
			v.sides[i].score = &score
		}
	}
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
	height := area.Dy()
	if v.boxes.table.Count() > 0 {
		height = min(v.program.Height(), height*3/5)
	}
	left.Max.X = max(left.Min.X, left.Max.X-1)
	l.program, l.boxes = widget.SplitTop(left, height)
	l.boxes.Min.Y = min(l.boxes.Min.Y+1, l.boxes.Max.Y)
	halves := [2]image.Rectangle{}
	switch {
	case right.Dy() >= 2*leastSide:
		halves[0], halves[1] = widget.SplitTop(right, right.Dy()/2)
	case v.early:
		halves[0] = right
	default:
		halves[1] = right
	}
	for i, half := range halves {
		l.rules[i], l.sides[i] = widget.SplitTop(half, 1)
	}
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
	v.program.Columns = v.columns()
	v.program.Resize(v.layout.program.Dy())
	v.boxes.table.Resize(v.layout.boxes.Dy())
	for i, ex := range [...]*loaders.Example{v.trial.before, v.trial.after} {
		side := &v.sides[i]
		side.panel.Show(evidence.Subject{
			Run: v.scored.Run, Example: ex, Node: node, Photos: v.photos,
			Score: side.score, Settings: v.s.Settings, NoPictures: v.s.NoPictures,
		}, v.layout.sides[i].Dx())
		side.panel.Lay(image.Rectangle{}, v.layout.sides[i], v.s.Look, false)
	}
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	if v.trial == nil {
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, widget.Ink(v.s.Theme.Faint), cmp.Or(v.failed, "running the program …"))
		return
	}
	l := v.layout
	v.drawHead(f, l.head)
	v.program.Draw(f, l.program, v.s.Look, v.focus == programPane)
	v.boxes.table.Draw(f, l.boxes, v.s.Look, v.focus == boxesPane)
	border := widget.Ink(v.s.Theme.Border)
	for y := l.divider.Min.Y; y < l.divider.Max.Y; y++ {
		f.Cell(l.divider.Min.X, y, border, "│")
	}
	for i, name := range [...]string{"before", "after"} {
		if l.rules[i].Empty() {
			continue
		}
		pen := widget.NewPen(f, l.rules[i])
		f.Text(l.rules[i].Min.X, l.rules[i].Min.Y, l.rules[i].Dx(), border, strings.Repeat("─", l.rules[i].Dx()))
		pen.Put(border, "── ")
		pen.Put(widget.Bold(widget.Ink(v.s.Theme.Accent)), name)
		if edit := v.trial.now()[v.program.Node()]; i == 1 && edit.String() != "" {
			pen.Put(widget.Ink(v.s.Theme.Warn), " "+edit.String())
		}
		pen.Put(border, " ")
		v.sides[i].panel.Draw(f, "", "")
	}
}

// drawHead draws the question, the answer before and after, the program in
// first-order logic, and why the selected module is frozen.
func (v *screen) drawHead(f *widget.Frame, area image.Rectangle) {
	t, faint := v.trial, widget.Ink(v.s.Theme.Faint)
	var lines [headHeight]*widget.Pen
	for i := range lines {
		lines[i] = widget.NewPen(f, image.Rect(area.Min.X+1, area.Min.Y+i, area.Max.X, area.Min.Y+i+1).Intersect(area))
	}
	lines[0].Put(widget.Style{}, t.logged.Question)
	v.drawAnswer(lines[1], &t.logged.Answer, t.was)
	lines[1].Put(widget.Bold(widget.Style{}), "  →  ")
	v.drawAnswer(lines[1], &t.after.Answer, t.is)
	if gold := t.logged.Answer.Gold; gold != "" {
		lines[1].Put(faint, "  · gold "+gold)
	}
	var concepts *dfol.Concepts // what open questions may be answered with
	if v.s.Oracle != nil {
		concepts = v.s.Oracle.Concepts
	}
	if formula, err := dfol.Formula(t.after.Program, concepts); err == nil {
		lines[2].Put(faint, "in logic  ")
		lines[2].Put(widget.Style{}, formula)
	} else if t.after.Logical != "" {
		lines[2].Put(faint, t.after.Logical)
	}
	node, warning := v.program.Node(), ""
	switch why := t.is.Frozen[node]; {
	case why != "":
		warning = "frozen: " + t.after.Program[node].Op + " keeps what the run logged, as " + why
	case t.is.Undefined != "":
		warning = "no answer: " + t.is.Undefined
	case t.was.Answer != t.logged.Answer.Predicted && t.logged.Answer.Predicted != "":
		warning = "computed without changes the answer is " + t.was.Answer + ", which is not the run's"
	case t.frozen() > 0:
		warning = "some modules are frozen: what the answer would be is not known"
	}
	lines[3].Put(widget.Ink(v.s.Theme.Warn), warning)
}

func (v *screen) drawAnswer(pen *widget.Pen, a *loaders.Answer, o *executor.Outcome) {
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), a.Correct.Sign()+" "+cmp.Or(a.Predicted, o.Answer, "no answer"))
	if p := o.Probability; p != nil {
		name, number := " p(True) ", widget.Small(*p)
		if o.Answer == "yes" || o.Answer == "no" {
			name = " p(yes) "
		}
		if math.Abs(*p-0.5) < 0.05 { // on which side it is decides
			number, _ = widget.Apart(*p, 0.5)
		}
		pen.Put(widget.Ink(v.s.Theme.Faint), name+number)
	}
}

// columns are those of the program: the names have what the outputs and the
// changes leave.
func (v *screen) columns() []widget.Column {
	widest := func(k int) int {
		return widget.Widest(0, len(v.trial.after.Program), func(node int) string { return v.entries(node)[k].Text })
	}
	columns := []widget.Column{
		{Title: "program", Width: 12, Grow: 1}, {Title: "before", Width: max(6, min(widest(0), outputWidth)), Right: true},
		{Title: "after", Width: max(6, min(widest(1), outputWidth)), Right: true},
	}
	if changed := widest(2); changed > 0 {
		columns = append(columns, widget.Column{Title: "changed", Width: max(9, min(changed, v.layout.program.Dx()/3)), Drop: 1})
	}
	return columns
}

// entries are what a module returned before and after, and what is done to it.
func (v *screen) entries(node int) []widget.Entry {
	t := v.trial
	before := outputs(&t.before.Program[node], node, t.was)
	after := outputs(&t.after.Program[node], node, t.is)
	edit := t.now()[node]
	changed := widget.Entry{Text: edit.String(), Style: widget.Ink(v.s.Theme.Warn)}
	if t.is.Frozen[node] != "" {
		changed.Text = strings.TrimPrefix(changed.Text+", frozen", ", ")
	}
	entry := widget.Entry{Text: after}
	if after != before {
		entry.Style = widget.Bold(widget.Ink(v.s.Theme.Accent))
	}
	return []widget.Entry{{Text: before, Style: widget.Ink(v.s.Theme.Faint)}, entry, changed}
}

// outputs is a module's output in short, and in each pass where an image macro
// runs it twice.
func outputs(m *loaders.Module, node int, o *executor.Outcome) string {
	own := short(&m.Output)
	var passes []string
	for _, outputs := range o.Passes {
		if text := short(&outputs[node]); own == "" && text != "" {
			passes = append(passes, text)
		}
	}
	return cmp.Or(own, strings.Join(passes, "/"), "–")
}

// short is an output in a few cells: a count of boxes is the sum of their
// probabilities. It is "" for none.
func short(out *loaders.Output) string {
	switch {
	case out.Number != nil:
		return fmt.Sprintf("=%.2f", out.Number.Mean)
	case out.Truth != nil:
		return "T" + widget.Small(*out.Truth)
	case len(out.Options) > 0:
		return slices.MaxFunc(out.Options, func(a, b loaders.Option) int { return cmp.Compare(a.Probability, b.Probability) }).Name
	case out.Boxes != nil:
		sum := 0.
		for _, p := range slices.Concat(out.Boxes...) {
			sum += p
		}
		return fmt.Sprintf("Σ%.2f", sum)
	case len(out.Tokens) > 0:
		return "▲" + widget.Small(slices.Max(out.Tokens))
	}
	return ""
}
