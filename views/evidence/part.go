package evidence

import (
	"image"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// Subject is what evidence is shown of: a module of an example, or the
// example as a whole. See [Nothing].
type Subject struct {
	Run     *loaders.Run // that the example is of: where its pictures are
	Example *loaders.Example
	Node    int     // of its program, -1 for the example as a whole
	Photos  []Photo // per image, shorter where nobody looked
	// Score is that of the example under Settings, nil where nothing is
	// scored.
	Score    *scoring.ExampleScore
	Settings scoring.Settings
	// Others are the same example of other runs, as far as they were read.
	Others []Other
	// NoPictures: the person wants none.
	NoPictures bool
	// Against is what the module is held against, nil for nothing.
	Against *Reference

	title string // of what two modules attend to, "" for other subjects
	aim   int    // the token to look at first there, 0 for the first
	log   bool   // heat on a log scale
	fresh bool   // another module than before, not only other settings
	width int    // cells that texts wrap to
}

// Nothing is the subject that no part has anything to show of.
func Nothing() Subject { return Subject{Example: nothing, Node: -1} }

var nothing = &loaders.Example{}

// module returns the subject's module, nil for the example as a whole.
func (s *Subject) module() *loaders.Module {
	if s.Node < 0 || s.Node >= len(s.Example.Program) {
		return nil
	}
	return &s.Example.Program[s.Node]
}

// photo returns what is known of image i.
func (s *Subject) photo(i int) Photo {
	if i < len(s.Photos) {
		return s.Photos[i]
	}
	im := &s.Example.Images[i]
	return Photo{size: image.Pt(im.Width, im.Height), missing: im.Path == ""}
}

// attends reports whether the module has to do with the passage.
func (s *Subject) attends() bool {
	m := s.module()
	return m != nil && (m.Output.Tokens != nil || m.Gold != nil && m.Gold.Spans != nil)
}

// score returns the module's score, nil for none.
func (s *Subject) score() *scoring.ModuleScore {
	return s.Score.Module(s.Node)
}

// Said is what a part says of a subject; the zero value is nothing.
type Said struct {
	// Title and Score stand in place of the module's name and number, "" for
	// those.
	Title, Score string
	Facts        []string // lines above the evidence
	Words        []string // what the part draws, in words, for copying
	Lines        []Line   // rows to select below the evidence
	// Columns are those of a table of the lines, nil where they are only text.
	Columns []widget.Column
	Scaled  bool // there is heat, on a scale that can be switched
	Alone   bool // no other part shows anything beside this one, but those that are
	Beside  bool // of the example, whatever else is shown
}

// Line is a row of the words.
type Line struct {
	Where string          // the image, where there are several
	Text  string          // made from Row where there is one
	Good  loaders.Verdict // colours the row, Unknown does not
	// Of is what the row tells of, as its part numbers it from 0; -1 for
	// nothing that the part draws.
	Of int
	// Row is the line as a row of [Said.Columns], nil where there are none.
	Row []widget.Entry
	// Aside: it is what others are held against, and is not selected at first.
	Aside bool

	part Part // that said it
}

// Room is where a part is laid out, and what stands around it.
type Room struct {
	Area image.Rectangle
	// Above is what the pictures asked for by [Panel.Above], empty for nothing.
	Above image.Rectangle
	Look  widget.Look
	// Lines is how many rows of words come below, and Widest returns the cells
	// that the widest of them takes.
	Lines  int
	Widest func() int
	// Selected is what the selected row tells of, see [Line]; -1 where that is
	// nothing of this part.
	Selected  int
	Focused   bool // keys go to the evidence
	WordsOnly bool // only words are wanted
}

// Part is one kind of evidence.
type Part interface {
	// Find takes a subject and returns what there is to say of it; of
	// [Nothing] that is nothing.
	Find(of *Subject) Said
	// Lay takes what the part needs from the top of the room and returns what
	// is left of it for the others. It is called after Find and after every
	// action.
	Lay(room Room) (rest image.Rectangle)
	// Draw draws what was found where it was laid.
	Draw(f *widget.Frame, look widget.Look)
}

// Other is the same example of another run.
type Other struct {
	Run     string
	Example *loaders.Example
}

// Reference is a module that others are held against: of the same example, or of
// the same example in another run.
type Reference struct {
	Name    string // what it is and of which run
	Example *loaders.Example
	Node    int

	// made is what was last made of a passage under two modules.
	made struct {
		of       *loaders.Example
		node     int
		together *loaders.Example
	}
}

// module is the reference's, nil for none.
func (r *Reference) module() *loaders.Module {
	if r == nil || r.Node < 0 || r.Node >= len(r.Example.Program) {
		return nil
	}
	return &r.Example.Program[r.Node]
}

// is reports whether the subject is the reference itself.
func (r *Reference) is(of *Subject) bool {
	return r != nil && r.Example == of.Example && r.Node == of.Node
}

// separator stands between facts on a line.
const separator = " · "
