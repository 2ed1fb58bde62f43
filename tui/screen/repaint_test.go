package screen

import (
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders/loadertest/check"
)

// wideRow returns row 2 as the renderer repaints it, with a wide glyph at its
// beginning and filler after it.
func wideRow(text string) string {
	var b strings.Builder
	b.WriteString(ansi.CursorPosition(1, 3) + "\x1b[m\x1b[K" + text)
	for x := 6; x < 20; x++ {
		b.WriteString(Filler(x, 2))
	}
	return b.String()
}

func TestFilterLeavesOutRowsRepaintedAsTheyAre(t *testing.T) {
	row, end := wideRow("\x1b[31m幅\x1b[m ab "), "\x1b[6;1Hstatus"
	for _, tt := range []struct {
		name, between, again string
		left                 bool // it is left out
	}{
		{"the same again", "", row + end, true},
		{"at the end of what is written", "", row, true},
		{"another text", "", wideRow("\x1b[31m幅\x1b[m ac ") + end, false},
		{"another colour", "", wideRow("\x1b[32m幅\x1b[m ab ") + end, false},
		{"erased in another colour", "", strings.Replace(row, "\x1b[m\x1b[K", "\x1b[41m\x1b[K", 1) + end, false},
		{"a letter came between", "\x1b[3;9Hx", row + end, false},
		{"the row was erased", "\x1b[3;9H\x1b[K", row + end, false},
		{"the screen was cleared", "\x1b[H\x1b[2J", row + end, false},
		{"rows were scrolled", "\x1b[1;1H\x1b[M", row + end, false},
		{"another row changed", "\x1b[5;1Hx", row + end, true},
		{"something unknown came", "\x1b[99z", row + end, false},
	} {
		tr := newTracker(21, 6)
		if got := string(tr.Filter([]byte(row + end))); got != row+end {
			t.Fatalf("%s: the first time %q is written, want all", tt.name, got)
		}
		if tt.between != "" {
			tr.Filter([]byte(tt.between))
		}
		for x := range 21 {
			for y := range 6 {
				tr.Clean(x, y)
			}
		}
		got := string(tr.Filter([]byte(tt.again)))
		check.Equal(t, "left out", !strings.Contains(got, "幅"), tt.left, tt.name)
		if tr.Dirty(10, 2) == tt.left || !tr.Filler(10, 2) {
			t.Errorf("%s: the picture's cell is dirty: %v", tt.name, tr.Dirty(10, 2))
		}
		// The output that follows finds the same cursor and colours.
		plain := newTracker(21, 6)
		plain.Write([]byte(tt.again))
		check.Equal(t, "cursor", image.Pt(tr.x, tr.y), image.Pt(plain.x, plain.y), tt.name)
		check.Equal(t, "pen", tr.pen, plain.pen, tt.name)
		if tt.left {
			read := newTracker(21, 6)
			read.Write([]byte(got))
			check.Equal(t, "cursor after what is written", image.Pt(read.x, read.y), image.Pt(plain.x, plain.y), tt.name)
			check.Equal(t, "pen after what is written", read.pen, plain.pen, tt.name)
		}
	}
}

func TestFilterOfUnfinishedSequences(t *testing.T) {
	row := wideRow("幅 ab ")
	for cut := range len(row) {
		tr := newTracker(21, 6)
		tr.Filter([]byte(row + "\x1b[6;1H"))
		got := string(tr.Filter([]byte(row[:cut]))) + string(tr.Filter([]byte(row[cut:]+"\x1b[6;1Hx")))
		// A repaint is left out completely or not at all.
		if n := strings.Count(got, "\x1b[K"); strings.Contains(got, "ab") && n != 1 {
			t.Errorf("cut at %d: %q", cut, got)
		}
	}
}

// FuzzFilter checks that leaving out repaints changes nothing that matters: a
// terminal that reads only the rest holds filler in the same cells.
func FuzzFilter(f *testing.F) {
	row := wideRow("幅 ab ")
	f.Add(row+"\x1b[6;1Hx", row)
	f.Add(row+"\x1b[6;1Hx", "\x1b[2;2H\x1b[K"+row+"\x1b[3;3Hx"+row)
	f.Add("\x1b[K\u00a0\u00a0", "\r\x1b[K\u00a0\u00a0\x1b[A\x1b[K")
	f.Fuzz(func(t *testing.T, a, b string) {
		filtered, plain, read := newTracker(21, 6), newTracker(21, 6), newTracker(21, 6)
		start := "\x1b[2J\x1b[H"
		for _, p := range []string{start, a, b, b} {
			plain.Write([]byte(p))
			read.Write(filtered.Filter([]byte(p)))
		}
		for y := range 6 {
			for x := range 21 {
				if plain.Filler(x, y) != read.Filler(x, y) || plain.Filler(x, y) != filtered.Filler(x, y) {
					t.Fatalf("cell %d,%d: filler %v, filtered %v, as read %v", x, y, plain.Filler(x, y), filtered.Filler(x, y), read.Filler(x, y))
				}
			}
		}
	})
}
