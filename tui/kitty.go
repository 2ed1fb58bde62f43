package tui

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"github.com/charmbracelet/x/ansi"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// stripRows is how many rows of cells one image of a photo has: a photo in
// one piece would keep a slow link busy for seconds.
const stripRows = 8

// keptColors is what marks, ground and transparency leave of a PNG's palette.
const keptColors = 246

// kittyPainter shows images that the terminal keeps: a photo once, its marks
// over it.
func kittyPainter(c Capabilities, opt picture.Options, w *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	spelled := c.Placeholders()
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		k := &kittyPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt), spelled: spelled, number: w.Number}
		for y := 0; y < cells.Y; y += stripRows {
			rect := image.Rect(0, y, cells.X, min(y+stripRows, cells.Y))
			k.strips = append(k.strips, strip{rect, kept(k.base.Photo(rect), rect)})
		}
		return k
	}
}

// kept makes the cells of rect an image that the terminal keeps.
func kept(pix *image.Paletted, rect image.Rectangle) *screen.Image {
	return &screen.Image{PNG: pngOf(pix), Size: pix.Rect.Size(), Cells: rect.Size()}
}

// pngOf encodes in the fastest way: the better ones save a tenth and take
// three times as long.
func pngOf(pix image.Image) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&out, pix); err != nil {
		return nil // a buffer takes all writes, and no picture is empty
	}
	return out.Bytes()
}

// strip is some rows of a picture.
type strip struct {
	rect  image.Rectangle // cells of the picture
	image *screen.Image
}

// kittyPicture is a photo for kitty's protocol, with the marks drawn last.
type kittyPicture struct {
	base    *picture.Base
	strips  []strip
	spelled bool // by placeholders in the text
	number  func(*screen.Image) int
	overlay byMarks[overlay]
}

// overlay is the images of marks.
type overlay struct {
	on     func(x, y int) bool // the cell has something of them
	strips []strip             // none for rows without marks
}

// Size counts the photo, decoded and encoded.
func (k *kittyPicture) Size() int {
	n := 2 * k.base.Size()
	for _, s := range k.strips {
		n += len(s.image.PNG)
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
			if !onAny(all, s.rect) {
				continue
			}
			pix := all.Part(s.rect)
			if k.spelled {
				pix = k.base.Patch(all, marks, s.rect)
			}
			o.strips = append(o.strips, strip{s.rect, kept(pix, s.rect)})
		}
		return o
	})
}

func onAny(o *picture.Overlay, rect image.Rectangle) bool {
	for y := rect.Min.Y; y < rect.Max.Y; y++ {
		for x := rect.Min.X; x < rect.Max.X; x++ {
			if o.On(x, y) {
				return true
			}
		}
	}
	return false
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
	return scene
}

// fill writes the cells under a strip, or the ones that spell it.
func (k *kittyPicture) fill(f *widget.Frame, p widget.Placement, rect image.Rectangle, layers []*screen.Image, on func(x, y int) bool) {
	if !k.spelled {
		underlay(f, rect.Add(p.Area.Min), p.Holes)
		return
	}
	var colors []color.Color
	for _, l := range layers {
		colors = append(colors, ansi.IndexedColor(k.number(l)))
	}
	eachCell(rect.Add(p.Area.Min), p.Holes, func(x, y int) {
		at, layer := image.Pt(x, y).Sub(p.Area.Min), 0
		if len(layers) > 1 && on(at.X, at.Y) {
			layer = 1
		}
		at = at.Sub(rect.Min)
		f.Placeholder(x, y, colors[layer], at)
	})
}

// mostRefusals is how many pictures a terminal may refuse before it gets no
// more of them.
const mostRefusals = 5
