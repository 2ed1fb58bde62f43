package compare

import (
	"image"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/views"
	"faithscope/views/widget"
)

// compared is what is shown of two runs.
type compared struct {
	a, b       int
	comparison *report.Comparison
	agreement  *report.Agreement // of all runs
	changes    []report.Change
	err        error
}

// changeColumns are those of what becomes of the examples.
func changeColumns(s *views.Session, c *compared) []widget.Column {
	at := func(i int) *report.Change { return &c.changes[i] }
	flips := func(title string, width, drop int, of func(f report.Flip) widget.Entry) widget.Column {
		return widget.Column{Title: title, Width: width, Right: true, Drop: drop, Show: func(i int) (e widget.Entry) {
			if flip, first := c.flip(i); first {
				return of(flip)
			}
			return e
		}}
	}
	return []widget.Column{
		{Title: "from A to B", Width: 24, Grow: 2, Show: func(i int) widget.Entry {
			return widget.Entry{Text: at(i).String(), Style: s.Verdict(turn(at(i)))}
		}},
		{Title: "n", Width: 5, Right: true, Show: func(i int) widget.Entry { return widget.Entry{Text: strconv.Itoa(len(at(i).Examples))} }},
		{Title: "", Width: 6, Grow: 1, Drop: 3, Show: func(i int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				share := float64(len(at(i).Examples)) / float64(max(1, c.comparison.Pairs))
				widget.Bar(f, area, widget.Over(widget.Ink(s.Theme.Accent), base), share)
			}}
		}},
		flips("of", 5, 2, func(f report.Flip) widget.Entry {
			return widget.Entry{Text: strconv.Itoa(f.Pairs()), Style: widget.Ink(s.Theme.Faint)}
		}),
		flips("McNemar p", 9, 1, func(f report.Flip) widget.Entry { return widget.Entry{Text: widget.Chance(f.P)} }),
		flips("Holm", 6, 1, func(f report.Flip) widget.Entry { return widget.Entry{Text: widget.Chance(f.Holm)} }),
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
func (c *compared) flip(i int) (flip report.Flip, first bool) {
	change := c.changes[i]
	if first = i == 0 || c.changes[i-1].Kind != change.Kind; !first {
		return flip, false
	}
	flips := c.agreement.Between(c.a, c.b)
	switch change.Kind {
	case report.AnswerChange:
		return flips.Answers, true
	case report.FaithfulnessChange:
		return flips.Faithful, true
	}
	return flip, false
}
