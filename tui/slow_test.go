package tui

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
	"github.com/mattn/go-sixel"
	xdraw "golang.org/x/image/draw"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/tui/screen/screentest"
	"faithscope/views/widget"
)

// slowLine is a terminal behind a line, in the time of a synctest bubble, where
// measurements depend only on the line, whatever else the machine does. Output
// leaves at the line's speed and is read a delay later; the answer to a query
// comes another delay after that.
type slowLine struct {
	*os.File // for its size
	link     screentest.SlowLink
	answer   func()

	mu   sync.Mutex
	free time.Time // when the last byte will have left
	came []arrival
}

// arrivals holds all pieces so far.
func (l *slowLine) arrivals() []arrival {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.came)
}

// arrival is a piece of the output, up to a query or the end of a picture.
type arrival struct {
	text string
	at   time.Time // of its end
}

var pieces = regexp.MustCompile(`\x1b\[c|\x1b\\`)

func (l *slowLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	for rest := string(p); rest != ""; {
		end := len(rest)
		if at := pieces.FindStringIndex(rest); at != nil {
			end = at[1]
		}
		l.free = l.free.Add(time.Duration(end) * time.Second / time.Duration(l.link.Rate))
		a := arrival{rest[:end], l.free.Add(l.link.Delay)}
		l.came = append(l.came, a)
		if strings.HasSuffix(a.text, "\x1b[c") {
			time.AfterFunc(time.Until(a.at.Add(l.link.Delay)), l.answer)
		}
		rest = rest[end:]
	}
	return len(p), nil
}

// painted is a picture that has arrived, and its place.
type painted struct {
	image.Image
	corner image.Point // cell
	bytes  int
	at     time.Time
}

var sixels = regexp.MustCompile(`(?s)\x1b\[(\d+);(\d+)H(\x1bP.*\x1b\\)$`)

// pictures decodes what has arrived since.
func (l *slowLine) pictures(t *testing.T, since time.Time) (all []painted) {
	t.Helper()
	for _, a := range l.arrivals() {
		m := sixels.FindStringSubmatch(a.text)
		if m == nil || !a.at.After(since) {
			continue
		}
		p := painted{bytes: len(m[3]), at: a.at}
		p.corner.Y, _ = strconv.Atoi(m[1])
		p.corner.X, _ = strconv.Atoi(m[2])
		p.corner = p.corner.Sub(image.Pt(1, 1))
		check.NoError(t, sixel.NewDecoder(strings.NewReader(m[3])).Decode(&p.Image))
		all = append(all, p)
	}
	return all
}

// farLab is a writer behind a slow line that shows photos.
type farLab struct {
	*screen.Writer
	t     *testing.T
	line  *slowLine
	area  image.Rectangle
	make  func(Capabilities, picture.Options, *screen.Writer) photoPainter
	paint photoPainter
	turn  int
}

// newFarLab returns a farLab with sixel pictures whose writer has measured the
// speed of the line.
func newFarLab(t *testing.T, link screentest.SlowLink) *farLab {
	return farLabOf(t, link, sixelPainter)
}

func farLabOf(t *testing.T, link screentest.SlowLink, make func(Capabilities, picture.Options, *screen.Writer) photoPainter) *farLab {
	t.Helper()
	outer, inner, err := pty.Open()
	check.NoError(t, err)
	t.Cleanup(func() { outer.Close(); inner.Close() })
	check.NoError(t, pty.Setsize(inner, &pty.Winsize{Cols: 120, Rows: 36}))
	f := &farLab{t: t, line: &slowLine{File: inner, link: link}, area: image.Rect(30, 1, 118, 34), make: make}
	f.Writer = screen.NewWriter(f.line)
	f.line.answer = f.Answered
	f.Configure(screen.ConnectionKind{Fenced: true})
	f.Resize(120, 36)
	f.frame("\x1b[?1049h" + f.filler())
	f.adapt()
	f.show(nil)
	f.settle()
	f.adapt()
	return f
}

// adapt adapts the options for photos to the measured speed of the line.
func (f *farLab) adapt() {
	opt := picture.DefaultOptions().At(f.Rate())
	f.paint = f.make(Capabilities{Cell: sixelTerminal.Cell}, opt, f.Writer)
}

func (f *farLab) filler() string {
	var out strings.Builder
	for y := f.area.Min.Y; y < f.area.Max.Y; y++ {
		fmt.Fprintf(&out, "\x1b[%d;%dH", y+1, f.area.Min.X+1)
		for x := f.area.Min.X; x < f.area.Max.X; x++ {
			out.WriteString(screen.Filler(x, y))
		}
	}
	return out.String()
}

