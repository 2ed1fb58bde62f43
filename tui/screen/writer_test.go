package screen

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders/loadertest/check"
)

// letters is a raster whose cells are letters; it encodes a rectangle as
// "<corner size letter>".
type letters struct {
	size  image.Point
	cells string // one letter for all cells, or one a cell, row by row
}

func (l letters) Cells() image.Point { return l.size }

func (l letters) at(p image.Point) byte { return l.cells[(p.Y*l.size.X+p.X)%len(l.cells)] }

func (l letters) Same(at image.Point, other Raster, there image.Point) bool {
	return l.at(at) == other.(letters).at(there)
}

func (l letters) Encode(dst []byte, r image.Rectangle) []byte {
	return fmt.Appendf(dst, "<%v %v %c>", r.Min, r.Size(), l.at(r.Min))
}

// rig is a writer to a pipe, on a screen of 20×6 cells.
type rig struct {
	*Writer
	t    *testing.T
	read *os.File
	size image.Point
}

func newRig(t *testing.T) *rig {
	t.Helper()
	read, write, err := os.Pipe()
	check.NoError(t, err)
	r := &rig{NewWriter(write), t, read, image.Pt(20, 6)}
	r.Writer.size = func() (int, int, error) { return r.size.X, r.size.Y, nil }
	t.Cleanup(func() {
		r.Close()
		write.Close()
		read.Close()
	})
	r.Resize(20, 6)
	return r
}

// frame writes p as a frame and returns what came out.
func (r *rig) frame(p string) string {
	r.t.Helper()
	if n, err := io.WriteString(r.Writer, p); n != len(p) || err != nil {
		r.t.Fatalf("wrote %d of %d bytes: %v", n, len(p), err)
	}
	return r.out()
}

// out returns the content of the pipe.
func (r *rig) out() string {
	r.t.Helper()
	const mark = "END"
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := io.WriteString(r.File, mark); err != nil {
		r.t.Fatal(err)
	}
	var all []byte
	for buf := make([]byte, 4096); !strings.HasSuffix(string(all), mark); {
		n, err := r.read.Read(buf)
		check.NoError(r.t, err)
		all = append(all, buf[:n]...)
	}
	return strings.TrimSuffix(string(all), mark)
}

// sheet returns a frame of filler over the whole screen, on the alternate screen.
func sheet() string {
	var b strings.Builder
	b.WriteString("\x1b[?1049h\x1b[?2026h")
	for y := range 6 {
		b.WriteString(ansi.CursorPosition(1, y+1))
		for x := range 20 {
			b.WriteString(Filler(x, y))
		}
	}
	return b.String() + "\x1b[?2026l"
}

var whole = Picture{At: image.Pt(0, 0), Raster: letters{image.Pt(20, 6), "a"}}

func TestWriterPaintsInsideTheUpdateAboveTheLastRow(t *testing.T) {
	r := newRig(t)
	r.Show([]Picture{whole})
	want := strings.TrimSuffix(sheet(), "\x1b[?2026l") +
		"\x1b[?25l\x1b7" + ansi.CursorPosition(1, 1) + "<(0,0) (20,5) a>\x1b8\x1b[?25h" + "\x1b[?2026l"
	check.Equal(t, "the frame", r.frame(sheet()), want)
	check.Equal(t, "a frame that changes nothing", r.frame("\x1b[31m"), "\x1b[31m")
}

// xterm keeps the pixels of cells that are erased, and shows them again when
// any rows are scrolled.
func TestWriterLeavesNoPixelsBehind(t *testing.T) {
	blanks := func(x, y, n int) string { return ansi.CursorPosition(x+1, y+1) + strings.Repeat(" ", n) }
	for _, tt := range []struct{ name, frame, over string }{
		{"letters", "\x1b[2;3Hxy", ""},
		{"erasing to the right", "\x1b[2;3H\x1b[K", blanks(2, 1, 18)},
		{"letters, then erasing", "\x1b[2;3Hxy\x1b[K", blanks(4, 1, 16)},
		{"erasing cells, then a letter", "\x1b[2;3H\x1b[4Xx", blanks(3, 1, 3)},
		{"the whole screen", "\x1b[2J", ""},
		{"a row repainted as it was", "\x1b[2;1H\x1b[m\x1b[Kab", blanks(2, 1, 18)},
		{"letters, then scrolling below", "\x1b[1;1Hx\x1b[4;5r\x1b[4;1H\x1b[2T\x1b[1;6r",
			blanks(1, 0, 19) + blanks(0, 1, 20) + blanks(0, 2, 20) + blanks(0, 3, 20) + blanks(0, 4, 20)},
	} {
		r := newRig(t)
		r.Show([]Picture{whole})
		r.frame(sheet())
		r.Show(nil)
		want := tt.frame
		if tt.over != "" {
			want = "\x1b7\x1b[m" + tt.over + "\x1b8" + tt.frame
		}
		check.Equal(t, tt.name, r.frame(tt.frame), want)
		check.Equal(t, "spaces written again", strings.Contains(r.frame(tt.frame), "  "), false, tt.name)
	}
}

