package overview

import (
	"image"
	"strconv"

	"charm.land/lipgloss/v2"

	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// moduleColumns are those of the selected run's modules, or of its headlines
// where nobody scores its modules: a count, an explanation.
func (v *screen) moduleColumns() []widget.Column {
	text := func(style func() lipgloss.Style, of func(i int) string) func(i int) widget.Entry {
		return func(i int) widget.Entry { return widget.Entry{Text: of(i), Style: widget.Ink(style())} }
	}
	plain := func() lipgloss.Style { return v.s.Theme.Text }
	count := widget.Column{Title: "n", Width: 5, Right: true}
	r := v.run()
	if headlines := r.headlines; r.protocol == "" && len(headlines) > 0 {
		count.Show = text(plain, func(i int) string { return strconv.Itoa(headlines[i].Count) })
		return []widget.Column{
			{Title: "score", Width: 14, Grow: 1, Show: text(plain, func(i int) string { return session.MetricOf(headlines[i].Metric).Label() })},
			{Title: "value", Width: 6, Right: true, Show: text(plain, func(i int) string { return widget.Number(headlines[i].Value) })},
			count,
			{Title: "of", Width: 9, Grow: 1, Drop: 3, Show: text(func() lipgloss.Style { return v.s.Theme.Faint }, func(i int) string { return headlines[i].Protocol })},
		}
	}
	columns := []widget.Column{{Title: "module", Width: 13, Grow: 1, Show: text(plain, func(i int) string { return r.modules[i].of })}}
	for _, c := range metrics(r.protocol) {
		columns = append(columns, widget.Column{Title: c.title, Width: c.width, Right: true, Drop: 2 * c.drop, Show: text(plain, func(i int) string {
			return widget.Number(r.modules[i].values[c.metric])
		})})
	}
	count.Show = text(plain, func(i int) string { return strconv.Itoa(r.modules[i].count) })
	chart := func(i int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			if x, ok := r.modules[i].values["f1"].Float(); ok {
				widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), x)
			}
		}}
	}
	return append(columns, count, widget.Column{Width: 12, Grow: 1, Drop: 3, Show: chart})
}
