package widget

import (
	"image"
	"strings"
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
		f.Place(Placement{Area: f.Bounds()})
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

// Every text that is cut can be had whole where it stands, unless something covers it.
func TestCutTextsAreKept(t *testing.T) {
	f := NewFrame(40, 8)
	f.Text(0, 0, 5, Style{}, "a text that is cut")
	f.Text(6, 0, 4, Style{}, "fits")
	RightText(f, LineAt(0, 1, 4), Style{}, "0.12345")
	f.Lines(image.Rect(0, 2, 10, 4), Style{}, []string{"one", "two", "three"})
	f.Lines(image.Rect(20, 2, 30, 4), Style{}, []string{"one", "two"})
	NewPen(f, image.Rect(0, 5, 20, 6)).Short(Style{}, 3, "short\x1b")
	for at, want := range map[image.Point]string{
		{0, 0}: "a text that is cut", {4, 0}: "a text that is cut", {5, 0}: "", {6, 0}: "", {3, 1}: "0.12345",
		{9, 2}: "one two three", {0, 3}: "one two three", {20, 3}: "", {2, 5}: "short\ufffd", {3, 5}: "",
	} {
		if got := f.CutAt(at); got != want {
			t.Errorf("at %v %q, want %q", at, got, want)
		}
	}
	if got := strings.Split(ansi.Strip(f.Content()), "\n")[3]; !strings.HasPrefix(got, "two…") {
		t.Errorf("the last line that fits is %q", got)
	}
	if f.Cover(image.Rect(0, 0, 3, 8)); f.CutAt(image.Pt(0, 0)) != "" || f.CutAt(image.Pt(4, 0)) == "" {
		t.Error("what is covered is still there, or what is beside it is not")
	}
	if n := len(f.Renew(40, 8).Cuts); n > 0 {
		t.Errorf("a new frame has %d cuts", n)
	}
}