func TestWriterPaintsOnlyWhatIsMissing(t *testing.T) {
	r := newRig(t)
	r.Show([]Picture{whole})
	r.frame(sheet())
	tile := func(x, y int, what string) string {
		return "\x1b[?25l\x1b7" + ansi.CursorPosition(x+1, y+1) + what + "\x1b8\x1b[?25h"
	}
	fill := func(x, y int) string { return ansi.CursorPosition(x+1, y+1) + Filler(x, y) }
	for _, tt := range []struct{ name, frame, want string }{
		{"text over the picture is left alone", "\x1b[2;3Ho", "\x1b[2;3Ho"},
		{"filler in its place brings it back", fill(2, 1),
			fill(2, 1) + "\x1b[?2026h" + tile(2, 1, "<(2,1) (1,1) a>") + "\x1b[?2026l"},
		{"never inside a sequence", fill(0, 0) + "\x1b[", fill(0, 0) + "\x1b["},
		{"but after it", "m", "m\x1b[?2026h" + tile(0, 0, "<(0,0) (1,1) a>") + "\x1b[?2026l"},
		{"a cursor that the frame hides stays hidden", "\x1b[?25l" + fill(2, 1),
			"\x1b[?25l" + fill(2, 1) + "\x1b[?2026h\x1b7\x1b[2;3H<(2,1) (1,1) a>\x1b8\x1b[?2026l"},
	} {
		check.Equal(t, tt.name, r.frame(tt.frame), tt.want)
	}
	changed := letters{image.Pt(20, 6), strings.Repeat("a", 25) + "bb" + strings.Repeat("a", 93)}
	r.Show([]Picture{{Raster: changed}})
	if got := r.frame("\x1b[m"); !strings.Contains(got, "<(5,1) (2,1) b>") || strings.Count(got, "<") != 1 {
		t.Errorf("a picture that differs in two cells: %q", got)
	}
	r.Show([]Picture{{Raster: changed, Holes: []image.Rectangle{image.Rect(0, 0, 20, 3)}}})
	r.Invalidate()
	if got := r.frame("\x1b[m"); !strings.Contains(got, "<(0,3) (20,2) a>") || strings.Count(got, "<") != 1 {
		t.Errorf("all but a hole: %q", got)
	}
}

func TestWriterWaits(t *testing.T) {
	const tile = "<(0,0) (20,5) a>"
	for _, tt := range []struct {
		name    string
		prepare func(r *rig)
		want    bool
	}{
		{"nothing prevents it", func(*rig) {}, true},
		{"the screen has another size by now", func(r *rig) { r.size.X = 19 }, false},
		{"the main screen shows", func(r *rig) { r.frame("\x1b[?1049l") }, false},
		{"after a change of size, until the next scene", func(r *rig) { r.Resize(20, 6) }, false},
		{"closed", func(r *rig) { r.Close(); r.Show([]Picture{whole}) }, false},
		{"no scene", func(r *rig) { r.Show(nil) }, false},
	} {
		r := newRig(t)
		r.frame(sheet())
		r.Show([]Picture{whole})
		tt.prepare(r)
		check.Equal(t, tt.name+": painted", strings.Contains(r.frame("\x1b[m"), tile), tt.want)
	}
}

func TestWriterPaintsAloneWhenNoFrameComes(t *testing.T) {
	r := newRig(t)
	r.frame(sheet())
	r.Show([]Picture{whole})
	buf := make([]byte, 4096)
	n, err := r.read.Read(buf) // nothing else is written
	if want := "\x1b[?2026h\x1b[?25l\x1b7"; err != nil || !strings.HasPrefix(string(buf[:n]), want) {
		t.Errorf("%q, %v, want %q and a tile", buf[:n], err, want)
	}
}

// heavy is a raster with a long encoding: half a kilobyte a cell, but in all
// less than a pipe holds.
type heavy struct{ letters }

const heavyCell = 1 << 9

func (h heavy) Same(at image.Point, other Raster, there image.Point) bool {
	o, ok := other.(heavy)
	return ok && h.letters.Same(at, o.letters, there)
}

func (h heavy) Encode(dst []byte, r image.Rectangle) []byte {
	dst = h.letters.Encode(dst, r)
	return append(dst, strings.Repeat("\x1b[m", r.Dx()*r.Dy()*heavyCell/3)...)
}

