package screen

import (
	"encoding/base64"
	"fmt"
	"image"

	"github.com/charmbracelet/x/ansi"
)

// The commands of kitty's graphics protocol that an [album] needs. q=1: the
// terminal answers only when it refuses. Through tmux no answer finds its way
// back for sure: q=2 asks for none.

// chunk is how much of an image's text one command holds, by the protocol.
const chunk = 4096

// command appends one command.
func (a *album) command(dst []byte, payload []byte, format string, args ...any) []byte {
	seq := fmt.Appendf(nil, "\x1b_Gq=%d,"+format, append([]any{a.quiet()}, args...)...)
	if payload != nil {
		seq = append(append(seq, ';'), payload...)
	}
	seq = append(seq, "\x1b\\"...)
	if a.passthrough {
		return append(dst, ansi.TmuxPassthrough(string(seq))...)
	}
	return append(dst, seq...)
}

func (a *album) quiet() int {
	if a.passthrough {
		return 2
	}
	return 1
}

// transmit sends a PNG under a number, without showing it.
func (a *album) transmit(dst []byte, number int, png []byte) []byte {
	text := make([]byte, base64.StdEncoding.EncodedLen(len(png)))
	base64.StdEncoding.Encode(text, png)
	for first := true; first || len(text) > 0; first = false {
		part, more := text[:min(chunk, len(text))], 0
		if text = text[len(part):]; len(text) > 0 {
			more = 1
		}
		if first {
			dst = a.command(dst, part, "a=t,f=100,i=%d,m=%d", number, more)
		} else {
			dst = a.command(dst, part, "m=%d", more)
		}
	}
	return dst
}

// put shows a part of an image, above lower layers. It lies over the text,
// which is filler there: with images below the text, kitty 0.26 without a
// graphics card leaves the letters of earlier frames on the screen.
func (a *album) put(dst []byte, number, n int, p put) []byte {
	px := func(at image.Point) image.Point {
		return image.Pt(at.X*p.image.Size.X/p.image.Cells.X, at.Y*p.image.Size.Y/p.image.Cells.Y)
	}
	from, to := px(p.part.Min), px(p.part.Max)
	dst = append(dst, ansi.CursorPosition(p.at.X+1, p.at.Y+1)...)
	return a.command(dst, nil, "a=p,i=%d,p=%d,x=%d,y=%d,w=%d,h=%d,c=%d,r=%d,z=%d,C=1",
		number, n, from.X, from.Y, to.X-from.X, to.Y-from.Y, p.part.Dx(), p.part.Dy(), p.layer)
}

// take removes what put showed.
func (a *album) take(dst []byte, number, n int) []byte {
	return a.command(dst, nil, "a=d,d=i,i=%d,p=%d", number, n)
}

// allow lets placeholders show an image.
func (a *album) allow(dst []byte, number int, cells image.Point) []byte {
	return a.command(dst, nil, "a=p,U=1,i=%d,c=%d,r=%d", number, cells.X, cells.Y)
}

// discard deletes an image wherever it shows.
func (a *album) discard(dst []byte, number int) []byte {
	return a.command(dst, nil, "a=d,d=I,i=%d", number)
}
