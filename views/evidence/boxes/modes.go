package boxes

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/protocols/counting"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type displayMode struct {
	columns []boxColumn
	signs   []legendSign
	// sides name the shown and the compared version.
	sides [2]string
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
	comparedMode = compareSides("here", "there")
	changedMode  = compareSides("now", "before")

	explainedMode = displayMode{signs: []legendSign{{objectMark, " brighter: affects the answer more"}}}

	sumColumns  = []boxColumn{whatColumn, barColumn("score", shownP), sumColumn, insideColumn, iouColumn, goldColumn}
	summedSigns = append(slices.Clone(judgedSigns[:3]), legendSign{goldMark, " gold ≥ " + widget.Decimal(counting.Missed) + "  "},
		legendSign{missedMark, " gold < " + widget.Decimal(counting.Missed)})
	judgedSigns = []legendSign{{plainMark, " predicted, no gold to compare with  "}, {hitMark, " hit  "}, {missMark, " miss  "},
		{goldMark, " gold found  "}, {missedMark, " gold missed  "}, {belowMark, " below threshold"}, {objectMark, " less attention"}}
)

func comparisonMode(comparedVersion *evidence.ExampleVersion) *displayMode {
	return loaders.IfElse(comparedVersion.Name == evidence.RecordedVersion, &changedMode, &comparedMode)
}

func (m *displayMode) isComparison() bool { return m.sides[0] != "" }

func compareSides(here, there string) displayMode {
	return displayMode{sides: [2]string{here, there},
		columns: []boxColumn{whatColumn, barColumn("p "+here, func(m *boxMark) float64 { return m.here }),
			barColumn("p "+there, func(m *boxMark) float64 { return m.held }), iouColumn, goldColumn},
		signs: append([]legendSign{{bothMark, " both  "}, {hereMark, " only " + here + "  "}, {thereMark, " only " + there + "  "}},
			judgedSigns[3:5]...)}
}
