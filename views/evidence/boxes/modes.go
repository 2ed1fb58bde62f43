package boxes

import (
	"slices"

	"faithscope/scoring/protocols/counting"
	"faithscope/views/widget"
)

type displayMode struct {
	columns []boxColumn
	signs   []legendSign
	// counts boxes in both modules, only here and only there.
	counts string
}

type legendSign struct {
	kind markKind
	word string
}

// Modes are for gold, no gold, a count's boxes, the whole example, which are neither found nor
// missed, and two layers: two modules, or one before and after a change.
var (
	judgedMode   = displayMode{columns: []boxColumn{whatColumn, pColumn, iouColumn, goldColumn}, signs: judgedSigns}
	unjudgedMode = displayMode{columns: []boxColumn{whatColumn, pColumn}, signs: judgedSigns}
	summedMode   = displayMode{columns: sumColumns, signs: summedSigns}
	wholeMode    = displayMode{columns: []boxColumn{wordsColumn}, signs: []legendSign{{goldMark, " gold  "}, {plainMark, " proposal"}}}
	comparedMode = displayMode{columns: []boxColumn{whatColumn, hereColumn, heldColumn, iouColumn, goldColumn},
		signs:  append([]legendSign{{bothMark, " both  "}, {hereMark, " only here  "}, {thereMark, " only there  "}}, judgedSigns[3:5]...),
		counts: ": %d in both, %d only here, %d only there"}

	explainedMode = displayMode{signs: []legendSign{{objectMark, " brighter: affects the answer more"}}}

	sumColumns  = []boxColumn{whatColumn, barColumn("score"), sumColumn, insideColumn, iouColumn, goldColumn}
	summedSigns = append(slices.Clone(judgedSigns[:3]), legendSign{goldMark, " gold ≥ " + widget.Decimal(counting.Missed) + "  "},
		legendSign{missedMark, " gold < " + widget.Decimal(counting.Missed)})
	judgedSigns = []legendSign{{plainMark, " predicted, no gold to compare with  "}, {hitMark, " hit  "}, {missMark, " miss  "},
		{goldMark, " gold found  "}, {missedMark, " gold missed  "}, {belowMark, " low p"}, {objectMark, " less attention"}}
)
