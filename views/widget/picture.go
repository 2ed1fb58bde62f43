package widget

import (
	"image"
	"image/color"
	"io"
	"io/fs"

	"faithscope/loaders"
)

// Placement is a placed picture.
type Placement struct {
	Area    image.Rectangle // cells
	Picture Picture
	Holes   []image.Rectangle // covered cells
}

// PictureKey names a photo by its run and its path in the run's image folder.
type PictureKey struct{ Run, Path string }

// Picture is an image file with marks. Pictures with equal Keys show the same photo.
type Picture struct {
	Key   PictureKey
	Files fs.FS // where Key.Path is opened, or [Drawn]; nil: only marks on a blank ground
	// Crop is the visible part, in fractions of the photo; the zero box is all.
	Crop  loaders.Box
	Marks []Mark
	// Words replace the picture while it loads, if it cannot be shown, and without graphics.
	Words []string
}

// Drawn is the folder of a picture without a file: it writes the picture off the screen's
// goroutine.
type Drawn func(w io.Writer) error

// Open implements [fs.FS]; no file exists.
func (Drawn) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

// Mark is a box drawn over a scaled picture. Later marks are drawn Over earlier ones.
type Mark struct {
	Box   loaders.Box
	Color color.RGBA
	Dash  Dash
	Thick bool // selected: with a halo and a tint
	Thin  bool // one pixel wide
	// Fade is how far the line fades into the picture, 0..1.
	Fade float64
	// Score orders predicted boxes, 0..1: without enough room, only the highest are drawn. Gold
	// boxes are always drawn.
	Score float64
	Label string // near the top left corner, "" for none
}

// Gold reports whether the line marks an annotator's box.
func (m Mark) Gold() bool { return m.Dash == Double || m.Dash == Dotted }

// Dash is a line style, which distinguishes marks without colour.
type Dash uint8

// The line styles: a hit is solid, a miss dashed, gold double (a light and a dark line), missed
// gold dotted.
const (
	Solid Dash = iota
	Dashed
	Double
	Dotted
)
