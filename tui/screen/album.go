package screen

import (
	"encoding/base64"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"faithscope/loaders"
)

// Above about 300 MB, terminals drop pictures on their own, and report that only when one is shown.
const (
	albumBytes = 96 << 20
	// albumLeast images always stay, more than a screen shows.
	albumLeast = 16
	// Placeholders encode the number as a colour, and the first 16 can also be written in other
	// ways.
	firstNumber, lastNumber = 16, 255
)

type storedImages struct {
	passthrough bool // tmux is asked to pass everything to its terminal
	list        *simplelru.LRU[*Image, *storedImage]
	bytes       int
	free        []int // numbers
	drop        []int // numbers of images that the terminal has yet to delete
	puts        map[placedImage]int
	next        int // number of the next put
}

type storedImage struct {
	number  int
	sent    bool
	virtual bool // it can be shown by placeholders
}

type placedImage struct {
	image *Image
	at    image.Point     // the cell of its top left corner
	part  image.Rectangle // cells of the image
	layer int             // 0 is the lowest
}

func (p placedImage) coveredCells() image.Rectangle { return p.part.Sub(p.part.Min).Add(p.at) }

func newAlbum() *storedImages {
	a := &storedImages{puts: map[placedImage]int{}, next: 1}
	a.free = loaders.Fill(lastNumber-firstNumber+1, func(i int) int { return lastNumber - i })
	a.list, _ = simplelru.NewLRU(math.MaxInt, a.forgetNumber) // it fails for a size below 1
	return a
}

// forgetNumber also schedules the deletion of an image that the terminal has.
func (a *storedImages) forgetNumber(i *Image, k *storedImage) {
	a.bytes -= i.decodedBytes()
	a.free = append(a.free, k.number)
	if k.sent {
		a.drop = append(a.drop, k.number)
	}
	for p := range a.puts {
		if p.image == i {
			delete(a.puts, p) // deleting the image removes it
		}
	}
}

// useImage adds a new image, and forgets old ones over the limits or for want of a number.
func (a *storedImages) useImage(i *Image) *storedImage {
	if k, ok := a.list.Get(i); ok {
		return k
	}
	for len(a.free) == 0 || a.bytes+i.decodedBytes() > albumBytes && a.list.Len() >= albumLeast {
		a.list.RemoveOldest()
	}
	k := &storedImage{number: a.free[len(a.free)-1]}
	a.free = a.free[:len(a.free)-1]
	a.list.Add(i, k)
	a.bytes += i.decodedBytes()
	return k
}

func (a *storedImages) markRefused(imageNumber int) {
	for _, k := range a.list.Values() {
		if k.number == imageNumber {
			a.markGone(k)
		}
	}
}

// markGone keeps the number because placeholders on the screen may refer to it.
func (a *storedImages) markGone(k *storedImage) {
	k.sent, k.virtual = false, false
	for p := range a.puts {
		if a.useImage(p.image) == k {
			delete(a.puts, p)
		}
	}
}

func (a *storedImages) clearAll() {
	for _, k := range a.list.Values() {
		if k.sent {
			a.drop = append(a.drop, k.number)
			a.markGone(k)
		}
	}
}

// paintScene shows exactly the pictures' images, as far as the connection admits them.
func (a *storedImages) paintScene(pictures []Picture, t *outputTracker, connection terminalLink) []byte {
	dst := a.repairPictures(t)
	want, virtual := wantedPlacements(pictures, t)
	dst = a.forgetDropped(dst)
	for _, i := range virtual {
		var k *storedImage
		if dst, k = a.sendImage(dst, i, connection); k.sent && !k.virtual {
			dst = a.appendCommand(dst, "a=p,U=1,i=%d,c=%d,r=%d", k.number, i.Cells.X, i.Cells.Y)
			k.virtual = true
		}
	}
	var late, bases []image.Rectangle
	for _, p := range want {
		a.useImage(p.image)
		if a.puts[p] == 0 {
			var k *storedImage
			if dst, k = a.sendImage(dst, p.image, connection); !k.sent {
				late = append(late, p.coveredCells())
				continue
			}
			dst = a.putPart(dst, k.number, a.next, p)
			a.puts[p] = a.next
			a.next++
		}
		if p.layer == 0 {
			bases = append(bases, p.coveredCells())
		}
	}
	for p, n := range a.puts {
		// An old image stays until its replacement has been sent.
		waits := slices.ContainsFunc(late, p.coveredCells().In) && !slices.ContainsFunc(bases, p.coveredCells().In)
		if !slices.Contains(want, p) && !waits {
			dst = a.removePart(dst, a.useImage(p.image).number, n)
			delete(a.puts, p)
		}
	}
	return a.forgetDropped(dst)
}

