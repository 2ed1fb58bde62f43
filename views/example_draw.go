package views

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// narrow is the width below which the program lies over the evidence and not
// beside it.
const narrow = 72

// exampleLayout is where the parts of the screen lie.
type exampleLayout struct {
	question, answer, rule, program, evidence image.Rectangle
	// divider is the column between program and evidence, empty where they
	// are stacked.
	divider image.Rectangle
}

func (v *Example) layout(area image.Rectangle) exampleLayout {
	var l exampleLayout
	inner := area
	inner.Min.X = min(inner.Min.X+1, inner.Max.X)
	y := area.Min.Y
	take := func(h int) image.Rectangle {
		r := inner
		r.Min.Y = min(y, area.Max.Y)
		r.Max.Y = min(y+h, area.Max.Y)
		y += h
		return r
	}
	l.question = take(v.questionHeight(area))
	l.answer = take(1)
	l.rule = take(1)
	body := take(max(0, area.Max.Y-y))
	l.program, l.evidence = body, body
	if v.large >= 0 || v.ex != nil && v.alone() {
		l.program.Max.X = l.program.Min.X
		return l
	}
	if area.Dx() < narrow {
		split := min(body.Max.Y, body.Min.Y+max(3, min(body.Dy()/3, v.lines()+1)))
		l.program.Max.Y, l.evidence.Min.Y = split, split
		return l
	}
	split := body.Min.X + v.programWidth(body.Dx())
	l.program.Max.X, l.evidence.Min.X = split, split+2
	l.divider = image.Rect(split, body.Min.Y, split+1, body.Max.Y)
	return l
}

func (v *Example) lines() int {
	if v.tree == nil {
		return 1
	}
	return len(v.tree.lines)
}

// questionHeight is how many lines the question gets: what it needs under
// any module's attention, so that walking the program moves nothing, as far
// as a tenth of the screen goes.
func (v *Example) questionHeight(area image.Rectangle) int {
	return max(1, min(v.questionLines, area.Dy()/10, mostQuestion))
}

// programWidth is what the tree needs of w cells, but at most two fifths.
func (v *Example) programWidth(w int) int {
	need := 24
	if v.tree != nil {
		for i, line := range v.tree.lines[:min(len(v.tree.lines), 60)] {
			m := &v.ex.Program[line.node]
			need = max(need, widget.Gutter+2+ansi.StringWidth(v.tree.prefix(i, w/4))+ansi.StringWidth(loaders.Clean(moduleLabel(m)))+widget.ColumnGap+scoreWidth)
		}
	}
	if v.compact() {
		need -= scoreWidth - numberWidth
	}
	return min(need, w*2/5)
}

// compact reports whether bars beside the tree's numbers would take room that
// names need more.
func (v *Example) compact() bool { return v.area.Dx() < 90 }

// scoreWidth is the room of a node's bar and number, numberWidth of the
// number alone.
const (
	scoreWidth  = 10
	numberWidth = 5
)

func (v *Example) programColumns() []widget.Column {
	metric := ""
	if v.score != nil {
		metric = metricName(v.score.Metric)
	}
	width := scoreWidth
	if v.compact() {
		width = numberWidth
	}
	blank := max(0, width-numberWidth)
	return []widget.Column{{Title: "program", Width: 8, Grow: 1}, {Title: strings.Repeat(" ", blank) + metric, Width: width}}
}

// mostQuestion is how many lines the question can get at most.
const mostQuestion = 4

// questionWords returns the question's tokens as the model saw them, else its
// words; not more than can be on screen.
func (v *Example) questionWords() []string {
	words := v.ex.Tokens
	if len(words) == 0 {
		words = strings.Fields(loaders.Clean(v.ex.Question))
	}
	return words[:min(len(words), (mostQuestion+1)*max(1, v.area.Dx()))]
}

// attention returns the selected module's attention over the question's
// tokens, nil where it is unknown.
func (v *Example) attention() []float64 {
	node, ok := v.node()
	if !ok || len(v.ex.Tokens) == 0 {
		return nil
	}
	return v.ex.Program[node].Attention
}

