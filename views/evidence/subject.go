package evidence

import (
	"image"

	"faithscope/loaders"
	"faithscope/scoring"
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
	// NoPictures: the person wants none. Later: their room is kept, and they are not
	// drawn yet.
	NoPictures, Later bool
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
func (s *Subject) module() *loaders.Module { return moduleOf(s.Example, s.Node) }

// moduleOf is a module of an example's program, nil for none.
func moduleOf(ex *loaders.Example, node int) *loaders.Module {
	if node < 0 || node >= len(ex.Program) {
		return nil
	}
	return &ex.Program[node]
}

// at is an element of a list, the zero value outside.
func at[T any](list []T, i int) (x T) {
	if i >= 0 && i < len(list) {
		x = list[i]
	}
	return x
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
