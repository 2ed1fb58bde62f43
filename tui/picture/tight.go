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

// appendTight takes as few bytes as it can. Pixels of the last band below the picture stay. The
// palette must not have a transparent entry.
func appendTight(dst []byte, pix *image.Paletted) []byte {
	w, h := pix.Rect.Dx(), pix.Rect.Dy()
	body := fmt.Appendf(nil, "\"1;1;%d;%d", w, h)
	for n, c := range pix.Palette {
		r, g, b, _ := c.RGBA()
		body = fmt.Appendf(body, "#%d;2;%d;%d;%d", n, r*100/0xffff, g*100/0xffff, b*100/0xffff)
	}
	b := &band{width: w, columns: make([]byte, w*len(pix.Palette)), held: make([]byte, w)}
	for y := 0; y < h; y += bandHeight {
		if y > 0 {
			body = append(body, '-')
		}
		b.readRows(pix, y)
		body = b.appendSixels(body)
	}
	return append(dst, ansi.SixelGraphics(0, 1, 0, body)...)
}

// quantiseTight is [Quantise] for [appendTight]: a pixel prefers colours already used in its column
// or the one before, because another costs more bytes. At the same error that saves a tenth of the
// bytes and takes three times as long.
func quantiseTight(img *image.RGBA, n, snap int) *image.Paletted {
	return quantiseColors(img, n, func(out *image.Paletted, tags []uint8) {
		colors := bytesOf(out.Palette)
		var bands sync.WaitGroup
		for top := 0; top < out.Rect.Dy(); top += bandHeight {
			bands.Go(func() { assignTight(out, img, tags, &colors, top, snap) })
		}
		bands.Wait()
	})
}

// assignTight assigns six rows column by column: the pixel's own colour or, outside flat areas, one
// used beside or above it that adds at most snap to the squared error.
func assignTight(out *image.Paletted, img *image.RGBA, tags []uint8, colors *[256][3]int, top, snap int) {
	end := min(top+bandHeight, out.Rect.Dy())
	for x := range out.Rect.Dx() {
		for y := top; y < end; y++ {
			row := img.Pix[y*img.Stride:][:4*out.Rect.Dx()]
			c := choice{colors: colors, pixel: row[4*x:], index: tagOf(tags, row[4*x:])}
			c.error = colorDistance(colors[c.index], c.pixel)
			if !isEven(row, x) {
				c.chooseAmong(out, x, y, top, end, snap)
			}
			out.Pix[y*out.Stride+x] = c.index
		}
	}
}

type choice struct {
	colors *[256][3]int
	pixel  []uint8
	index  uint8
	error  int // its squared error, less its bonus
}

// chooseAmong chooses from the colours left of and above a pixel those at most snap worse than its
// own. The left neighbour's error is reduced by snap, those above by snap/2.
func (c *choice) chooseAmong(pix *image.Paletted, x, y, top, end, snap int) {
	most := c.error + snap
	c.error = most + 1
	if x > 0 {
		tried := pix.Pix[y*pix.Stride+x-1]
		c.tryColor(tried, most, snap)
		for k := top; k < end; k++ {
			if index := pix.Pix[k*pix.Stride+x-1]; index != tried {
				tried = index
				c.tryColor(index, most, 0)
			}
		}
	}
	for k := top; k < y; k++ {
		c.tryColor(pix.Pix[k*pix.Stride+x], most, snap/2)
	}
}

func (c *choice) tryColor(index uint8, most, preferred int) {
	if d := colorDistance(c.colors[index], c.pixel); d <= most && d-preferred < c.error {
		c.index, c.error = index, d-preferred
	}
}

// band holds six rows of a picture as columns for each colour: bit k of a column is the pixel in
// row k.
type band struct {
	width   int
	columns []byte  // those of colour c start at c*width
	layers  []layer // the colours in the band, in painting order
	held    []byte  // pixels that must not be painted over
}

type layer struct {
	color int
	count int // pixels
	end   int // column after the last
}

// readRows fills the band, whose columns must be clear. Rows below the picture are held, so that
// they are not painted.
func (b *band) readRows(pix *image.Paletted, y int) {
	var layers [256]layer
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
	loaders.SortBy(b.layers, func(l layer) int { return -l.count })
	below := byte(1<<bandHeight - 1<<rows)
	for x := range b.held {
		b.held[x] = below
	}
}

// appendSixels lets a layer paint pixels of later ones if a run grows longer, but none of earlier
// ones and none that are held. It clears the columns but not the held pixels.
func (b *band) appendSixels(dst []byte) []byte {
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
