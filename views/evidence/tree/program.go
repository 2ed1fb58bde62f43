package tree

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// ProgramTree is a tree with a line per module and its score or output, one selected.
type ProgramTree struct {
	widget.Table
	chainPage
	Scores *scoring.ExampleScore // nil without scores
	// Changed returns a change's effect on a module; nil if nothing is tried.
	Changed     func(node int) OutputChange
	Differences []loaders.ProgramDifference
	isPage      bool
}

// OutputChange is a module's output and score before and after a change.
type OutputChange struct {
	Before, After, Score string
	Differs              bool
}

// New returns a tree without lines.
func New() *ProgramTree {
	p := &ProgramTree{chainPage: chainPage{tree: newTree(nil)}}
	p.Empty = "the record has no program"
	return p
}

// Show displays an example's program and selects the culprit, otherwise of a passage or a right answer the first scored
// module, else the step that made the answer.
func (p *ProgramTree) Show(ex *loaders.Example, exampleScore *scoring.ExampleScore) {
	chain := steps.ChainOf(ex.Program, p.Settings)
	p.isPage = chain != nil
	p.Uncut, p.Spaced = p.isPage, p.isPage
	p.Put(ex.Program)
	p.Scores = exampleScore
	if p.Select(0); p.isPage {
		p.Resize(p.Height()) // the steps before the selected one stay visible
	}
	node := p.Culprit()
	if node < 0 && exampleScore != nil && !p.isPage {
		if first, ok := widget.First(exampleScore.Modules, func(m scoring.ModuleScore) bool {
			return m.Node < len(ex.Program) && (ex.Answer.Correct == loaders.Right || ex.Program[m.Node].Has(loaders.TokenKind))
		}); ok {
			node = first.Node
		}
	}
	if node >= 0 {
		p.SelectNode(node)
	} else if chain != nil && chain.FirstWrong() >= 0 {
		p.SelectNode(chain.FirstWrong())
	}
}

// Put displays another version of the program; the same line stays selected.
func (p *ProgramTree) Put(programModules []loaders.Module) {
	if p.modules, p.tree = programModules, newTree(programModules); p.isPage {
		p.tree = newPage(programModules)
	}
	p.judges = p.readJudges()
	p.SetCount(len(p.tree.lines))
}

// Node returns the selected module, -1 for none.
func (p *ProgramTree) Node() int {
	if len(p.tree.lines) == 0 {
		return -1
	}
	return p.tree.lines[p.Selected()].node
}

// Culprit returns the first module that went wrong by itself, -1 for none.
func (p *ProgramTree) Culprit() int {
	if node := p.Scores.Culprit(); node < len(p.modules) {
		return node
	}
	return -1
}

// IsPage reports whether the program is a chain of steps, shown as a list.
func (p *ProgramTree) IsPage() bool { return p.isPage }

// JudgedChain returns what people and the run's judge say of the steps, nil for nothing.
func (p *ProgramTree) JudgedChain() *steps.JudgedChain {
	return loaders.ElementAt(p.judges, 0).JudgedChain
}

// SelectNode selects a module.
func (p *ProgramTree) SelectNode(nodeIndex int) { p.Select(p.tree.lineOf[nodeIndex]) }

// Parent selects the selected module's parent, if any.
func (p *ProgramTree) Parent() {
	if at := p.Selected(); at < len(p.tree.lines) && p.tree.lines[at].parent >= 0 {
		p.Select(p.tree.lines[at].parent)
	}
}

// Child selects the selected module's first input, if any.
func (p *ProgramTree) Child() {
	if down := p.Selected() + 1; down < len(p.tree.lines) && p.tree.lines[down].parent == p.Selected() {
		p.Select(down)
	}
}

// Height returns the whole tree's lines, header included.
func (p *ProgramTree) Height() int { return max(1, len(p.tree.lines)) + 1 }

// WholeHeight returns Height, or for a page the lines with every text whole in w cells and blank lines between.
func (p *ProgramTree) WholeHeight(w int, look widget.Look) int {
	if p.look = look; p.isPage {
		return p.CountLines(w)
	}
	return p.Height()
}

const (
	numberWidth = 6
	leastLabel  = 8
	// leastNamed is the names' width beside other columns.
	leastNamed   = 14
	leastProgram = 24
	// From wideFrom cells on, the tree may have half of the screen.
	wideFrom = 110
	// besideTree is the width of most tables of boxes.
	besideTree = 72
	// comparedLines bounds the lines that decide the width.
	comparedLines = 60
)