func heavyScene(c string) []Picture { return []Picture{{Raster: heavy{letters{image.Pt(20, 6), c}}}} }

// tiles returns the tiles in the output, without their padding.
func tiles(out string) (all []string) {
	for _, part := range strings.Split(out, "<")[1:] {
		tile, _, _ := strings.Cut(part, ">")
		all = append(all, tile)
	}
	return all
}

// fencedRig returns a rig with flow control that has shown its screen, on a
// link with a speed in bytes a second, 0 for unknown.
func fencedRig(t *testing.T, rate float64) *rig {
	r := newRig(t)
	r.Configure(ConnectionKind{Fenced: true})
	r.perCell = heavyCell
	r.flow.rate = rate
	r.frame(sheet())
	return r
}

// When a terminal accepts no output, only the goroutines that write to it wait.
func TestNobodyElseWaitsForATerminal(t *testing.T) {
	r := newRig(t)
	wrote := make(chan error, 1)
	go func() {
		_, err := r.Write(bytes.Repeat([]byte("x"), 4<<20)) // more than a pipe holds
		wrote <- err
	}()
	first := make([]byte, 1)
	if _, err := r.read.Read(first); err != nil { // it is being written
		t.Fatal(err)
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		r.Show([]Picture{{Raster: letters{image.Pt(2, 2), "a"}}})
		r.paintAlone()
		r.Answered()
		r.Invalidate()
		r.Rate()
		r.Configure(ConnectionKind{})
		r.Number(&Image{})
		r.Resize(10, 10)
	}()
	select {
	case <-told:
	case <-time.After(2 * time.Minute):
		t.Error("somebody waits for the terminal")
	}
	select {
	case err := <-wrote:
		t.Fatalf("4 MB went into a pipe that nobody reads: %v", err)
	default:
	}
	go io.Copy(io.Discard, r.read) //nolint:errcheck // until the rig is closed
	check.NoError(t, <-wrote)
}

func TestWriterFirstStripIsShort(t *testing.T) {
	r := fencedRig(t, 0)
	r.Show(heavyScene("c"))
	got := r.frame("\x1b[m")
	if !strings.HasPrefix(got, "\x1b[c\x1b[m") || strings.Count(got, "\x1b[c") != 2 {
		t.Errorf("want a question before the frame and one after the strip: %q", got[:min(len(got), 60)])
	}
	if ts := tiles(got); len(ts) != 1 || len(got) > 2*firstStrip {
		t.Fatalf("tiles %v in %d bytes before the link's speed is known, want one of some %d", ts, len(got), firstStrip)
	}
	if got := r.frame("\x1b[Htext"); got != "\x1b[Htext" {
		t.Errorf("painted before the answer: %d bytes", len(got))
	}
	r.Answered() // to the question before
	time.Sleep(time.Millisecond)
	r.Answered() // the strip took no time: the rest follows
	var rest []string
	for range 100 {
		out := r.frame("\x1b[m")
		rest = append(rest, tiles(out)...)
		for range strings.Count(out, "\x1b[c") {
			r.Answered()
		}
	}
	if len(rest) == 0 || len(r.missingCells(r.scene[0], r.scene[0].Raster, r.scene[0].rasterArea())) > 0 {
		t.Errorf("after the answers: %v, %v missing", rest, r.missingCells(r.scene[0], r.scene[0].Raster, r.scene[0].rasterArea()))
	}
}

func TestWriterStripsOnASlowLink(t *testing.T) {
	const rate = 125_000 // 1 Mbit/s
	r := fencedRig(t, rate)
	r.flow.trip = 100 * time.Millisecond
	r.Show(heavyScene("c"))
	got := r.frame("\x1b[?2026htext\x1b[?2026l")
	if !strings.HasPrefix(got, "\x1b[c\x1b[?2026htext\x1b[?2026l") {
		t.Errorf("the text waits for the strips: %q", got[:min(len(got), 60)])
	}
	if most := rate / 10; len(got) > most {
		t.Errorf("%d bytes on their way, want at most a strip of %d", len(got), most)
	}
	check.Equal(t, "strips", len(tiles(got)), 1)
	check.Equal(t, "questions", strings.Count(got, "\x1b[c"), 2)
	r.flow.handleAnswer(time.Now()) // to the question before
	r.Show(heavyScene("d"))
	r.hold = time.Time{}
	if again := r.frame("more"); again != "more" {
		t.Errorf("another picture is painted while strips are on their way: %v", tiles(again))
	}
}

