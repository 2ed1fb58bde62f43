package tree

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// chainPage holds a program and its lines, and lays a chain of steps out as a list.
type chainPage struct {
	modules []loaders.Module
	tree    *programLines
	look    widget.Look
	// Marks returns a module's marks, "" for none; may be nil.
	Marks    func(node int) string
	Settings scoring.Settings
	// Name is the run's, Others are the same example of other runs.
	Name   string
	Others []evidence.ExampleVersion
	judges []stepJudge // the run's first
	// isNarrow shows verdicts on steps as signs.
	isNarrow bool
}

// stepJudge is a run's verdicts on the steps shown.
type stepJudge struct {
	name string
	*steps.JudgedChain
}

// readJudges returns the run's verdicts, then those of other runs that judge a step; nil without any of the run's.
func (p *chainPage) readJudges() []stepJudge {
	own := steps.ChainOf(p.modules, p.Settings)
	if own == nil {
		return nil
	}
	list := []stepJudge{{p.Name, own}}
	for _, other := range p.Others {
		if c := steps.ChainOf(other.Example.Program, p.Settings); c != nil && c.IsJudged {
			list = append(list, stepJudge{other.Name, c})
		}
	}
	return list
}

// newPage returns a line for each step of a chain, then one for the root if it has words.
func newPage(programModules []loaders.Module) *programLines {
	t, first := &programLines{lineOf: make([]int, len(programModules))}, 0
	if len(programModules) > 0 && len(programModules[0].Children) > 0 {
		first = 1
	}
	for i := range programModules {
		node := (i + first) % len(programModules)
		if i > 0 && node == 0 && evidence.AnswerText(&programModules[0]) == "" {
			t.lineOf[node] = i - 1
			break
		}
		t.lineOf[node] = i
		t.lines = append(t.lines, treeLine{node: node, parent: -1})
	}
	return t
}

const (
	chipWidth = 9
	// narrowPage is in cells.
	narrowPage = 100
	scoreBar   = 10
	mostJudge  = 12
	mostAgent  = 20
	leastStep  = 48
	mostStep   = 110
	mostLines  = 200
)

// stepColumns returns number, text, people's verdict, the judges', and the score of the run's judge.
func (p *chainPage) stepColumns() []widget.Column {
	isRoot := func(i int) bool { return p.tree.lines[i].node == 0 && i > 0 }
	firstWrong := -1
	number := func(i int) widget.TableCell {
		if i == firstWrong {
			return widget.TableCell{Text: "!" + strconv.Itoa(i+1), Style: widget.Bold(p.look.Theme.Wrong)}
		}
		return widget.TableCell{Text: widget.If(!isRoot(i), strconv.Itoa(i+1)), Style: p.look.Theme.Faint}
	}
	list := []widget.Column{
		{Width: 1 + len(strconv.Itoa(len(p.modules))), Right: true, Show: number},
		{Title: "steps, numbered from 1", Width: leastStep, Grow: 1, Most: mostStep, Wraps: true, Lines: mostLines, Show: p.stepEntry},
	}
	mark := func(title string, of func(node int) loaders.Verdict, unsaid string) {
		first := slices.IndexFunc(p.tree.lines, func(line treeLine) bool { return of(line.node) == loaders.Wrong })
		if firstWrong < 0 {
			firstWrong = first
		}
		show := func(i int) widget.TableCell {
			verdict := of(p.tree.lines[i].node)
			if verdict == loaders.Unknown {
				return widget.TableCell{Text: widget.If(!isRoot(i), " "+unsaid), Style: p.look.Theme.Faint}
			}
			return p.chipOf(verdict, i == first)
		}
		least := loaders.IfElse(p.isNarrow, 0, chipWidth)
		list = append(list, widget.Column{Title: title, Width: max(least, ansi.StringWidth(title)), Drop: len(list), Show: show})
	}
	const nobody = "·"
	for i, j := range p.judges {
		if i == 0 {
			mark("people", func(node int) loaders.Verdict { people, _ := j.VerdictsOn(node); return people }, nobody)
		}
		if j.IsJudged {
			judged := func(node int) loaders.Verdict { _, verdict := j.VerdictsOn(node); return verdict }
			mark(ansi.Truncate(loaders.Clean(j.name), mostJudge, "…"), judged,
				loaders.IfElse(j.IsUnparsed(), loaders.Unknown.Sign(), nobody))
		}
		if isScored := slices.ContainsFunc(p.tree.lines, func(line treeLine) bool { return j.ScoreText(line.node) != "" }); i == 0 && isScored {
			list = append(list, widget.Column{Title: "score (✓ ≥ " + widget.Decimal(p.Settings.StepScore) + ")",
				Width: evidence.ProbabilityWidth + 1 + scoreBar, Drop: len(list), Show: p.stepScore})
		}
	}
	return list
}

func (p *chainPage) stepScore(i int) widget.TableCell {
	own, node := p.judges[0], p.tree.lines[i].node
	if own.ScoreText(node) == "" {
		return widget.TableCell{}
	}
	score := own.Steps[own.NumberOf(node)-1].Score
	_, judged := own.VerdictsOn(node)
	return widget.TableCell{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		style := widget.Over(p.look.Verdict(judged), base)
		f.TextOver(area, style, widget.Small(score))
		area.Min.X = min(area.Min.X+evidence.ProbabilityWidth+1, area.Max.X)
		widget.ThresholdBar(f, area, p.look, style, score, p.Settings.StepScore)
	}}
}

// chipOf is reversed for the first wrong step, the one that counts.
func (p *chainPage) chipOf(v loaders.Verdict, isFirst bool) widget.TableCell {
	return widget.TableCell{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		text := " " + v.Sign() + widget.If(!p.isNarrow, " "+v.String()) + " "
		area.Max.X = min(area.Max.X, area.Min.X+ansi.StringWidth(text))
		f.DrawStyled(area, p.look.Chip(p.look.Verdict(v)).Reverse(isFirst), text)
	}}
}

func (p *chainPage) stepEntry(i int) widget.TableCell {
	node := p.tree.lines[i].node
	m, text := &p.modules[node], ""
	if p.Marks != nil && p.Marks(node) != "" {
		text = p.Marks(node) + " "
	}
	if name := evidence.AgentOf(m); name != "" {
		text += ansi.Truncate(name, mostAgent, "…") + "  "
	}
	if m.Text == "" && len(p.judges) > 0 && p.judges[0].NumberOf(node) > 0 {
		return widget.TableCell{Text: text + "no text in the file", Style: p.look.Theme.Faint}
	}
	return widget.TableCell{Text: text + strings.TrimSpace(loaders.IfElse(node == 0 && i > 0, evidence.AnswerText(m), m.Text))}
}
