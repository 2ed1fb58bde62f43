package picture

import (
	"fmt"
	"image"
	"strconv"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// Later colours of a band of sixels cover earlier ones, so that a colour may run on over pixels
// that a later one paints. That takes a tenth to a fifth fewer bytes than libraries do, which is
// worth the time on a slow line.

// bandHeight is the number of rows in one character.
const bandHeight = 6

// encodeTight takes as few bytes as it can, for slow links. Pixels of the last band below the picture
// stay, because text may be there. The palette must not have a transparent entry.
func encodeTight(pix *image.Paletted) []byte {
	w, h := pix.Rect.Dx(), pix.Rect.Dy()
	body := fmt.Appendf(nil, "\"1;1;%d;%d", w, h)
	for n, c := range pix.Palette {
		r, g, b, _ := c.RGBA()
		body = fmt.Appendf(body, "#%d;2;%d;%d;%d", n, r*100/0xffff, g*100/0xffff, b*100/0xffff)
	}
	b := &sixelBand{width: w, columns: make([]byte, w*len(pix.Palette)), held: make([]byte, w)}
	for y := 0; y < h; y += bandHeight {
		if y > 0 {
			body = append(body, '-')
		}
		b.readRows(pix, y)
		body = b.appendSixels(body)
	}
	return []byte(ansi.SixelGraphics(0, 1, 0, body))
}

// quantiseTight is [Quantise] for [encodeTight]: a pixel prefers colours already used in its column
// or the one before, because another costs more bytes. At the same error that saves a tenth of the
// bytes and takes three times as long.
func quantiseTight(img *image.RGBA, n, snapTolerance int) *image.Paletted {
	return quantiseColors(img, n, func(out *image.Paletted, tags []uint8) {
		colors := bytesOf(out.Palette)
		var bands sync.WaitGroup
		for top := 0; top < out.Rect.Dy(); top += bandHeight {
			bands.Go(func() { assignTight(out, img, tags, &colors, top, snapTolerance) })
		}
		bands.Wait()
	})
}

// assignTight goes column by column, because a sixel is six rows of one column. Flat areas keep their
// own colour, or a neighbour's would run on over them.
func assignTight(palettedOut *image.Paletted, img *image.RGBA, indexByBin []uint8, bandColors *[256][3]int, topRow, snapTolerance int) {
	end := min(topRow+bandHeight, palettedOut.Rect.Dy())
	for x := range palettedOut.Rect.Dx() {
		for y := topRow; y < end; y++ {
			row := img.Pix[y*img.Stride:][:4*palettedOut.Rect.Dx()]
			c := blockChoice{colors: bandColors, pixel: row[4*x:], index: tagOf(indexByBin, row[4*x:])}
			c.error = colorDistance(bandColors[c.index], c.pixel)
			if !isEven(row, x) {
				c.chooseAmong(palettedOut, x, y, topRow, end, snapTolerance)
			}
			palettedOut.Pix[y*palettedOut.Stride+x] = c.index
		}
	}
}

type blockChoice struct {
	colors *[256][3]int
	pixel  []uint8
	index  uint8
	error  int // its squared error, less its bonus
}

// chooseAmong reduces the left neighbour's error by snapTolerance and those above by snapTolerance/2, so
// that runs get longer.
func (c *blockChoice) chooseAmong(pix *image.Paletted, x, y, topRow, endRow, snapTolerance int) {
	most := c.error + snapTolerance
	c.error = most + 1
	if x > 0 {
		tried := pix.Pix[y*pix.Stride+x-1]
		c.tryColor(tried, most, snapTolerance)
		for k := topRow; k < endRow; k++ {
			if index := pix.Pix[k*pix.Stride+x-1]; index != tried {
				tried = index
				c.tryColor(index, most, 0)
			}
		}
	}
	for k := topRow; k < y; k++ {
		c.tryColor(pix.Pix[k*pix.Stride+x], most, snapTolerance/2)
	}
}

func (c *blockChoice) tryColor(colorIndex uint8, maxError, errorDiscount int) {
	if d := colorDistance(c.colors[colorIndex], c.pixel); d <= maxError && d-errorDiscount < c.error {
		c.index, c.error = colorIndex, d-errorDiscount
	}
}

// sixelBand holds six rows of a picture as columns for each colour: bit k of a column is the pixel in
// row k.
type sixelBand struct {
	width   int
	columns []byte        // those of colour c start at c*width
	layers  []colourLayer // the colours in the band, in painting order
	held    []byte        // pixels that must not be painted over
}

type colourLayer struct {
	color int
	count int // pixels
	end   int // column after the last
}

// readRows marks rows below the picture as held, so that they are not painted. The columns must be
// clear.
func (b *sixelBand) readRows(pix *image.Paletted, y int) {
	var layers [256]colourLayer
	rows := min(bandHeight, pix.Rect.Dy()-y)
	for k := range rows {
		for x, c := range pix.Pix[(y+k)*pix.Stride:][:b.width] {
			b.columns[int(c)*b.width+x] |= 1 << k
			l := &layers[c]
			l.count++
			l.end = max(l.end, x+1)
		}
	}
	b.layers = b.layers[:0]
	for c, l := range layers {
		if l.count > 0 {
			l.color = c
			b.layers = append(b.layers, l)
		}
	}
	// The colour with the most pixels comes first because it may run on over all others.
	loaders.SortBy(b.layers, func(l colourLayer) int { return -l.count })
	below := byte(1<<bandHeight - 1<<rows)
	for x := range b.held {
		b.held[x] = below
	}
}

// appendSixels lets a layer paint pixels of later ones, which paint over it, if a run grows longer,
// but none of earlier ones and none that are held. It clears the columns but not the held pixels.
func (b *sixelBand) appendSixels(dst []byte) []byte {
	for i, l := range b.layers {
		if i > 0 {
			dst = append(dst, '$')
		}
		dst = strconv.AppendInt(append(dst, '#'), int64(l.color), 10)
		own := b.columns[l.color*b.width:][:l.end]
		held := b.held[:l.end]
		for x := 0; x < l.end; {
			// Find the longest run that paints all of the colour's own pixels in it and none that
			// are held.
			var paint, leave byte
			start := x
			for ; x < l.end && (paint|own[x])&(leave|held[x]) == 0; x++ {
				paint |= own[x]
				leave |= held[x]
			}
			dst = appendRun(dst, x-start, '?'+paint)
		}
		for x, p := range own {
			held[x] |= p
		}
		clear(own)
	}
	return dst
}

// longestRun is the longest run that old terminals can repeat.
const longestRun = 255

func appendRun(dst []byte, n int, char byte) []byte {
	for ; n > longestRun; n -= longestRun {
		dst = append(strconv.AppendInt(append(dst, '!'), longestRun, 10), char)
	}
	if n > len("!1?") {
		return append(strconv.AppendInt(append(dst, '!'), int64(n), 10), char)
	}
	for range n {
		dst = append(dst, char)
	}
	return dst
}
