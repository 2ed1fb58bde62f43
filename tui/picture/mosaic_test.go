package picture

import (
	"image"
	"image/color"
	"os"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/widget"
)

var finer = map[string]PixelGrid{"quadrant": {2, 2}, "sextant": {2, 3}, "octant": {2, 4}}

func TestGlyphsDiffer(t *testing.T) {
	for name, g := range finer {
		seen := map[rune]int{}
		for mask := range 1 << (g.X * g.Y) {
			r := g.glyphOf(mask)
			if other, have := seen[r]; have {
				t.Errorf("%s: %b and %b are both %q", name, mask, other, r)
			}
			seen[r] = mask
		}
	}
}

func TestGlyphsAreThoseOfUnicode(t *testing.T) {
	for _, tt := range []struct {
		grid PixelGrid
		mask int
		want rune
	}{
		{PixelGrid{2, 2}, 0b0001, '▘'},
		{PixelGrid{2, 2}, 0b0110, '▞'},
		{PixelGrid{2, 3}, 0b000001, '\U0001FB00'}, // BLOCK SEXTANT-1
		{PixelGrid{2, 3}, 0b010100, '\U0001FB13'}, // BLOCK SEXTANT-35
		{PixelGrid{2, 3}, 0b010101, '▌'},
		{PixelGrid{2, 3}, 0b010110, '\U0001FB14'},   // BLOCK SEXTANT-235
		{PixelGrid{2, 3}, 0b111110, '\U0001FB3B'},   // BLOCK SEXTANT-23456
		{PixelGrid{2, 4}, 0b00000100, '\U0001CD00'}, // BLOCK OCTANT-3
		{PixelGrid{2, 4}, 0b11111110, '\U0001CDE5'}, // BLOCK OCTANT-2345678, the last
		{PixelGrid{2, 4}, 0b00001111, '▀'},
	} {
		check.Equal(t, "glyph", tt.grid.glyphOf(tt.mask), tt.want, tt.grid, tt.mask)
	}
}

// decode returns what blocks look like, with n by m pixels a cell.
func decode(rows [][]CellBlock, g PixelGrid) *image.RGBA {
	masks := map[rune]int{}
	for mask := range 1 << (g.X * g.Y) {
		masks[g.glyphOf(mask)] = mask
	}
	const fine = 12 // 2, 3 and 4 divide it
	out := image.NewRGBA(image.Rect(0, 0, len(rows[0])*fine, len(rows)*fine))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			b := rows[y/fine][x/fine]
			bit := x%fine*g.X/fine + y%fine*g.Y/fine*g.X
			c := b.Bottom
			if masks[b.Letter]>>bit&1 == 1 {
				c = b.Top
			}
			out.SetRGBA(x, y, c)
		}
	}
	return out
}

func halves(rows [][]CellBlock) [][]CellBlock {
	for _, row := range rows {
		for x := range row {
			row[x].Letter = '▀'
		}
	}
	return rows
}

// Finer blocks come closer to the photo; the test measures by how much.
func TestFinerBlocksAreBetter(t *testing.T) {
	photo, err := Open(os.DirFS("testdata"), "coffee.jpg", color.RGBA{A: 255})
	check.NoError(t, err)
	cells, cell, opt := image.Pt(64, 24), image.Pt(9, 18), DefaultOptions()
	size := image.Pt(cells.X*12, cells.Y*12)
	at := fitPicture(photo.Rect.Size(), size, .5, PixelGrid{12, 12})
	want := scalePhoto(photo, photo.Rect, size, at, opt.Ground)
	want = cropImage(want, at)
	last := psnr(want, cropImage(decode(halves(NewBlocks(photo, loaders.Box{}, cells, cell, opt).Mark(nil)), PixelGrid{2, 2}), at))
	t.Logf("half: %.2f dB", last)
	for _, name := range []string{"quadrant", "sextant", "octant"} {
		g := finer[name]
		opt.Grid = g
		got := psnr(want, cropImage(decode(NewBlocks(photo, loaders.Box{}, cells, cell, opt).Mark(nil), g), at))
		t.Logf("%s: %.2f dB", name, got)
		if got <= last {
			t.Errorf("%s: %.2f dB, want more than the coarser one's %.2f", name, got, last)
		}
		last = got
	}
}

