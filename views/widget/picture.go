package widget

import (
	"image"
	"image/color"
	"io"
	"io/fs"

	"faithscope/loaders"
)

// Placement is a picture and where it goes.
type Placement struct {
	Area    image.Rectangle // cells
	Picture Picture
	Holes   []image.Rectangle // cells that something covers
}

// PictureKey names a photo: the path of a run, and the picture's path in the
// run's image folder.
type PictureKey struct{ Run, Path string }

// Picture is an image file with marks. It is compared by Key: two pictures
// with one Key show the same photo.
type Picture struct {
	Key   PictureKey
	Files fs.FS // where Key.Path is opened, or [Drawn]; nil: there is no photo, only marks on a blank ground
	// Crop is the part shown, in fractions of the photo; the zero box is all.
	Crop  loaders.Box
	Marks []Mark
	// Words say the same without a picture; shown while it loads, when it
	// cannot be shown, and where there are no graphics at all.
	Words []string
}

// Drawn replaces the folder of a picture that has no file: it writes one when
// the picture is read, off the screen's own goroutine.
type Drawn func(w io.Writer) error

// Open implements [fs.FS]; there are no files.
func (Drawn) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

// Mark is a box drawn over a picture, after scaling. Later marks are drawn
// Over earlier ones.
type Mark struct {
	Box   loaders.Box // in fractions of the photo
	Color color.RGBA
	Dash  Dash
	Thick bool // the selected one: a halo and a tint
	Thin  bool // a hairline: one pixel
	// Fade is how far the line fades into the picture: 0 not at all, 1
	// entirely.
	Fade float64
	// Score orders predicted boxes, 0..1: where there is room for few, the
	// highest are drawn. Gold boxes need none, since they are always drawn.
	Score float64
	Label string // drawn near the top left corner, "" for none
}

// Gold reports whether the mark is an annotator's box, by its line.
func (m Mark) Gold() bool { return m.Dash == Double || m.Dash == Dotted }

// Dash is a line style: the cue beside colour.
type Dash uint8

// The line styles: a hit is solid, a miss dashed, gold double (a light and a
// dark line), missed gold dotted.
const (
	Solid Dash = iota
	Dashed
	Double
	Dotted
)
