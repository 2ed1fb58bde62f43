package picture

import (
	"cmp"
	"image"

	"faithscope/loaders"
)

// Grid is how many columns and rows of pixels one cell shows as blocks of two
// colours: 1×2 are halves, 2×2 quadrants, 2×3 sextants, 2×4 octants.
type Grid image.Point

var halfBlocks = Grid{1, 2}

// coarse is a photo in as few pixels as cells of text show. It does not change.
type coarse struct {
	pix  *image.RGBA
	grid Grid            // pixels of a cell
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

// newCoarse fits a photo to cells as [NewBlocks] does.
func newCoarse(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) coarse {
	grid := cmp.Or(opt.Grid, halfBlocks)
	size := image.Pt(cells.X*grid.X, cells.Y*grid.Y)
	if photo == nil {
		return coarse{flat(size, opt.Blank), grid, image.Rectangle{Max: size}, whole}
	}
	if cell.X <= 0 || cell.Y <= 0 {
		cell = image.Pt(1, 2)
	}
	aspect := float64(cell.X*grid.Y) / float64(cell.Y*grid.X)
	part := partOf(photo.Rect, crop)
	at := Fit(part.Size(), size, aspect, grid)
	return coarse{Scale(photo, part, size, at, opt.Ground), grid, at, fractions(part, photo.Rect)}
}

// Size is roughly how many bytes of memory it takes.
func (c *coarse) Size() int { return len(c.pix.Pix) }

// rows returns the cells, row by row, as block makes them of the pixels from
// a place on.
func (c *coarse) rows(block func(at image.Point) Block) [][]Block {
	rows := make([][]Block, c.pix.Rect.Dy()/c.grid.Y)
	for y := range rows {
		rows[y] = make([]Block, c.pix.Rect.Dx()/c.grid.X)
		for x := range rows[y] {
			rows[y][x] = block(image.Pt(x*c.grid.X, y*c.grid.Y))
		}
	}
	return rows
}

// cells returns the cells that a box touches, empty for one that is not in the
// picture.
func (c *coarse) cells(box loaders.Box) image.Rectangle {
	r := pixelsOf(box, c.crop, c.at)
	if r.Empty() {
		return r
	}
	return image.Rect(r.Min.X/c.grid.X, r.Min.Y/c.grid.Y, (r.Max.X+c.grid.X-1)/c.grid.X, (r.Max.Y+c.grid.Y-1)/c.grid.Y)
}
