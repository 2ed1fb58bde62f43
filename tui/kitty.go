package tui

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// keptColors is what marks, ground and transparency leave of a PNG's palette.
const keptColors = 246

// kittyPainter shows images that the terminal keeps: a photo once, its marks
// over it. On a slow link a draft of the photo lies below it. That needs images
// that lie over one another, which the ones that text spells do not.
func kittyPainter(c Capabilities, opt picture.Options, w *screen.Writer) painter {
	// A PNG of twice as many colours is no longer than a sixel picture. The
	// shortest way to encode saves a tenth and takes three times as long.
	opt.Colors = picture.DefaultOptions().Colors
	level := png.BestCompression
	// One image of a photo has so many rows of cells: a photo in one piece would keep
	// a link busy for seconds; where it is known to be slow a key should not wait for
	// more than one row.
	rows := 1
	if !opt.Slow {
		opt.Colors, opt.Snap, level, rows = keptColors, 0, png.BestSpeed, 8
	}
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		k := &kittyPicture{
			base:    picture.NewBase(photo, p.Crop, cells, c.Cell, opt),
			spelled: c.Placeholders() && !opt.Slow,
			level:   level,
			number:  w.Number,
		}
		if opt.Slow {
			k.draft = kept(k.base.Thumbnail(), image.Rectangle{Max: cells}, level)
		}
		for y := 0; y < cells.Y; y += rows {
			rect := image.Rect(0, y, cells.X, min(y+rows, cells.Y))
			k.strips = append(k.strips, strip{rect, kept(k.base.Photo(rect), rect, level)})
		}
		return k
	}
}

// kept makes the cells of rect an image that the terminal keeps.
func kept(pix *image.Paletted, rect image.Rectangle, level png.CompressionLevel) *screen.Image {
	return &screen.Image{PNG: pngOf(pix, level), Size: pix.Rect.Size(), Cells: rect.Size()}
}

func pngOf(pix image.Image, level png.CompressionLevel) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: level}
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
	draft   *screen.Image // nil where the link is not slow
	spelled bool          // by placeholders in the text
	level   png.CompressionLevel
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
			pix := all.Part(s.rect)
			if len(pix.Palette) == 1 && pix.Palette[0] == picture.Clear {
				continue
			}
			if k.spelled {
				pix = k.base.Patch(all, marks, s.rect)
			}
			o.strips = append(o.strips, strip{s.rect, kept(pix, s.rect, k.level)})
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
	// What comes first is sent first.
	focus := k.base.Focus(marks).Add(p.Area.Min)
	away := func(s screen.Picture) int { return max(focus.Min.Y-s.At.Y, s.At.Y+1-focus.Max.Y, 0) }
	slices.SortStableFunc(scene, func(a, b screen.Picture) int { return cmp.Compare(away(a), away(b)) })
	for i := range scene {
		scene[i].Images = append([]*screen.Image{nil}, scene[i].Images...)
	}
	return append([]screen.Picture{{At: p.Area.Min, Images: []*screen.Image{k.draft}, Holes: p.Holes}}, scene...)
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
