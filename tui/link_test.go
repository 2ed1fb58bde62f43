package tui

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// Links whose round trip is measured while nothing else is under way.
var links = []struct {
	name string
	link screentest.SlowLink
}{
	{"1 Mbit/s, 100 ms there and back", screentest.SlowLink{Rate: 125_000, Delay: 50 * time.Millisecond}},
	{"10 Mbit/s, 30 ms there and back", screentest.SlowLink{Rate: 1_250_000, Delay: 15 * time.Millisecond}},
}

// turns is how many pictures of an album differ.
const turns = 5

// album returns a gallery of a thousand pictures: one photo whose columns are
// rotated further each time and whose red is stronger, so that every cell changes
// from one picture to the next.
func album(t testing.TB) *gallery {
	t.Helper()
	f, err := os.Open("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	defer f.Close()
	photo, err := jpeg.Decode(f)
	check.NoError(t, err)
	g := &gallery{box: .1}
	files := fstest.MapFS{}
	for k := range turns {
		size := photo.Bounds().Size()
		by := image.Pt(k*size.X/turns, 0)
		turned := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(turned, turned.Rect, photo, by, draw.Src)
		draw.Draw(turned, image.Rect(size.X-by.X, 0, size.X, size.Y), photo, image.Point{}, draw.Src)
		for i := 0; i < len(turned.Pix); i += 4 {
			turned.Pix[i] = turned.Pix[i]/2 + uint8(24*k) // red
		}
		var out bytes.Buffer
		check.NoError(t, jpeg.Encode(&out, turned, &jpeg.Options{Quality: 95}))
		files[fmt.Sprintf("%d.jpg", k)] = &fstest.MapFile{Data: out.Bytes()}
	}
	for i := range 1000 {
		name := fmt.Sprintf("%d.jpg", i)
		files[name] = files[fmt.Sprintf("%d.jpg", i%turns)]
		g.pictures = append(g.pictures, name)
	}
	g.files = files
	return g
}

// linked is a gallery behind a link, with its first picture shown.
type linked struct {
	*screentest.Terminal
	t    testing.TB
	g    *gallery
	area image.Rectangle
	at   int
}

// link starts a gallery on a terminal of the given size behind a link.
func link(t testing.TB, l screentest.SlowLink, cols, rows int) *linked {
	t.Helper()
	g, c := album(t), sixelTerminal
	c.Cols, c.Rows, c.Link = cols, rows, l
	term := screentest.Run(t, c, func(ctx context.Context, tty *os.File) { runGallery(ctx, tty, tty, g, "auto") })
	return &linked{term, t, g, image.Rect(30, 1, cols-2, rows-2), 0}
}

// photo returns the cells that the photo, 4:3 and as wide as the picture,
// fills. The area above and below it is the same in every picture and is not
// sent again.
func (s *linked) photo() image.Rectangle {
	cell := sixelTerminal.Cell
	bar := (s.area.Dy()*cell.Y - s.area.Dx()*cell.X*3/4) / 2
	out := s.area
	out.Min.Y, out.Max.Y = out.Min.Y+(bar+cell.Y-1)/cell.Y, out.Max.Y-(bar+cell.Y-1)/cell.Y
	return out
}

// whole waits until tiles have come for every cell of the photo, including
// earlier ones, and no more come. It returns the new ones.
func (s *linked) whole(before ...screentest.PaintedTile) (tiles []screentest.PaintedTile) {
	s.t.Helper()
	left, photo := map[image.Point]bool{}, s.photo()
	for y := photo.Min.Y; y < photo.Max.Y; y++ {
		for x := photo.Min.X; x < photo.Max.X; x++ {
			left[image.Pt(x, y)] = true
		}
	}
	fresh := before
	s.Wait("the whole picture", func() bool {
		for _, tile := range fresh {
			maps.DeleteFunc(left, func(at image.Point, _ bool) bool { return at.In(tile.Cells) })
		}
		fresh = s.Tiles()
		tiles = append(tiles, fresh...)
		return len(left) == 0
	})
	s.Quiet()
	return append(tiles, s.Tiles()...)
}

// moves presses j n times at a fixed interval. It returns the longest and the
// last wait between a key and its text, and how long after the last key the
// last tile came.
func (s *linked) moves(n int, every time.Duration) (longest, last, whole time.Duration) {
	s.t.Helper()
	start := time.Now()
	for range n {
		s.at++
		time.Sleep(time.Until(start.Add(every)))
		start = time.Now()
		s.Type("j")
		s.WaitFor(fmt.Sprintf("example %d:", s.at+s.g.size.Y-3))
		last = time.Since(start)
		longest = max(longest, last)
	}
	for _, tile := range s.whole() {
		whole = max(whole, tile.At.Sub(start))
	}
	return longest, last, whole
}

func bytesOf(tiles []screentest.PaintedTile) (n int) {
	for _, t := range tiles {
		n += t.Bytes
	}
	return n
}

// Whatever the order of events and however slow the machine: on a slow link the
// text for a key overtakes the picture before it, and pictures come in strips.
func TestSlowLinkTextOvertakesPictures(t *testing.T) {
	t.Parallel()
	s := link(t, links[0].link, 70, 22)
	first := s.whole()
	if len(first) < 2 {
		t.Errorf("the first picture came in one piece: %v", first)
	}
	whole, late, tries := bytesOf(first), 0, 1
	for ; late == 0 && tries < 10; tries++ { // a machine that stalls may let the whole picture pass
		s.Type("j") // another picture
		s.WaitFor(fmt.Sprintf("example %d:", 19+tries))
		var early []screentest.PaintedTile
		s.Wait("a strip of it", func() bool { early = append(early, s.Tiles()...); return len(early) > 0 })
		s.Type("s")
		s.WaitFor(fmt.Sprintf("status %d", tries))
		early = append(early, s.Tiles()...)
		late = bytesOf(s.whole(early...))
	}
	largest := func() int {
		return slices.MaxFunc(first, func(a, b screentest.PaintedTile) int { return a.Bytes - b.Bytes }).Bytes
	}
	most := whole/4 + 32<<10
	// Behind a pause the link seems fast, and a strip may be large.
	for again := 0; largest() > most && again < 3; again, tries = again+1, tries+1 {
		s.Type("j")
		s.WaitFor(fmt.Sprintf("example %d:", 19+tries))
		first = s.whole()
	}
	if largest() > most {
		t.Errorf("a strip of %d bytes", largest())
	}
	if late == 0 {
		t.Errorf("no strip of a picture of %d bytes came after the text: it waited", whole)
	}
}

// While a key is held down, the pictures passed over are not sent.
func TestSlowLinkSkipsWhatIsPassedBy(t *testing.T) {
	t.Parallel()
	s := link(t, links[0].link, 70, 22)
	whole := bytesOf(s.whole())
	for range turns - 1 { // every picture of the album
		s.Type("j")
		whole = max(whole, bytesOf(s.whole()))
	}
	s.Type(strings.Repeat("j", 203))
	s.WaitFor(fmt.Sprintf("example %d:", turns-1+203))
	sent := bytesOf(s.whole())
	// There is one at the first key, the last one, and at most one between, each
	// of a different size, but none half as large again as the first.
	if sent == 0 || sent > 3*whole*3/2 {
		t.Errorf("203 keys sent %d bytes of pictures, want at most three of %d", sent, whole)
	}
	t.Logf("203 keys: %d bytes of pictures, one picture has %d", sent, whole)
}

// BenchmarkLink reports how long text waits and how long a picture takes over
// slow links, for seven moves 100 ms apart and the last picture.
func BenchmarkLink(b *testing.B) {
	for _, l := range links {
		b.Run(l.name, func(b *testing.B) {
			s := link(b, l.link, 120, 36)
			s.whole()
			var longest, last, whole time.Duration
			for b.Loop() {
				longest, last, whole = s.moves(7, 100*time.Millisecond)
			}
			trip := 2 * l.link.Delay
			b.ReportMetric(float64((longest - trip).Milliseconds()), "ms-text-lag-longest")
			b.ReportMetric(float64((last - trip).Milliseconds()), "ms-text-lag-last")
			b.ReportMetric(float64((whole - trip).Milliseconds()), "ms-picture")
			b.ReportMetric(s.g.graphics.writer.Rate(), "B/s-found")
		})
	}
}

// BenchmarkKeysBesideAPicture reports how long text waits for keys that are pressed while a
// picture is on its way, at times drawn by a seed, beyond the round trip of the link: of twenty
// keys, with -short of four, the middle and the longest wait.
func BenchmarkKeysBesideAPicture(b *testing.B) {
	keys := 20
	if testing.Short() {
		keys = 4
	}
	for _, l := range links {
		b.Run(l.name, func(b *testing.B) {
			s, random, status := link(b, l.link, 120, 36), rand.New(rand.NewPCG(45, 17)), 0
			s.whole()
			for b.Loop() {
				var lags, wholes []time.Duration
				for range keys {
					start := time.Now()
					s.Type("j")
					tiles := s.Tiles()
					s.Wait("the first strip", func() bool { tiles = append(tiles, s.Tiles()...); return len(tiles) > 0 })
					within := float64(200_000) / float64(l.link.Rate) * float64(time.Second) // of some 250,000 bytes
					time.Sleep(time.Duration(random.Float64() * within))
					pressed := time.Now()
					s.Type("s")
					status++ // the one that was there before the key does not answer it
					s.WaitFor(fmt.Sprintf("status %d", status))
					lags = append(lags, time.Since(pressed)-2*l.link.Delay)
					s.Quiet()
					tiles = append(tiles, s.Tiles()...)
					last := tiles[len(tiles)-1].At
					wholes = append(wholes, last.Sub(start)-2*l.link.Delay)
				}
				slices.Sort(lags)
				slices.Sort(wholes)
				b.ReportMetric(float64(lags[keys/2].Milliseconds()), "ms-text-lag-median")
				b.ReportMetric(float64(lags[keys-1].Milliseconds()), "ms-text-lag-longest")
				b.ReportMetric(float64(wholes[keys/2].Milliseconds()), "ms-picture-median")
				b.ReportMetric(float64(wholes[keys-1].Milliseconds()), "ms-picture-longest")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
