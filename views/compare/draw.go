package compare

import (
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/views/widget"
)

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct{ head, changes, runs, tests image.Rectangle }

// beside is the width from which the table of runs stands beside the changes; on
// a narrower screen it takes their place while keys move it.
const beside = 110

func (v *screen) layout(area image.Rectangle) (at layout) {
	at.head, area = widget.SplitTop(area, 2)
	rows := max(v.changes.Count(), 6)
	if area.Dx() >= beside {
		rows = max(rows, len(v.s.Runs))
	}
	at.changes, at.tests = widget.SplitTop(area, min(rows+2, max(area.Dy()/2, 8)))
	at.changes.Max.Y--
	switch {
	case area.Dx() >= beside:
		at.runs = at.changes
		at.changes.Max.X = area.Min.X + area.Dx()/2 - 1
		at.runs.Min.X = at.changes.Max.X + 2
	case v.focus == inRuns:
		at.runs, at.changes = at.changes, image.Rectangle{}
	}
	return at
}

// Draw draws what is compared, the changes, the table of runs and the scores.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawHead(f, at.head)
	v.drawTable(f, at.changes, &v.changes, inChanges)
	v.drawTable(f, at.runs, &v.runs.table, inRuns)
	v.drawTable(f, at.tests, &v.tests, inTests)
}

func (v *screen) drawTable(f *widget.Frame, area image.Rectangle, t *widget.Table, p pane) {
	if !area.Empty() {
		f.Clicking(func() { t.Draw(f, area, v.s.Look, v.focus == p) }, func(run func() tea.Cmd) tea.Cmd {
			v.focus = p
			return run()
		})
	}
}

// drawHead draws which runs are compared, and how.
func (v *screen) drawHead(f *widget.Frame, area image.Rectangle) {
	first, second := widget.SplitTop(area, 1)
	first.Min.X += widget.Gutter
	second.Min.X += widget.Gutter
	t := v.s.Theme
	strong, faint := widget.Bold(widget.Ink(t.Text)), widget.Ink(t.Faint)
	pen := widget.NewPen(f, first)
	pen.Put(widget.Bold(widget.Ink(t.Accent)), "A ")
	pen.Put(strong, v.name(v.a))
	pen.Put(widget.Bold(widget.Ink(t.Accent)), "   B ")
	pen.Put(strong, v.name(v.b))
	c := v.shown.comparison
	if v.computing {
		pen.Put(widget.Ink(t.Warn), "   comparing …")
	} else if !v.complete() {
		pen.Put(widget.Ink(t.Warn), "   runs are still being read")
	}
	pen = widget.NewPen(f, second)
	if c != nil {
		pen.Put(faint, fmt.Sprintf("%d in both, %d in A alone, %d in B alone · ", c.Pairs, c.OnlyA, c.OnlyB))
	}
	pen.Put(faint, "swapped: ")
	pen.Put(widget.Ink(t.Text), v.by.String()+"s")
	if c != nil {
		pen.Put(faint, fmt.Sprintf(" · Holm: %s", loaders.Count(len(c.Tests), "test")))
	}
}

// changeColumns are those of what becomes of the examples.
func (v *screen) changeColumns() []widget.Column {
	at := func(i int) *report.Change { return &v.shown.changes[i] }
	return []widget.Column{
		{Title: "from A to B", Width: 24, Grow: 2, Show: func(i int) widget.Entry {
			return widget.Entry{Text: at(i).String(), Style: v.s.Verdict(turn(at(i)))}
		}},
		{Title: "n", Width: 5, Right: true, Show: func(i int) widget.Entry { return widget.Entry{Text: strconv.Itoa(len(at(i).Examples))} }},
		{Title: "", Width: 6, Grow: 1, Drop: 3, Show: func(i int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				share := float64(len(at(i).Examples)) / float64(max(1, v.shown.comparison.Pairs))
				widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), share)
			}}
		}},
		{Title: "of", Width: 5, Right: true, Drop: 2, Show: func(i int) widget.Entry {
			if flip, first := v.flip(i); first {
				return widget.Entry{Text: strconv.Itoa(flip.Pairs()), Style: widget.Ink(v.s.Theme.Faint)}
			}
			return widget.Entry{}
		}},
		{Title: "McNemar p", Width: 9, Right: true, Drop: 1, Show: func(i int) widget.Entry {
			if flip, first := v.flip(i); first {
				return widget.Entry{Text: chance(flip.P)}
			}
			return widget.Entry{}
		}},
		{Title: "Holm", Width: 6, Right: true, Drop: 1, Show: func(i int) widget.Entry {
			if flip, first := v.flip(i); first {
				return widget.Entry{Text: chance(flip.Holm)}
			}
			return widget.Entry{}
		}},
	}
}

// turn says whether a change is for the better.
func turn(c *report.Change) loaders.Verdict {
	if c.Kind != report.AnswerChange && c.Kind != report.FaithfulnessChange {
		return loaders.Unknown
	}
	return loaders.VerdictOf(c.To == "right" || c.To == "faithful")
}

// flip is the test of the verdicts whose changes begin in row i; first is false
// in other rows.
func (v *screen) flip(i int) (flip report.Flip, first bool) {
	c := v.shown.changes[i]
	if first = i == 0 || v.shown.changes[i-1].Kind != c.Kind; !first {
		return flip, false
	}
	flips := v.shown.agreement.Between(v.shown.a, v.shown.b)
	switch c.Kind {
	case report.AnswerChange:
		return flips.Answers, true
	case report.FaithfulnessChange:
		return flips.Faithful, true
	}
	return flip, false
}
