package overview

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/sweep"
	"faithscope/views/widget"
)

// spot is what is selected in a row of the modules: the score that stands for
// it, another metric, the empty ones, or the wrong ones by a cause.
type spot struct {
	metric string // "" for the first one
	empty  bool
	cause  scoring.Cause
}

// modules reports whether the spot is some of the modules, and not a score.
func (s spot) modules() bool { return s.empty || s.cause != scoring.NoCause }

// spots are those of a module type, the score first; metrics are those that have
// a column.
func (m *moduleScores) spots(metrics []string) []spot {
	all := []spot{{}}
	for _, name := range metrics[min(1, len(metrics)):] {
		all = append(all, spot{metric: name})
	}
	if m.empty > 0 {
		all = append(all, spot{empty: true})
	}
	for _, c := range m.causes {
		all = append(all, spot{cause: c.cause})
	}
	return all
}

// in is how many modules are in a spot.
func (m *moduleScores) in(s spot) int {
	for _, c := range m.causes {
		if c.cause == s.cause {
			return c.n
		}
	}
	return m.empty
}

// filter lists the examples that have a module in a spot.
func (m *moduleScores) filter(s spot) examples.Filter {
	of := ""
	if m.of != "overall" {
		of = "." + m.of
	}
	if s.cause == scoring.NoCause {
		return examples.Filter{Where: "nothing_wanted" + of}
	}
	return examples.Filter{Where: "cause" + of + "=" + strconv.Quote(s.cause.String())}
}

// words says the spot: "find: low p 757 of 1416 modules, 53 %".
func (m *moduleScores) words(s spot) string {
	what := s.cause.String()
	if s.empty {
		what = "empty (nothing wanted, nothing predicted: F1 1)"
	}
	n := m.in(s)
	return m.of + ": " + what + " " + strconv.Itoa(n) + " of " + loaders.Count(m.scored, "module") + ", " + widget.Percent(n, max(1, m.scored))
}

// modulePane is the selected run's table of module types, or of its headlines.
type modulePane struct {
	*board
	table   widget.Table
	spot    spot // in the selected row
	worstUp bool // sorted, the worst first
	curves  sparks
	tracing bool // curves are being computed
	fresh   bool // the scores are new since curves were asked for
}

// module is the selected row, nil where there is none.
func (t *modulePane) module() *moduleScores {
	r, at := t.run(), t.table.Selected()
	if r.protocol == "" || at >= len(r.modules) {
		return nil
	}
	return &r.modules[at]
}

// moduleColumns are those of the selected run's modules, or of its headlines
// where nobody scores its modules: a count, an explanation.
func (t *modulePane) moduleColumns() []widget.Column {
	text := func(style func() lipgloss.Style, of func(i int) string) func(i int) widget.Entry {
		return func(i int) widget.Entry { return widget.Entry{Text: of(i), Style: widget.Ink(style())} }
	}
	plain := func() lipgloss.Style { return t.s.Theme.Text }
	count := widget.Column{Title: "n", Width: 5, Right: true}
	r := t.run()
	if headlines := r.headlines; r.protocol == "" && len(headlines) > 0 {
		count.Show = text(plain, func(i int) string { return strconv.Itoa(headlines[i].Count) })
		return []widget.Column{
			{Title: "score", Width: 18, Grow: 1, Most: widget.Widest(30, len(headlines), func(i int) string { return headlineName(&headlines[i]) }), Show: text(plain, func(i int) string { return headlineName(&headlines[i]) })},
			{Title: "value", Width: 6, Right: true, Show: text(plain, func(i int) string { return widget.Number(headlines[i].Value) })},
			count,
			{Title: "of", Width: 9, Grow: 1, Drop: 3, Show: text(func() lipgloss.Style { return t.s.Theme.Faint }, func(i int) string { return headlines[i].Protocol })},
		}
	}
	worst := r.worst()
	longest := widget.Widest(15, len(r.modules), func(i int) string { return r.modules[i].of }) + len(" <worst")
	columns := []widget.Column{{Title: "module", Width: 15, Grow: 1, Most: longest, Show: func(i int) widget.Entry {
		if i == worst {
			return widget.Entry{Text: r.modules[i].of + " ◂worst", Style: widget.Bold(widget.Ink(t.s.Theme.Text))}
		}
		return widget.Entry{Text: r.modules[i].of, Style: widget.Ink(t.s.Theme.Text)}
	}}}
	if worst >= 0 {
		columns[0].Width = max(columns[0].Width, len(r.modules[worst].of)+len(" <worst"))
	}
	for _, c := range metrics(r.protocol) {
		columns = append(columns, widget.Column{Title: c.title, Width: c.width, Right: true, Drop: 2 * c.drop, Show: func(i int) widget.Entry {
			return t.score(i, c.metric)
		}})
	}
	count.Show = text(plain, func(i int) string { return strconv.Itoa(r.modules[i].count) })
	if r.overall.empty > 0 {
		columns = append(columns, widget.Column{Title: "empty", Width: 5, Right: true, Drop: 1, Show: t.emptyShare})
	}
	if r.overall.scored > 0 {
		columns = append(columns, widget.Column{Title: "why wrong", Width: 14, Grow: 3, Drop: 2, Show: t.why})
	}
	count.Drop = 5
	columns = append(columns, count,
		widget.Column{Title: "first", Width: 5, Right: true, Drop: 6, Show: text(plain, func(i int) string { return strconv.Itoa(r.modules[i].first) })},
		widget.Column{Title: "wrong of used", Width: 13, Right: true, Drop: 7, Show: text(plain, func(i int) string {
			return fmt.Sprintf("%d of %d", r.modules[i].wrong, r.modules[i].scored)
		})})
	if t.curves.of(t.selected()) != nil {
		columns = append(columns, widget.Column{Title: "F1 over p", Width: 9, Drop: 4, Show: t.spark})
	}
	return columns
}

