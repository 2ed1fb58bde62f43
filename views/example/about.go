package example

import (
	"fmt"
	"image"
	"reflect"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// aboutBlock is the foldable block of facts about the whole example, a line or more per fact.
type aboutBlock struct {
	widget.Table
	rows   []exampleFact
	part   int // of the selected fact
	width  int // of the facts without their names
	opened bool
	folded bool // even where lines are empty
	most   int  // lines of metrics of a fact that isn't selected
}

// replaceRows shows other facts and selects the first part. It does nothing for equal facts,
// because the selection would jump at every message.
func (a *aboutBlock) replaceRows(factRows []exampleFact, faintStyle widget.Style) {
	if reflect.DeepEqual(a.rows, factRows) {
		return
	}
	a.rows, a.part = factRows, 0
	a.Uncut = true
	a.Columns = []widget.Column{
		{Title: "▾ about", Show: func(i int) widget.TableCell { return widget.TableCell{Text: a.rows[i].name, Style: faintStyle} }},
		{Width: 8, Grow: 1, Wraps: true, Lines: mostFact, Show: a.factEntry},
	}
	a.SetCount(len(a.rows))
}

// factEntry returns a fact's parts. The selected fact starts at its selected part, so that this is
// visible; clicking it opens it.
func (a *aboutBlock) factEntry(i int) widget.TableCell {
	fact, first := a.rows[i], 0
	if i == a.Selected() {
		first = min(a.part, len(fact.parts)-1)
	}
	inColumns := fact.inColumns() // before any parts are left out
	fact.parts = fact.parts[first:]
	text := strings.Join(loaders.Map(fact.parts, func(p factPart) string {
		return loaders.IfElse(ansi.StringWidth(p.text) <= min(mostJoined, a.width), strings.ReplaceAll(p.text, " ", joint), p.text)
	}), factGap)
	if widest := min(a.widestMetric(), a.width-1); widest > 0 && inColumns {
		fact.parts = alignMetrics(fact.parts, widest)
		perLine := (a.width + len(metricGap)) / (widest + 1 + len(metricGap))
		if shown := a.most*max(1, perLine) - 1; i != a.Selected() && len(fact.parts) > shown+1 {
			more := fmt.Sprintf("%-*s", widest, fmt.Sprintf("%d more", len(fact.parts)-shown)) // below the others
			fact.parts = append(fact.parts[:shown:shown], factPart{text: strings.ReplaceAll(more, " ", joint)})
		}
		text = strings.Join(loaders.Map(fact.parts, func(p factPart) string { return p.text }), metricGap)
	}
	return widget.TableCell{Text: text, Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		lines := loaders.Map(widget.Wrap(text, area.Dx()), func(line string) string {
			line = strings.TrimSuffix(asBlanks(line), strings.TrimRight(factGap, " "))
			return strings.TrimPrefix(line, strings.TrimLeft(factGap, " ")) // between parts of one line
		})
		if n := area.Dy() - 1; n > 0 && len(lines) > n+1 && inColumns {
			lines = append(lines[:n], fmt.Sprintf("%d more", len(lines)-n))
		}
		f.Lines(area, base, lines)
		for y, line := range lines[:min(len(lines), area.Dy())] {
			for k, part := range fact.parts {
				if before, _, ok := strings.Cut(line, asBlanks(part.text)); ok {
					at := widget.LineAt(area.Min.X+ansi.StringWidth(before), area.Min.Y+y, ansi.StringWidth(part.text))
					f.Click(at.Intersect(area), func() tea.Cmd {
						again := i == a.Selected() && first+k == a.part
						if a.Select(i); again {
							return a.Open()
						}
						a.part = first + k
						return nil
					})
				}
			}
		}
	}}
}

// joint is a blank at which no line ends.
const joint = "\u00a0"

func asBlanks(joined string) string { return strings.ReplaceAll(joined, joint, " ") }

// mostJoined is the width up to which a part stays in one line.
const mostJoined = 24

// metricGap is between metrics in columns.
const metricGap = "   "

func (a *aboutBlock) widestMetric() (widest int) {
	for _, fact := range a.rows {
		if fact.inColumns() {
			widest = widget.Widest(widest, len(fact.parts), func(i int) string { return fact.parts[i].text })
		}
	}
	return widest
}

// alignMetrics makes metrics equally wide, so that wrapped lines are columns of names and values.
func alignMetrics(metricParts []factPart, widest int) []factPart {
	return loaders.Map(metricParts, func(part factPart) factPart {
		at := strings.LastIndex(part.text, " ")
		number := part.text[at+1:]
		name := ansi.Truncate(part.text[:at], max(1, widest-1-len(number)), "…")
		gap := strings.Repeat(joint, max(1, 1+widest-ansi.StringWidth(name+" "+number)))
		part.text = strings.ReplaceAll(name, " ", joint) + gap + number
		return part
	})
}

func (a *aboutBlock) Move(rowOffset int) {
	a.part = 0
	a.Table.Move(rowOffset)
}

func (a *aboutBlock) moveAcross(d int) {
	if a.part += d; len(a.rows) > 0 && (a.part < 0 || a.part >= len(a.rows[a.Selected()].parts)) {
		a.Move(d)
	}
}

func (a *aboutBlock) asParagraphs() [][2]string {
	return loaders.Map(a.rows, func(r exampleFact) [2]string {
		return [2]string{r.name, r.joinParts()}
	})
}

func (a *aboutBlock) selectedPart() *factPart {
	if len(a.rows) == 0 {
		return nil
	}
	parts := a.rows[a.Selected()].parts
	return &parts[min(a.part, len(parts)-1)]
}

// heightIn returns how many of the available lines the block takes at w cells: 0 without facts, 1 if
// folded or below 3 lines.
func (a *aboutBlock) heightIn(availableHeight, w int, isFolded bool) int {
	switch {
	case len(a.rows) == 0 || availableHeight < 1:
		return 0
	case isFolded || availableHeight < 3:
		return 1
	}
	a.fitNames(w)
	a.most = leastMetrics
	return min(availableHeight, a.CountLines(w))
}

func (a *aboutBlock) fitNames(w int) {
	widest := widget.Widest(leastNamed, len(a.rows), func(i int) string { return a.rows[i].name })
	a.Columns[0].Width = min(mostNamed, max(leastNamed, w/3), widest)
	a.width = w - widget.Gutter - a.Columns[0].Width - widget.ColumnGap
}

func (a *aboutBlock) fitTo(area image.Rectangle) {
	if len(a.rows) > 0 {
		a.fitNames(area.Dx())
		a.most = mostFact - sort.Search(mostFact-leastMetrics, func(less int) bool {
			a.most = mostFact - less
			return a.CountLines(area.Dx()) <= area.Dy()
		})
		a.Resize(area.Dy())
	}
}

func (a *aboutBlock) drawBlock(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Dy() == 1 {
		f.Text(area.Min.X+widget.Gutter, area.Min.Y, area.Dx()-widget.Gutter, look.Theme.Faint,
			"▸ about: "+loaders.Count(len(a.rows), "fact")+" (tab)")
		return
	}
	look.Still = look.Still || !focused
	a.Draw(f, area, look, focused)
	f.TintSigns(area, look)
}

// leastMetrics is how many lines of metrics a fact has without room for more.
const leastMetrics = 3

// leastNamed and mostNamed bound the width of the facts' names, mostFact the lines of a fact.
const leastNamed, mostNamed, mostFact = 8, 16, 30
