package overview

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// verdict is what a cell asks of an answer, or of faithfulness.
type verdict uint8

const (
	none    = verdict(loaders.Unknown)
	yes     = verdict(loaders.Right) // right, or faithful
	no      = verdict(loaders.Wrong)
	every   = no + 1
	lacking = every + 1 // without a verdict on one side or on both
)

// cell is some of a run's examples: one of answer right or wrong × faithful
// or not, or the rest that has no place in it, or a part of that rest.
type cell struct{ answer, faithful verdict }

var (
	rightUnfaithful = cell{yes, no}
	noVerdict       = cell{lacking, lacking}
	neither         = cell{none, none}
	allExamples     = cell{every, every}
)

// count returns how many examples of q are in the cell.
func (c cell) count(q scoring.Quadrant) int {
	switch c {
	case allExamples:
		return q.N()
	case noVerdict:
		return q.N() - q.Placed()
	}
	return q[c.answer][c.faithful]
}

// filter lists the cell's examples.
func (c cell) filter() examples.Filter {
	if c == noVerdict {
		return examples.Filter{Where: `quadrant="no verdict"`}
	}
	answer := [...]string{yes: "right ", no: "wrong ", none: "-judged ", lacking: ""}[c.answer]
	faithful := [...]string{yes: "faithful", no: "unfaithful", none: "-scored", lacking: ""}[c.faithful]
	return examples.Filter{Where: strings.TrimSpace(answer + faithful)}
}

// name is the cell of a run that lacks one of the verdicts.
func (c cell) name() string {
	return [...][every]string{
		yes: {none: "answer right"}, no: {none: "answer wrong"}, none: {yes: "faithful", no: "not faithful", none: "unknown"},
	}[c.answer][c.faithful]
}

// pattern is how bars show a cell: colour tells right from wrong, and density
// all four apart where there is none.
func (c cell) pattern(t *themes.Theme) (glyph string, st lipgloss.Style) {
	glyph = [...][lacking + 1]string{
		yes: {yes: "█", no: "▒", none: "█"}, no: {yes: "▓", no: "░", none: "░"}, none: {yes: "█", no: "▒", none: " "}, lacking: {lacking: " "},
	}[c.answer][c.faithful]
	return glyph, [...]lipgloss.Style{every: t.Right, yes: t.Right, no: t.Wrong, none: t.Text, lacking: t.Right}[c.answer]
}

// column heads the cell's column; faithful is that of faithful examples.
func (c cell) column(faithful widget.Column) widget.Column {
	answer := [...]string{yes: "right", no: "wrong", none: ""}[c.answer]
	column := widget.Column{Title: "not", Width: 5, Right: true}
	switch c.faithful {
	case none:
		column.Group, column.Title = "answer", answer
		return column
	case yes:
		column = faithful
	}
	if answer != "" {
		column.Group = "answer " + answer
	}
	return column
}

// sides says which verdicts a run has.
type sides struct{ answers, faithful bool }

// bothSides are those of most runs, and of one while nothing was scored yet.
var bothSides = sides{true, true}

// words say what a run has no verdict on, "" where it has both.
func (s sides) words() string {
	switch s {
	case bothSides:
		return ""
	case sides{answers: true}:
		return "no faithfulness"
	case sides{faithful: true}:
		return "no verdict on answers"
	}
	return "no verdicts"
}

// rank orders runs by what they have, those with both verdicts first.
func (s sides) rank() int {
	return slices.Index([]sides{bothSides, {faithful: true}, {answers: true}, {}}, s)
}

// sidesOf returns the verdicts that examples of q have, of which some were
// scored.
func sidesOf(q scoring.Quadrant) sides {
	if q.Placed() > 0 || q.N() == 0 {
		return bothSides
	}
	_, judged := q.Answers()
	return sides{judged > 0, q[none][yes]+q[none][no] > 0}
}

// cells are those of a run with these verdicts, without allExamples; the last
// one is the rest.
func (s sides) cells() []cell {
	verdicts := map[bool][]verdict{true: {yes, no}, false: {none}}
	var cells []cell
	for _, answer := range verdicts[s.answers] {
		for _, faithful := range verdicts[s.faithful] {
			cells = append(cells, cell{answer, faithful})
		}
	}
	switch s {
	case bothSides:
		return append(cells, noVerdict)
	case sides{}:
		return cells
	}
	return append(cells, neither)
}

// has reports whether the cell is one of s: others have no number.
func (s sides) has(c cell) bool {
	return c == allExamples || c == noVerdict || c == neither || slices.Contains(s.cells(), c)
}

// counterpart is the cell of s that comes nearest to c.
func (s sides) counterpart(c cell) cell {
	switch {
	case c == allExamples, slices.Contains(s.cells(), c):
		return c
	case c == noVerdict, c == neither:
		return s.cells()[len(s.cells())-1]
	case !s.answers:
		c.answer = none
	case c.answer == none:
		c.answer = yes
	}
	if !s.faithful {
		c.faithful = none
	} else if c.faithful == none {
		c.faithful = no
	}
	return c
}
