package screen

import (
	"encoding/base64"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Bounds of what the terminal keeps. Terminals drop pictures by themselves
// from some 300 MB on, and say so only when one is asked for.
const (
	albumBytes = 96 << 20
	// albumLeast is how many images stay in any case: a screen shows fewer.
	albumLeast = 16
	// Numbers up to 255 fit a colour of the 256-colour palette, as which
	// placeholders spell them; the first 16 have other spellings too.
	firstNumber, lastNumber = 16, 255
)

// album knows which images the terminal keeps, under which numbers, and where
// they are shown. The ones used least recently are deleted.
type album struct {
	passthrough bool // tmux is asked to hand everything to its terminal
	list        *simplelru.LRU[*Image, *kept]
	bytes       int
	free        []int // numbers
	drop        []int // numbers that the terminal has to forget
	puts        map[put]int
	next        int // number of the next put
}

// kept is an image's place in the album.
type kept struct {
	number  int
	sent    bool
	virtual bool // it may be shown by placeholders
}

// put is a part of an image on the screen.
type put struct {
	image *Image
	at    image.Point     // the cell of its top left corner
	part  image.Rectangle // cells of the image
	layer int             // 0 is the lowest
}

// cells is where it is on the screen.
func (p put) cells() image.Rectangle { return p.part.Sub(p.part.Min).Add(p.at) }

// base appends its cells if it is in the lowest layer.
func (p put) base(all []image.Rectangle) []image.Rectangle {
	if p.layer == 0 {
		return append(all, p.cells())
	}
	return all
}

func newAlbum() *album {
	a := &album{puts: map[put]int{}, next: 1}
	for n := lastNumber; n >= firstNumber; n-- {
		a.free = append(a.free, n)
	}
	list, err := simplelru.NewLRU(math.MaxInt, a.forget)
	if err != nil {
		panic(err) // only for a size below 1
	}
	a.list = list
	return a
}

// forget gives a number back.
func (a *album) forget(i *Image, k *kept) {
	a.bytes -= i.bytes()
	a.free = append(a.free, k.number)
	if k.sent {
		a.drop = append(a.drop, k.number)
	}
	for p := range a.puts {
		if p.image == i {
			delete(a.puts, p) // it goes with the image
		}
	}
}

// use returns the place of an image, a new one if need be.
func (a *album) use(i *Image) *kept {
	if k, ok := a.list.Get(i); ok {
		return k
	}
	for len(a.free) == 0 || a.bytes+i.bytes() > albumBytes && a.list.Len() >= albumLeast {
		a.list.RemoveOldest()
	}
	k := &kept{number: a.free[len(a.free)-1]}
	a.free = a.free[:len(a.free)-1]
	a.list.Add(i, k)
	a.bytes += i.bytes()
	return k
}

// refused takes note that the terminal does not have an image.
func (a *album) refused(number int) {
	for _, k := range a.list.Values() {
		if k.number == number {
			a.gone(k)
		}
	}
}

// gone takes note that the terminal does not have an image any more. Its
// number stays: placeholders on the screen may spell it.
func (a *album) gone(k *kept) {
	k.sent, k.virtual = false, false
	for p := range a.puts {
		if a.use(p.image) == k {
			delete(a.puts, p)
		}
	}
}

// clear has the terminal forget all images.
func (a *album) clear() {
	for _, k := range a.list.Values() {
		if k.sent {
			a.drop = append(a.drop, k.number)
			a.gone(k)
		}
	}
}

// paint appends what makes the terminal show the images of scene, and nothing
// else, as far as link admits.
func (a *album) paint(dst []byte, scene []Picture, t *tracker, link link) []byte {
	dst = a.jolted(dst, t)
	want, virtual := wanted(scene, t)
	dst = a.forgetDropped(dst)
	for _, i := range virtual {
		var k *kept
		if dst, k = a.send(dst, i, link); k.sent && !k.virtual {
			dst = a.command(dst, nil, "a=p,U=1,i=%d,c=%d,r=%d", k.number, i.Cells.X, i.Cells.Y)
			k.virtual = true
		}
	}
	var late, bases []image.Rectangle
	for _, p := range want {
		if _, shown := a.puts[p]; shown {
			a.use(p.image)
			bases = p.base(bases)
			continue
		}
		var k *kept
		if dst, k = a.send(dst, p.image, link); !k.sent {
			late = append(late, p.cells())
			continue
		}
		dst = a.put(dst, k.number, a.next, p)
		a.puts[p] = a.next
		a.next++
		bases = p.base(bases)
	}
	for p, n := range a.puts {
		// What was there before stays until what comes in its place is sent.
		waits := slices.ContainsFunc(late, p.cells().In) && !slices.ContainsFunc(bases, p.cells().In)
		if !slices.Contains(want, p) && !waits {
			dst = a.take(dst, a.use(p.image).number, n)
			delete(a.puts, p)
		}
	}
	return a.forgetDropped(dst)
}

// jolted follows what the text did to pictures: scrolling moves them about,
// clearing the screen deletes them, in some terminals with their images.
func (a *album) jolted(dst []byte, t *tracker) []byte {
	moved, wiped := t.moved, t.wiped
	t.moved, t.wiped = false, false
	if wiped {
		a.clear()
	}
	if moved {
		for p, n := range a.puts {
			dst = a.take(dst, a.use(p.image).number, n)
		}
		clear(a.puts)
	}
	return dst
}

// leave appends what deletes every image, to be written while the screen that
// they belong to still shows: from the other one they could not be reached.
func (a *album) leave(dst []byte) []byte {
	a.clear()
	return a.forgetDropped(dst)
}

// wanted returns the parts of images that scene puts on the screen, the lower
// ones first, and the images that placeholders show.
func wanted(scene []Picture, t *tracker) (puts []put, virtual []*Image) {
	cols, rows := t.Size()
	for _, p := range scene {
		if p.Virtual {
			virtual = append(virtual, p.Images...)
			continue
		}
		for layer, i := range p.Images {
			if i == nil {
				continue
			}
			area := image.Rectangle{Max: i.Cells}.Add(p.At).Intersect(image.Rect(0, 0, cols, rows-1))
			for _, r := range cover(area, func(x, y int) bool { return t.Filler(x, y) && !slices.ContainsFunc(p.Holes, image.Pt(x, y).In) }) {
				puts = append(puts, put{i, r.Min, r.Sub(p.At), layer})
			}
		}
	}
	return puts, virtual
}

func (a *album) forgetDropped(dst []byte) []byte {
	for _, n := range a.drop {
		dst = a.command(dst, nil, "a=d,d=I,i=%d", n) // wherever it shows
	}
	a.drop = nil
	return dst
}

// send appends the image if the terminal does not have it and link admits it.
func (a *album) send(dst []byte, i *Image, link link) ([]byte, *kept) {
	k := a.use(i)
	dst = a.forgetDropped(dst)
	if !k.sent && link.admits(len(i.PNG)) {
		dst = link.fenced(dst, len(i.PNG), func(dst []byte) []byte { return a.transmit(dst, k.number, i.PNG) })
		k.sent = true
	}
	return dst, k
}

// The commands of kitty's graphics protocol that an [album] needs. q=1: the
// terminal answers only when it refuses. Through tmux no answer finds its way
// back for sure: q=2 asks for none.

// chunk is how much of an image's text one command holds, by the protocol.
const chunk = 4096

// command appends one command.
func (a *album) command(dst []byte, payload []byte, format string, args ...any) []byte {
	quiet := 1
	if a.passthrough {
		quiet = 2
	}
	seq := fmt.Appendf(nil, "\x1b_Gq=%d,"+format, append([]any{quiet}, args...)...)
	if payload != nil {
		seq = append(append(seq, ';'), payload...)
	}
	seq = append(seq, "\x1b\\"...)
	if a.passthrough {
		return append(dst, ansi.TmuxPassthrough(string(seq))...)
	}
	return append(dst, seq...)
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
