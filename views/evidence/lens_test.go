package evidence

import (
	"image"
	"testing"

	"faithscope/loaders"
)

func TestMagnifyAnyBox(t *testing.T) {
	for _, box := range []loaders.Box{
		{X0: 0, Y0: 0, X1: 1, Y1: 1}, {X0: 0, Y0: 0, X1: 1e-9, Y1: 1e-9}, {X0: .999999, Y0: 0, X1: 1, Y1: 1},
		{X0: 0, Y0: .5, X1: 1, Y1: .500001}, {X0: .3, Y0: .3, X1: .4, Y1: .9},
	} {
		for _, room := range []image.Rectangle{image.Rect(0, 0, 14, 5), image.Rect(5, 5, 120, 8), image.Rect(0, 0, 20, 90)} {
			part, area := magnify(box, 4./3, room)
			if !(part.X0 >= 0 && part.Y0 >= 0 && part.X1 <= 1+1e-9 && part.Y1 <= 1+1e-9 && part.Area() > 0) {
				t.Errorf("box %v in %v shows %v", box, room, part)
			}
			if part.X0 > box.X0 || part.Y0 > box.Y0 || part.X1 < box.X1-1e-9 || part.Y1 < box.Y1-1e-9 {
				t.Errorf("%v does not hold %v", part, box)
			}
			if area.Empty() || !area.In(room) {
				t.Errorf("box %v: area %v is not in %v", box, area, room)
			}
		}
	}
}