func (f *farLab) frame(text string) {
	f.t.Helper()
	if _, err := f.Write([]byte(text)); err != nil {
		f.t.Fatal(err)
	}
}

// settle waits, in the bubble's time, until everything has arrived.
func (f *farLab) settle() { time.Sleep(time.Minute) }

// show shows another photo.
func (f *farLab) show(marks []widget.BoxMark) screen.Picture {
	f.t.Helper()
	f.turn++
	photo, err := picture.Open(os.DirFS("picture/testdata"), "coffee.jpg", picture.DefaultOptions().Ground)
	check.NoError(f.t, err)
	turned := image.NewRGBA(photo.Rect)
	by := image.Pt(f.turn%5*photo.Rect.Dx()/5, 0)
	draw.Draw(turned, turned.Rect, photo, by, draw.Src)
	draw.Draw(turned, image.Rect(photo.Rect.Dx()-by.X, 0, photo.Rect.Dx(), photo.Rect.Dy()), photo, image.Point{}, draw.Src)
	ready := f.paint(turned, widget.Picture{}, f.area.Size())
	scene := ready.paintMarks(widget.NewFrame(120, 36), widget.PlacedPicture{Area: f.area}, marks)
	f.Show(scene)
	f.frame("\x1b[m") // of the key
	return scene[0]
}

// canvas returns the pixels of the photo that had arrived by a time, black
// where none had.
func (f *farLab) canvas(all []painted, until time.Time) *image.RGBA {
	cell := sixelTerminal.Cell
	out := image.NewRGBA(image.Rect(0, 0, f.area.Dx()*cell.X, f.area.Dy()*cell.Y))
	for _, p := range all {
		if at := p.corner.Sub(f.area.Min); !p.at.After(until) {
			to := image.Rectangle{Max: p.Bounds().Size()}.Add(image.Pt(at.X*cell.X, at.Y*cell.Y))
			draw.Draw(out, to, p, p.Bounds().Min, draw.Over)
		}
	}
	return out
}

// likeness returns the PSNR of a to b in dB, +Inf for equal pictures.
func likeness(a, b *image.RGBA) float64 {
	sum := 0.0
	for i := range a.Pix {
		d := float64(a.Pix[i]) - float64(b.Pix[i])
		sum += d * d
	}
	return 10 * math.Log10(255*255*float64(len(a.Pix))/sum)
}

// trip returns the earliest time at which something shown now can arrive.
func (f *farLab) trip() time.Duration { return 2 * f.line.link.Delay }

// Over 1 Mbit/s a draft of a picture arrives within half a second and the whole
// picture within three, in fewer bytes than the picture took in one piece
// before there were drafts.
func TestSlowLinkDraftsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[0].link)
		start := time.Now()
		shown := f.show(nil)
		f.settle()
		all := f.line.pictures(t, start)
		final := f.canvas(all, time.Now())
		if want := f.pixels(shown); likeness(final, want) != math.Inf(1) {
			t.Fatalf("the last picture is %.1f dB like what it should be", likeness(final, want))
		}
		const recognisable = 20 // dB; black has 6
		draft := f.canvas(all, start.Add(f.trip()+500*time.Millisecond))
		if like := likeness(draft, final); like < recognisable {
			t.Errorf("after half a second the picture is %.1f dB like the last, want %d", like, recognisable)
		}
		sum := 0
		for _, p := range all {
			sum += p.bytes
		}
		took := all[len(all)-1].at.Sub(start) - f.trip()
		if most := 3 * time.Second; took > most {
			t.Errorf("the whole picture took %v, want at most %v", took, most)
		}
		if before := f.before(); float64(sum) > 1.15*float64(before) {
			t.Errorf("%d bytes in sum, want at most 1.15 of %d", sum, before)
		}
		t.Logf("%.1f dB after .5 s; whole after %v; %d bytes in %d pieces, %d in one before", likeness(draft, final), took, sum, len(all),
			f.before())
	})
}

// Over 10 Mbit/s a picture is there, if coarse, within 150 ms, and all of it within half a second.
func TestQuickLineIsNeverTorn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[1].link)
		start := time.Now()
		want := f.pixels(f.show(nil))
		f.settle()
		all := f.line.pictures(t, start)
		for after, least := range map[time.Duration]float64{150 * time.Millisecond: 20, 500 * time.Millisecond: math.Inf(1)} {
			if like := likeness(f.canvas(all, start.Add(f.trip()+after)), want); like < least {
				t.Errorf("after %v the picture is %.1f dB like what it should be, want %.0f", after, like, least)
			}
		}
		t.Logf("whole after %v, in %d pieces", all[len(all)-1].at.Sub(start)-f.trip(), len(all))
	})
}