// worst returns the row of the module type that most often goes wrong first, the
// earlier one of two that do so equally; -1 where none does, or where there is no
// other type.
func (r *runScores) worst() int {
	worst, used := -1, 0
	for i := 1; i < len(r.modules); i++ {
		m := &r.modules[i]
		if m.count > 0 {
			used++
		}
		if m.first > 0 && (worst < 0 || m.first > r.modules[worst].first) {
			worst = i
		}
	}
	if used < 2 {
		return -1
	}
	return worst
}

// sortModules puts the modules of every run in the order of the paper's tables,
// or the worst first; those without a number come last.
func (t *modulePane) sortModules() {
	for i := range t.Shown {
		r := &t.Shown[i]
		if len(r.modules) < 3 {
			continue
		}
		better := session.MetricOf(metrics(r.protocol)[0].metric).Better
		slices.SortStableFunc(r.modules[1:], func(a, b moduleScores) int {
			x, known := a.headline(r.protocol).Float()
			y, other := b.headline(r.protocol).Float()
			switch {
			case !t.worstUp || known == other && x == y:
				return a.place - b.place
			case known != other && known || known && better.Better(y, x):
				return -1
			}
			return 1
		})
	}
}

// spotted is a row's spot where it is selected.
func (t *modulePane) spotted(i int) spot {
	if t.focus != inModules || i != t.table.Selected() {
		return spot{}
	}
	return t.spot
}

// score is a metric of a row, marked where it is selected.
func (t *modulePane) score(i int, metric string) widget.Entry {
	r, s := t.run(), spot{metric: metric}
	if metric == metrics(r.protocol)[0].metric {
		s = spot{}
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		st := widget.Over(widget.Ink(t.s.Theme.Text), base)
		if t.focus == inModules && i == t.table.Selected() && t.spot == s {
			st = widget.Over(widget.Bold(widget.Ink(t.s.Theme.Accent)), base)
		}
		widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), st, widget.Number(r.modules[i].values[metric]))
		f.Click(area, func() tea.Cmd { return t.pickSpot(i, s) })
	}}
}

// number names the selected score of a row.
func (t *modulePane) number(m *moduleScores) views.Number {
	r := t.run()
	return views.Number{Protocol: r.protocol, Metric: cmp.Or(t.spot.metric, metrics(r.protocol)[0].metric), Of: m.of}
}

// open lists what the selected number of a module type, or the selected headline,
// rests on.
func (t *modulePane) open() tea.Cmd {
	m, headlines := t.module(), t.run().headlines
	switch at := t.table.Selected(); {
	case m != nil && t.spot.modules():
		return t.openList(m.filter(t.spot))
	case m != nil:
		return t.openNumber(t.number(m))
	case at < len(headlines):
		h := headlines[at]
		return t.openNumber(views.Number{Protocol: h.Protocol, Metric: h.Metric, Of: h.Of})
	}
	return t.openList(examples.Filter{})
}

// emptyShare is the share of modules for which nothing is wanted and that
// predict nothing.
func (t *modulePane) emptyShare(i int) widget.Entry {
	m := &t.run().modules[i]
	if m.scored == 0 {
		return widget.Entry{Text: "–", Style: widget.Ink(t.s.Theme.Faint)}
	}
	e := widget.Entry{Text: widget.Percent(m.empty, m.scored), Style: widget.Ink(t.s.Theme.Text)}
	if t.spotted(i).empty {
		e.Style = widget.Bold(widget.Ink(t.s.Theme.Accent))
	}
	return e
}

// causeGlyphs tell the causes apart where there is no colour.
var causeGlyphs = [...]string{
	scoring.NoProposal: "█", scoring.LowProbability: "▓", scoring.Elsewhere: "▒", scoring.TooMany: "░", scoring.Empty: "╱", scoring.FromNothing: "╳",
	scoring.Diffuse: "░", scoring.Partial: "▓",
}

// causeStyle is the colour of a cause.
func (t *modulePane) causeStyle(c scoring.Cause) widget.Style {
	theme := t.s.Theme
	return [...]widget.Style{
		scoring.NoProposal: {Fg: theme.Missed}, scoring.LowProbability: {Fg: theme.Gold}, scoring.Elsewhere: {Fg: theme.Miss}, scoring.TooMany: {Fg: theme.Plain},
		scoring.Empty: widget.Ink(theme.Faint), scoring.FromNothing: {Fg: theme.Hit}, scoring.Diffuse: {Fg: theme.Plain}, scoring.Partial: {Fg: theme.Gold},
	}[c]
}