// repairPictures removes placements after scrolling and images after clearing, because some
// terminals delete those.
func (a *storedImages) repairPictures(t *outputTracker) (dst []byte) {
	moved, wiped := t.moved, t.wiped
	t.moved, t.wiped = false, false
	if wiped {
		a.clearAll()
	}
	if moved {
		for p, n := range a.puts {
			dst = a.removePart(dst, a.useImage(p.image).number, n)
		}
		clear(a.puts)
	}
	return dst
}

// wantedPlacements returns placements on cells with filler, lower ones first within a picture, and
// the images of placeholders.
func wantedPlacements(pictures []Picture, t *outputTracker) (puts []placedImage, virtual []*Image) {
	for _, p := range pictures {
		if p.Virtual {
			virtual = append(virtual, p.Images...)
			continue
		}
		for layer, i := range p.Images {
			if i == nil {
				continue
			}
			area := image.Rectangle{Max: i.Cells}.Add(p.At).Intersect(t.paintableCells())
			for _, r := range coverCells(area, func(x, y int) bool { return t.Filler(x, y) && !slices.ContainsFunc(p.Holes, image.Pt(x, y).In) }) {
				puts = append(puts, placedImage{i, r.Min, r.Sub(p.At), layer})
			}
		}
	}
	return puts, virtual
}

func (a *storedImages) forgetDropped(dst []byte) []byte {
	for _, n := range a.drop {
		dst = a.appendCommand(dst, "a=d,d=I,i=%d", n) // with all its placements
	}
	a.drop = nil
	return dst
}

// sendImage sends scheduled deletions first because i may take an old image's number.
func (a *storedImages) sendImage(dst []byte, i *Image, connection terminalLink) ([]byte, *storedImage) {
	k := a.useImage(i)
	dst = a.forgetDropped(dst)
	if !k.sent && connection.admitsBytes(len(i.PNG)) {
		dst = connection.writeFenced(dst, len(i.PNG), func(dst []byte) []byte { return a.transmitPNG(dst, k.number, i.PNG) })
		k.sent = true
	}
	return dst, k
}

// With q=1 the terminal answers only when it refuses. Through tmux answers are unreliable, so q=2
// asks for none.

// chunk is the most base64 text that the protocol allows in one command.
const chunk = 4096

func (a *storedImages) appendCommand(dst []byte, format string, args ...any) []byte {
	quiet := 1
	if a.passthrough {
		quiet = 2
	}
	seq := fmt.Sprintf("\x1b_Gq=%d,"+format+"\x1b\\", append([]any{quiet}, args...)...)
	if a.passthrough {
		seq = ansi.TmuxPassthrough(seq)
	}
	return append(dst, seq...)
}

func (a *storedImages) transmitPNG(dst []byte, imageNumber int, pngBytes []byte) []byte {
	text, first := base64.StdEncoding.EncodeToString(pngBytes), fmt.Sprintf("a=t,f=100,i=%d,", imageNumber)
	for ; len(text) > chunk; text, first = text[chunk:], "" {
		dst = a.appendCommand(dst, "%sm=1;%s", first, text[:chunk])
	}
	return a.appendCommand(dst, "%sm=0;%s", first, text)
}

// putPart shows a part of an image and moves the cursor. The image lies over the filler: below it,
// kitty 0.26 without a graphics card would leave letters of earlier frames.
func (a *storedImages) putPart(dst []byte, imageNumber, n int, p placedImage) []byte {
	px := func(cell image.Point) image.Point {
		return image.Pt(cell.X*p.image.Size.X/p.image.Cells.X, cell.Y*p.image.Size.Y/p.image.Cells.Y)
	}
	from, to := px(p.part.Min), px(p.part.Max)
	dst = append(dst, ansi.CursorPosition(p.at.X+1, p.at.Y+1)...)
	return a.appendCommand(dst, "a=p,i=%d,p=%d,x=%d,y=%d,w=%d,h=%d,c=%d,r=%d,z=%d,C=1",
		imageNumber, n, from.X, from.Y, to.X-from.X, to.Y-from.Y, p.part.Dx(), p.part.Dy(), p.layer)
}

func (a *storedImages) removePart(dst []byte, imageNumber, n int) []byte {
	return a.appendCommand(dst, "a=d,d=i,i=%d,p=%d", imageNumber, n)
}
