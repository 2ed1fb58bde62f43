package explain

import (
	"slices"
)

// Differences returns ascending places outside the longest common subsequence; in long texts all
// words between the first and the last difference.
func Differences(a, b []string) (inA, inB []int) {
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	x, y := a[start:len(a)-end], b[start:len(b)-end]
	common := commonOf(x, y)
	for i, k := 0, 0; i < len(x) || k < len(y); {
		inBoth := i < len(x) && k < len(y)
		switch {
		case inBoth && x[i] == y[k] && common(i, k) > 0:
			i, k = i+1, k+1
		case k == len(y) || i < len(x) && common(i+1, k) >= common(i, k+1):
			inA = append(inA, start+i)
			i++
		default:
			inB = append(inB, start+k)
			k++
		}
	}
	return inA, inB
}

const mostCompared = 1 << 22

func commonOf(x, y []string) func(i, k int) int {
	if len(x)*len(y) > mostCompared {
		return func(int, int) int { return 0 }
	}
	w := len(y) + 1
	table := make([]int, (len(x)+1)*w)
	for i, a := range slices.Backward(x) {
		for k, b := range slices.Backward(y) {
			if table[i*w+k] = max(table[(i+1)*w+k], table[i*w+k+1]); a == b {
				table[i*w+k] = 1 + table[(i+1)*w+k+1]
			}
		}
	}
	return func(i, k int) int { return table[i*w+k] }
}
