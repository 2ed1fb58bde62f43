package widget

import (
	"image"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
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
		check.Equal(t, "content", f.Content(), NewFrame(size.X, size.Y).Content(), size)
		if len(f.Clicks)+len(f.Wheels)+len(f.Pictures) > 0 || f.Cursor != nil || f.Bounds().Size() != size {
			t.Errorf("%v: something is left: %+v", size, f)
		}
	}
}
