package example

import (
	"image"
	"testing"

	"faithscope/views"
)

// A layout doesn't depend on the sizes before: notes below pictures wrap at the width they get.
func TestLayoutSettles(t *testing.T) {
	for _, size := range []image.Point{{80, 21}, {100, 27}, {100, 30}, {120, 33}, {200, 47}} {
		sc, _ := open(t, size.X, size.Y, towerExample())
		want := sc.Text()
		resize := func(w, h int) {
			sc.Area = image.Rect(0, 0, w, h)
			sc.Send(views.ResizeView{Area: sc.Area})
		}
		for w := 1; w < 180; w += 10 {
			for h := 1; h < 60; h += 11 {
				resize(w, h)
				if resize(size.X, size.Y); sc.Text() != want {
					t.Fatalf("%v after %dx%d:\n%s\nwant\n%s", size, w, h, sc.Text(), want)
				}
			}
		}
	}
}
