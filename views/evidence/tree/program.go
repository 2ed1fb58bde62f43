package tree

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Program is a tree with a line per module and its score or output, one selected.
type Program struct {
	widget.Table
	modules []loaders.Module
	tree    *tree
	Scores  *scoring.ExampleScore // nil without scores
	look    widget.Look
	// Changed returns a change's effect on a module; nil if nothing is tried.
	Changed     func(node int) Changed
	Threshold   float64
	Differences []loaders.Difference
	// Marks returns a module's marks, "" for none; may be nil.
	Marks func(node int) string
}

// Changed is a module's output and score before and after a change.
type Changed struct {
	Before, After, Score string
	Differs              bool
}

// New returns a tree without lines.
func New() *Program {
	p := &Program{tree: newTree(nil)}
	p.Empty = "the record has no program"
	return p
}

// Show displays a program and selects the culprit, otherwise the step that made the answer.
func (p *Program) Show(modules []loaders.Module, score *scoring.ExampleScore) {
	p.Put(modules)
	p.Scores = score
	if p.Select(0); p.Culprit() >= 0 {
		p.SelectNode(p.Culprit())
	}
}

// Put displays another version of the program; the same line stays selected.
func (p *Program) Put(modules []loaders.Module) {
	p.modules, p.tree = modules, newTree(modules)
	p.SetCount(len(p.tree.lines))
}

// Node returns the selected module, -1 for none.
func (p *Program) Node() int {
	if len(p.tree.lines) == 0 {
		return -1
	}
	return p.tree.lines[p.Selected()].node
}

// Culprit returns the first module that went wrong by itself, -1 for none.
func (p *Program) Culprit() int {
	if node := p.Scores.Culprit(); node < len(p.modules) {
		return node
	}
	return -1
}

// SelectNode selects a module.
func (p *Program) SelectNode(node int) { p.Select(p.tree.lineOf[node]) }

// Parent selects the selected module's parent, if any.
func (p *Program) Parent() {
	if at := p.Selected(); at < len(p.tree.lines) && p.tree.lines[at].parent >= 0 {
		p.Select(p.tree.lines[at].parent)
	}
}

// Child selects the selected module's first input, if any.
func (p *Program) Child() {
	if down := p.Selected() + 1; down < len(p.tree.lines) && p.tree.lines[down].parent == p.Selected() {
		p.Select(down)
	}
}

// Height returns the whole tree's lines, header included.
func (p *Program) Height() int { return max(1, len(p.tree.lines)) + 1 }

const (
	numberWidth = 6
	leastLabel  = 8
	// leastNamed is the names' width beside other columns.
	leastNamed   = 14
	leastProgram = 24
	// From wideFrom cells on, the tree may have half of the screen.
	wideFrom = 110
	// comparedLines bounds the lines that decide the width.
	comparedLines = 60
)

const outputWidth = 10

func (p *Program) describeAnnotated(node int) (text string) {
	for _, d := range p.Differences {
		switch {
		case d.Module == node && d.Here != "" && d.Annotated != "":
			text += " ≠ " + d.Annotated
		case d.Module == node:
			text += " " + d.String()
		}
	}
	return strings.TrimSpace(text)
}

func (p *Program) causeOf(node int) string {
	if score := p.Scores.Module(node); score != nil {
		return score.Cause.String()
	}
	return ""
}

func (p *Program) outTitle() string {
	if len(p.modules) > 0 && p.modules[0].Lender() != "" {
		return "golden"
	}
	return "out"
}

