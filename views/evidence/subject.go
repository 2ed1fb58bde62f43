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
	Run      *loaders.Run // place its pictures are
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

// IsNothing reports whether the subject is [Nothing].
func (s *Subject) IsNothing() bool { return s.CurrentLayer().Example == nothing }

// IsSame reports whether two subjects have the same layers, settings and draft.
func (s *Subject) IsSame(o *Subject) bool {
	return s.Settings == o.Settings && slices.Equal(s.Layers, o.Layers) && slices.Equal(s.Others, o.Others) &&
		s.NoPictures == o.NoPictures && s.Pointing == o.Pointing && s.Draft == o.Draft
}

// CurrentLayer returns the layer that is looked at.
func (s *Subject) CurrentLayer() *Layer { return &s.Layers[0] }

// HeldLayer returns the second layer, that the subject is compared with; nil if there is none, it
// has no module, or it has the same one.
func (s *Subject) HeldLayer() *Layer {
	if len(s.Layers) < 2 || s.Layers[1].ShownModule() == nil || s.Layers[1].ShownModule() == s.CurrentLayer().ShownModule() {
		return nil
	}
	return &s.Layers[1]
}

// ComparedLayer returns HeldLayer if the two modules can be compared ([Layer.WhyApart]), nil
// otherwise.
func (s *Subject) ComparedLayer() *Layer {
	if held := s.HeldLayer(); held != nil && s.CurrentLayer().WhyApart(held) == "" {
		return held
	}
	return nil
}

// JoinsPassage reports whether two modules that attend to one passage are compared.
func (s *Subject) JoinsPassage() bool {
	held := s.ComparedLayer()
	return held != nil && held.ShownModule().Output.Tokens != nil
}

// AttendsAlone reports whether the module attends to the passage and is not compared there.
func (s *Subject) AttendsAlone() bool {
	m := s.CurrentLayer().ShownModule()
	return m != nil && !s.JoinsPassage() && m.Has(loaders.TokenKind)
}

// PhotoAt returns the photo of image i, made from the example if its file was not looked at.
func (s *Subject) PhotoAt(i int) Photo {
	if i < len(s.Photos) {
		return s.Photos[i]
	}
	im := &s.CurrentLayer().Example.Images[i]
	return Photo{Size: image.Pt(im.Width, im.Height), Missing: im.Path == ""}
}

// RunLayers returns the layer that is looked at, named after its run if there are others, and then those that
// stand beside it.
func (s *Subject) RunLayers() []Layer {
	others := append(slices.Clip(s.Others), loaders.Filter(s.Layers[1:], func(l Layer) bool { return l.Node < 0 })...)
	own := *s.CurrentLayer()
	isWhole := s.Run != nil && s.Run.Part == ""
	if own.Asked = own.Name != ""; !own.Asked && len(others) > 0 && isWhole {
		own.Name = s.Run.Name
	}
	return append([]Layer{own}, others...)
}

// ComparisonTitle returns "A against B" for two modules that are compared, otherwise "attributions and rationales".
func (s *Subject) ComparisonTitle() string {
	if held := s.ComparedLayer(); held != nil {
		return s.CurrentLayer().ShownModule().Label() + " against " + held.Name
	}
	return "attributions and rationales"
}
