package screen

import (
	"image"
	"slices"
)

// Raster is a picture prepared for the terminal: pixels for a whole number of cells. It is
// immutable.
type Raster interface {
	// Cells returns the number of columns and rows.
	Cells() image.Point
	// Same reports whether the cell at shows the same pixels as the cell there in other.
	Same(corner image.Point, other Raster, there image.Point) bool
	// Encode appends what paints the cells of r opaquely when the cursor is in the top left one.
	Encode(dst []byte, r image.Rectangle) []byte
}

// DraftRaster is a raster with a coarse version of far fewer bytes, which slow lines show first.
type DraftRaster interface {
	Raster
	// Draft returns the coarse version, which has as many cells.
	Draft() Raster
}

// Picture is a picture at a place on the screen: a raster to paint, or images that the terminal
// stores.
type Picture struct {
	At     image.Point // the cell of its top left corner
	Raster Raster      // nil if there are Images instead
	// Images lie over one another, the lowest first; nil leaves the layer to another picture. The
	// lowest layer hides whatever was there before.
	Images []*Image
	// Virtual is set if placeholders show the images, so that the terminal only stores them.
	Virtual bool
	Holes   []image.Rectangle // screen cells that it does not paint
	// Focus is the part, in screen cells, that a slow line shows first.
	Focus image.Rectangle
}

func (p Picture) rasterArea() image.Rectangle {
	if p.Raster == nil {
		return image.Rectangle{}
	}
	return image.Rectangle{Max: p.Raster.Cells()}.Add(p.At)
}

func samePlace(a, b Picture) bool {
	return a.At == b.At && a.Raster == b.Raster && slices.Equal(a.Images, b.Images)
}

// Image is a picture that the terminal stores and then shows on demand (kitty's graphics protocol).
// It is immutable.
type Image struct {
	PNG   []byte
	Size  image.Point // pixels
	Cells image.Point // columns and rows that it covers
}

func (i *Image) decodedBytes() int { return 4 * i.Size.X * i.Size.Y }
