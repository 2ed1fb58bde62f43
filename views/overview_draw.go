package views

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
)

// overviewLayout is where the parts of the overview lie; an empty rectangle
// is not drawn.
type overviewLayout struct{ runs, about, quadrant, modules, compared image.Rectangle }

// layout gives the runs their rows, as far as the selected run keeps room
// below; on a wide screen the modules stand beside the quadrant.
func (v *Overview) layout(area image.Rectangle) overviewLayout {
	const aboutHeight = 2
	below := aboutHeight + 1 + quadrantHeight
	runs := v.runs.header() + max(1, len(v.shown.runs))
	if area.Dy() < runs+below {
		runs = max(v.runs.header()+1, min(runs, area.Dy()-below))
	}
	var l overviewLayout
	l.runs, area = splitTop(area, runs)
	_, area = splitTop(area, 1)
	l.about, area = splitTop(area, aboutHeight)
	if area.Dy() > quadrantHeight {
		_, area = splitTop(area, 1)
	}
	const gap = 3
	if v.modules.Count() == 0 { // nothing stands beside or below the quadrant
		l.quadrant, l.compared = splitTop(area, quadrantHeight)
		return l
	}
	if area.Dx() >= quadrantWidth+gap+30 {
		if area.Dy() > quadrantHeight+1 {
			area, l.compared = splitTop(area, quadrantHeight+1)
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
	l.quadrant, area = splitTop(area, quadrantHeight)
	_, l.modules = splitTop(area, 1)
	return l
}

// splitTop cuts the first h lines off area.
func splitTop(area image.Rectangle, h int) (top, rest image.Rectangle) {
	top, rest = area, area
	top.Max.Y = min(area.Max.Y, area.Min.Y+h)
	rest.Min.Y = top.Max.Y
	return top, rest
}

// Draw implements [View].
func (v *Overview) Draw(f *Frame, area image.Rectangle) {
	at := v.layout(area)
	v.runs.Draw(f, at.runs, v.s, false)
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
		v.modules.Draw(f, at.modules, v.s, v.inModules)
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
func (v *Overview) about(f *Frame, area image.Rectangle, i int) {
	if area.Dy() < 1 {
		return
	}
	run, scores := v.s.Run(i), v.shown.runs[i]
	x := area.Min.X + f.Text(area.Min.X, area.Min.Y, area.Dx(), bold(ink(v.s.Theme.Accent)), run.Name)
	facts := []string{"answers " + number(scores.accuracy.Value)}
	if scores.accuracy.Count > 0 {
		facts[0] += " of " + strconv.Itoa(scores.accuracy.Count)
	}
	if progress := scores.progress(); progress != "" {
		facts = append(facts, progress)
	}
	if scores.problems > 0 {
		facts = append(facts, plural(scores.problems, "problem", "problems")+" (key !)")
	}
	for _, fact := range []string{run.Model, run.Dataset, run.Format} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	f.Text(x+2, area.Min.Y, area.Max.X-x-2, ink(v.s.Theme.Text), strings.Join(facts, " · "))
	lines := strings.Split(ansi.Wrap(loaders.Clean(run.Note), max(1, area.Dx()), ""), "\n")
	for k, line := range lines {
		if y := area.Min.Y + 1 + k; y < area.Max.Y {
			if k < len(lines)-1 && y == area.Max.Y-1 {
				line += " …"
			}
			f.Text(area.Min.X, y, area.Dx(), ink(v.s.Theme.Faint), line)
		}
	}
}

// protocols reports which module protocols any run has.
func (v *Overview) protocols() (withBoxes, withSpans bool) {
	for _, r := range v.shown.runs {
		withBoxes = withBoxes || r.protocol == boxes.Protocol.Name
		withSpans = withSpans || r.protocol == spans.Protocol.Name
	}
	return withBoxes, withSpans
}

// runColumns and runEntries are the list of runs. The cells of the quadrant
// are its columns; the selected one is marked as the keys move it.
func (v *Overview) runColumns() []Column {
	columns := []Column{
		{Title: "run", Width: 12, Grow: 3},
		{Title: "n", Width: 5, Right: true},
		{Title: "answers", Width: 7, Right: true},
	}
	withBoxes, withSpans := v.protocols()
	if withBoxes {
		columns = append(columns, Column{Title: "F1", Width: 4, Right: true},
			Column{Title: "P", Width: 4, Right: true, Drop: 4}, Column{Title: "R", Width: 4, Right: true, Drop: 4})
	}
	if withSpans {
		columns = append(columns, Column{Title: "loss", Width: 5, Right: true})
	}
	if v.withHeadlines() {
		columns[0].Width -= 2
		columns = append(columns, Column{Title: "headline", Width: 13, Right: true, Drop: 1})
	}
	faithful := Column{Title: "faithful", Width: 8, Right: true}
	narrow := v.area.Dx() < 120
	if narrow {
		faithful = Column{Title: "faith.", Width: 6, Right: true}
	}
	for _, cell := range v.columnCells() {
		columns = append(columns, cell.column(faithful))
	}
	if _, ok := v.rest(); ok {
		unknown := Column{Group: "un-", Title: "known", Width: 5, Right: true}
		if !narrow {
			unknown = Column{Title: "no verdict", Width: 10, Right: true}
		}
		columns = append(columns, unknown)
	}
	return append(columns,
		Column{Title: "problems", Width: 8, Right: true, Drop: 2},
		Column{Title: "shares", Width: 12, Grow: 2, Drop: 3})
}

func (v *Overview) runEntries(i int) []Entry {
	r := v.shown.runs[i]
	text, faint := ink(v.s.Theme.Text), ink(v.s.Theme.Faint)
	number := func(x scoring.Value) Entry { return Entry{Text: number(x), Style: text} }
	name := Entry{Text: v.s.Run(i).Name, Style: text}
	if i == v.runs.Selected() {
		name.Style = bold(text)
	}
	entries := []Entry{name, v.count(i, AllExamples, r), number(r.accuracy.Value)}
	withBoxes, withSpans := v.protocols()
	if withBoxes {
		entries = append(entries, number(r.overall.f1), number(r.overall.precision), number(r.overall.recall))
	}
	if withSpans {
		entries = append(entries, number(r.overall.loss))
	}
	if v.withHeadlines() {
		entries = append(entries, Entry{Text: r.headline(), Style: text})
	}
	for _, cell := range v.columnCells() {
		entries = append(entries, v.count(i, cell, r))
	}
	if rest, ok := v.rest(); ok {
		entries = append(entries, v.count(i, rest, r))
	}
	problems := Entry{Text: "none", Style: faint}
	if r.problems > 0 {
		problems = Entry{Text: strconv.Itoa(r.problems), Style: bold(ink(v.s.Theme.Warn))}
	}
	return append(entries, problems, Entry{Draw: func(f *Frame, area image.Rectangle, _ Style) { v.shares(f, area, r) }})
}

// count is a cell of the list: its number, marked where it is selected.
func (v *Overview) count(run int, cell QuadrantCell, r runScores) Entry {
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
	return Entry{Draw: func(f *Frame, area image.Rectangle, _ Style) {
		st := ink(v.s.Theme.Text)
		if run == v.runs.Selected() && cell == v.selected() {
			st = bold(st)
			if !v.inModules {
				st = over(Style{Attrs: st.Attrs}, v.s.selected())
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
func (v *Overview) shares(f *Frame, area image.Rectangle, r runScores) {
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

func (v *Overview) moduleColumns() []Column {
	if r := v.run(); r.protocol == "" && len(r.headlines) > 0 {
		return headlineColumns()
	}
	columns := []Column{{Title: "module", Width: 13, Grow: 1}}
	if v.run().protocol == spans.Protocol.Name {
		columns = append(columns, Column{Title: "loss", Width: 5, Right: true})
	} else {
		columns = append(columns, Column{Title: "F1", Width: 4, Right: true},
			Column{Title: "P", Width: 4, Right: true, Drop: 2}, Column{Title: "R", Width: 4, Right: true, Drop: 2})
	}
	return append(columns, Column{Title: "n", Width: 5, Right: true}, Column{Width: 12, Grow: 1, Drop: 3})
}

func (v *Overview) moduleEntries(i int) []Entry {
	r := v.run()
	if r.protocol == "" {
		return v.headlineEntries(r.headlines[i])
	}
	m := r.modules[i]
	entries := []Entry{{Text: m.of, Style: ink(v.s.Theme.Text)}}
	if r.protocol == spans.Protocol.Name {
		entries = append(entries, Entry{Text: number(m.loss)})
	} else {
		entries = append(entries, Entry{Text: number(m.f1)}, Entry{Text: number(m.precision)}, Entry{Text: number(m.recall)})
	}
	chart := Entry{Draw: func(f *Frame, area image.Rectangle, base Style) {
		if x, ok := m.f1.Float(); ok {
			bar(f, area, over(ink(v.s.Theme.Accent), base), x)
		}
	}}
	return append(entries, Entry{Text: strconv.Itoa(m.count)}, chart)
}

// number writes a value as the papers do, a dash where it is undefined.
func number(x scoring.Value) string {
	f, ok := x.Float()
	if !ok {
		return "–"
	}
	return decimal(f)
}

// plural writes a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
