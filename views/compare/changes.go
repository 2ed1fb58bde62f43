package compare

import (
	"image"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// putChanges shows what becomes of the examples; the verdicts that they flip are
// tested.
func (v *screen) putChanges(w int) {
	c, faint := &v.Shown, widget.Ink(v.s.Theme.Faint)
	t := &table.Table{Name: "changes", Columns: []table.Column{
		{Name: "change", Title: "from A to B"}, {Name: "n", Kind: table.Count}, {Name: "of", Kind: table.Count},
		{Name: "p", Title: "McNemar p", Kind: table.Chance}, {Name: "p_holm", Title: "Holm", Kind: table.Chance},
	}}
	for i := range c.changes {
		row := []any{c.changes[i].String(), len(c.changes[i].Examples)}
		if flip, first := c.flip(i); first {
			row = append(row, flip.Pairs(), flip.P, flip.Holm)
		}
		t.Add(row...)
	}
	v.changes.Style = func(row, column int) widget.Style {
		return [...]widget.Style{v.s.Verdict(turn(&c.changes[row])), {}, faint, {}, {}}[column]
	}
	v.changes.Drawn = []widget.Column{{Width: 6, Grow: 1, Drop: 9, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			share := float64(len(c.changes[row].Examples)) / float64(max(1, c.comparison.Pairs))
			widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), share)
		}}
	}}}
	v.changes.Put(t, v.s.Look, w)
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
	flips := c.comparison.Agreement.Between(0, 1)
	switch change.Kind {
	case report.AnswerChange:
		return flips.Answers, true
	case report.FaithfulnessChange:
		return flips.Faithful, true
	}
	return flip, false
}