// Seven keys a tenth of a second apart over 10 Mbit/s, each for another
// picture, which takes some time to load: no text waits for long, and the last
// picture arrives within half a second.
func TestQuickLineFollowsFastKeys(t *testing.T) {
	const loads = 60 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[1].link)
		var pressed time.Time
		var lag time.Duration
		for k := range 7 {
			pressed = time.Now()
			text := fmt.Sprintf("key %d", k)
			f.frame(text)
			for _, a := range f.line.arrivals() {
				if strings.HasSuffix(a.text, text) {
					lag = max(lag, a.at.Sub(pressed)-f.line.link.Delay)
				}
			}
			time.Sleep(loads)
			f.show(nil)
			if k < 6 {
				time.Sleep(100*time.Millisecond - loads)
			}
		}
		f.settle()
		all := f.line.pictures(t, pressed)
		last := all[len(all)-1].at.Sub(pressed) - f.line.link.Delay
		if most := 130 * time.Millisecond; lag == 0 || lag > most {
			t.Errorf("a text took %v, want at most %v", lag, most)
		}
		if most := 500 * time.Millisecond; last > most {
			t.Errorf("the last picture took %v, want at most %v", last, most)
		}
		t.Logf("a text took at most %v, the last picture %v", lag, last)
	})
}

// After the draft the selected box comes first, then its surroundings.
func TestSlowLineShowsTheSelectedBoxFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[0].link)
		start := time.Now()
		box := loaders.Box{X0: .6, Y0: .7, X1: .8, Y1: .9}
		shown := f.show([]widget.BoxMark{{Box: box, Thick: true}})
		f.settle()
		all := f.line.pictures(t, start)
		drafts := 0
		for cells := 0; cells < f.area.Dx()*f.area.Dy(); drafts++ {
			cells += f.cellsOf(all[drafts]).Dx() * f.cellsOf(all[drafts]).Dy()
		}
		var inside int
		last := -1
		for _, p := range all[drafts:] {
			cells := f.cellsOf(p)
			inside += max(0, cells.Intersect(shown.Focus).Dx()*cells.Intersect(shown.Focus).Dy())
			far := max(shown.Focus.Min.Y-cells.Max.Y, cells.Min.Y-shown.Focus.Max.Y, 0)
			if far < last-1 {
				t.Errorf("the cells %v, %d rows from the box %v, come after ones %d rows away", cells, far, shown.Focus, last)
			}
			last = far
			if all := shown.Focus.Dx() * shown.Focus.Dy(); inside < all && !cells.In(shown.Focus) {
				t.Errorf("the cells %v come with %d of the %d cells of the box %v there", cells, inside, all, shown.Focus)
			}
		}
	})
}

// A key pressed while a picture is arriving overtakes it, and the missing part
// of an abandoned picture is never sent.
func TestSlowLineLetsKeysOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[0].link)
		f.show(nil)
		time.Sleep(time.Second)
		pressed := time.Now()
		shown := f.show(nil)
		f.frame("next")
		f.settle()
		var came time.Duration
		for _, a := range f.line.arrivals() {
			if strings.HasPrefix(a.text, "next") || strings.HasSuffix(a.text, "next") {
				came = a.at.Sub(pressed) - f.line.link.Delay
			}
		}
		if most := 150 * time.Millisecond; came == 0 || came > most {
			t.Errorf("the text took %v behind a picture, want at most %v", came, most)
		}
		final := f.canvas(f.line.pictures(t, pressed), time.Now())
		check.Equal(t, "likeness of the new picture, after which something of the old one came, in dB",
			likeness(final, f.pixels(shown)), math.Inf(1))
		t.Logf("the text came after %v", came)
	})
}

var graphicsCommand = regexp.MustCompile(`(?s)(?:\x1b\[(\d+);(\d+)H)?\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\$`)

