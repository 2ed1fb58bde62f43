package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// layout is where the parts of the overview lie; an empty rectangle
// is not drawn.
type layout struct{ runs, about, quadrant, modules, compared image.Rectangle }

// layout gives the runs their rows, as far as the selected run keeps room
// below; on a wide screen the modules stand beside the quadrant.
func (v *screen) layout(area image.Rectangle) layout {
	const aboutHeight = 2
	below := aboutHeight + 1 + quadrantHeight
	runs := v.runs.Header() + max(1, len(v.shown.runs))
	if area.Dy() < runs+below {
		runs = max(v.runs.Header()+1, min(runs, area.Dy()-below))
	}
	var l layout
	l.runs, area = widget.SplitTop(area, runs)
	_, area = widget.SplitTop(area, 1)
	l.about, area = widget.SplitTop(area, aboutHeight)
	if area.Dy() > quadrantHeight {
		_, area = widget.SplitTop(area, 1)
	}
	const gap = 3
	if v.modules.Count() == 0 { // nothing stands beside or below the quadrant
		l.quadrant, l.compared = widget.SplitTop(area, quadrantHeight)
		return l
	}
	if area.Dx() >= quadrantWidth+gap+30 {
		if area.Dy() > quadrantHeight+1 {
			area, l.compared = widget.SplitTop(area, quadrantHeight+1)
			if more := v.modules.Count() + 2 - area.Dy(); more > 0 {
				area.Max.Y += min(more, l.compared.Dy())
				l.compared.Min.Y = area.Max.Y
			}
		}
		width := min(66, area.Dx()-gap-max(30, area.Dx()*2/5))
		l.quadrant, l.modules = area, area
		l.quadrant.Max.X = area.Min.X + width
		l.modules.Min.X = l.quadrant.Max.X + gap
		l.modules.Max.X = min(l.modules.Max.X, l.modules.Min.X+64)
		return l
	}
	l.quadrant, area = widget.SplitTop(area, quadrantHeight)
	_, l.modules = widget.SplitTop(area, 1)
	return l
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.runs.Draw(f, at.runs, v.s.Look, false)
	if len(v.shown.runs) == 0 {
		return
	}
	run := v.runs.Selected()
	v.about(f, at.about, run)
	quadrant{
		s: v.s, counts: v.run().quadrant, selected: v.selected(), focused: !v.inModules,
		sides: sidesOf(v.run().quadrant), why: v.run().missingSides(),
		pick: func(c QuadrantCell) tea.Cmd { return v.pick(run, c) },
	}.draw(f, at.quadrant)
	v.drawComparisons(f, at.compared)
	if at.modules.Dy() > 1 && v.modules.Count() > 0 {
		v.modules.Draw(f, at.modules, v.s.Look, v.inModules)
		if v.inModules {
			return
		}
		f.Click(at.modules, func() tea.Cmd {
			v.inModules = v.modules.Count() > 0
			return nil
		})
	}
}

// about names the run and says what must be known about it.
func (v *screen) about(f *widget.Frame, area image.Rectangle, i int) {
	if area.Dy() < 1 {
		return
	}
	run, scores := v.s.Run(i), v.shown.runs[i]
	x := area.Min.X + f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Bold(widget.Ink(v.s.Theme.Accent)), run.Name)
	facts := []string{"answers " + widget.Number(scores.accuracy.Value)}
	if scores.accuracy.Count > 0 {
		facts[0] += " of " + strconv.Itoa(scores.accuracy.Count)
	}
	if progress := scores.progress(); progress != "" {
		facts = append(facts, progress)
	}
	if scores.problems > 0 {
		facts = append(facts, widget.Plural(scores.problems, "problem", "problems")+" (key !)")
	}
	for _, fact := range []string{run.Model, run.Dataset, run.Format} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	f.Text(x+2, area.Min.Y, area.Max.X-x-2, widget.Ink(v.s.Theme.Text), strings.Join(facts, " · "))
	lines := strings.Split(ansi.Wrap(loaders.Clean(run.Note), max(1, area.Dx()), ""), "\n")
	for k, line := range lines {
		if y := area.Min.Y + 1 + k; y < area.Max.Y {
			if k < len(lines)-1 && y == area.Max.Y-1 {
				line += " …"
			}
			f.Text(area.Min.X, y, area.Dx(), widget.Ink(v.s.Theme.Faint), line)
		}
	}
}

// protocols reports which module protocols any run has.
func (v *screen) protocols() (withBoxes, withSpans bool) {
	for _, r := range v.shown.runs {
		withBoxes = withBoxes || r.protocol == boxes.Protocol.Name
		withSpans = withSpans || r.protocol == spans.Protocol.Name
	}
	return withBoxes, withSpans
}

// runColumns and runEntries are the list of runs. The cells of the quadrant
// are its columns; the selected one is marked as the keys move it.
func (v *screen) runColumns() []widget.Column {
	columns := []widget.Column{
		{Title: "run", Width: 12, Grow: 3},
		{Title: "n", Width: 5, Right: true},
		{Title: "answers", Width: 7, Right: true},
	}
	withBoxes, withSpans := v.protocols()
	if withBoxes {
		columns = append(columns, widget.Column{Title: "F1", Width: 4, Right: true},
			widget.Column{Title: "P", Width: 4, Right: true, Drop: 4}, widget.Column{Title: "R", Width: 4, Right: true, Drop: 4})
	}
	if withSpans {
		columns = append(columns, widget.Column{Title: "loss", Width: 5, Right: true})
	}
	if v.withHeadlines() {
		columns[0].Width -= 2
		columns = append(columns, widget.Column{Title: "headline", Width: 13, Right: true, Drop: 1})
	}
	faithful := widget.Column{Title: "faithful", Width: 8, Right: true}
	narrow := v.area.Dx() < 120
	if narrow {
		faithful = widget.Column{Title: "faith.", Width: 6, Right: true}
	}
	for _, cell := range v.columnCells() {
		columns = append(columns, cell.column(faithful))
	}
	if _, ok := v.rest(); ok {
		unknown := widget.Column{Group: "un-", Title: "known", Width: 5, Right: true}
		if !narrow {
			unknown = widget.Column{Title: "no verdict", Width: 10, Right: true}
		}
		columns = append(columns, unknown)
	}
	return append(columns,
		widget.Column{Title: "problems", Width: 8, Right: true, Drop: 2},
		widget.Column{Title: "shares", Width: 12, Grow: 2, Drop: 3})
}

