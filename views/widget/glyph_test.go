package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// FuzzFrameHoldsCleanText writes anything by every way into a frame: its cells
// hold nothing that cleaning would change.
func FuzzFrameHoldsCleanText(f *testing.F) {
	for _, seed := range []string{
		"\x1b]0;owned\x07", "\x1b", "\u009b31m", "\u202eevil", "a\u0301", "漢", "\x1b]8;;http://evil\x07x\x1b]8;;\x07", "\x00", "\u200d\u200d",
		"\xff", "🏴‍☠️", "e\u034f\u0301",
		"\U0010eeee\u0305\u0305", "\n", "\t", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		f := NewFrame(20, 4)
		f.Text(0, 0, 20, Style{}, s)
		f.Cell(0, 2, Style{}, s)
		x := 0
		for _, r := range s {
			f.Cell(x, 3, Style{}, string(r))
			x++
		}
		for y := range 4 {
			for x := range 20 {
				if got, _ := f.At(x, y); got != loaders.Clean(got) {
					t.Errorf("cell %d,%d holds %q of %q", x, y, got, s)
				}
			}
		}
		for line := range strings.SplitSeq(f.Content(), "\n") {
			if text := ansi.Strip(strings.TrimSuffix(line, "\r")); text != loaders.Clean(text) || ansi.StringWidth(text) > 20 {
				t.Errorf("the line %q of %q", line, s)
			}
			check.Lacks(t, line, "\x1b]")
		}
	})
}

func TestCellTakesOneCell(t *testing.T) {
	f := NewFrame(4, 1)
	for x, c := range []struct{ content, want string }{{"é", "é"}, {"漢", "\uFFFD"}, {"ab", "\uFFFD"}, {"\x07", "\uFFFD"}} {
		f.Cell(x, 0, Style{}, c.content)
		if got, _ := f.At(x, 0); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.content, got, c.want)
		}
	}
}

// A number that does not fit is not cut, which would make it another number.
func TestRightTextCutsNoNumber(t *testing.T) {
	for _, c := range []struct {
		w    int
		text string
		want string
	}{{6, "200000", "200000"}, {5, "200000", "    …"}, {7, "200000", " 200000"}, {3, ".123", "  …"}, {4, "words", "wor…"}, {0, "1", ""},
		{2, "", ""}} {
		f := NewFrame(8, 1)
		RightText(f, LineAt(0, 0, c.w), Style{}, c.text)
		got := ""
		for x := range 8 {
			content, _ := f.At(x, 0)
			got += content
		}
		if got = strings.TrimRight(got, " "); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.text, c.w, got, c.want)
		}
	}
}
