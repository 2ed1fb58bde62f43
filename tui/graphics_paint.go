package tui

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// painter prepares a photo for an area of cells by one protocol; a nil photo
// gives a blank picture. It runs on a command's goroutine. Adding a protocol
// takes another painter and its ready.
type painter func(photo *image.RGBA, p widget.Picture, cells image.Point) ready

// ready is a photo prepared for an area of cells.
type ready interface {
	// Size returns roughly how many bytes of memory it takes.
	Size() int
	// prepare does the slow part of painting marks in advance.
	prepare(marks []widget.Mark)
	// paint draws into the cells of p, around its holes, and returns the pictures
	// that the writer must paint over them.
	paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture
}

// sixelPainter paints pixels: filler in the cells, tiles from the writer.
func sixelPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	if c.Registers > 0 {
		// Marks, ground and letters take up to eight colours.
		opt.Registers = min(c.Registers, 256)
		opt.Colors = max(min(opt.Colors, c.Registers-8), 2)
	}
	return pixelPainter(c, opt, nil)
}

// pixelPainter paints rasters encoded by encode, see [picture.Raster.As].
func pixelPainter(c Capabilities, opt picture.Options, encode func(*picture.Raster, image.Rectangle) []byte) painter {
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return &pixelPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt), encode: encode, slow: opt.Slow}
	}
}

// pixelPicture is a photo painted into the cells of the screen.
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

// prepare encodes in advance what is painted first: the draft on a slow line,
// otherwise the whole picture.
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

// underlay writes the filler that the writer paints over.
func underlay(f *widget.Frame, area image.Rectangle, holes []image.Rectangle) {
	area.Max.Y = min(area.Max.Y, f.Bounds().Max.Y-1)
	eachCell(area, holes, func(x, y int) {
		f.Cell(x, y, widget.Style{}, screen.Filler(x, y))
	})
}

// byMarks caches what was made for the marks drawn most recently.
type byMarks[T any] struct {
	mu   sync.Mutex
	last []marked[T] // the most recent last
}

type marked[T any] struct {
	marks []widget.Mark
	made  T
}

// drawnKept is the number of sets of marks cached for a photo: a comparison
// shows two at once.
const drawnKept = 2

// of returns what was made for marks, and calls make if they are not in the
// cache.
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

// blockPainter paints block characters of two colours in each cell, which are
// text.
func blockPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Grid, opt.Cube = grids[c.fineness()], c.Colors == colorprofile.ANSI256
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return textPicture{picture.NewBlocks(photo, p.Crop, cells, c.Cell, opt)}
	}
}

// grids holds the blocks finer than halves by name.
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

// own returns c, or nil for the terminal's own colour if c is transparent.
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
// also show. Like sixel pictures, they replace the content of cells.
func inlinePainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	return pixelPainter(c, opt, inline)
}

// inline encodes the cells of rect as an inline image.
func inline(r *picture.Raster, rect image.Rectangle) []byte {
	data := pngOf(r.Tile(rect), png.BestSpeed)
	return []byte(ansi.ITerm2(iterm2.File{
		Size: int64(len(data)), Width: iterm2.Cells(rect.Dx()), Height: iterm2.Cells(rect.Dy()), IgnoreAspectRatio: true, Inline: true,
		DoNotMoveCursor: true, Content: base64.StdEncoding.AppendEncode(nil, data),
	}))
}

// keptColors is the number of colours that marks, ground and transparency leave
// for the photo in a PNG's palette.
const keptColors = 246

// kittyPainter shows images that the terminal stores: the photo, sent once, and
// its marks over it. On a slow link a draft lies below the photo. That requires
// images in layers, which placeholders cannot show.
func kittyPainter(c Capabilities, opt picture.Options, w *screen.Writer) painter {
	// A PNG with twice as many colours is no longer than a sixel picture. The
	// best compression saves a tenth of the bytes and takes three times as long.
	opt.Colors = picture.DefaultOptions().Colors
	level := png.BestCompression
	// The number of rows of cells in each image of a photo: sent in one piece, a
	// photo could keep a link busy for seconds, and on a slow link a key should
	// wait for no more than one row.
	rows := 1
	if !opt.Slow {
		opt.Colors, opt.Snap, level, rows = keptColors, 0, png.BestSpeed, 8
	}
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		k := &kittyPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt), spelled: c.Placeholders() && !opt.Slow, level: level,
			number: w.Number}
		if opt.Slow {
			k.draft = imageOf(k.base.Thumbnail(), image.Rectangle{Max: cells}, level)
		}
		for y := 0; y < cells.Y; y += rows {
			rect := image.Rect(0, y, cells.X, min(y+rows, cells.Y))
			k.strips = append(k.strips, strip{rect, imageOf(k.base.Photo(rect), rect, level)})
		}
		return k
	}
}

