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
	words []string // of the passage, where rows are its tokens
	text  bool
}

// boxRow is a proposal, or a token, before and after the changes.
type boxRow struct {
	image, box    int
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
	for i := range t.before.Images {
		im := &t.before.Images[i]
		for k, box := range im.Proposals {
			if p, ok := probabilityOf(after, i, k); ok && box != (loaders.Box{}) {
				was, _ := probabilityOf(before, i, k)
				b.rows = append(b.rows, boxRow{i, k, was, p, overlap(before, i, box)})
			}
		}
	}
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
	b.words = t.before.Passage.Tokens
	for i, p := range after.Output.Tokens {
		row := boxRow{box: i, after: p}
		if i < len(before.Output.Tokens) {
			row.before = before.Output.Tokens[i]
		}
		if before.Gold != nil && slices.ContainsFunc(before.Gold.Spans, func(s loaders.Span) bool { return s.Start <= i && i < s.End }) {
			row.iou = 1
		}
		b.rows = append(b.rows, row)
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
	row := &b.rows[i]
	overlap := widget.Entry{Style: widget.Ink(b.s.Theme.Faint)}
	if row.iou > 0 {
		overlap.Text = widget.Decimal(row.iou)
	}
	heat := b.s.Heat()
	before := widget.Entry{Text: widget.Small(row.before), Style: heat.Style(row.before)}
	after := widget.Entry{Text: widget.Small(row.after), Style: heat.Style(row.after)}
	if row.after != row.before {
		after.Style = widget.Bold(after.Style)
	}
	if b.text {
		return b.token(row, before, after)
	}
	sign := ""
	if row.after > b.s.Settings.Threshold {
		sign = "● on"
	}
	return []widget.Entry{
		{Text: fmt.Sprintf("image %d #%d", row.image+1, row.box)}, overlap,
		before, after, {Text: sign, Style: widget.Ink(b.s.Theme.Faint)},
	}
}

// token is the row of a token.
func (b *boxes) token(row *boxRow, before, after widget.Entry) []widget.Entry {
	name, gold := fmt.Sprintf("#%d", row.box), widget.Entry{Style: widget.Bold(widget.Style{})}
	if row.box < len(b.words) {
		name = loaders.Clean(b.words[row.box]) + " " + name
	}
	if row.iou > 0 {
		gold.Text = "gold"
	}
	return []widget.Entry{{Text: name}, gold, before, after, {}}
}
