package evidence

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// Program shows an example's program as a tree, a line per module with its
// score or its output. One module is selected. Keys and clicks move the
// table.
type Program struct {
	widget.Table
	modules []loaders.Module
	tree    *tree
	score   *scoring.ExampleScore // nil where nothing is scored
	look    widget.Look
	compact bool // numbers without bars
	// Marks says what the person said of a module, "" for nothing; nil for
	// nothing of any.
	Marks func(node int) string
}

// NewProgram returns a tree without lines.
func NewProgram() *Program {
	p := &Program{tree: newTree(nil)}
	p.Entries = p.entries
	p.Empty = "the record has no program"
	return p
}

// Show displays a program and selects what to look at first: the culprit,
// else the first module with a score, else the root.
func (p *Program) Show(modules []loaders.Module, score *scoring.ExampleScore) {
	p.modules, p.tree = modules, newTree(modules)
	p.SetCount(len(p.tree.lines))
	p.Score(score)
	p.Select(0)
	first := p.Culprit()
	for i := 0; first < 0 && score != nil && i < len(score.Modules); i++ {
		if node := score.Modules[i].Node; node >= 0 && node < len(modules) {
			first = node
		}
	}
	if first >= 0 {
		p.SelectNode(first)
	}
}

// Score shows the scores of the program that is shown.
func (p *Program) Score(score *scoring.ExampleScore) { p.score = score }

// Node returns the selected module, -1 where there is none.
func (p *Program) Node() int {
	if len(p.tree.lines) == 0 {
		return -1
	}
	return p.tree.lines[p.Selected()].node
}

// NodeAt returns the module on line i.
func (p *Program) NodeAt(i int) int { return p.tree.lines[i].node }

// Culprit returns the first module that went wrong by itself, -1 for none.
func (p *Program) Culprit() int {
	if node := p.score.Culprit(); node < len(p.modules) {
		return node
	}
	return -1
}

// SelectNode selects a module of the program.
func (p *Program) SelectNode(node int) { p.Select(p.tree.lineOf[node]) }

// Height is how many lines the whole tree takes, header included.
func (p *Program) Height() int { return max(1, len(p.tree.lines)) + 1 }

const (
	// scoreWidth is the room of a node's bar and number, numberWidth of the
	// number alone.
	scoreWidth  = 10
	numberWidth = 5
	// compactBelow is the width of a screen on which bars would take room that
	// names need more.
	compactBelow = 90
	// wideFrom is the width from which names that are cut may take from the
	// evidence.
	wideFrom = 110
	// leastLabel is how much of a module's name shows however deep it lies.
	leastLabel = 8
	// leastNamed is how much of the names shows beside the causes.
	leastNamed = 10
	// leastProgram is the width of the narrowest tree.
	leastProgram = 24
	// comparedLines bounds the lines that decide how wide the tree is.
	comparedLines = 60
)

// Width is what the tree needs of w cells, but at most two fifths, or on a wide
// screen half. The causes of
// wrong modules have a column: bars and then the ends of names give way to it, and
// on a narrow screen the tree has as much as half for it.
func (p *Program) Width(w int) int {
	need := leastProgram
	for i, line := range p.tree.lines[:min(len(p.tree.lines), comparedLines)] {
		label := p.tree.prefix(i, w/4) + loaders.Clean(Label(&p.modules[line.node]))
		need = max(need, widget.Gutter+2+ansi.StringWidth(label)+widget.ColumnGap+p.Columns[1].Width)
	}
	most, why := w*2/5, 0
	if p.score != nil {
		why = widget.Widest(0, len(p.score.Modules), func(i int) string { return p.score.Modules[i].Cause.String() })
	}
	if why == 0 {
		return min(need, most)
	}
	if need+why+widget.ColumnGap > most && !p.compact {
		need -= p.Columns[1].Width
		p.Columns[1] = p.numberColumn(numberWidth)
		need += p.Columns[1].Width
	}
	if w >= wideFrom {
		most = max(most, min(need+why+widget.ColumnGap, w/2))
	}
	least := widget.Gutter + 2 + leastNamed + widget.ColumnGap + p.Columns[1].Width + why + widget.ColumnGap
	if least > w/2 {
		return min(need, most)
	}
	p.Columns = append(p.Columns[:2:2], widget.Column{Title: "why", Width: why})
	return min(need+why+widget.ColumnGap, max(most, least))
}

// numberColumn is the column of the modules' scores and outputs in w cells, or as
// many as its title takes, which stands over the numbers.
func (p *Program) numberColumn(w int) widget.Column {
	metric := ""
	if p.score != nil {
		metric = widget.MetricName(p.score.Metric)
	}
	title := max(numberWidth, len(metric))
	return widget.Column{Title: strings.Repeat(" ", max(0, w-title)) + metric, Width: max(w, title)}
}

// Fit decides what there is room for on a screen of w cells, before Width and
// Lay.
func (p *Program) Fit(w int) {
	p.compact = w < compactBelow
	width := scoreWidth
	if p.compact {
		width = numberWidth
	}
	p.Columns = []widget.Column{{Title: "program", Width: 8, Grow: 1}, p.numberColumn(width)}
}

// Draw draws the tree and, where there is room, explains its signs.
func (p *Program) Draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	if area.Empty() {
		return
	}
	p.look = look
	p.Table.Draw(f, area, look, focused)
	if signs := p.signs(); area.Dy()-p.Height() >= len(signs) {
		for i, sign := range signs {
			f.Text(area.Min.X+widget.Gutter, area.Max.Y-len(signs)+i, area.Dx()-widget.Gutter, widget.Ink(look.Theme.Faint), sign)
		}
	}
}

// Signs is how many lines explain the tree's signs.
func (p *Program) Signs() int { return len(p.signs()) }