// imageOf makes an image for the terminal to store out of the cells of rect.
func imageOf(pix *image.Paletted, rect image.Rectangle, level png.CompressionLevel) *screen.Image {
	return &screen.Image{PNG: pngOf(pix, level), Size: pix.Rect.Size(), Cells: rect.Size()}
}

func pngOf(pix image.Image, level png.CompressionLevel) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: level}
	if err := e.Encode(&out, pix); err != nil {
		return nil // impossible: a buffer accepts all writes, and no picture is empty
	}
	return out.Bytes()
}

// strip is a number of rows of a picture.
type strip struct {
	rect  image.Rectangle // cells of the picture
	image *screen.Image
}

// kittyPicture is a photo for kitty's protocol, with the marks drawn most
// recently.
type kittyPicture struct {
	base    *picture.Base
	strips  []strip
	draft   *screen.Image // nil unless the link is slow
	spelled bool          // shown by placeholders in the text
	level   png.CompressionLevel
	number  func(*screen.Image) int
	overlay byMarks[overlay]
}

// overlay holds the images of marks.
type overlay struct {
	on     func(x, y int) bool // part of a mark is drawn in the cell
	strips []strip             // none for rows without marks
}

// Size counts the photo, decoded and encoded.
func (k *kittyPicture) Size() int {
	n := 2 * k.base.Size()
	for _, s := range k.strips {
		n += len(s.image.PNG)
	}
	if k.draft != nil {
		n += len(k.draft.PNG)
	}
	return n
}

func (k *kittyPicture) prepare(marks []widget.Mark) { k.over(marks) }

// over returns the images of marks.
func (k *kittyPicture) over(marks []widget.Mark) overlay {
	return k.overlay.of(marks, func() overlay {
		all := k.base.Overlay(marks)
		o := overlay{on: all.On}
		for _, s := range k.strips {
			pix := all.Tile(s.rect)
			if len(pix.Palette) == 1 && pix.Palette[0] == picture.Clear {
				continue
			}
			if k.spelled {
				pix = k.base.Patch(all, marks, s.rect)
			}
			o.strips = append(o.strips, strip{s.rect, imageOf(pix, s.rect, k.level)})
		}
		return o
	})
}

func (k *kittyPicture) paint(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture {
	over := k.over(marks)
	var scene []screen.Picture
	for _, s := range k.strips {
		layers := screen.Picture{At: p.Area.Min.Add(s.rect.Min), Images: []*screen.Image{s.image}, Virtual: k.spelled, Holes: p.Holes}
		for _, o := range over.strips {
			if o.rect == s.rect {
				layers.Images = append(layers.Images, o.image)
			}
		}
		scene = append(scene, layers)
		k.fill(f, p, s.rect, layers.Images, over.on)
	}
	if k.draft == nil {
		return scene
	}
	// Pictures are sent in the order of the scene, those nearest to the focus
	// first.
	focus := k.base.Focus(marks).Add(p.Area.Min)
	away := func(s screen.Picture) int { return max(focus.Min.Y-s.At.Y, s.At.Y+1-focus.Max.Y, 0) }
	slices.SortStableFunc(scene, func(a, b screen.Picture) int { return cmp.Compare(away(a), away(b)) })
	for i := range scene {
		scene[i].Images = append([]*screen.Image{nil}, scene[i].Images...)
	}
	return append([]screen.Picture{{At: p.Area.Min, Images: []*screen.Image{k.draft}, Holes: p.Holes}}, scene...)
}

// fill writes the filler under a strip, or the placeholders that show it.
func (k *kittyPicture) fill(f *widget.Frame, p widget.Placement, rect image.Rectangle, layers []*screen.Image, on func(x, y int) bool) {
	if !k.spelled {
		underlay(f, rect.Add(p.Area.Min), p.Holes)
		return
	}
	colors := loaders.Map(layers, func(l *screen.Image) color.Color { return ansi.IndexedColor(k.number(l)) })
	eachCell(rect.Add(p.Area.Min), p.Holes, func(x, y int) {
		at, layer := image.Pt(x, y).Sub(p.Area.Min), 0
		if len(layers) > 1 && on(at.X, at.Y) {
			layer = 1
		}
		at = at.Sub(rect.Min)
		f.Placeholder(x, y, colors[layer], at)
	})
}

// mostRefusals is how many pictures a terminal may refuse before the program
// stops using kitty's protocol.
const mostRefusals = 5
