package widget

import (
	"image"
	"image/color"
	"io"
	"io/fs"

	"faithscope/loaders"
)

// PlacedPicture is a placed picture.
type PlacedPicture struct {
	Area    image.Rectangle // cells
	Picture Picture
	Holes   []image.Rectangle // covered cells
}

// PictureKey is a run and a path in its image folder.
type PictureKey struct{ Run, Path string }

// Picture is an image file with marks. Equal Keys mean the same photo.
type Picture struct {
	Key   PictureKey
	Files fs.FS // nil for only marks on a blank ground
	// Crop is in fractions of the photo; zero is all.
	Crop  loaders.Box
	Marks []BoxMark
	// Words replace a picture that can't be shown yet.
	Words []string
}

// PictureWriter writes a picture without a file, off the screen's goroutine.
type PictureWriter func(w io.Writer) error

// Open implements [fs.FS]; no file exists.
func (PictureWriter) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

// BoxMark is a box over a scaled picture, later ones drawn Over earlier ones.
type BoxMark struct {
	Box   loaders.Box
	Color color.RGBA
	Dash  DashStyle
	Thick bool // selected: with a halo and a tint
	Thin  bool
	// Fade is 0..1, from line to picture.
	Fade float64
	// Score orders predicted boxes, 0..1: without enough room, only the highest are drawn. Gold
	// boxes always are.
	Score float64
	Label string // beside the box, "" for none
	// Number replaces a Label without room.
	Number string
}

// Gold reports whether the line marks an annotator's box.
func (m BoxMark) Gold() bool { return m.Dash == Double || m.Dash == Dotted }

// DashStyle is a line style, which distinguishes marks without colour.
type DashStyle uint8

// A hit is solid, a miss dashed, gold double (a light and a dark line), missed gold dotted.
const (
	Solid DashStyle = iota
	Dashed
	Double
	Dotted
)
