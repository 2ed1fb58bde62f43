package evidence

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Part is one kind of evidence.
type Part interface {
	// Find takes a subject and returns what there is to say about it, nothing
	// for [Nothing].
	Find(subject *Subject, options Options) Findings
	// Lay takes what the part needs from the top of the room and returns the
	// rest for the others. It is called after Find and after every action.
	Lay(room Room) (rest image.Rectangle)
	// Draw draws what was found where it was laid.
	Draw(f *widget.Frame, look widget.Look)
}

// Options is how a subject is looked at.
type Options struct {
	Log   bool // heat on a log scale
	Fresh bool // the module changed, not only settings
	Width int  // cells that texts wrap to
}

// Findings holds what a part says about a subject; the zero value is nothing.
type Findings struct {
	// Title and Score replace the module's name and number; "" leaves them.
	Title, Score string
	Facts        []string // lines above the evidence
	Words        []string // what the part draws, in words, for copying
	Rows         []Row    // rows to select below the evidence
	// Columns are the columns of the table of lines; nil if the lines are only text.
	Columns []widget.Column
	Scaled  bool // there is heat, on a scale that can be switched
	Alone   bool // no other part shows anything beside this one, but those that are
	Beside  bool // subject the example, whatever else is shown
}

// Row is a row of the words.
type Row struct {
	Place   string          // the image, where there are several
	Text    string          // made from Row where there is one
	Verdict loaders.Verdict // colours the row, except Unknown
	// Item numbers what the row is about, from 0 by its part; -1 for nothing
	// that the part draws.
	Item int
	// Cells is the line as a row of [Findings.Columns], nil if there are none.
	Cells []widget.Entry
	// Aside: others are compared with it, and it is not selected at first.
	Aside bool
}

// Room is where a part is laid out, and what is around it.
type Room struct {
	Area image.Rectangle
	// Above is the room that the pictures asked for by [Panel.Above], empty for
	// none.
	Above image.Rectangle
	Look  widget.Look
	Lines int // options many rows of words and lines of texts come below
	Panel int // the height of all evidence
	// Selected numbers what the selected row is about, see [Row]; -1 where it is
	// not about this part.
	Selected  int
	Focused   bool // keys go to the evidence
	WordsOnly bool // only words are wanted
}

// WordsHead is the height of the titles of the words.
const WordsHead = 2
