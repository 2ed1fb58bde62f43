package runs

import (
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

func (g *runGroup) putRuns(v *runsScreen) {
	columns := append(loaders.Map(v.shared, columnNamed), slices.DeleteFunc(append(
		loaders.Map(strings.Split(g.columns, ";"), columnNamed), v.dynamicColumns(g)...), func(c table.Column) bool {
		return !slices.ContainsFunc(g.runs, func(run int) bool {
			_, ok := v.Shown[run].cellOf(c.Name).Float()
			return ok
		})
	})...)
	first := table.Run
	first.Title = "▾ " + g.headingLine(v.Shown)
	sheet := &table.Table{Name: g.name, Columns: table.Columns(first, columns)}
	for _, run := range g.runs {
		row := loaders.Map(columns, func(c table.Column) any { return v.Shown[run].cellOf(c.Name) })
		sheet.Add(append([]any{table.Cell{Value: v.runLabel(run), Path: v.s.Run(run).Path}}, row...)...)
	}
	s := &g.sheet
	s.Words, s.Whole, s.Cursor = v.words, true, g == v.currentGroup() && !v.headed
	s.Units = v.Area.Dx() < roomy
	s.Leave = func(k int) int { return max(0, k-len(v.shared)) }
	s.Text = func(row, k int) string {
		if _, ok := sheet.At(row, k).Float(); k > 0 && k <= len(v.shared) && !ok {
			return ""
		}
		return s.ShortenCell(row, k)
	}
	s.Style = func(row, k int) widget.Style { return v.styleOf(g, sheet, row, k) }
	s.Lay = func(shown []int) { g.layColumns(v, sheet, shown) }
	s.Put(sheet, v.s.Look, v.Area.Dx()-widget.Gutter)
}

// layColumns gives columns the same widths in all groups (v.grid): the first ones always, the others
// unless that would hide a column.
func (g *runGroup) layColumns(v *runsScreen, sheet *table.Table, shownRuns []int) {
	s, width := &g.sheet, v.Area.Dx()
	overflows := loaders.Sum(v.grid[:min(len(shownRuns), len(v.grid))])+len(shownRuns)*widget.ColumnGap > width-widget.Gutter
	for i, k := range shownRuns {
		c := &s.Columns[i]
		if i == len(v.grid) {
			v.grid = append(v.grid, 0)
		}
		if sheet.Columns[k].Name == barred {
			c.Width = max(c.Width, min(width/6, mostBarred))
			c.Right = false
			show := c.Show
			countWidth := max(widestCount, 1+widget.Widest(0, len(g.runs), func(i int) string { return show(i).Text }))
			c.Draw = func(f *widget.Frame, area image.Rectangle, base widget.Style, i int) {
				row := s.Row(i)
				of := sheet.At(row, k)
				n, isJudged := of.Float()
				f.TextOver(area, widget.Over(show(i).Style, base), show(i).Text)
				area.Min.X = min(area.Min.X+countWidth, area.Max.X)
				bar := widget.Over(v.s.Theme.Wrong, base)
				if v.Shown[g.runs[row]].isProvisional() {
					bar.Fg = v.s.Theme.Faint.Fg
				}
				if isJudged {
					widget.TrackedBar(f, area, v.s.Look, bar, n/float64(max(1, of.N)))
				}
			}
		}
		if k == 0 {
			c.Grow = 0
			c.Width = min(max(c.Most, widget.Widest(0, 1, func(int) string { return g.foldedTitle(v) })), width*2/5)
		}
		if !overflows || k <= len(v.shared)+loaders.IfElse(width < aligned, 1, 3) {
			v.grid[i] = max(v.grid[i], c.Width)
			c.Width = v.grid[i]
		}
	}
}

func (g *runGroup) foldedTitle(v *runsScreen) string {
	return widget.If(g.folded, "▹ "+g.name+g.familyName()+" · "+v.runLabel(g.runs[g.sheet.Row(g.worstRow(v.Shown))]))
}

const (
	// roomy is the least width with units in headings.
	roomy = 100
	// aligned is the least width at which three columns of each group are below those of other groups.
	aligned = 116
	// widestCount is the usual width of a count before its bar, mostBarred of both.
	widestCount, mostBarred = 11, 25
)

func (v *runsScreen) runLabel(runIndex int) string {
	name := v.s.RunName(runIndex)
	name += widget.If(v.s.Scope.Against == 1+runIndex, " · A") + widget.If(v.s.Base != nil && *v.s.Base == runIndex, " · base")
	if progress := v.Shown[runIndex].describeProgress(); progress != "" {
		name += " · " + progress
	}
	return name
}

func (v *runsScreen) dynamicColumns(g *runGroup) (list []table.Column) {
	add := func(n views.MetricName, title string) {
		if table.IndexOf(list, n.Value()) < 0 {
			list = append(list, scoreColumn(n, title))
		}
	}
	for _, run := range g.runs {
		r := &v.Shown[run]
		if r.modular == nil && r.judged == "" {
			for i := range r.headlines {
				if h := &r.headlines[i]; h.Protocol != "reasoning" && h.Metric != "accuracy" {
					add(views.NumberIn(h), headlineName(h))
				}
			}
		}
		if r.modules != nil {
			for _, row := range r.modules.Rows[:len(r.modules.Rows)-1] {
				of := row[0].Value.(string)
				add(moduleNumber(r.modular, of), of)
			}
		}
	}
	return list
}

// styleOf compares across the kind's groups, because the best score of a data set may be in another
// family.
func (v *runsScreen) styleOf(g *runGroup, sheet *table.Table, rowIndex, k int) widget.Style {
	st, c := v.s.Theme.Text, &sheet.Columns[k]
	switch {
	case k > 0 && v.Shown[g.runs[rowIndex]].isProvisional():
		return v.s.Theme.Faint
	case sheet.At(rowIndex, k).Score == nil:
		return st
	}
	var numbers []views.RunMetricValue
	at := 0
	for _, other := range v.groups { // the families of the kind
		if other.runKind != g.runKind {
			continue
		} else if other == g {
			at = len(numbers) + rowIndex
		}
		for _, run := range other.runs {
			value, _ := v.Shown[run].cellOf(c.Name).Value.(scoring.Value)
			numbers = append(numbers, views.RunMetricValue{Run: run, Value: value})
		}
	}
	if v.s.Best(c.Better, numbers, at) {
		return widget.Bold(st)
	}
	return st
}