const outputWidth = 10

func (p *ProgramTree) describeAnnotated(nodeIndex int) (text string) {
	for _, d := range p.Differences {
		switch {
		case d.Module == nodeIndex && d.Here != "" && d.Annotated != "":
			text += " ≠ " + d.Annotated
		case d.Module == nodeIndex:
			text += " " + d.String()
		}
	}
	return strings.TrimSpace(text)
}

func (p *ProgramTree) causeOf(nodeIndex int) string {
	if score := p.Scores.Module(nodeIndex); score != nil {
		return score.Cause.String()
	}
	return ""
}

func (p *ProgramTree) outTitle() string {
	if len(p.modules) > 0 && p.modules[0].Lender() != "" {
		return "golden"
	}
	return "out"
}

// Width returns the tree's share of w cells, about half, on a narrow screen less. Outputs are
// dropped first, then causes; names may take three fifths, because a name without its end can't be
// told from another.
func (p *ProgramTree) Width(w int) int {
	if !p.isPage {
		return p.treeWidth(w)
	}
	p.isNarrow = w/2 < narrowPage
	p.Columns = p.stepColumns()
	return w * 11 / 20
}

func (p *ProgramTree) treeWidth(w int) int {
	lines := min(len(p.tree.lines), comparedLines)
	column := func(title string, drop, most int, style func(node int) widget.Style, text func(node int) string) widget.Column {
		of := func(i int) string { return text(p.tree.lines[i].node) }
		return widget.Column{Title: title, Width: min(widget.Widest(ansi.StringWidth(title), lines, of), most), Drop: drop,
			Show: func(i int) widget.TableCell { return widget.TableCell{Text: of(i), Style: style(p.tree.lines[i].node)} }}
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
			return evidence.OutputText(&p.modules[node], p.Settings.Threshold)
		}),
	}
	if p.Changed != nil {
		lit := func(differs bool) widget.Style {
			return loaders.IfElse(differs, widget.Bold(p.look.Theme.Warn), p.look.Theme.Faint)
		}
		differs := func(node int) widget.Style { return lit(p.Changed(node).Differs) }
		changes := func(node int) widget.Style { return lit(strings.Contains(p.Changed(node).Score, "→")) }
		p.Columns = append(p.Columns, column("after", 0, outputWidth+1, differs, func(node int) string { return p.Changed(node).After }),
			column(metric, 1, 12, changes, func(node int) string { return p.Changed(node).Score }))
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
		room = max(room, w*2/5, min(w*9/20, w-besideTree))
	}
	p.Columns[0].Width = max(leastNamed, min(room-fixed, names-min(1, max(0, need-room)))) // yields a sign's cell to others
	return room
}

// Draw draws the tree.
func (p *ProgramTree) Draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool) {
	p.look = look
	p.Table.Draw(f, area, look, focused)
}

func (p *ProgramTree) drawName(f *widget.Frame, area image.Rectangle, baseStyle widget.Style, i int) {
	node := p.tree.lines[i].node
	m := &p.modules[node]
	pen := widget.NewPen(f, area)
	put := func(st widget.Style, text string) { pen.Put(widget.Over(st, baseStyle), text) }
	pen.Put(widget.Style{Fg: p.look.Theme.Border.Fg, Bg: baseStyle.Bg}, p.tree.branchPrefix(i, area.Dx()-leastLabel))
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

func (p *ProgramTree) scoreEntry(i int) widget.TableCell {
	node := p.tree.lines[i].node
	none := func(sign string) widget.TableCell {
		return widget.TableCell{Text: fmt.Sprintf("%*s", numberWidth-1, sign), Style: p.look.Theme.Faint}
	}
	score := p.Scores.Module(node)
	if score == nil {
		return none(table.Absent)
	}
	number, ok := score.Value.Float()
	switch text := widget.Decimal(number) + " "; {
	case score.NothingWanted:
		return none(evidence.EmptySign)
	case !ok:
		return none(table.Absent)
	case score.Wrong(p.Scores.Bar): // stands out, the culprit most
		return widget.TableCell{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			chip := p.look.Chip(p.look.Theme.Wrong).Reverse(node == p.Culprit())
			f.DrawStyled(area, chip, fmt.Sprintf("%*s", area.Dx(), text))
		}}
	default:
		return widget.TableCell{Text: fmt.Sprintf("%*s", numberWidth, text), Style: p.look.Theme.Right}
	}
}
