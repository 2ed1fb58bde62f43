package heat

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/protocols/spans"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// PassageHeat shows attention over the passage as heat, with gold spans in brackets.
type PassageHeat struct {
	heatedText
	Shown  bool
	fresh  bool // scroll to the first token of interest
	legend image.Rectangle
	draft  *evidence.AnnotationDraft
	cursor int // selected token, -1 for none
	all    attentionOverview
}

// Find implements [evidence.EvidencePart]: the module's attention or, without an output, its first
// attending input's. Attention is merged with modules that answer the same gold, because the score
// merges it too. A draft gets a row per token.
func (t *PassageHeat) Find(shownVersions *evidence.ShownVersions, options evidence.Options) evidence.PartContent {
	fresh := options.Fresh || t.fresh || !t.Shown
	*t = PassageHeat{fresh: fresh, draft: shownVersions.Draft, cursor: -1, heatedText: heatedText{ScrollArea: t.ScrollArea}}
	ex, m, facts := shownVersions.Example, shownVersions.ShownModule(), []string(nil)
	if !shownVersions.AttendsAlone() {
		if m == nil || !m.Output.Empty() {
			return evidence.PartContent{}
		}
		inputs := evidence.InputsWith(shownVersions, func(m *loaders.Module) bool { return m.Output.Tokens != nil })
		if len(inputs) == 0 {
			return evidence.PartContent{}
		}
		m = &ex.Program[inputs[0]]
		facts = []string{"this module has no attention; shown instead: " + m.Label()}
	}
	if t.Shown, t.numbers = true, m.Output.Tokens; ex.Passage != nil {
		t.tokens = ex.Passage.Tokens
	}
	if m.Gold != nil {
		t.gold = m.Gold.Spans
		// The elementwise maximum, like the score.
		for _, k := range m.Gold.Merged {
			if other := evidence.ModuleAt(ex, k); other != nil {
				if merged, ok := spans.Merge(t.numbers, other.Output.Tokens); ok {
					t.numbers = merged
				}
			}
		}
	}
	t.scale = NewScale(t.numbers, options.Log)
	t.all.modules = listAttention(ex, m, options.Log)
	if shownVersions.Draft != nil {
		return evidence.PartContent{Rows: loaders.Fill(len(t.tokens), func(i int) evidence.EvidenceRow {
			sign := loaders.IfElse(loaders.ElementAt(t.numbers, i) > 0, "✓ ", "  ")
			return evidence.EvidenceRow{Item: i, Text: sign + t.quotedToken(i)}
		})}
	}
	findings := evidence.PartContent{Facts: facts, Words: t.passageFacts(), Scaled: true}
	findings.Rows, findings.Columns = t.passageLines(options.Width)
	return findings
}

func listAttention(ex *loaders.Example, shownModule *loaders.Module, logScale bool) (list []moduleAttention) {
	for i := range ex.Program {
		m := &ex.Program[i]
		if len(m.Output.Tokens) == 0 {
			continue
		}
		row := moduleAttention{m.Label(), m.Output.Tokens, nil, NewScale(m.Output.Tokens, logScale), m == shownModule}
		if m.Gold != nil {
			row.gold = m.Gold.Spans
		}
		list = append(list, row)
	}
	return list
}

func (t *PassageHeat) passageFacts() (facts []string) {
	if len(t.numbers) > 0 {
		k := peakOf(t.numbers)
		facts = append(facts, "attends most to "+t.quotedToken(k)+": "+widget.Small(t.numbers[k]))
	}
	if t.gold == nil {
		return facts
	}
	masses := loaders.Map(t.gold, func(s loaders.Span) string { return widget.Small(spans.Mass(t.numbers, s)) })
	return append(facts, loaders.Count(len(t.gold), "gold span")+" · attention mass "+strings.Join(masses, " "))
}

const (
	topTokens = 20
	// in cells
	leastQuoted, mostQuotedCells, leastBar, mostBar = 14, 34, 12, 72
)

