package evidence

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Subject is what evidence is shown for: a module of an example, or the whole
// example. See [Nothing].
type Subject struct {
	Run     *loaders.Run // the example's run: where its pictures are
	Example *loaders.Example
	Node    int     // of its program, -1 for the whole example
	Photos  []Photo // per image, shorter where no file was looked at
	// Score is the example's score under Settings; nil if nothing is scored.
	Score    *scoring.ExampleScore
	Settings scoring.Settings
	// Others are the same example of other runs, as far as they were read.
	Others []Other
	// NoPictures: the person turned pictures off. Later: there is room for pictures, which
	// are not drawn yet.
	NoPictures, Later bool
	// Against is what the module is compared with, nil for nothing.
	Against *Reference
	// Named is what the example is called beside the others, "" for its run's name. Pointing
	// gives the tokens a cursor. Edited is what differs between texts, nil for nothing.
	Named    string
	Pointing bool
	Edited   *Edited
	// Draft makes the example a sheet to annotate, nil for none; another one, for an example
	// that was changed in place.
	Draft *Draft

	title string // title title of what two modules attend to, "" for other subjects
	aim   int    // the token to look at first there, 0 for the first
	log   bool   // heat on a log scale
	fresh bool   // the module changed, not only settings
	width int    // cells that texts wrap to
}

// Reference is a module that others are compared with: of the same example, or
// of the same example in another run.
type Reference struct {
	Name    string // its name and its run
	Example *loaders.Example
	Node    int
	Before  bool // it is the same module before a change
	// Away are the proposals that the change took out of the pictures, nil for none.
	Away [][]bool

	// made caches the passage under two modules that was last made.
	made struct {
		of       *loaders.Example
		node     int
		together *loaders.Example
	}
}

// Edited is what differs between the texts of an example, by their names "passage" and
// "question": the units of those that are shown, and of the same example before.
type Edited struct {
	Before    *loaders.Example
	Now, Then map[string][]int
}

// Draft makes the example a sheet on which a person annotates it: its gold is theirs, its
// proposals and tokens are what they can choose.
type Draft struct {
	// Box takes a box that was drawn by mouse on an image, in the image's units, Span the
	// tokens from one to another.
	Box  func(image int, b loaders.Box) tea.Cmd
	Span func(s loaders.Span) tea.Cmd
}

// Nothing is the subject for which no part has anything to show.
func Nothing() Subject { return Subject{Example: nothing, Node: -1} }

var nothing = &loaders.Example{}

// same reports whether another subject of the same module shows the same.
func (s *Subject) same(o *Subject) bool {
	return s.Score == o.Score && s.Settings == o.Settings && s.Against == o.Against && slices.Equal(s.Others, o.Others) &&
		s.NoPictures == o.NoPictures && s.Later == o.Later && s.width == o.width &&
		s.Named == o.Named && s.Pointing == o.Pointing && s.Edited == o.Edited && s.Draft == o.Draft
}

// module returns the subject's module, nil for the whole example.
func (s *Subject) module() *loaders.Module { return moduleOf(s.Example, s.Node) }

// photo returns what is known of image i.
func (s *Subject) photo(i int) Photo {
	if i < len(s.Photos) {
		return s.Photos[i]
	}
	im := &s.Example.Images[i]
	return Photo{size: image.Pt(im.Width, im.Height), missing: im.Path == ""}
}

// attends reports whether the module attends to the passage or should.
func (s *Subject) attends() bool {
	m := s.module()
	return m != nil && (m.Output.Tokens != nil || m.Gold != nil && m.Gold.Spans != nil)
}

// score returns the module's score, nil for none.
func (s *Subject) score() *scoring.ModuleScore {
	return s.Score.Module(s.Node)
}

// imageScore returns the module's score on image i, nil for none.
func (s *Subject) imageScore(i int) *scoring.ImageScore {
	if score := s.score(); score != nil && i < len(score.Images) {
		return &score.Images[i]
	}
	return nil
}

// runs are the example in its own run, which needs no name where it is the only
// one, and in the others.
func (s *Subject) runs() []Other {
	own := Other{Example: s.Example, Asked: s.Named != ""}
	if own.Run = s.Named; own.Run == "" && len(s.Others) > 0 && s.Run != nil && s.Run.Part == "" {
		own.Run = s.Run.Name
	}
	return append([]Other{own}, s.Others...)
}
