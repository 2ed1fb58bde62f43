package scoring

import (
	"fmt"
	"strings"
)

// Apart writes two numbers of 0..1 with at least two digits, and enough to distinguish them: .50,
// 1.00.
func Apart(x, y float64) (a, b string) {
	const most = 17
	for digits := 2; digits <= most; digits++ {
		a, b = fmt.Sprintf("%.*f", digits, x), fmt.Sprintf("%.*f", digits, y)
		if a != b || x == y {
			break
		}
	}
	return WithoutZero(a), WithoutZero(b)
}

// WithoutZero omits the 0 before the point: .50, -.31, 10.50.
func WithoutZero(number string) string {
	if positive, isNegative := strings.CutPrefix(number, "-0"); isNegative {
		return "-" + positive
	}
	return strings.TrimPrefix(number, "0")
}