// passageLines returns gold spans, then the strongest tokens, with bars on one scale, in columns for w cells.
func (t *PassageHeat) passageLines(w int) (lines []evidence.EvidenceRow, columns []widget.Column) {
	masses := loaders.Map(t.gold, func(s loaders.Span) float64 { return spans.Mass(t.numbers, s) })
	groups := t.strongestGroups()
	weights := slices.Concat(masses, loaders.Map(groups, func(g tokenGroup) float64 { return g.weight }))
	bars := NewScale(append(slices.Clone(t.numbers), weights...), t.scale.log)
	add := func(row evidence.EvidenceRow, place, quoted string) {
		weight := weights[len(lines)]
		number := widget.Small(weight)
		row.Cells = []widget.TableCell{{Text: quoted}, {Text: place},
			evidence.BarEntry(number, number, evidence.ProbabilityWidth+1, bars.Heat(weight))}
		lines = append(lines, row)
	}
	for k, s := range t.gold {
		quoted := quotedSpan(t.tokens, s)
		add(evidence.EvidenceRow{Item: s.Start, Gold: true, Text: fmt.Sprintf("gold span #%d: mass %s, loss %.2f, %s [%d, %d)", k,
			widget.Small(masses[k]), spans.Loss(t.numbers, []loaders.Span{s}), quoted, s.Start, s.End)},
			loaders.IfElse(s.End-s.Start == 1, strconv.Itoa(s.Start), fmt.Sprintf("%d–%d", s.Start, s.End-1)),
			"gold ["+strings.Trim(quoted, "“”")+"]")
	}
	isGold := loaders.Within(t.gold, len(t.numbers))
	for _, g := range groups {
		name, place, words := loaders.ElementAt(t.tokens, g.first), strconv.Itoa(g.first), t.quotedToken(g.first)
		if name = loaders.IfElse(isGold[g.first] > 0, "["+name+"]", " "+name); g.times > 1 {
			name = loaders.IfElse(g.key == "", " punctuation", name) + fmt.Sprintf(" ×%d", g.times)
			place, words = place+" …", strings.TrimSpace(name)
		}
		words = "p " + widget.Small(g.weight) + " " + words
		add(evidence.EvidenceRow{Item: g.first, Faint: bars.Heat(g.weight) < widget.LeastToken, Text: words}, place, name)
	}
	most := max(leastQuoted, min(mostQuotedCells, w-widget.Gutter-widget.ColumnGap-leastBar))
	return lines, []widget.Column{{Title: "span or token", Width: leastQuoted, Grow: 1, Most: most},
		{Title: "at", Right: true, Drop: 1}, {Title: "weight", Width: leastBar, Grow: 1, Most: mostBar}}
}

// tokenGroup are equal tokens of equal weight, or all that are punctuation.
type tokenGroup struct {
	key          string // "" for punctuation
	first, times int
	weight       float64 // the sum
}

func (t *PassageHeat) strongestGroups() (groups []tokenGroup) {
	isGold := loaders.Within(t.gold, len(t.numbers))
	for _, i := range strongestOf(t.numbers) {
		key := ""
		if text := loaders.ElementAt(t.tokens, i); !isPunctuation(text) {
			key = fmt.Sprint(widget.Small(t.numbers[i]), isGold[i] > 0, text)
		}
		k := slices.IndexFunc(groups, func(g tokenGroup) bool { return g.key == key })
		if k < 0 {
			if k = len(groups); k == topTokens {
				break
			}
			groups = append(groups, tokenGroup{key: key, first: i})
		}
		groups[k].times++
		groups[k].weight += t.numbers[i]
	}
	loaders.SortBy(groups, func(g tokenGroup) float64 { return -g.weight })
	return groups
}

const (
	leastWords = 4
	// mostPassage is in cells: longer lines are hard to read.
	mostPassage = 108
)

