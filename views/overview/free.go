package overview

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// freeTables are what the room below the modules goes to, of the selected run.
type freeTables struct {
	*board
	kinds    widget.Table // accuracy by question type
	failures widget.Table // the worst right answers
}

// kindColumns are those of the accuracy by question type.
func (t *freeTables) kindColumns() []widget.Column {
	kind := func(i int) *kindScore { return &t.run().kinds[i] }
	text, faint := func() widget.Style { return widget.Ink(t.s.Theme.Text) }, func() widget.Style { return widget.Ink(t.s.Theme.Faint) }
	return []widget.Column{
		{Title: "accuracy by type, lowest first", Width: 42, Show: func(i int) widget.Entry { return widget.Entry{Text: kind(i).kind, Style: text()} }},
		{Title: "right", Width: 5, Right: true, Show: func(i int) widget.Entry {
			return widget.Entry{Text: widget.Decimal(float64(kind(i).right) / float64(kind(i).judged)), Style: text()}
		}},
		{Title: "n", Width: 6, Right: true, Show: func(i int) widget.Entry { return widget.Entry{Text: strconv.Itoa(kind(i).judged), Style: faint()} }},
	}
}

// failureColumns are those of the worst right answers; what went wrong has the
// room that it takes.
func (t *freeTables) failureColumns() []widget.Column {
	failure := func(i int) *failure { return &t.run().failures[i] }
	title := "worst right answers · x lists all "
	if t.Area.Dx() < 100 {
		title = "worst right · x: all "
	}
	columns := []widget.Column{
		{Title: title + strconv.Itoa(t.run().quadrant[yes][no]), Width: 28, Grow: 1, Show: func(i int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				pen := widget.NewPen(f, area)
				pen.Put(widget.Over(widget.Ink(t.s.Theme.Faint), base), failure(i).id+"  ")
				pen.Put(widget.Over(widget.Ink(t.s.Theme.Text), base), failure(i).question)
			}}
		}},
	}
	if why := widget.Widest(0, len(t.run().failures), func(i int) string { return failure(i).why }); why > 0 {
		columns = append(columns, widget.Column{Title: "why", Width: min(why, max(32, t.Area.Dx()/2)), Show: func(i int) widget.Entry {
			return widget.Entry{Text: failure(i).why, Style: widget.Ink(t.s.Theme.Text)}
		}})
	}
	return append(columns, widget.Column{Title: "score", Width: 5, Right: true, Show: func(i int) widget.Entry {
		return widget.Entry{Text: widget.Number(failure(i).value), Style: widget.Ink(t.s.Theme.Wrong)}
	}})
}

// openFailure opens the selected one of the worst right answers, and below it the
// list of all of them.
func (t *freeTables) openFailure() tea.Cmd {
	run, at := t.selected(), t.run().failures[t.failures.Selected()].example
	list := examples.Worst(t.s, run, rightUnfaithful.filter())
	list.Select(at)
	t.s.Push(list)
	return t.s.Push(example.New(t.s, run, at, list))
}

// openKind lists the wrong answers of the selected question type.
func (t *freeTables) openKind() tea.Cmd {
	return t.openList(examples.Filter{Where: "wrong kind=" + strconv.Quote(t.run().kinds[t.kinds.Selected()].kind)})
}