// stored returns what a terminal with kitty's protocol shows by a given time, if
// all images are placed whole.
func (f *farLab) stored(until time.Time) *image.RGBA {
	f.t.Helper()
	type placed struct {
		image, layer int
		cells        image.Rectangle
	}
	data, puts, sending := map[int][]byte{}, map[int]placed{}, 0
	for _, a := range f.line.arrivals() {
		m := graphicsCommand.FindStringSubmatch(a.text)
		if m == nil || a.at.After(until) {
			continue
		}
		keys := map[string]int{}
		for _, pair := range strings.Split(m[3], ",") {
			key, value, _ := strings.Cut(pair, "=")
			keys[key], _ = strconv.Atoi(value)
		}
		switch {
		case strings.Contains(m[3], "a=p"):
			y, _ := strconv.Atoi(m[1])
			x, _ := strconv.Atoi(m[2])
			puts[keys["p"]] = placed{keys["i"], keys["z"], image.Rect(x-1, y-1, x-1+keys["c"], y-1+keys["r"])}
		case strings.Contains(m[3], "a=d,d=i"):
			delete(puts, keys["p"])
		case strings.Contains(m[3], "a=d,d=I"):
			maps.DeleteFunc(puts, func(_ int, p placed) bool { return p.image == keys["i"] })
		case m[4] != "":
			if strings.Contains(m[3], "a=t") {
				sending = keys["i"]
				data[sending] = nil
			}
			part, err := base64.StdEncoding.DecodeString(m[4])
			check.NoError(f.t, err)
			data[sending] = append(data[sending], part...)
		}
	}
	cell := sixelTerminal.Cell
	out := image.NewRGBA(image.Rect(0, 0, f.area.Dx()*cell.X, f.area.Dy()*cell.Y))
	for _, p := range slices.SortedFunc(maps.Values(puts), func(a, b placed) int { return cmp.Compare(a.layer, b.layer) }) {
		img, err := png.Decode(bytes.NewReader(data[p.image]))
		check.NoError(f.t, err)
		at := p.cells.Sub(f.area.Min)
		to := image.Rect(at.Min.X*cell.X, at.Min.Y*cell.Y, at.Max.X*cell.X, at.Max.Y*cell.Y)
		xdraw.ApproxBiLinear.Scale(out, to, img, img.Bounds(), draw.Over, nil)
	}
	return out
}

// The same on a terminal that stores pictures: it enlarges a thumbnail, and the
// rows of the photo come over it.
func TestSlowLinkDraftsInKitty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := farLabOf(t, links[0].link, kittyPainter)
		start := time.Now()
		f.show(nil)
		f.settle()
		final, sum := f.stored(time.Now()), 0
		var last time.Time
		for _, a := range f.line.arrivals() {
			if a.at.After(start) && strings.Contains(a.text, "\x1b_G") {
				sum += len(a.text)
				last = a.at
			}
		}
		f.turn-- // the same photo, as sixel shows it in as many colours
		opt := picture.DefaultOptions().At(f.Rate())
		opt.Colors = picture.DefaultOptions().Colors
		f.paint = sixelPainter(Capabilities{Cell: sixelTerminal.Cell}, opt, nil)
		if like := likeness(final, f.pixels(f.show(nil))); like < 45 {
			t.Errorf("the last picture is %.1f dB like what sixel shows", like)
		}
		draft := f.stored(start.Add(f.trip() + 500*time.Millisecond))
		if like := likeness(draft, final); like < 20 {
			t.Errorf("after half a second the picture is %.1f dB like the last, want 20", like)
		}
		took := last.Sub(start) - f.trip()
		if most := 3 * time.Second; took > most {
			t.Errorf("the whole picture took %v, want at most %v", took, most)
		}
		t.Logf("%.1f dB after .5 s; whole after %v; %d bytes", likeness(draft, final), took, sum)
	})
}

// cellsOf returns the cells of a picture.
func (f *farLab) cellsOf(p painted) image.Rectangle {
	cell, size := sixelTerminal.Cell, p.Bounds().Size()
	return image.Rectangle{p.corner, p.corner.Add(image.Pt(size.X/cell.X, size.Y/cell.Y))}
}

// pixels returns what a picture shows in the end, as the library decodes it.
func (f *farLab) pixels(p screen.Picture) *image.RGBA {
	f.t.Helper()
	var shown image.Image
	text := encoded(f.t, p.Raster.(*picture.Raster).Pixels())
	check.NoError(f.t, sixel.NewDecoder(text).Decode(&shown))
	out := image.NewRGBA(shown.Bounds())
	draw.Draw(out, out.Rect, shown, image.Point{}, draw.Src)
	return out
}

// encoded returns a picture as the library encodes it, in one piece.
func encoded(t *testing.T, pix *image.Paletted) *bytes.Buffer {
	t.Helper()
	var out bytes.Buffer
	check.NoError(t, sixel.NewEncoder(&out).Encode(pix))
	return &out
}

// before returns the number of bytes of the photo in 64 colours and in one
// piece, as the library encodes it.
func (f *farLab) before() int {
	opt := picture.DefaultOptions()
	opt.Colors = 64
	photo, err := picture.Open(os.DirFS("picture/testdata"), "coffee.jpg", opt.Ground)
	check.NoError(f.t, err)
	return encoded(f.t, picture.NewBase(photo, widget.Picture{}.Crop, f.area.Size(), sixelTerminal.Cell, opt).Mark(nil).Pixels()).Len()
}
