package scoring

import (
	"cmp"

	"faithscope/loaders"
)

// Quadrant counts examples by the verdict on the answer, then by that on
// faithfulness: q[loaders.Right][loaders.Wrong] are right and not faithful.
type Quadrant [3][3]int

// N is how many examples there are.
func (q *Quadrant) N() (n int) {
	for _, row := range q {
		n += row[0] + row[1] + row[2]
	}
	return n
}

// Placed is how many examples have both verdicts.
func (q *Quadrant) Placed() int {
	r, w := q[loaders.Right], q[loaders.Wrong]
	return r[loaders.Right] + r[loaders.Wrong] + w[loaders.Right] + w[loaders.Wrong]
}

// Answers is how many answers are right, of those with a verdict.
func (q *Quadrant) Answers() (right, judged int) {
	for _, n := range q[loaders.Right] {
		right += n
	}
	return right, q.N() - q[loaders.Unknown][0] - q[loaders.Unknown][1] - q[loaders.Unknown][2]
}

// Faithful is how many examples are faithful, of those with both verdicts: the
// share "faithful" of the protocol faithfulness.
func (q *Quadrant) Faithful() (faithful, placed int) {
	return q[loaders.Right][loaders.Right] + q[loaders.Wrong][loaders.Right], q.Placed()
}

// Standing says in words where an example stands: "right but unfaithful".
func Standing(answer, faithful loaders.Verdict) string {
	return cmp.Or([3][3]string{
		loaders.Right: {loaders.Right: "right and faithful", loaders.Wrong: "right but unfaithful"},
		loaders.Wrong: {loaders.Right: "wrong but faithful", loaders.Wrong: "wrong and unfaithful"},
	}[answer][faithful], "no verdict")
}
