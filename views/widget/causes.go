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

func (b causeBar) drawBar(f *Frame, area image.Rectangle, l Look, base Style) {
	pen, from, sum := NewPen(f, area), 0, 0
	for i, c := range b.causes {
		n := b.counts[i]
		sum += n
		to := (sum*area.Dx() + b.all/2) / max(1, b.all)
		text := strings.Repeat(causeGlyphs[c], to-from)
		if f.Plain {
			text = If(n > 0, fmt.Sprintf("%d %s  ", n, c))
		}
		pen.Put(Over(causeStyle(l, c), base), text)
		from = to
	}
}

// OfItsRow and OfTheLargest choose the length of a whole bar of causes.
const (
	OfItsRow     = true
	OfTheLargest = false
)

// DrawCauses shows a table's causes as one bar behind other columns and returns them in order. A
// whole bar is all of a row, or the most of any row.
func (s *Sheet) DrawCauses(source *table.Table, title Column, whole bool) (causes []scoring.Cause) {
	var at []int
	s.Drawn = nil
	for k, c := range source.Columns {
		if cause, ok := First(scoring.Causes(), func(x scoring.Cause) bool { return x.Sentence() == c.Help }); ok {
			causes, at = append(causes, cause), append(at, k)
		}
	}
	if causes == nil {
		return nil
	}
	counts := func(row int) []int {
		return loaders.Map(at, func(k int) int {
			n, _ := source.At(row, k).Value.(int)
			return n
		})
	}
	most := 0
	for row := range source.Rows {
		most = max(most, loaders.Sum(counts(row)))
	}
	title.Title = "why"
	title.Draw = func(f *Frame, area image.Rectangle, base Style, row int) {
		own := counts(row)
		causeBar{causes, own, loaders.IfElse(whole, loaders.Sum(own), most)}.drawBar(f, area, s.look, base)
	}
	s.Drawn = &title
	return causes
}

// CauseKey writes the legend of causes; nothing in a plain look, because its bars are numbers.
func CauseKey(pen *Pen, l Look, causes []scoring.Cause) {
	if l.Plain {
		return
	}
	for _, c := range causes {
		pen.Put(causeStyle(l, c), causeGlyphs[c])
		pen.Put(l.Theme.Faint, " "+c.String()+"  ")
	}
}
