package evidence

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Subject holds what evidence is shown for: layers of an example. See [Nothing].
type Subject struct {
	Run      *loaders.Run // where its pictures are
	Photos   []Photo      // per image, shorter where no file was looked at; nil: they are drawn later
	Settings scoring.Settings
	// Layers are the one that is looked at and, if there is a second, what it is compared with.
	Layers []Layer
	// Others are those whose answers and attributions stand beside it, as far as they were read.
	Others []Layer
	// NoPictures: words take the place of pictures.
	NoPictures bool
	Pointing   bool // the tokens have a cursor
	// Draft makes the example a sheet to annotate, nil for none; another one, for an example
	// that was changed in place.
	Draft *Draft
}

// Draft makes the example a sheet on which a person annotates it: its gold is theirs, its
// proposals and tokens are what they can choose.
type Draft struct {
	// Box takes a box that was drawn by mouse on an image, in the image's units, Span the
	// tokens from one to another.
	Box  func(image int, b loaders.Box) tea.Cmd
	Span func(s loaders.Span) tea.Cmd
}

// Nothing returns the subject for which no part has anything to show.
func Nothing() Subject { return Subject{Layers: []Layer{{Example: nothing, Node: -1}}} }

var nothing = &loaders.Example{}

func (s *Subject) isSame(o *Subject) bool {
	return s.Settings == o.Settings && slices.Equal(s.Layers, o.Layers) && slices.Equal(s.Others, o.Others) &&
		s.NoPictures == o.NoPictures && s.Pointing == o.Pointing && s.Draft == o.Draft
}

func (s *Subject) currentLayer() *Layer { return &s.Layers[0] }

// heldLayer returns the second layer, that the subject is compared with; nil if there is none, it
// has no module, or it has the same one.
func (s *Subject) heldLayer() *Layer {
	if len(s.Layers) < 2 || s.Layers[1].moduleOf() == nil || s.Layers[1].moduleOf() == s.currentLayer().moduleOf() {
		return nil
	}
	return &s.Layers[1]
}

// comparedLayer returns heldLayer if the two modules can be compared ([Layer.whyApart]), nil
// otherwise.
func (s *Subject) comparedLayer() *Layer {
	if held := s.heldLayer(); held != nil && s.currentLayer().whyApart(held) == "" {
		return held
	}
	return nil
}

func (s *Subject) joinsPassage() bool {
	held := s.comparedLayer()
	return held != nil && held.moduleOf().Output.Tokens != nil
}

func (s *Subject) attendsAlone() bool {
	m := s.currentLayer().moduleOf()
	return m != nil && !s.joinsPassage() && m.Has(loaders.TokenKind)
}

func (s *Subject) photoOf(i int) Photo {
	if i < len(s.Photos) {
		return s.Photos[i]
	}
	im := &s.currentLayer().Example.Images[i]
	return Photo{size: image.Pt(im.Width, im.Height), missing: im.Path == ""}
}

func (s *Subject) runLayers() []Layer {
	others := append(slices.Clip(s.Others), loaders.Filter(s.Layers[1:], func(l Layer) bool { return l.Node < 0 })...)
	own := *s.currentLayer()
	isWhole := s.Run != nil && s.Run.Part == ""
	if own.Asked = own.Name != ""; !own.Asked && len(others) > 0 && isWhole {
		own.Name = s.Run.Name
	}
	return append([]Layer{own}, others...)
}
