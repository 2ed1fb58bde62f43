package picture

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// A band of sixels is painted once for every colour in it, and what is painted
// later lies over what was there. So a colour may run on over pixels that a later
// one paints: runs grow longer, and the picture's bytes a tenth to a fifth fewer
// than with every colour in its own pixels alone, as libraries write them. On a
// slow line that is worth the time that it takes.

// bandHeight is the pixels of a column that one character says.
const bandHeight = 6

// tight appends pix as a sixel picture in as few bytes as it can. Pixels below
// the picture, in its last band, are left as they are. The palette has no
// transparent entry.
func tight(dst []byte, pix *image.Paletted) []byte {
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
		b.read(pix, y)
		body = b.append(body)
	}
	return append(dst, ansi.SixelGraphics(0, 1, 0, body)...)
}

// quantiseTight is [Quantise] for [tight]: a pixel takes any colour of its column
// of the band, or of the one before, that is nearly as good as its own, since a
// further colour costs more than one that is there already. At the same error that
// is a tenth fewer bytes, for three times the time.
func quantiseTight(img *image.RGBA, n, snap int) *image.Paletted {
	return quantise(img, n, func(out *image.Paletted, tags []uint8) {
		colors := bytesOf(out.Palette)
		var bands sync.WaitGroup
		for top := 0; top < out.Rect.Dy(); top += bandHeight {
			bands.Go(func() { assignTight(out, img, tags, &colors, top, snap) })
		}
		bands.Wait()
	})
}

// assignTight gives the pixels of the band from row top on their colours.
func assignTight(out *image.Paletted, img *image.RGBA, tags []uint8, colors *[256][3]int, top, snap int) {
	end := min(top+bandHeight, out.Rect.Dy())
	for x := range out.Rect.Dx() {
		for y := top; y < end; y++ {
			row := img.Pix[y*img.Stride:][:4*out.Rect.Dx()]
			c := choice{colors: colors, pixel: row[4*x:], index: tagOf(tags, row[4*x:])}
			c.error = distance(colors[c.index], c.pixel)
			if !even(row, x) {
				c.among(out, x, y, top, end, snap)
			}
			out.Pix[y*out.Stride+x] = c.index
		}
	}
}

// choice is the colour that a pixel gets.
type choice struct {
	colors *[256][3]int
	pixel  []uint8
	index  uint8
	error  int // its squared error, less what it is preferred by
}

// among takes a colour of the rows from top to end in the column before x, and
// down to y in its own. The left neighbour's is preferred by snap, and one above
// by half of that.
func (c *choice) among(pix *image.Paletted, x, y, top, end, snap int) {
	most := c.error + snap
	c.error = most + 1
	if x > 0 {
		tried := pix.Pix[y*pix.Stride+x-1]
		c.try(tried, most, snap)
		for k := top; k < end; k++ {
			if index := pix.Pix[k*pix.Stride+x-1]; index != tried {
				tried = index
				c.try(index, most, 0)
			}
		}
	}
	for k := top; k < y; k++ {
		c.try(pix.Pix[k*pix.Stride+x], most, snap/2)
	}
}

func (c *choice) try(index uint8, most, preferred int) {
	if d := distance(c.colors[index], c.pixel); d <= most && d-preferred < c.error {
		c.index, c.error = index, d-preferred
	}
}

// band is six rows of a picture, as the columns of each colour: bit k of a
// column is the pixel in row k.
type band struct {
	width   int
	columns []byte  // of colour c from c*width on
	layers  []layer // the colours that are there, in the order of painting
	held    []byte  // pixels that are as they shall stay
}

// layer is where in a band a colour is.
type layer struct {
	color int
	count int // pixels
	end   int // column after the last
}

// read takes the rows from y on.
func (b *band) read(pix *image.Paletted, y int) {
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
	// The colour with the most pixels runs on over all others.
	slices.SortStableFunc(b.layers, func(a, b layer) int { return cmp.Compare(b.count, a.count) })
	below := byte(1<<bandHeight - 1<<rows)
	for x := range b.held {
		b.held[x] = below
	}
}

// append appends the band, and clears its columns.
func (b *band) append(dst []byte) []byte {
	for i, l := range b.layers {
		if i > 0 {
			dst = append(dst, '$')
		}
		dst = strconv.AppendInt(append(dst, '#'), int64(l.color), 10)
		own := b.columns[l.color*b.width:][:l.end]
		held := b.held[:l.end]
		for x := 0; x < l.end; {
			// The longest run that paints all of the colour's pixels in it, and
			// none that is held.
			var paint, leave byte
			start := x
			for ; x < l.end && (paint|own[x])&(leave|held[x]) == 0; x++ {
				paint |= own[x]
				leave |= held[x]
			}
			dst = run(dst, x-start, '?'+paint)
		}
		for x, p := range own {
			held[x] |= p
		}
		clear(own)
	}
	return dst
}

// longestRun is what old terminals count up to.
const longestRun = 255

// run appends n times a character.
func run(dst []byte, n int, char byte) []byte {
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
