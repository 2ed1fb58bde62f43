package boxes

import (
	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type boxColumn struct {
	widget.Column
	text func(m *boxMark) string  // nil for a column with bars
	bars func(m *boxMark) float64 // of 1
}

// The columns.
var (
	whatColumn  = boxColumn{Column: widget.Column{Title: "box"}, text: func(m *boxMark) string { return m.name }}
	wordsColumn = boxColumn{Column: widget.Column{Title: "in words", Width: 10, Grow: 1}, text: whatColumn.text}
	pColumn     = barColumn("p", shownP)
	sumColumn   = boxColumn{Column: widget.Column{Title: "sum", Width: 5, Right: true},
		text: func(m *boxMark) string { return m.sum }}
	insideColumn = boxColumn{Column: widget.Column{Title: "in gold", Width: 7, Right: true, Drop: 1},
		text: func(m *boxMark) string { return widget.Number(m.inside) }}
	goldColumn = boxColumn{Column: widget.Column{Title: "overlaps", Grow: 1}, text: func(m *boxMark) string { return m.goldText }}
	iouColumn  = boxColumn{Column: widget.Column{Title: "IoU", Width: 4, Right: true, Drop: 1}, text: func(m *boxMark) string {
		return loaders.IfElse(m.iou > 0, widget.Decimal(m.iou), table.Absent)
	}}
)

const (
	leastBars   = 54
	wideTable   = 80 // cells, from which bars are longer
	mostStretch = 18 // cells that a bar gains
)

func barColumn(columnTitle string, p func(m *boxMark) float64) boxColumn {
	return boxColumn{Column: widget.Column{Title: columnTitle, Width: max(evidence.ProbabilityWidth, len(columnTitle))}, bars: p}
}

func shownP(m *boxMark) float64 { return m.p }

func (c *boxColumn) entryOf(m *boxMark) widget.TableCell {
	switch {
	case c.bars == nil:
		return widget.TableCell{Text: c.text(m)}
	case c.bars(m) < 0:
		return evidence.DrawnEntry(table.Absent, " "+table.Absent)
	}
	text := evidence.ProbabilityText(c.bars(m))
	return evidence.BarEntry(text, text, evidence.ProbabilityWidth+1, c.bars(m))
}
