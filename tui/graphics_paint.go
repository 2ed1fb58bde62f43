package tui

import (
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// painter makes a photo ready for an area of cells by one protocol; a nil
// photo is a blank one. It runs on a command's goroutine. A further protocol
// is a further painter and its ready.
type painter func(photo *image.RGBA, p widget.Picture, cells image.Point) ready

// ready is a photo made ready for an area of cells.
type ready interface {
	// Size is roughly how many bytes of memory it takes.
	Size() int
	// prepare does for marks what paint would take long for.
	prepare(marks []widget.Mark)
	// paint draws into the cells of p, around its holes, and returns what the
	// writer has to paint over them.
	paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture
}

// sixelPainter paints pixels: filler in the cells, tiles from the writer.
func sixelPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	if c.Registers > 0 {
		// Marks, ground and letters take up to eight of them.
		opt.Registers = min(c.Registers, 256)
		opt.Colors = max(min(opt.Colors, c.Registers-8), 2)
	}
	return pixelPainter(c, opt, nil)
}

// pixelPainter paints rasters as encode makes them, see [picture.Raster.As].
func pixelPainter(c Capabilities, opt picture.Options, encode func(*picture.Raster, image.Rectangle) []byte) painter {
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return &pixelPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt), encode: encode, slow: opt.Slow}
	}
}

// pixelPicture is a photo that stands in the cells of the screen.
type pixelPicture struct {
	base    *picture.Base
	encode  func(*picture.Raster, image.Rectangle) []byte
	slow    bool // it is shown in pieces, a draft first
	rasters byMarks[*picture.Raster]
}

func (s *pixelPicture) raster(marks []widget.Mark) *picture.Raster {
	return s.rasters.of(marks, func() *picture.Raster { return s.base.Mark(marks).As(s.encode) })
}

// Size counts a raster, its draft and its encoding besides the photo.
func (s *pixelPicture) Size() int { return 5 * s.base.Size() }

// prepare makes what is painted first, so that painting it later takes no time:
// the draft, or the whole picture.
func (s *pixelPicture) prepare(marks []widget.Mark) {
	var r screen.Raster = s.raster(marks)
	if s.slow {
		r = s.raster(marks).Draft()
	}
	r.Encode(nil, image.Rectangle{Max: r.Cells()})
}

func (s *pixelPicture) paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture {
	underlay(f, p.Area, p.Holes)
	return []screen.Picture{{
		At: p.Area.Min, Raster: s.raster(marks), Holes: p.Holes, Focus: s.base.Focus(marks).Add(p.Area.Min),
	}}
}

// underlay writes the filler over which the writer paints.
func underlay(f *widget.Frame, area image.Rectangle, holes []image.Rectangle) {
	area.Max.Y = min(area.Max.Y, f.Bounds().Max.Y-1)
	eachCell(area, holes, func(x, y int) {
		f.Cell(x, y, widget.Style{}, screen.Filler(x, y))
	})
}

// byMarks keeps what was made for the marks drawn last.
type byMarks[T any] struct {
	mu   sync.Mutex
	last []marked[T] // the latest last
}

type marked[T any] struct {
	marks []widget.Mark
	made  T
}

// drawnKept is how many sets of marks one photo keeps: a comparison shows two
// at once.
const drawnKept = 2

// of returns what was made for marks, by make if need be.
func (b *byMarks[T]) of(marks []widget.Mark, make func() T) T {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.last {
		if slices.Equal(d.marks, marks) {
			return d.made
		}
	}
	if len(b.last) == drawnKept {
		b.last = slices.Delete(b.last, 0, 1)
	}
	made := make()
	b.last = append(b.last, marked[T]{slices.Clone(marks), made})
	return made
}

// blockPainter paints blocks of two colours in each cell, which are text.
func blockPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Grid, opt.Cube = grids[c.fineness()], c.Colors == colorprofile.ANSI256
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return textPicture{picture.NewBlocks(photo, p.Crop, cells, c.Cell, opt)}
	}
}

// grids are the blocks finer than halves, by their name.
var grids = map[string]picture.Grid{"quadrant": {X: 2, Y: 2}, "sextant": {X: 2, Y: 3}, "octant": {X: 2, Y: 4}}

// asciiPainter paints letters.
func asciiPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return textPicture{picture.NewShades(photo, p.Crop, cells, c.Cell, opt)}
	}
}

// textPicture is a photo made of text.
type textPicture struct {
	cells interface {
		Size() int
		Mark(marks []widget.Mark) [][]picture.Block
	}
}

func (b textPicture) Size() int { return b.cells.Size() }

func (b textPicture) prepare([]widget.Mark) {}

func (b textPicture) paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture {
	rows := b.cells.Mark(marks)
	eachCell(p.Area, p.Holes, func(x, y int) {
		paintBlock(f, x, y, rows[y-p.Area.Min.Y][x-p.Area.Min.X])
	})
	return nil
}

// paintBlock draws a block as a cell.
func paintBlock(f *widget.Frame, x, y int, b picture.Block) {
	st := widget.Style{Fg: own(b.Top), Bg: own(b.Bottom)}
	switch {
	case b.Letter == picture.Behind:
	case b.Letter != 0:
		f.Text(x, y, 2, st, string(b.Letter))
	case b.Top == b.Bottom:
		f.Cell(x, y, widget.Style{Bg: st.Bg}, " ")
	default:
		f.Cell(x, y, st, "▀")
	}
}

// own is c, or nil for the terminal's own colour where c is transparent.
func own(c color.RGBA) color.Color {
	if c.A == 0 {
		return nil
	}
	return c
}

// eachCell visits the cells of area outside the holes.
func eachCell(area image.Rectangle, holes []image.Rectangle, visit func(x, y int)) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if !covered(image.Rect(x, y, x+1, y+1), holes) {
				visit(x, y)
			}
		}
	}
}

func covered(area image.Rectangle, holes []image.Rectangle) bool {
	return slices.ContainsFunc(holes, area.Overlaps)
}

// inlinePainter paints pixels as iTerm2's inline images, which other terminals
// show too. They lie in the cells as sixel's do.
func inlinePainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	return pixelPainter(c, opt, inline)
}

// inline is the cells of rect as an inline image.
func inline(r *picture.Raster, rect image.Rectangle) []byte {
	data := pngOf(r.Tile(rect), png.BestSpeed)
	file := iterm2.File{
		Size:              int64(len(data)),
		Width:             iterm2.Cells(rect.Dx()),
		Height:            iterm2.Cells(rect.Dy()),
		IgnoreAspectRatio: true,
		Inline:            true,
		DoNotMoveCursor:   true,
		Content:           base64.StdEncoding.AppendEncode(nil, data),
	}
	return []byte(ansi.ITerm2(file))
}
