package evidence

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// EvidencePart is one kind of evidence.
type EvidencePart interface {
	// Find returns what to say about a subject, nothing for [Nothing].
	Find(subject *ShownVersions, options Options) PartContent
	// Lay takes the needed top of room and returns the rest, after Find and every action.
	Lay(room PartSpace) (rest image.Rectangle)
	// Draw draws what was found and laid out.
	Draw(f *widget.Frame, look widget.Look)
}

// Options say how a subject is shown.
type Options struct {
	Log   bool // heat on a log scale
	Fresh bool // the module changed, not only settings
	Width int

	WordsOnly bool // no drawings
}

// PartContent are a part's facts about a subject; the zero value is nothing.
type PartContent struct {
	// Title and Score override the module's unless "".
	Title, Score string
	Facts        []string
	Words        []string // the drawing in words, for copying
	Rows         []EvidenceRow
	// Columns are nil if rows are only text.
	Columns []widget.Column
	Scaled  bool // the scale of heat can be switched
	Beside  bool // about the example, shown also beside its texts
}

// EvidenceRow is a row of the words.
type EvidenceRow struct {
	Place   string          // the image, if there are several
	Text    string          // made from Cells if set
	Verdict loaders.Verdict // colours the row, except Unknown
	Gold    bool            // colours a row without a verdict
	// Item is the part's number, from 0; -1 for nothing drawn.
	Item int
	// Cells fill [PartContent.Columns]; may be nil.
	Cells []widget.TableCell
	// Aside rows are compared with, not selected at first.
	Aside bool
	// Faint rows matter least.
	Faint bool
}

// PartSpace is a part's space and surroundings.
type PartSpace struct {
	Area image.Rectangle
	// Above holds what [Panel.Above] or [Panel.Beside] asked for, empty for none.
	Above image.Rectangle
	Look  widget.Look
	Lines int // of words and texts below
	Rows  int // of words
	// Selected is the selected row's Item; -1 for another part's row.
	Selected  int
	Focused   bool // keys go to the evidence
	WordsOnly bool
}

// WordsHead is the height of the words' titles.
const WordsHead = 2
