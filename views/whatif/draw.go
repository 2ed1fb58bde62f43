package whatif

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/views/widget"
)

// outputWidth is the room of a module's output.
const outputWidth = 8

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
		for x := l.rules[i].Min.X; x < l.rules[i].Max.X; x++ {
			f.Cell(x, l.rules[i].Min.Y, border, "─")
		}
		pen := widget.NewPen(f, l.rules[i])
		pen.Put(border, "── ")
		pen.Put(widget.Bold(widget.Ink(v.s.Theme.Accent)), name)
		if edit := v.trial.now()[v.program.Node()]; i == 1 && edit.String() != "" {
			pen.Put(widget.Ink(v.s.Theme.Warn), " "+edit.String())
		}
		pen.Put(border, " ")
		v.sides[i].panel.Draw(f, "")
	}
}

// drawHead draws the question, the answer before and after, the program in
// first-order logic, and why the selected module is frozen.
func (v *screen) drawHead(f *widget.Frame, area image.Rectangle) {
	t, faint := v.trial, widget.Ink(v.s.Theme.Faint)
	lines := make([]*widget.Pen, headHeight)
	for i := range lines {
		line := image.Rect(area.Min.X+1, area.Min.Y+i, area.Max.X, area.Min.Y+i+1)
		lines[i] = widget.NewPen(f, line.Intersect(area))
	}
	lines[0].Put(widget.Style{}, t.logged.Question)
	v.drawAnswer(lines[1], &t.logged.Answer, t.was)
	lines[1].Put(widget.Bold(widget.Style{}), "  →  ")
	v.drawAnswer(lines[1], &t.after.Answer, t.is)
	if gold := t.logged.Answer.Gold; gold != "" {
		lines[1].Put(faint, "  · gold "+gold)
	}
	if formula, err := dfol.Formula(t.after.Program, v.concepts()); err == nil {
		lines[2].Put(faint, "in logic  ")
		lines[2].Put(widget.Style{}, formula)
	} else if t.after.Logical != "" {
		lines[2].Put(faint, t.after.Logical)
	}
	node := v.program.Node()
	switch why := t.is.Frozen[node]; {
	case why != "":
		lines[3].Put(widget.Ink(v.s.Theme.Warn), "frozen: "+t.after.Program[node].Op+" keeps what the run logged, as "+why)
	case t.is.Undefined != "":
		lines[3].Put(widget.Ink(v.s.Theme.Warn), "no answer: "+t.is.Undefined)
	case t.was.Answer != t.logged.Answer.Predicted && t.logged.Answer.Predicted != "":
		lines[3].Put(widget.Ink(v.s.Theme.Warn), "computed without changes the answer is "+t.was.Answer+", which is not the run's")
	case t.frozen() > 0:
		lines[3].Put(widget.Ink(v.s.Theme.Warn), "some modules are frozen: what the answer would be is not known")
	}
}

// concepts are what open questions may be answered with.
func (v *screen) concepts() *dfol.Concepts {
	if v.s.Oracle == nil {
		return nil
	}
	return v.s.Oracle.Concepts
}

func (v *screen) drawAnswer(pen *widget.Pen, a *loaders.Answer, o *executor.Outcome) {
	pen.Put(widget.Bold(v.s.Verdict(a.Correct)), [...]string{"?", "✓", "✗"}[a.Correct]+" "+cmp.Or(a.Predicted, o.Answer, "no answer"))
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
	if text := short(&m.Output); text != "" || o.Passes == nil {
		return cmp.Or(text, "–")
	}
	var passes []string
	for _, outputs := range o.Passes {
		if text := short(&outputs[node]); text != "" {
			passes = append(passes, text)
		}
	}
	return cmp.Or(strings.Join(passes, "/"), "–")
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
		for _, list := range out.Boxes {
			for _, p := range list {
				sum += p
			}
		}
		return fmt.Sprintf("Σ%.2f", sum)
	case len(out.Tokens) > 0:
		return "▲" + widget.Small(slices.Max(out.Tokens))
	}
	return ""
}
