package screen

import (
	"image"
	"slices"
)

// Raster is a picture made ready for the terminal: pixels for a whole number
// of cells. It does not change.
type Raster interface {
	// Cells is the number of columns and rows.
	Cells() image.Point
	// Same reports whether cell at shows the same pixels as cell there of
	// other.
	Same(at image.Point, other Raster, there image.Point) bool
	// Encode appends the sequence that paints the cells of r, opaquely, with
	// the cursor in the top left one.
	Encode(dst []byte, r image.Rectangle) []byte
}

// Drafted is a raster that has a coarse version of itself, in far fewer bytes.
// A slow line shows that first.
type Drafted interface {
	Raster
	// Draft is of as many cells.
	Draft() Raster
}

// Picture is a picture's place on the screen: of a raster that is painted, or
// of images that the terminal keeps.
type Picture struct {
	At     image.Point // the cell of its top left corner
	Raster Raster      // nil where Images take its place
	// Images lie over one another, the lowest first; nil leaves a layer to
	// another picture. One in the lowest layer hides whatever was there before.
	Images []*Image
	// Virtual: the text spells the images by placeholders, so that they only
	// have to be there.
	Virtual bool
	Holes   []image.Rectangle // screen cells that it does not paint
	// Focus is the screen cells of a raster that a slow line shows first.
	Focus image.Rectangle
}

// area is the cells of its raster.
func (p Picture) area() image.Rectangle {
	if p.Raster == nil {
		return image.Rectangle{}
	}
	return image.Rectangle{Max: p.Raster.Cells()}.Add(p.At)
}

// samePlace reports whether two pictures show the same at the same place.
func samePlace(a, b Picture) bool {
	return a.At == b.At && a.Raster == b.Raster && slices.Equal(a.Images, b.Images)
}

// Image is a picture that the terminal keeps under a number once it was
// sent, and shows as often as it is told (kitty's graphics protocol). It does
// not change.
type Image struct {
	PNG   []byte
	Size  image.Point // pixels
	Cells image.Point // columns and rows that it covers
}

// bytes is what the terminal needs to hold it, decoded.
func (i *Image) bytes() int { return 4 * i.Size.X * i.Size.Y }
