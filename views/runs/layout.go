package runs

import (
	"image"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// headerLines returns 1 if a list of lineCount lines keeps a line for titles, because not all its lines fit.
func (a *runsLayout) headerLines(lineCount int) int {
	return loaders.IfElse(a.list.Dy() > 1 && lineCount > a.list.Dy(), 1, 0)
}

// runsLayout holds the areas of the parts; empty ones aren't drawn.
type runsLayout struct{ list, rule, said, note, quadrant, modules, legend, examples image.Rectangle }

// leastList is the list's least height.
const leastList = 4

func (v *runsScreen) findingLines() []string {
	if len(v.Shown) == 0 || v.whyNone() != "" {
		return nil
	}
	if areUnread(v.Shown) {
		return []string{"reading " + loaders.Count(len(v.Shown), "run") + " …"}
	}
	return widget.Wrap(v.runScores().findingSentences(v.s.RunName(v.selectedRun())), max(1, v.Area.Dx()-2))
}

func (v *runsScreen) listRoom() int {
	all, free := len(v.groups), v.Area.Dy()-1-len(v.findingLines())
	if all > 0 {
		all += len(v.groups[0].runs)
	}
	return max(min(leastList, v.Area.Dy()), min(all, free-leastList), free-min(v.paneLines(), 8))
}

func (v *runsScreen) layOut(area image.Rectangle) (at runsLayout) {
	lines, gap := v.paneLines(), widget.PaneGap(area)
	at.list, area = widget.SplitTop(area, min(v.listRoom(), max(1, len(v.lines))))
	area.Min.Y += gap
	at.rule, area = widget.SplitTop(area, 1)
	at.said, area = widget.SplitTop(area, len(v.findingLines()))
	if note := v.remarkOn(); area.Dy() > lines+1 && note != "" {
		at.note, area = widget.SplitTop(area, min(area.Dy()-lines-1, len(widget.Wrap(note, area.Dx()-2))))
	}
	if area.Dy() > lines {
		_, area = widget.SplitTop(area, 1)
	}
	if panes := lines + 1; area.Dy()-panes >= examples.LeastEmbedded {
		area, at.examples = widget.SplitTop(area, panes)
		area.Max.Y -= gap
	}
	at.quadrant, at.modules = area, area
	at.quadrant.Max.X = min(area.Max.X, area.Min.X+v.quadrant.Need()+widget.ColumnGap)
	at.modules.Min.X = at.quadrant.Max.X + 1 + gap
	if v.runScores().modules != nil && at.modules.Dy() > 2 {
		at.modules.Max.Y = min(at.modules.Max.Y-1, at.modules.Min.Y+v.modules.Header()+v.modules.Count())
		at.legend = image.Rect(at.modules.Min.X+widget.Gutter, at.modules.Max.Y, at.modules.Max.X, at.modules.Max.Y+1)
	}
	return at
}

func (v *runsScreen) remarkOn() string {
	if v.whyNone() != "" {
		return ""
	}
	run, numbers := v.s.Run(v.selectedRun()), v.runScores().numbers
	said := run.Columns.Said
	note := strings.Replace(run.Note, said, answers.ReadAs(said, numbers["answers unanswered overall"].Value), 1)
	stated := answers.ReportedBeside(run.Reported, func(metric, part string) scoring.Value {
		return numbers["answers "+metric+" "+part].Value
	})
	return strings.Join(loaders.NonEmpty([]string{note, stated}), "; ")
}