// A picture that seemed light, by a flat part of another, is not written at once where it is not.
func TestWriterCutsWhatIsHeavierThanItSeemed(t *testing.T) {
	const rate = 250_000
	r := fencedRig(t, rate)
	r.perCell = 1
	r.Show(heavyScene("c"))
	if got := r.frame("text"); len(tiles(got)) != 1 || len(got) > 2*int(ahead.Seconds()*rate) {
		t.Errorf("%d bytes in %d tiles are on their way", len(got), len(tiles(got)))
	}
}

// Where a line carries one of several pictures at once, none arrives in parts.
func TestWriterSendsPicturesOneByOne(t *testing.T) {
	r := fencedRig(t, 450_000) // 25 kB at once; a picture has 20
	var scene []Picture
	for y := 0; y < 6; y += 2 {
		scene = append(scene, Picture{At: image.Pt(0, y), Raster: heavy{letters{image.Pt(20, 2), "c"}}, Focus: image.Rect(9, y, 11, y+1)})
	}
	r.Show(scene)
	if got := tiles(r.frame("text")); len(got) != 1 || got[0] != "(0,0) (20,2) c" {
		t.Errorf("first come %q, want a whole picture", got)
	}
}

func TestWriterSendsWholePicturesOnAFastLink(t *testing.T) {
	r := fencedRig(t, 50<<20)
	r.Show(heavyScene("c"))
	if got := r.frame("\x1b[?2026htext\x1b[?2026l"); len(tiles(got)) != 1 || !strings.HasSuffix(got, "\x1b[c\x1b8\x1b[?25h\x1b[?2026l") {
		t.Errorf("tiles %v, want one inside the frame's update, and a question", tiles(got))
	}
}

// drafted is a heavy raster with a light draft.
type drafted struct{ heavy }

func (d drafted) Same(at image.Point, other Raster, there image.Point) bool {
	return d == other && at == there
}
func (d drafted) Draft() Raster { return light{letters{d.size, "x"}} }

type light struct{ letters }

func (l light) Same(at image.Point, other Raster, there image.Point) bool {
	return l == other && at == there
}

// After a draft the terminal is asked, however small it is: nothing else would call for the picture.
func TestWriterFollowsADraft(t *testing.T) {
	r := fencedRig(t, 125_000)
	r.Show([]Picture{{Raster: drafted{heavy{letters{image.Pt(20, 6), "c"}}}}})
	if got := r.frame("text"); len(tiles(got)) != 1 || !strings.HasSuffix(tiles(got)[0], "x") || !strings.Contains(got, "\x1b[c") {
		t.Errorf("%q, want a draft and a question", got)
	}
}

func TestWriterSmallTilesAskNothing(t *testing.T) {
	r := fencedRig(t, 0)
	r.perCell = 1
	r.Show([]Picture{whole})
	if got := r.frame("\x1b[m"); len(tiles(got)) != 1 || strings.Contains(got, "\x1b[c") {
		t.Errorf("%q", got)
	}
}

func TestWriterGivesUpOnAnswers(t *testing.T) {
	r := fencedRig(t, 0)
	r.Show(heavyScene("c"))
	r.frame("\x1b[m")
	r.mu.Lock()
	for i := range r.flow.flights {
		r.flow.flights[i].sent = time.Now().Add(-2 * answerLimit)
	}
	r.mu.Unlock()
	if got := r.frame("\x1b[m"); len(tiles(got)) == 0 {
		t.Error("nothing is painted after the limit")
	}
}

func TestWriterHoldsQuickChangesOnASlowLink(t *testing.T) {
	for _, tt := range []struct {
		name string
		rate float64
		want bool
	}{
		{"slow", 1 << 20, false},
		{"fast", 50 << 20, true},
		{"unknown", 0, true},
	} {
		r := fencedRig(t, tt.rate)
		r.perCell = 1
		r.Show([]Picture{{Raster: letters{image.Pt(20, 6), "c"}}})
		check.Equal(t, "tiles of the first picture", len(tiles(r.frame("\x1b[m"))), 1, tt.name)
		r.mu.Lock()
		r.changed = time.Now() // however long the test took to come here
		r.mu.Unlock()
		r.Show([]Picture{{Raster: letters{image.Pt(20, 6), "d"}}})
		r.mu.Lock()
		if !r.hold.IsZero() {
			r.hold = r.hold.Add(time.Hour)
		}
		r.mu.Unlock()
		check.Equal(t, "the second picture at once", len(tiles(r.frame("\x1b[m"))) == 1, tt.want, tt.name)
		r.mu.Lock()
		r.hold = time.Now().Add(-time.Second)
		r.mu.Unlock()
		if got := r.frame("\x1b[m"); (len(tiles(got)) == 1) == tt.want {
			t.Errorf("%s: later: %v", tt.name, tiles(got))
		}
	}
}