// Columns returns how many of w columns the passage wants, more than mostPassage only if h lines can't hold it.
func (t *PassageHeat) Columns(w, h int) int {
	const heading, ragged = 1, 6
	cells := 0
	for _, token := range t.tokens[:min(len(t.tokens), w*h)] {
		cells += ansi.StringWidth(token) + 1
	}
	return min(w, max(mostPassage, cells/max(1, h-heading)+ragged))
}

// Height returns the lines of legend and passage, with a blank one between, and of the overview if it has room.
func (t *PassageHeat) Height() int {
	return 2 + t.Count + loaders.IfElse(t.all.area.Empty(), 0, t.all.height())
}

// Lay takes the legend and the passage's lines, or all if too little would be left for words. A new
// passage starts just above its first token of interest; a draft follows the selected token.
func (t *PassageHeat) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	t.legend, t.Area, t.all.area, rest = image.Rectangle{}, image.Rectangle{}, image.Rectangle{}, partSpace.Area
	if !t.Shown {
		return rest
	}
	own := loaders.IfElse(partSpace.Above.Empty(), rest, partSpace.Above)
	t.legend, own = widget.SplitTop(own, 1)
	if len(t.tokens) > 0 && !partSpace.WordsOnly {
		t.setLines(own.Dx()-1, partSpace.Look)
		h, words := own.Dy(), loaders.IfElse(partSpace.Above.Empty(), 1+leastWords, 0)
		if h-t.Count-1 >= words {
			_, own = widget.SplitTop(own, 1)
		}
		if h-t.Count >= words {
			h = t.Count
		}
		own = t.LayLines(own, h)
		if !partSpace.Above.Empty() && own.Dy() >= t.all.height() {
			t.all.area, own = widget.SplitTop(own, t.all.height())
		}
		if t.fresh {
			t.fresh, t.Top = false, 0
			if first := t.firstToken(); first < len(t.tokens) {
				t.Move(t.flow.lineOf(first) - 1)
			}
		}
	}
	isToken := partSpace.Selected >= 0 && partSpace.Selected < len(t.tokens)
	if t.cursor = -1; t.draft != nil && t.flow != nil && isToken {
		t.cursor = partSpace.Selected
		line := t.flow.lineOf(partSpace.Selected)
		t.RevealLines(line, line)
	}
	if !partSpace.Above.Empty() {
		return rest
	}
	_, rest = widget.SplitTop(own, 1)
	return rest
}

// Draw implements [evidence.EvidencePart].
func (t *PassageHeat) Draw(f *widget.Frame, look widget.Look) {
	if !t.Shown {
		return
	}
	t.DrawLines(f, func(i int, line image.Rectangle) { t.flow.Draw(f, i, line, look, t.cursor) })
	if t.draft != nil {
		t.dragSpan(f, t.draft.Span)
	}
	t.all.drawModules(f, look)
	faint := look.Theme.Faint
	pen := widget.NewPen(f, t.legend)
	pen.Put(faint, "attention")
	t.scale.DrawLegend(pen, look, widget.Unsigned)
	if len(t.gold) > 0 {
		pen.Put(faint, evidence.Separator)
		bracket := widget.Bold(look.Theme.Warn)
		pen.Put(bracket, "[")
		pen.Put(widget.Style{Underline: uv.UnderlineSingle}, "gold span")
		pen.Put(bracket, "]")
	}
}

// Scroller returns the text if it is longer than its area; nil for a draft, because its rows move
// instead.
func (t *PassageHeat) Scroller() widget.Scroller {
	if t.draft != nil { // its rows move
		return nil
	}
	return t.AsScroller()
}

func (t *PassageHeat) dragSpan(f *widget.Frame, markSpan func(s loaders.Span) tea.Cmd) {
	f.Drag(t.Area, func(from, to image.Point) tea.Cmd {
		first, last := t.tokenAt(from), t.tokenAt(to)
		if first < 0 || last < 0 {
			return nil
		}
		return markSpan(loaders.Span{Start: min(first, last), End: max(first, last) + 1})
	})
}
