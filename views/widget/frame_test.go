package widget

import (
	"image"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// A frame that takes over another's memory shows nothing of it.
func TestRenewedFrameIsEmpty(t *testing.T) {
	for _, size := range []image.Point{{20, 4}, {21, 4}, {0, 0}} {
		f := NewFrame(20, 4)
		f.Text(0, 1, 20, Bold(Style{}), "wide 漢字 and bold")
		f.Click(f.Bounds(), func() tea.Cmd { return nil })
		f.Wheel(f.Bounds(), func(int) {})
		f.Place(PlacedPicture{Area: f.Bounds()})
		f.Cursor = &image.Point{}
		f = f.Renew(size.X, size.Y)
		if got, want := f.Content(), NewFrame(size.X, size.Y).Content(); got != want {
			t.Errorf("%v: %q, want %q", size, got, want)
		}
		if len(f.Clicks)+len(f.Wheels)+len(f.Pictures) > 0 || f.Cursor != nil || f.Bounds().Size() != size {
			t.Errorf("%v: something is left: %+v", size, f)
		}
	}
}

// Texts that begin alike differ in what is left of them, and are cut between words.
func TestTextsThatBeginAlikeStayApart(t *testing.T) {
	for _, test := range []struct {
		w    int
		want []string
	}{
		{60, []string{"there is a tower with four blocks", "there is a tower with the base on it", "there is a black block", "short"}},
		{24, []string{"…is a tower with four…", "…is a tower with the…", "there is a black block", "short"}},
		{14, []string{"…with four…", "…with the…", "…is a black…", "short"}},
		{5, []string{"…fou…", "…the…", "…bla…", "short"}},
	} {
		texts := []string{"there is a tower with four blocks", "there is a tower with the base on it", "there is a black block", "short"}
		for i, text := range texts {
			got := ShortenApart(text, texts, test.w)
			if got != test.want[i] || ansi.StringWidth(got) > test.w {
				t.Errorf("%q in %d columns: %q, want %q", text, test.w, got, test.want[i])
			}
		}
	}
	if got := ShortenApart("one and the same", []string{"one and the same", "one and the same"}, 10); got != "one and…" {
		t.Errorf("equal texts: %q", got)
	}
}