func (p *Program) signs() []string {
	var signs []string
	if p.Culprit() >= 0 {
		signs = append(signs, "! wrong by itself")
	}
	if slices.ContainsFunc(p.modules, func(m loaders.Module) bool { return m.Derived }) {
		signs = append(signs, "= derived from inputs")
	}
	return signs
}

// entries returns a line of the tree: the module and its number.
func (p *Program) entries(i int) []widget.Entry {
	node := p.tree.lines[i].node
	m := &p.modules[node]
	why := ""
	if score := p.score.Module(node); score != nil {
		why = score.Cause.String()
	}
	return []widget.Entry{
		{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			pen := widget.NewPen(f, area)
			put := func(st widget.Style, text string) { pen.Put(widget.Over(st, base), text) }
			put(widget.Ink(p.look.Theme.Border), p.tree.prefix(i, area.Dx()-leastLabel))
			if node == p.Culprit() {
				put(widget.Bold(widget.Ink(p.look.Theme.Wrong)), "!")
			}
			put(widget.Bold(widget.Style{}), m.Op)
			put(widget.Style{}, argument(m))
			if m.Derived {
				put(widget.Ink(p.look.Theme.Faint), " =")
			}
			if p.Marks != nil && p.Marks(node) != "" {
				put(widget.Ink(p.look.Theme.Accent), " "+p.Marks(node))
			}
		}},
		{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) { p.drawNumber(f, area, base, node) }},
		{Text: why, Style: widget.Ink(p.look.Theme.Wrong)},
	}
}

// drawNumber draws a module's score as bar and number, or its number or truth
// value, or "–".
func (p *Program) drawNumber(f *widget.Frame, area image.Rectangle, base widget.Style, node int) {
	const barWidth = 4
	x, y, w := area.Min.X, area.Min.Y, area.Dx()
	text, score := outputText(&p.modules[node]), p.score.Module(node)
	if score != nil && score.NothingWanted {
		text = emptySign + " "
	} else if score != nil {
		if number, ok := score.Value.Float(); ok {
			if w >= barWidth+numberWidth {
				widget.Bar(f, image.Rect(x, y, x+barWidth, y+1), widget.Over(widget.Ink(p.look.Theme.Accent), base), number)
				x += barWidth + 1
			}
			f.Text(x, y, area.Max.X-x, widget.Over(p.look.Heat().Style(number), base), " "+widget.Short(number)+" ")
			return
		}
	}
	widget.RightText(f, x, y, w-1, widget.Over(widget.Ink(p.look.Theme.Faint), base), text)
}

// outputText is a module's output where that is one number, in few cells: the
// evidence has all its digits.
func outputText(m *loaders.Module) string {
	switch out := &m.Output; {
	case out.Number != nil && math.Abs(out.Number.Mean) >= 10:
		return fmt.Sprintf("=%.0f", out.Number.Mean)
	case out.Number != nil:
		return fmt.Sprintf("=%.1f", out.Number.Mean)
	case out.Truth != nil:
		return "T" + widget.Short(*out.Truth)
	case len(out.Options) > 0:
		return widget.Short(out.Options[0].Probability)
	case m.Error != "":
		return "!"
	case out.Text != nil:
		return "…"
	}
	return "–"
}

// Label is a module as the paper writes it: find[red block].
func Label(m *loaders.Module) string { return m.Op + argument(m) }

func argument(m *loaders.Module) string {
	if m.Text == "" {
		return ""
	}
	return "[" + m.Text + "]"
}

// emptySign stands for a score of nothing: nothing was wanted, and nothing was
// predicted.
const emptySign = "∅"

// tree is a program laid out for drawing: a line per node, parents before
// children. Children that cannot be (out of range, twice, before their
// parent) are left out where they are named and get lines of their own at
// the end, so that every node has exactly one line.
type tree struct {
	lines  []treeLine
	lineOf []int // per node
}

type treeLine struct {
	node   int
	parent int // line, -1 for a root
	depth  int
	last   bool // among its parent's children
}

func newTree(program []loaders.Module) *tree {
	t := &tree{lineOf: make([]int, len(program))}
	placed := make([]bool, len(program))
	for i := range program {
		if !placed[i] {
			t.grow(program, i, placed)
		}
	}
	return t
}

// grow adds the lines of the tree below root. It keeps its own stack: a file
// can nest programs as deeply as it likes. placed marks nodes that have a
// line, or a parent whose line comes before theirs.
func (t *tree) grow(program []loaders.Module, root int, placed []bool) {
	placed[root] = true
	stack := []treeLine{{node: root, parent: -1, last: true}}
	for len(stack) > 0 {
		line := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := len(t.lines)
		t.lineOf[line.node] = at
		t.lines = append(t.lines, line)
		last := true
		for k := len(program[line.node].Children) - 1; k >= 0; k-- {
			c := program[line.node].Children[k]
			if c <= line.node || c >= len(program) || placed[c] {
				continue
			}
			placed[c] = true
			stack = append(stack, treeLine{node: c, parent: at, depth: line.depth + 1, last: last})
			last = false
		}
	}
}

// prefix returns the branches left of line i, in at most w cells: of a deep
// line the outer branches are replaced by "…".
func (t *tree) prefix(i, w int) string {
	const branch = 2 // cells per level
	line := t.lines[i]
	if line.parent < 0 {
		return ""
	}
	levels, parts := max(1, w/branch), []string{map[bool]string{false: "├─", true: "└─"}[line.last]}
	for up := line.parent; t.lines[up].parent >= 0; up = t.lines[up].parent {
		if len(parts) == levels {
			parts[levels-1] = "… "
			break
		}
		parts = append(parts, map[bool]string{false: "│ ", true: "  "}[t.lines[up].last])
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}