// Draw draws the question, the answer, the program and the evidence.
func (v *Example) Draw(f *widget.Frame, area image.Rectangle) {
	if v.ex == nil {
		f.Text(area.Min.X+1, area.Min.Y, area.Dx()-1, widget.Ink(v.s.Theme.Faint), "reading the example …")
		return
	}
	l := v.layout(area)
	v.drawQuestion(f, l.question)
	v.drawAnswer(f, l.answer)
	for x := area.Min.X; x < area.Max.X; x++ {
		f.Cell(x, l.rule.Min.Y, widget.Ink(v.s.Theme.Border), "─")
	}
	v.drawAttentionLegend(f, l.rule)
	if v.ex.Broken != "" {
		f.Text(l.program.Min.X, l.program.Min.Y, area.Max.X-l.program.Min.X, widget.Ink(v.s.Theme.Warn), "the record cannot be read: "+v.ex.Broken)
		return
	}
	v.drawProgram(f, l.program)
	for y := l.divider.Min.Y; y < l.divider.Max.Y; y++ {
		f.Cell(l.divider.Min.X, y, widget.Ink(v.s.Theme.Border), "│")
	}
	v.drawEvidence(f, l.evidence)
}

func (v *Example) drawQuestion(f *widget.Frame, area image.Rectangle) {
	h := v.s.Heat()
	for i := range min(area.Dy(), len(v.question.lines)) {
		w := area.Dx()
		if i == area.Dy()-1 && len(v.question.lines) > area.Dy() {
			w -= 2
			f.Text(area.Max.X-1, area.Min.Y+i, 1, widget.Ink(v.s.Theme.Faint), "…")
		}
		v.question.draw(f, i, area.Min.X, area.Min.Y+i, w, h)
	}
}

// drawAnswer draws the answer and the example's faithfulness.
func (v *Example) drawAnswer(f *widget.Frame, area image.Rectangle) {
	t := v.s.Theme
	x, y := area.Min.X, area.Min.Y
	put := func(st widget.Style, text string) { x += f.Text(x, y, area.Max.X-x, st, text) }
	a := v.ex.Answer
	put(widget.Bold(v.s.Verdict(a.Correct)), [...]string{"?", "✓", "✗"}[a.Correct]+" ")
	// A long answer leaves room for what comes after it.
	third := max(8, area.Dx()/3)
	put(widget.Bold(widget.Style{}), ansi.Truncate(loaders.Clean(cmp.Or(a.Predicted, "no answer")), third, "…"))
	switch {
	case a.Predicted == "" && a.Correct == loaders.Unknown && a.Gold != "":
		put(widget.Ink(t.Faint), " in the run, gold "+ansi.Truncate(loaders.Clean(a.Gold), third, "…"))
	case a.Gold == "":
		put(widget.Ink(t.Faint), " (no gold answer)")
	case a.Correct == loaders.Wrong:
		put(widget.Ink(t.Wrong), " wrong, gold "+ansi.Truncate(loaders.Clean(a.Gold), third, "…"))
	default:
		put(widget.Ink(t.Right), " "+a.Correct.String())
	}
	if a.Probability != nil {
		put(widget.Ink(t.Faint), " · p(true) "+widget.Small(*a.Probability))
	}
	put(widget.Ink(t.Faint), " · ")
	v.drawFaithfulness(put)
}

func (v *Example) drawFaithfulness(put func(widget.Style, string)) {
	faint := widget.Ink(v.s.Theme.Faint)
	if v.score == nil {
		put(faint, "no module is scored")
		return
	}
	x, ok := v.score.Overall.Float()
	if !ok {
		put(faint, metricName(v.score.Metric)+" –: "+v.score.Overall.Why())
		return
	}
	word := [...]string{"", " ● faithful", " ○ unfaithful"}[v.score.Faithful]
	put(v.s.Verdict(v.score.Faithful), metricName(v.score.Metric)+" "+againstBar(x, v.s.Settings.Bar(v.score.Metric))+word)
}

// drawAttentionLegend says on the rule below the question what its heat is.
func (v *Example) drawAttentionLegend(f *widget.Frame, area image.Rectangle) {
	sc := newScale(v.attention(), false)
	faint := widget.Ink(v.s.Theme.Faint)
	label, low, high := " the module attends to ", "0", widget.Small(sc.most)
	need := ansi.StringWidth(label+low+high) + len(widget.Levels) + 3
	if len(v.ex.Program) == 0 {
		return
	}
	if sc.most == 0 {
		label = " no utterance attention "
		need = len(label)
	}
	x := area.Max.X - 2 - need
	if area.Dy() == 0 || x < area.Min.X {
		return
	}
	x += f.Text(x, area.Min.Y, area.Max.X-x, faint, label)
	if sc.most > 0 {
		x += v.s.Heat().Legend(f, x, area.Min.Y, area.Max.X-x, faint, low, high)
		f.Text(x, area.Min.Y, area.Max.X-x, faint, " ")
	}
}

