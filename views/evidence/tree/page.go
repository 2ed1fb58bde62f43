package tree

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// stepJudge is a run's verdicts on the steps shown.
type stepJudge struct {
	name string
	*steps.JudgedChain
}

// readJudges returns the run's verdicts, then those of other runs that judge a step; nil without any of the run's.
func readJudges(stepModules []loaders.Module, settings scoring.Settings, runName string,
	otherVersions []evidence.ExampleVersion) []stepJudge {
	own := steps.ChainOf(stepModules, settings)
	if own == nil {
		return nil
	}
	list := []stepJudge{{runName, own}}
	for _, other := range otherVersions {
		if c := steps.ChainOf(other.Example.Program, settings); c != nil && c.IsJudged {
			list = append(list, stepJudge{other.Name, c})
		}
	}
	return list
}

// chainPage lays out a chain.
type chainPage struct {
	modules []loaders.Module
	tree    *programLines
	judges  []stepJudge
	marks   func(node int) string // may be nil
	look    *widget.Look
}

const (
	peopleWidth = 6
	leastJudge  = 5
	mostJudge   = 12
	mostAgent   = 20
	leastStep   = 14
	mostLines   = 6
)

// layColumns returns a number, the agent and the start of the text, people's mark, and one of each judge.
func (p chainPage) layColumns() []widget.Column {
	isRoot := func(i int) bool { return p.tree.lines[i].node == 0 && i > 0 }
	number := func(i int) widget.TableCell {
		return widget.TableCell{Text: widget.If(!isRoot(i), strconv.Itoa(i+1)), Style: p.look.Theme.Faint}
	}
	list := []widget.Column{
		{Width: len(strconv.Itoa(len(p.modules))), Right: true, Show: number},
		{Title: "steps, numbered from 1", Width: leastStep, Grow: 1, Wraps: true, Lines: mostLines, Show: p.stepEntry},
	}
	mark := func(title string, width int, of func(node int) loaders.Verdict, unsaid string) {
		list = append(list, widget.Column{Title: title, Width: width, Drop: len(list), Show: func(i int) widget.TableCell {
			verdict := of(p.tree.lines[i].node)
			sign := loaders.IfElse(verdict == loaders.Unknown, widget.If(!isRoot(i), unsaid), verdict.Sign())
			return widget.TableCell{Text: sign, Style: widget.Bold(p.look.Verdict(verdict))}
		}})
	}
	const nobody = "·"
	for i, j := range p.judges {
		if i == 0 {
			mark("people", peopleWidth, func(node int) loaders.Verdict { people, _ := j.VerdictsOn(node); return people }, nobody)
		}
		if j.IsJudged {
			name := ansi.Truncate(loaders.Clean(j.name), mostJudge, "…")
			mark(name, max(leastJudge, ansi.StringWidth(name)), func(node int) loaders.Verdict { _, judged := j.VerdictsOn(node); return judged },
				loaders.IfElse(j.IsUnparsed(), loaders.Unknown.Sign(), nobody))
		}
	}
	return list
}

func (p chainPage) stepEntry(i int) widget.TableCell {
	node := p.tree.lines[i].node
	m, text := &p.modules[node], ""
	if p.marks != nil && p.marks(node) != "" {
		text = p.marks(node) + " "
	}
	if name := evidence.AgentOf(m); name != "" {
		text += ansi.Truncate(name, mostAgent, "…") + "  "
	}
	if m.Text == "" && len(p.judges) > 0 && p.judges[0].NumberOf(node) > 0 {
		return widget.TableCell{Text: text + "no text in the file", Style: p.look.Theme.Faint}
	}
	return widget.TableCell{Text: text + strings.TrimSpace(m.Text)}
}
