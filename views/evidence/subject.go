package evidence

import (
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/photo"
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
	// NoPictures: the person turned pictures off. Later: there is room for pictures, which
	// are not drawn yet.
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

// same reports whether another subject of the same module shows the same.
func (s *Subject) same(o *Subject) bool {
	return s.Score == o.Score && s.Settings == o.Settings && s.Against == o.Against && slices.Equal(s.Others, o.Others) &&
		s.NoPictures == o.NoPictures && s.Later == o.Later && s.width == o.width
}

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

// Photo is what is known of an image's file before anybody decodes it.
type Photo struct {
	size image.Point // in pixels, zero unknown
	// missing: there is no such file, so that boxes are drawn on a blank
	// ground.
	missing bool
	// sought is the file that is missing, cleaned, "" where the picture is in
	// no file of its own.
	sought string
	// homeless: no image folder is known that it could be in.
	homeless bool
	// framed: nobody knows the size, which is the extent of the boxes.
	framed bool
}

// Photos looks at the files of an example's images: it returns each one's
// size as the run says it, else as the file's own header does, else, where the
// file is missing, the extent of the example's boxes on it. Layout needs that
// before a file is decoded. It reads files.
func Photos(run *loaders.Run, ex *loaders.Example) []Photo {
	photos := make([]Photo, len(ex.Images))
	for i := range photos {
		im, p := &ex.Images[i], &photos[i]
		*p = Photo{size: image.Pt(max(im.Width, 0), max(im.Height, 0)), missing: true}
		if run.Pictures != nil && im.Path != "" {
			if f, err := run.Pictures.Open(im.Path); err == nil {
				p.missing = false
				if p.size.X == 0 || p.size.Y == 0 {
					p.size, _ = photo.Size(f) // zero for a broken one
				}
				f.Close()
			}
		}
		if p.missing && im.Path != "" {
			file, known := run.Sought(im.Path)
			p.sought, p.homeless = loaders.Clean(file), !known
		}
		if p.missing && (p.size.X == 0 || p.size.Y == 0) {
			p.size = image.Point{}
			if im.Units == loaders.Pixels {
				p.size = extent(ex, i)
				p.framed = p.size != image.Point{}
			}
		}
	}
	return photos
}

// mostExtent bounds an extent, in pixels: boxes beyond are not of a picture.
const mostExtent = 1 << 20

// extent is the size of the least image from the top left corner that holds
// all boxes of image i, zero for none.
func extent(ex *loaders.Example, i int) image.Point {
	var p image.Point
	hold := func(boxes []loaders.Box) {
		for _, b := range boxes {
			if b.X1 >= 1 && b.Y1 >= 1 && b.X1 <= mostExtent && b.Y1 <= mostExtent {
				p.X, p.Y = max(p.X, int(b.X1+.5)), max(p.Y, int(b.Y1+.5))
			}
		}
	}
	hold(ex.Images[i].Proposals)
	hold(ex.Images[i].Gold)
	for n := range ex.Program {
		hold(goldBoxes(&ex.Program[n], i))
	}
	return p
}

// goldBoxes returns a module's gold boxes on an image, nil for none.
func goldBoxes(m *loaders.Module, image int) []loaders.Box {
	if m.Gold == nil {
		return nil
	}
	return at(m.Gold.Boxes, image)
}

// words says what stands in the place of the photo: where a missing one was
// looked for, and what to do about it.
func (p Photo) words(im *loaders.Image) []string {
	var words []string
	switch {
	case im.Path == "":
		words = append(words, "no picture")
	case p.missing && p.homeless:
		words = append(words, "no photo found: no image folder is known", "--images DIR names one")
	case p.missing && p.sought != "":
		words = append(words, "no photo found: tried "+p.sought, "--images DIR names another folder")
	case p.missing:
		words = append(words, "no photo found")
	}
	if p.framed {
		words = append(words, "its size is unknown: drawn around the boxes")
	}
	return words
}

// unknownShape is the width by the height of a picture that nobody knows the
// size of.
const unknownShape = 4.0 / 3

// shape is the photo's width by its height, within what a layout can use.
func (p Photo) shape() float64 {
	if p.size.X <= 0 || p.size.Y <= 0 {
		return unknownShape
	}
	return min(max(float64(p.size.X)/float64(p.size.Y), 1.0/16), 16)
}