// why is a bar of a type's modules: the wrong ones by their causes, and blank
// for the others.
func (t *modulePane) why(i int) widget.Entry {
	m := &t.run().modules[i]
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		from, sum := 0, 0
		for _, c := range m.causes {
			sum += c.n
			to := (sum*area.Dx() + m.scored/2) / m.scored
			st := t.causeStyle(c.cause)
			if t.spotted(i) == (spot{cause: c.cause}) {
				st = widget.Over(widget.Style{Fg: st.Fg}, t.s.Selected())
				st.Attrs |= widget.Ink(t.s.Theme.Text.Reverse(true)).Attrs
			}
			piece := image.Rect(area.Min.X+from, area.Min.Y, area.Min.X+to, area.Max.Y)
			f.Text(piece.Min.X, piece.Min.Y, piece.Dx(), st, strings.Repeat(causeGlyphs[c.cause], piece.Dx()))
			f.Click(piece, func() tea.Cmd { return t.pickSpot(i, spot{cause: c.cause}) })
			from = to
		}
	}}
}

// pickSpot selects a spot by the mouse; the selected one opens.
func (t *modulePane) pickSpot(row int, s spot) tea.Cmd {
	again := t.focus == inModules && t.table.Selected() == row && t.spot == s
	t.focus, t.spot = inModules, s
	t.table.Select(row)
	if again {
		return t.open()
	}
	return nil
}

// moveSpot moves along the selected row of modules.
func (t *modulePane) moveSpot(by int) {
	m := t.module()
	if m == nil {
		return
	}
	var shown []string
	for _, c := range metrics(t.run().protocol) {
		shown = append(shown, c.metric)
	}
	all := m.spots(shown)
	at := max(0, slices.Index(all, t.spot))
	t.spot = all[max(0, min(at+by, len(all)-1))]
}

// lines is how many the table takes: its title, its rows, and below bars their
// legend.
func (t *modulePane) lines() int {
	lines := 1 + t.table.Count()
	if t.run().protocol != "" {
		lines++
	}
	return lines
}

// drawLegend says what the pieces of the bars are, closer together where there is
// little room.
func (t *modulePane) drawLegend(f *widget.Frame, line image.Rectangle) {
	line.Min.X += widget.Gutter
	parts, width := t.run().overall.causes, 0
	for _, c := range parts {
		width += ansi.StringWidth(c.cause.String()) + 3
	}
	gap := "  "
	if width+len(parts) > line.Dx()+len(gap) {
		gap = " "
	}
	pen := widget.NewPen(f, line)
	for _, c := range parts {
		pen.Put(t.causeStyle(c.cause), causeGlyphs[c.cause])
		pen.Put(widget.Ink(t.s.Theme.Faint), " "+c.cause.String()+gap)
	}
}

// spark draws F1 of a type over the probability threshold, the value in force
// marked.
func (t *modulePane) spark(i int) widget.Entry {
	of := t.run().modules[i].of
	var values []scoring.Value
	for _, c := range t.curves.of(t.selected()) {
		if c.Of == of {
			values = c.F1
		}
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		at := int(t.Under.Threshold * float64(len(values)))
		widget.Spark(f, area, widget.Curve{Values: values, Style: widget.Over(widget.Ink(t.s.Theme.Faint), base)}, at, widget.Over(widget.Bold(widget.Ink(t.s.Theme.Accent)), base))
	}}
}

// sparks are curves of F1 over the probability threshold, of one run.
type sparks struct {
	by       *modulePane
	run      int
	read     int
	settings scoring.Settings // but for the threshold
	curves   []boxes.Curve
}

// of returns the curves of a run, nil where they are not known.
func (s *sparks) of(run int) []boxes.Curve {
	if s.run != run {
		return nil
	}
	return s.curves
}

// mostSparked is how many examples a run may have for its curves to be drawn
// without being asked for: they may have to be read again.
const mostSparked = 4096

// trace computes the curves of the selected run, nil where there is no room for
// them, or nothing new.
func (t *modulePane) trace() tea.Cmd {
	run, r := t.selected(), t.run()
	if t.fresh = false; t.tracing || t.Area.Dx() < 100 || r.protocol != boxes.Protocol.Name || !r.complete || r.read > mostSparked {
		return nil
	}
	want := sparks{by: t, run: run, read: r.read, settings: t.Under}
	want.settings.Threshold = 0
	if t.curves.run == want.run && t.curves.read == want.read && t.curves.settings == want.settings && t.curves.curves != nil {
		return nil
	}
	t.tracing = true
	scored := t.s.Runs[run]
	return func() tea.Msg {
		// Without an end to the context there is no error.
		want.curves, _ = scored.Sweep(context.Background(), want.settings, boxes.OverThreshold, sweep.Places(want.settings, boxes.OverThreshold))
		return want
	}
}