func (v *screen) runEntries(i int) []widget.Entry {
	r := v.shown.runs[i]
	text, faint := widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Faint)
	number := func(x scoring.Value) widget.Entry { return widget.Entry{Text: widget.Number(x), Style: text} }
	name := widget.Entry{Text: v.s.Run(i).Name, Style: text}
	if i == v.runs.Selected() {
		name.Style = widget.Bold(text)
	}
	entries := []widget.Entry{name, v.count(i, AllExamples, r), number(r.accuracy.Value)}
	withBoxes, withSpans := v.protocols()
	if withBoxes {
		entries = append(entries, number(r.overall.f1), number(r.overall.precision), number(r.overall.recall))
	}
	if withSpans {
		entries = append(entries, number(r.overall.loss))
	}
	if v.withHeadlines() {
		entries = append(entries, widget.Entry{Text: r.headline(), Style: text})
	}
	for _, cell := range v.columnCells() {
		entries = append(entries, v.count(i, cell, r))
	}
	if rest, ok := v.rest(); ok {
		entries = append(entries, v.count(i, rest, r))
	}
	problems := widget.Entry{Text: "none", Style: faint}
	if r.problems > 0 {
		problems = widget.Entry{Text: strconv.Itoa(r.problems), Style: widget.Bold(widget.Ink(v.s.Theme.Warn))}
	}
	return append(entries, problems, widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) { v.shares(f, area, r) }})
}

// count is a cell of the list: its number, marked where it is selected.
func (v *screen) count(run int, cell QuadrantCell, r runScores) widget.Entry {
	text := strconv.Itoa(cell.Count(r.quadrant))
	switch {
	case cell != AllExamples && (r.read == 0 || !sidesOf(r.quadrant).has(cell)):
		text = "–"
	case cell == AllExamples:
		text = strconv.Itoa(r.read)
		if !r.complete {
			text += "…"
		}
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		st := widget.Ink(v.s.Theme.Text)
		if run == v.runs.Selected() && cell == v.selected() {
			st = widget.Bold(st)
			if !v.inModules {
				st = widget.Over(widget.Style{Attrs: st.Attrs}, v.s.Selected())
				f.Fill(area, st)
			}
		}
		w := area.Dx()
		at := max(0, w-ansi.StringWidth(text))
		f.Text(area.Min.X+at, area.Min.Y, w-at, st, text)
		f.Click(area, func() tea.Cmd { return v.pick(run, cell) })
	}}
}

// shares draws the four cells as one bar, in the patterns of the quadrant.
func (v *screen) shares(f *widget.Frame, area image.Rectangle, r runScores) {
	cells := sidesOf(r.quadrant).cells()
	cells = cells[:len(cells)-1]
	all := 0
	for _, cell := range cells {
		all += cell.Count(r.quadrant)
	}
	if all == 0 {
		return
	}
	sum, x := 0, 0
	for _, cell := range cells {
		sum += cell.Count(r.quadrant)
		end := (sum*area.Dx() + all/2) / all
		glyph, st := cell.pattern(v.s)
		f.Text(area.Min.X+x, area.Min.Y, end-x, st, strings.Repeat(glyph, end-x))
		x = end
	}
}

func (v *screen) moduleColumns() []widget.Column {
	if r := v.run(); r.protocol == "" && len(r.headlines) > 0 {
		return headlineColumns()
	}
	columns := []widget.Column{{Title: "module", Width: 13, Grow: 1}}
	if v.run().protocol == spans.Protocol.Name {
		columns = append(columns, widget.Column{Title: "loss", Width: 5, Right: true})
	} else {
		columns = append(columns, widget.Column{Title: "F1", Width: 4, Right: true},
			widget.Column{Title: "P", Width: 4, Right: true, Drop: 2}, widget.Column{Title: "R", Width: 4, Right: true, Drop: 2})
	}
	return append(columns, widget.Column{Title: "n", Width: 5, Right: true}, widget.Column{Width: 12, Grow: 1, Drop: 3})
}

func (v *screen) moduleEntries(i int) []widget.Entry {
	r := v.run()
	if r.protocol == "" {
		return v.headlineEntries(r.headlines[i])
	}
	m := r.modules[i]
	entries := []widget.Entry{{Text: m.of, Style: widget.Ink(v.s.Theme.Text)}}
	if r.protocol == spans.Protocol.Name {
		entries = append(entries, widget.Entry{Text: widget.Number(m.loss)})
	} else {
		entries = append(entries, widget.Entry{Text: widget.Number(m.f1)}, widget.Entry{Text: widget.Number(m.precision)}, widget.Entry{Text: widget.Number(m.recall)})
	}
	chart := widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		if x, ok := m.f1.Float(); ok {
			widget.Bar(f, area, widget.Over(widget.Ink(v.s.Theme.Accent), base), x)
		}
	}}
	return append(entries, widget.Entry{Text: strconv.Itoa(m.count)}, chart)
}
