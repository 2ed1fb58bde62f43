package boxes

import (
	"math"
)

// IoU returns the intersection over union of boxes (left, top, right, bottom): 0 for boxes that
// don't meet, NaN if neither has an area. A box turned inside out meets nothing.
func IoU[F float32 | float64](a, b [4]F) F {
	x, y := measureBox(a), measureBox(b)
	return x.iouWith(&y)
}

type sizedBox[F float32 | float64] struct {
	box  [4]F
	area F
}

func measureBox[F float32 | float64](b [4]F) sizedBox[F] {
	return sizedBox[F]{b, F((b[2] - b[0]) * (b[3] - b[1]))}
}

// iouWith skips the division for boxes that don't meet, which most pairs don't, if all corners are
// numbers.
func (m *sizedBox[F]) iouWith(o *sizedBox[F]) F {
	a, b, sum := &m.box, &o.box, m.area+o.area
	isApart := (a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]) && 0 < sum && sum <= math.MaxFloat32
	if isApart {
		return 0
	}
	w := min(a[2], b[2]) - max(a[0], b[0])
	h := min(a[3], b[3]) - max(a[1], b[1])
	inter := F(max(w, 0) * max(h, 0))
	return inter / (sum - inter)
}
