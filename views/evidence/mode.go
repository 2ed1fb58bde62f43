package evidence

// mode is which boxes are shown together: the columns of their rows, and what
// explains their lines.
type mode struct {
	columns []boxColumn
	signs   []lineSign
	worded  bool // a row is a sentence, not a row of columns
	// Of two modules: how many boxes are in both, only in this one and only in
	// the other.
	counts string
}

// lineSign explains the lines of a kind of marks.
type lineSign struct {
	kind markKind
	word string
}

// The modes: boxes of a module with gold and of one without, those that build up
// a count, boxes of the whole example, which are neither found nor missed, and
// those of two layers: two modules, or one before and after a change.
var (
	judged   = mode{columns: []boxColumn{whatColumn, pColumn, iouColumn, goldColumn}, signs: judgedSigns}
	unjudged = mode{columns: []boxColumn{whatColumn, pColumn}, signs: unjudgedSigns}
	summed   = mode{columns: sumColumns, signs: judgedSigns}
	added    = mode{columns: sumColumns, signs: unjudgedSigns}
	whole    = mode{columns: judged.columns, signs: []lineSign{{goldMark, " gold  "}, {plainMark, " proposal"}}, worded: true}
	against  = mode{columns: []boxColumn{eitherColumn, hereColumn, heldColumn, iouColumn, goldColumn},
		signs:  append([]lineSign{{bothMark, " both  "}, {hereMark, " only here  "}, {thereMark, " only there  "}}, judgedSigns[2:4]...),
		counts: ": %d in both, %d only here, %d only there"}

	explainedMode = mode{signs: []lineSign{{objectMark, " brighter: the answer depends on it more"}}}

	sumColumns  = []boxColumn{whatColumn, barColumn("score"), sumColumn, insideColumn, iouColumn, goldColumn}
	judgedSigns = []lineSign{{hitMark, " hit  "}, {missMark, " miss  "},
		{goldMark, " gold found  "}, {missedMark, " gold missed  "}, {belowMark, " below p"}, {objectMark, " attended to less"}}
	unjudgedSigns = []lineSign{
		{plainMark, " predicted, no gold to compare with  "},
		{belowMark, " below p"},
		{objectMark, " attended to less"},
	}
)
