package widget

import (
	"fmt"
	"image"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

var causeGlyphs = [...]string{
	scoring.NoProposal: "█", scoring.LowProbability: "▓", scoring.Elsewhere: "▒", scoring.TooMany: "░",
	scoring.Empty: "╱", scoring.FromNothing: "╳", scoring.Diffuse: "░", scoring.Partial: "▓",
	scoring.MissedObject: "▚", scoring.MissedAttribute: "▞", scoring.MissedRelation: "▙", scoring.MissedAnswer: "▜",
	scoring.MissedDetection: "▖", scoring.MissedGraph: "▗", scoring.MissedProgram: "▘", scoring.MissedLists: "▝", scoring.MissedTie: "▟",
	scoring.WrongStep: "█", scoring.Early: "▒", scoring.Late: "▓", scoring.MissedError: "█",
	scoring.FalseAlarm: "░", scoring.Unparsed: "╱",
}

// One kind of cause has one colour, so that modules compare.
func causeStyle(l Look, c scoring.Cause) Style {
	switch t := l.Theme; c {
	case scoring.NoProposal, scoring.MissedObject, scoring.MissedGraph, scoring.WrongStep, scoring.MissedError:
		return Style{Fg: t.Missed}
	case scoring.LowProbability, scoring.Partial, scoring.MissedAttribute, scoring.MissedLists, scoring.Late:
		return Style{Fg: t.Gold}
	case scoring.Elsewhere, scoring.MissedRelation, scoring.MissedProgram, scoring.Early:
		return Style{Fg: t.Miss}
	case scoring.TooMany, scoring.Diffuse, scoring.MissedTie, scoring.FalseAlarm:
		return Style{Fg: t.Plain}
	case scoring.FromNothing, scoring.MissedAnswer:
		return Style{Fg: t.Hit}
	case scoring.Empty, scoring.MissedDetection, scoring.Unparsed:
		return t.Faint
	}
	return Style{}
}

type causeBar struct {
	causes []scoring.Cause
	counts []int
	all    int
}

func (b causeBar) drawBar(f *Frame, area image.Rectangle, l Look, baseStyle Style) {
	pen, from, sum := NewPen(f, area), 0, 0
	for i, c := range b.causes {
		n := b.counts[i]
		sum += n
		to := (sum*area.Dx() + b.all/2) / max(1, b.all)
		text := strings.Repeat(causeGlyphs[c], to-from)
		if f.Plain {
			text = If(n > 0, fmt.Sprintf("%d %s  ", n, c))
		}
		pen.Put(Over(causeStyle(l, c), baseStyle), text)
		from = to
	}
}

// DrawCauses shows a table's causes as one bar behind other columns and returns them in order. The
// row with the most has a whole bar.
func (s *Sheet) DrawCauses(causesTable *table.Table, titleColumn Column) (causes []scoring.Cause) {
	var at []int
	s.Drawn = nil
	for k, c := range causesTable.Columns {
		if cause, ok := First(scoring.Causes(), func(x scoring.Cause) bool { return x.Sentence() == c.Help }); ok {
			causes, at = append(causes, cause), append(at, k)
		}
	}
	if causes == nil {
		return nil
	}
	counts := func(row int) []int {
		return loaders.Map(at, func(k int) int {
			n, _ := causesTable.At(row, k).Value.(int)
			return n
		})
	}
	most := 0
	for row := range causesTable.Rows {
		most = max(most, loaders.Sum(counts(row)))
	}
	titleColumn.Title = "why"
	titleColumn.Draw = func(f *Frame, area image.Rectangle, base Style, row int) {
		causeBar{causes, counts(row), most}.drawBar(f, area, s.look, base)
	}
	s.Drawn = &titleColumn
	return causes
}

// CauseKey writes the legend of causes; nothing in a plain look, because its bars are numbers.
func CauseKey(pen *Pen, l Look, shownCauses []scoring.Cause) {
	if l.Plain {
		return
	}
	for _, c := range shownCauses {
		pen.Put(causeStyle(l, c), causeGlyphs[c])
		pen.Put(l.Theme.Faint, " "+c.String()+"  ")
	}
}
