package whatif

import (
	"cmp"
	"fmt"
	"slices"

	"faithscope/loaders"
	iou "faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/widget"
)

// outputWidth is the room of a module's output.
const outputWidth = 8

// boxes lists all proposals of a module's output, or all tokens of the passage
// that it attends to, those first that are most likely or nearest to gold: what
// is below the threshold can be switched on.
type boxes struct {
	s     *views.Session
	table widget.Table
	rows  []boxRow
	node  int
	text  bool // rows are tokens
}

// boxRow is a proposal, or a token, before and after the changes.
type boxRow struct {
	image, box    int
	name, gold    string
	before, after float64
	// iou is that with the gold box that the proposal overlaps most; of a token
	// 1 in a gold span.
	iou float64
}

func newBoxes(s *views.Session) *boxes {
	b := &boxes{s: s, node: -1}
	b.table = widget.Table{
		Columns: []widget.Column{
			{Title: "box", Width: 12, Grow: 1}, {Title: "IoU", Width: 4, Right: true, Drop: 1},
			{Title: "before", Width: outputWidth, Right: true}, {Title: "after", Width: outputWidth, Right: true}, {Width: 4, Drop: 2},
		},
		Entries: b.entries,
	}
	return b
}

// show lists the boxes of a module. They stay in their order while somebody
// changes it.
func (b *boxes) show(t *trial, node int) {
	fresh := node != b.node
	b.node, b.rows = node, b.rows[:0]
	before, after := &t.before.Program[node], &t.after.Program[node]
	b.tokens(t, before, after)
	b.proposals(t, before, after)
	slices.SortStableFunc(b.rows, func(x, y boxRow) int {
		return cmp.Compare(max(y.before, y.iou), max(x.before, x.iou))
	})
	b.table.Columns[0].Title, b.table.Columns[1].Title = "box", "IoU"
	if b.text {
		b.table.Columns[0].Title, b.table.Columns[1].Title = "token", "gold"
	}
	b.table.SetCount(len(b.rows))
	if fresh {
		b.table.Select(0)
	}
}

// tokens lists the tokens of the passage, where the module attends to them.
func (b *boxes) tokens(t *trial, before, after *loaders.Module) {
	if b.text = t.before.Passage != nil && after.Output.Tokens != nil; !b.text {
		return
	}
	words := t.before.Passage.Tokens
	for i, p := range after.Output.Tokens {
		row := boxRow{box: i, name: fmt.Sprintf("#%d", i), after: p}
		if i < len(words) {
			row.name = loaders.Clean(words[i]) + " " + row.name
		}
		if i < len(before.Output.Tokens) {
			row.before = before.Output.Tokens[i]
		}
		if before.Gold != nil && slices.ContainsFunc(before.Gold.Spans, func(s loaders.Span) bool { return s.Start <= i && i < s.End }) {
			row.gold, row.iou = "gold", 1
		}
		b.rows = append(b.rows, row)
	}
}

// proposals lists those of the pictures for which the module returns a probability.
func (b *boxes) proposals(t *trial, before, after *loaders.Module) {
	for i := range t.before.Images {
		for k, box := range t.before.Images[i].Proposals {
			p, ok := probabilityOf(after, i, k)
			if !ok || box == (loaders.Box{}) {
				continue
			}
			row := boxRow{image: i, box: k, name: fmt.Sprintf("image %d #%d", i+1, k), after: p, iou: overlap(before, i, box)}
			if row.before, _ = probabilityOf(before, i, k); row.iou > 0 {
				row.gold = widget.Decimal(row.iou)
			}
			b.rows = append(b.rows, row)
		}
	}
}

// probabilityOf is the probability of a proposal; ok is false where the module
// returns none.
func probabilityOf(m *loaders.Module, image, box int) (p float64, ok bool) {
	if image >= len(m.Output.Boxes) || box >= len(m.Output.Boxes[image]) {
		return 0, false
	}
	return m.Output.Boxes[image][box], true
}

// overlap is a box's IoU with the module's gold box that it overlaps most.
func overlap(m *loaders.Module, image int, box loaders.Box) (most float64) {
	if m.Gold == nil || image >= len(m.Gold.Boxes) {
		return 0
	}
	corners := func(b loaders.Box) [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} }
	for _, gold := range m.Gold.Boxes[image] {
		most = max(most, iou.IoU(corners(box), corners(gold)))
	}
	return most
}

func (b *boxes) entries(i int) []widget.Entry {
	row, heat, faint := &b.rows[i], b.s.Heat(), widget.Ink(b.s.Theme.Faint)
	entries := []widget.Entry{
		{Text: row.name}, {Text: row.gold, Style: faint}, {Text: widget.Small(row.before), Style: heat.Style(row.before)},
		{Text: widget.Small(row.after), Style: heat.Style(row.after)}, {Style: faint},
	}
	if row.after != row.before {
		entries[3].Style = widget.Bold(entries[3].Style)
	}
	switch {
	case b.text:
		entries[1].Style = widget.Bold(widget.Style{})
	case row.after > b.s.Settings.Threshold:
		entries[4].Text = "● on"
	}
	return entries
}