// Width returns the tree's share of w cells, about half, on a narrow screen less. Outputs are
// dropped first, then causes; names may take three fifths, because a name without its end can't be
// told from another.
func (p *Program) Width(w int) int {
	lines := min(len(p.tree.lines), comparedLines)
	type styled func(node int) widget.Style
	column := func(title string, drop, most int, style styled, text func(node int) string) widget.Column {
		of := func(i int) string { return text(p.tree.lines[i].node) }
		return widget.Column{Title: title, Width: min(widget.Widest(ansi.StringWidth(title), lines, of), most), Drop: drop,
			Show: func(i int) widget.Entry { return widget.Entry{Text: of(i), Style: style(p.tree.lines[i].node)} }}
	}
	faint := func(int) widget.Style { return p.look.Theme.Faint }
	metric := ""
	if p.Scores != nil {
		metric = widget.MetricName(p.Scores.Metric)
	}
	names := 2 + widget.Widest(leastNamed, lines, func(i int) string {
		return p.tree.branchPrefix(i, w/4) + p.modules[p.tree.lines[i].node].Label()
	})
	p.Columns = []widget.Column{
		{Title: "program", Width: names, Grow: 1, Most: names, Draw: p.drawName},
		column(p.outTitle(), 2, outputWidth, faint, func(node int) string {
			if p.Changed != nil {
				return p.Changed(node).Before
			}
			return evidence.OutputText(&p.modules[node], p.Threshold)
		}),
	}
	if p.Changed != nil {
		differs := func(node int) (st widget.Style) {
			if p.Changed(node).Differs {
				st = widget.Bold(p.look.Theme.Accent)
			}
			return st
		}
		p.Columns = append(p.Columns, column("after", 0, outputWidth+1, differs, func(node int) string { return p.Changed(node).After }),
			column(metric, 1, 12, faint, func(node int) string { return p.Changed(node).Score }))
	} else if p.Scores != nil {
		p.Columns = append(p.Columns, widget.Column{Title: metric, Width: max(numberWidth, len(metric)), Show: p.scoreEntry})
		why := column("why", 1, w/3, func(int) widget.Style { return p.look.Theme.Wrong }, p.causeOf)
		if why.Width > len(why.Title) {
			p.Columns = append(p.Columns, why)
		}
	}
	if len(p.Differences) > 0 && p.Changed == nil {
		p.Columns = append(p.Columns, column("annotated", 1, w/3, faint, p.describeAnnotated))
	}
	most, need, fixed := w*9/20, widget.Gutter+names+1, widget.Gutter+1 // a blank before what is beside it
	for _, c := range p.Columns[1:] {
		if need += c.Width + widget.ColumnGap; c.Drop == 0 {
			fixed += c.Width + widget.ColumnGap
		}
	}
	if w >= wideFrom {
		most = w * 11 / 20
	}
	most = max(most, min(fixed+names, w*3/5))
	if out := p.Columns[1].Width + widget.ColumnGap; need > most && p.Changed == nil {
		need -= out
		p.Columns = slices.Delete(p.Columns, 1, 2)
	}
	room := max(leastProgram, min(need, most))
	if w >= wideFrom { // the space below the tree is usable
		room = max(room, w*2/5)
	}
	p.Columns[0].Width = max(leastNamed, min(room-fixed, names))
	return room
}

// Draw draws the tree.
func (p *Program) Draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	p.look = look
	p.Table.Draw(f, area, look, focused)
}

func (p *Program) drawName(f *widget.Frame, area image.Rectangle, base widget.Style, i int) {
	node := p.tree.lines[i].node
	m := &p.modules[node]
	pen := widget.NewPen(f, area)
	put := func(st widget.Style, text string) { pen.Put(widget.Over(st, base), text) }
	put(p.look.Theme.Border, p.tree.branchPrefix(i, area.Dx()-leastLabel))
	if node == p.Culprit() {
		put(widget.Bold(p.look.Theme.Wrong), "!")
	}
	put(widget.Bold(widget.Style{}), m.Op)
	put(widget.Style{}, strings.TrimPrefix(m.Label(), m.Op))
	if m.Derived {
		put(p.look.Theme.Faint, " =")
	}
	if p.Marks != nil && p.Marks(node) != "" {
		put(p.look.Theme.Accent, " "+p.Marks(node))
	}
}

func (p *Program) scoreEntry(i int) widget.Entry {
	text, style, score := table.Absent, p.look.Theme.Faint, p.Scores.Module(p.tree.lines[i].node)
	if score != nil && score.NothingWanted {
		text = evidence.EmptySign
	} else if score != nil {
		if number, ok := score.Value.Float(); ok {
			text, style = fmt.Sprintf("%5s ", widget.Decimal(number)), p.look.Heat(number)
		}
	}
	return widget.Entry{Text: text, Style: style}
}
