package evidence

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// ShownVersions is the version of an example that is shown, and those beside it. See [Nothing].
type ShownVersions struct {
	ExampleVersion
	Held ExampleVersion // to compare with; zero for none

	Run      *loaders.Run
	Photos   []Photo // per image, shorter if files weren't read; nil: they are drawn later
	Settings scoring.Settings
	Cell     image.Point // in pixels; zero if unknown
	// Others have answers and attributions beside it.
	Others []ExampleVersion
	// NoPictures replaces pictures by words.
	NoPictures bool
	Pointing   bool
	// Draft may be nil; a changed example needs a new one.
	Draft *AnnotationDraft
}

// AnnotationDraft annotates the example: its gold is the person's, its proposals and tokens are their
// choices.
type AnnotationDraft struct {
	// Box takes a drawn box, in the image's units, Span a range of tokens; nil for verdicts on steps.
	Box  func(image int, b loaders.Box) tea.Cmd
	Span func(s loaders.Span) tea.Cmd
}

// Nothing returns the subject without evidence.
func Nothing() ShownVersions {
	return ShownVersions{ExampleVersion: ExampleVersion{Example: nothing, Node: -1}}
}

var nothing = &loaders.Example{}

// IsNothing reports whether the subject is [Nothing].
func (s *ShownVersions) IsNothing() bool { return s.Example == nothing }

// IsSame reports whether two subjects have the same layers, settings and draft.
func (s *ShownVersions) IsSame(o *ShownVersions) bool {
	return s.Settings == o.Settings && s.ExampleVersion == o.ExampleVersion && s.Held == o.Held && slices.Equal(s.Others, o.Others) &&
		s.NoPictures == o.NoPictures && s.Cell == o.Cell && s.Pointing == o.Pointing && s.Draft == o.Draft
}

// HeldLayer returns Held; nil without one, or without another module.
func (s *ShownVersions) HeldLayer() *ExampleVersion {
	if s.Held.Example == nil || s.Held.ShownModule() == nil || s.Held.ShownModule() == s.ShownModule() {
		return nil
	}
	return &s.Held
}

// ComparedLayer returns HeldLayer if comparable ([ExampleVersion.WhyApart]), otherwise nil.
func (s *ShownVersions) ComparedLayer() *ExampleVersion {
	if held := s.HeldLayer(); held != nil && s.WhyApart(held) == "" {
		return held
	}
	return nil
}

// JoinsPassage reports whether two modules that attend to one passage are compared.
func (s *ShownVersions) JoinsPassage() bool {
	held := s.ComparedLayer()
	return held != nil && held.ShownModule().Output.Tokens != nil
}

// AttendsAlone reports whether the module attends to the passage without comparison.
func (s *ShownVersions) AttendsAlone() bool {
	m := s.ShownModule()
	return m != nil && !s.JoinsPassage() && m.Has(loaders.TokenKind)
}

// PhotoAt returns image i's photo, made from the example if its file was not read.
func (s *ShownVersions) PhotoAt(i int) Photo {
	if i < len(s.Photos) {
		return s.Photos[i]
	}
	im := &s.Example.Images[i]
	return Photo{Size: image.Pt(im.Width, im.Height), Missing: im.Path == "", Words: widget.If(im.Path == "", noPicture)}
}

// RunLayers returns the current layer, named after its run if there are others, and the others.
func (s *ShownVersions) RunLayers() []ExampleVersion {
	others := slices.Clip(s.Others)
	if s.Held.Example != nil && s.Held.Node < 0 {
		others = append(others, s.Held)
	}
	own := s.ExampleVersion
	isWhole := s.Run != nil && s.Run.Part == ""
	if own.Asked = own.Name != ""; !own.Asked && len(others) > 0 && isWhole {
		own.Name = s.Run.Name
	}
	return append([]ExampleVersion{own}, others...)
}

// ComparisonTitle returns "A against B" or "attributions and rationales".
func (s *ShownVersions) ComparisonTitle() string {
	if held := s.ComparedLayer(); held != nil {
		return s.ShownModule().Label() + " against " + held.Name
	}
	return "attributions and rationales"
}
