package tui

import (
	"image"
	"image/color"
	"slices"
	"sync"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views"
)

// sixelPainter paints pixels: filler in the cells, tiles from the writer.
func sixelPainter(c Capabilities, opt picture.Options) painter {
	if c.Registers > 0 {
		// Marks, ground and letters take up to eight of them.
		opt.Registers = min(c.Registers, 256)
		opt.Colors = max(min(opt.Colors, c.Registers-8), 2)
	}
	return func(photo *image.RGBA, p views.Picture, cells image.Point) ready {
		return &sixelPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt)}
	}
}

// sixelPicture is a photo for sixel, with the rasters of the marks drawn last.
type sixelPicture struct {
	base *picture.Base

	mu    sync.Mutex
	drawn []drawn // the latest last
}

// drawn is a raster and the marks in it.
type drawn struct {
	marks  []views.Mark
	raster *picture.Raster
}

// drawnKept is how many sets of marks one photo keeps: a comparison shows two
// at once.
const drawnKept = 2

func (s *sixelPicture) raster(marks []views.Mark) *picture.Raster {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.drawn {
		if slices.Equal(d.marks, marks) {
			return d.raster
		}
	}
	if len(s.drawn) == drawnKept {
		s.drawn = slices.Delete(s.drawn, 0, 1)
	}
	r := s.base.Mark(marks)
	s.drawn = append(s.drawn, drawn{slices.Clone(marks), r})
	return r
}

// Size counts a raster and its encoding besides the photo.
func (s *sixelPicture) Size() int { return 4 * s.base.Size() }

func (s *sixelPicture) prepare(marks []views.Mark) { s.raster(marks).Prepare() }

func (s *sixelPicture) paint(f *views.Frame, p views.Placement, marks []views.Mark) []screen.Picture {
	area := p.Area
	area.Max.Y = min(area.Max.Y, f.Bounds().Max.Y-1)
	eachCell(area, p.Holes, func(x, y int) {
		f.Cell(x, y, views.Style{}, screen.Filler(x, y))
	})
	return []screen.Picture{{At: p.Area.Min, Raster: s.raster(marks), Holes: p.Holes}}
}

// blockPainter paints half blocks, which are text.
func blockPainter(c Capabilities, opt picture.Options) painter {
	return func(photo *image.RGBA, p views.Picture, cells image.Point) ready {
		return blockPicture{picture.NewBlocks(photo, p.Crop, cells, c.Cell, opt)}
	}
}

type blockPicture struct{ blocks *picture.Blocks }

func (b blockPicture) Size() int { return b.blocks.Size() }

func (b blockPicture) prepare([]views.Mark) {}

func (b blockPicture) paint(f *views.Frame, p views.Placement, marks []views.Mark) []screen.Picture {
	rows := b.blocks.Mark(marks)
	eachCell(p.Area, p.Holes, func(x, y int) {
		text, st := half(rows[y-p.Area.Min.Y][x-p.Area.Min.X])
		f.Cell(x, y, st, text)
	})
	return nil
}

// half is a block as a cell.
func half(b picture.Block) (string, views.Style) {
	fg, bg := color.Color(b.Top), color.Color(b.Bottom)
	switch {
	case b.Letter != 0:
		return string(b.Letter), views.Style{Fg: fg, Bg: bg}
	case b.Top == b.Bottom:
		return " ", views.Style{Bg: bg}
	}
	return "▀", views.Style{Fg: fg, Bg: bg}
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