// drawProgram draws the tree. Clicks on it change the selected module.
func (v *Example) drawProgram(f *widget.Frame, area image.Rectangle) {
	if area.Empty() {
		return
	}
	clicks, wheels := len(f.Clicks), len(f.Wheels)
	v.program.Draw(f, area, v.s.Look, v.focus == programPane)
	v.drawSigns(f, area)
	for i := clicks; i < len(f.Clicks); i++ {
		run := f.Clicks[i].Run
		f.Clicks[i].Run = func() tea.Cmd {
			v.focus = programPane
			cmd := run()
			v.moved()
			return cmd
		}
	}
	for i := wheels; i < len(f.Wheels); i++ {
		scroll := f.Wheels[i].Scroll
		f.Wheels[i].Scroll = func(lines int) tea.Cmd {
			cmd := scroll(lines)
			v.moved()
			return cmd
		}
	}
}

// drawSigns explains below the tree the signs that are in it, where there is
// room.
func (v *Example) drawSigns(f *widget.Frame, area image.Rectangle) {
	derived := slices.ContainsFunc(v.ex.Program, func(m loaders.Module) bool { return m.Derived })
	var signs []string
	if v.culprit >= 0 {
		signs = append(signs, "! wrong by itself")
	}
	if derived {
		signs = append(signs, "= derived from inputs")
	}
	if free := area.Dy() - 1 - len(v.tree.lines); free <= len(signs) {
		return
	}
	for i, sign := range signs {
		f.Text(area.Min.X+widget.Gutter, area.Max.Y-len(signs)+i, area.Dx()-widget.Gutter, widget.Ink(v.s.Theme.Faint), sign)
	}
}

// leastLabel is how much of a module's name shows however deep it lies.
const leastLabel = 8

// programEntries returns a line of the tree: the module and its number.
func (v *Example) programEntries(i int) []widget.Entry {
	line := v.tree.lines[i]
	m := &v.ex.Program[line.node]
	return []widget.Entry{
		{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			x := area.Min.X
			x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Over(widget.Ink(v.s.Theme.Border), base), v.tree.prefix(i, area.Dx()-leastLabel))
			if line.node == v.culprit {
				x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Over(widget.Bold(widget.Ink(v.s.Theme.Wrong)), base), "!")
			}
			x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Over(widget.Bold(widget.Style{}), base), m.Op)
			if m.Text != "" {
				x += f.Text(x, area.Min.Y, area.Max.X-x, base, "["+m.Text+"]")
			}
			if m.Derived {
				f.Text(x, area.Min.Y, area.Max.X-x, widget.Over(widget.Ink(v.s.Theme.Faint), base), " =")
			}
		}},
		{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			v.drawNode(f, area, base, line.node, m)
		}},
	}
}

// drawNode draws a module's score as bar and number, or its number or truth
// value, or "–".
func (v *Example) drawNode(f *widget.Frame, area image.Rectangle, base widget.Style, node int, m *loaders.Module) {
	const barWidth = 4
	x, y, w := area.Min.X, area.Min.Y, area.Dx()
	value := v.nodeScore(node)
	if number, ok := value.Float(); ok {
		if w >= barWidth+numberWidth {
			widget.Bar(f, image.Rect(x, y, x+barWidth, y+1), widget.Over(widget.Ink(v.s.Theme.Accent), base), number)
			x += barWidth + 1
		}
		st := v.s.Heat().Style(number)
		f.Text(x, y, area.Max.X-x, widget.Over(st, base), " "+widget.Short(number)+" ")
		return
	}
	text := outputText(m)
	x += max(0, w-1-ansi.StringWidth(text))
	f.Text(x, y, area.Max.X-x, widget.Over(widget.Ink(v.s.Theme.Faint), base), text)
}

// outputText is a module's output where that is one number.
func outputText(m *loaders.Module) string {
	switch out := &m.Output; {
	case out.Number != nil:
		return fmt.Sprintf("=%.1f", out.Number.Mean)
	case out.Truth != nil:
		return "T" + widget.Small(*out.Truth)
	case len(out.Options) > 0:
		return widget.Small(out.Options[0].Probability)
	}
	return "–"
}

func (v *Example) nodeScore(node int) scoring.Value {
	if v.score == nil {
		return scoring.Value{}
	}
	for _, m := range v.score.Modules {
		if m.Node == node {
			return m.Value
		}
	}
	return scoring.Value{}
}