// The fit is the best of all ways to divide the pixels of a cell.
func TestFitIsTheBest(t *testing.T) {
	pix := image.NewRGBA(image.Rect(0, 0, 2, 2))
	m := &BlockPhoto{grid: PixelGrid{2, 2}, pix: pix}
	red, blue := color.RGBA{200, 10, 10, 255}, color.RGBA{10, 10, 200, 255}
	for mask := range 16 {
		for i := range 4 {
			pix.SetRGBA(i%2, i/2, blue)
			if mask>>i&1 == 1 {
				pix.SetRGBA(i%2, i/2, red)
			}
		}
		b := m.fitGlyph(image.Point{})
		got := decode([][]CellBlock{{b}}, m.grid)
		for i := range 4 {
			if c := got.RGBAAt(i%2*6, i/2*6); c != pix.RGBAAt(i%2, i/2) {
				t.Errorf("mask %04b: pixel %d is %v", mask, i, c)
			}
		}
	}
}

// Where the lines of boxes are spelled in ASCII, they tell kinds of boxes apart.
func TestSpelledLinesDiffer(t *testing.T) {
	for dash, letter := range map[widget.DashStyle]string{widget.Solid: "-", widget.Dashed: "~", widget.Double: "=", widget.Dotted: "o"} {
		f := widget.NewFrame(1, 1)
		f.Cell(0, 0, widget.Style{}, string([]rune(lines[dash].thin)[:1]))
		if f.Spell(); f.Content() != letter {
			t.Errorf("dash %d: spelled %q, want %q", dash, f.Content(), letter)
		}
	}
}

// A photo below its overlay equals the marked picture, and so does a photo with
// a patch.
func TestLayersAddUp(t *testing.T) {
	photo, err := Open(os.DirFS("testdata"), "coffee.jpg", color.RGBA{A: 255})
	check.NoError(t, err)
	opt := DefaultOptions()
	base := NewBase(photo, loaders.Box{}, image.Pt(30, 12), image.Pt(9, 18), opt)
	marks := []widget.BoxMark{
		{Box: loaders.Box{X0: .2, Y0: .3, X1: .7, Y1: .6}, Color: color.RGBA{0, 200, 90, 255}, Label: "hit", Dash: widget.Double}}
	want := base.Mark(marks).Pixels()
	rect := image.Rect(3, 2, 28, 11)
	over := base.Overlay(marks)
	for name, upper := range map[string]*image.Paletted{"overlay": over.Tile(rect), "patch": base.Patch(over, marks, rect)} {
		lower := base.Photo(rect)
		opaque := 0
		for y := range lower.Rect.Dy() {
			for x := range lower.Rect.Dx() {
				got := lower.At(x, y)
				if _, _, _, a := upper.At(x, y).RGBA(); a != 0 {
					got = upper.At(x, y)
					opaque++
				}
				if r, g, b, _ := got.RGBA(); !sameColour(want.At(x+rect.Min.X*9, y+rect.Min.Y*18), r, g, b) {
					t.Fatalf("%s: pixel %d, %d is %v", name, x, y, got)
				}
			}
		}
		if all := lower.Rect.Dx() * lower.Rect.Dy(); opaque == 0 || opaque > all/2 {
			t.Errorf("%s: %d of %d pixels are opaque", name, opaque, all)
		}
	}
	if over.On(0, 0) || !over.On(7, 3) {
		t.Error("marks are not in the cells where they are")
	}
}

func sameColour(c color.Color, r, g, b uint32) bool {
	r2, g2, b2, _ := c.RGBA()
	return r == r2 && g == g2 && b == b2
}
