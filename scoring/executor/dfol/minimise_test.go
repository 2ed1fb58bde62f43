package dfol

import (
	"math"
	"testing"
)

func TestMinimise(t *testing.T) {
	wells := func(of func(x float64) float64) func(point) float64 {
		return func(p point) (sum float64) {
			for i, x := range p {
				sum += float64(i+1) * of(x)
			}
			return sum
		}
	}
	for name, test := range map[string]struct {
		f    func(point) float64
		from point
		want point
	}{
		"a bowl":    {wells(func(x float64) float64 { return (x - 3) * (x - 3) }), point{}, point{3, 3, 3}},
		"one found": {wells(func(x float64) float64 { return (x - 3) * (x - 3) }), point{3, 3, 3}, point{3, 3, 3}},
		// The function curves downwards where the search begins.
		"a hilltop": {wells(func(x float64) float64 { return 1 - math.Exp(-x*x/2) }), point{1.5, -1.5, 1.5}, point{}},
		"a valley that bends": {func(p point) float64 {
			rosenbrock := func(x, y float64) float64 { return (1-x)*(1-x) + 100*(y-x*x)*(y-x*x) }
			return rosenbrock(p[0], p[1]) + rosenbrock(p[1], p[2])
		}, point{-1.2, 1, 0}, point{1, 1, 1}},
	} {
		at, least := minimise(test.f, test.from)
		if least != test.f(at) {
			t.Errorf("%s: %v is not its value %v", name, least, test.f(at))
		}
		if off := at.along(test.want, -1); !(math.Sqrt(off.dot(off)) <= 1e-3) {
			t.Errorf("%s: at %v, want %v", name, at, test.want)
		}
	}
}
