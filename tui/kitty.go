package tui

import (
	"image"
	"image/color"
	"image/png"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// kittyPainter paints images that the terminal stores: the photo, sent once in strips, and marks
// over it. A slow link gets smaller strips, fewer colours, the best compression and a draft below.
// That requires layers, which placeholders cannot show, so they are not used there.
func kittyPainter(c Capabilities, pictureOptions picture.Options, w *screen.Writer) photoPainter {
	// A PNG with twice as many colours is no longer than a sixel picture. The best compression
	// saves a tenth of the bytes and takes three times as long.
	pictureOptions.Colors = picture.DefaultOptions().Colors
	level := png.BestCompression
	// Rows of cells per image: a whole photo could keep a link busy for seconds, and on a slow link
	// a key should wait for one row at most.
	rows := 1
	if !pictureOptions.Slow {
		pictureOptions.Colors, pictureOptions.Snap, level, rows = keptColors, 0, png.BestSpeed, 8
	}
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) preparedPhoto {
		k := &kittyPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, pictureOptions),
			spelled: c.Placeholders() && !pictureOptions.Slow, level: level,
			number: w.Number}
		if pictureOptions.Slow {
			k.draft = imageOf(k.base.Thumbnail(), image.Rectangle{Max: cells}, level)
		}
		for y := 0; y < cells.Y; y += rows {
			rect := image.Rect(0, y, cells.X, min(y+rows, cells.Y))
			k.strips = append(k.strips, pictureStrip{rect, imageOf(k.base.Photo(rect), rect, level)})
		}
		return k
	}
}

func imageOf(pix *image.Paletted, rect image.Rectangle, compression png.CompressionLevel) *screen.Image {
	return &screen.Image{PNG: pngOf(pix, compression), Size: pix.Rect.Size(), Cells: rect.Size()}
}

type pictureStrip struct {
	rect  image.Rectangle // cells of the picture
	image *screen.Image
}

type kittyPicture struct {
	base    *picture.PreparedPhoto
	strips  []pictureStrip
	draft   *screen.Image // nil unless the link is slow
	spelled bool          // shown by placeholders in the text
	level   png.CompressionLevel
	number  func(*screen.Image) int
	overlay marksCache[markOverlay]
}

type markOverlay struct {
	on     func(x, y int) bool // part of a mark is drawn in the cell
	strips []pictureStrip      // none for rows without marks
}

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

func (k *kittyPicture) prepareMarks(boxMarks []widget.BoxMark) { k.overlayOf(boxMarks) }

// overlayOf includes the photo for placeholders, because a cell of text shows a single layer.
func (k *kittyPicture) overlayOf(boxMarks []widget.BoxMark) markOverlay {
	return k.overlay.madeFor(boxMarks, func() markOverlay {
		all := k.base.Overlay(boxMarks)
		o := markOverlay{on: all.On}
		for _, s := range k.strips {
			pix := all.Tile(s.rect)
			if len(pix.Palette) == 1 && pix.Palette[0] == picture.Clear {
				continue
			}
			if k.spelled {
				pix = k.base.Patch(all, boxMarks, s.rect)
			}
			o.strips = append(o.strips, pictureStrip{s.rect, imageOf(pix, s.rect, k.level)})
		}
		return o
	})
}

// paintMarks sends a draft first on a slow link, and then the strips nearest to the marks' focus,
// where people look.
func (k *kittyPicture) paintMarks(f *widget.Frame, p widget.PlacedPicture, boxMarks []widget.BoxMark) []screen.Picture {
	over := k.overlayOf(boxMarks)
	var scene []screen.Picture
	for _, s := range k.strips {
		layers := screen.Picture{At: p.Area.Min.Add(s.rect.Min), Images: []*screen.Image{s.image}, Virtual: k.spelled, Holes: p.Holes}
		for _, o := range over.strips {
			if o.rect == s.rect {
				layers.Images = append(layers.Images, o.image)
			}
		}
		scene = append(scene, layers)
		k.fillCells(f, p, s.rect, layers.Images, over.on)
	}
	if k.draft == nil {
		return scene
	}
	// Pictures are sent in the order of the scene.
	focus := k.base.Focus(boxMarks).Add(p.Area.Min)
	away := func(s screen.Picture) int { return max(focus.Min.Y-s.At.Y, s.At.Y+1-focus.Max.Y, 0) }
	loaders.SortBy(scene, away)
	for i := range scene {
		scene[i].Images = append([]*screen.Image{nil}, scene[i].Images...)
	}
	return append([]screen.Picture{{At: p.Area.Min, Images: []*screen.Image{k.draft}, Holes: p.Holes}}, scene...)
}

func (k *kittyPicture) fillCells(f *widget.Frame, p widget.PlacedPicture, rect image.Rectangle, layers []*screen.Image,
	coversCell func(x, y int) bool) {
	if !k.spelled {
		drawUnderlay(f, rect.Add(p.Area.Min), p.Holes)
		return
	}
	colors := loaders.Map(layers, func(l *screen.Image) color.Color { return ansi.IndexedColor(k.number(l)) })
	eachCell(rect.Add(p.Area.Min), p.Holes, func(x, y int) {
		at, layer := image.Pt(x, y).Sub(p.Area.Min), 0
		if len(layers) > 1 && coversCell(at.X, at.Y) {
			layer = 1
		}
		at = at.Sub(rect.Min)
		f.Placeholder(x, y, colors[layer], at)
	})
}

const mostRefusals = 5
