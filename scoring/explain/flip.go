package explain

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
)

// MostProven bounds the parts of a proven smallest flip.
const MostProven = 12

func marginOf(p []float64, labelIndex int) float64 {
	other := math.Inf(-1)
	for k, x := range p {
		if k != labelIndex {
			other = max(other, x)
		}
	}
	return p[labelIndex] - other
}

// smallestFlip tries all coalitions up to [MostProven] parts, where that proves the result; beyond,
// their number doubles with each part, so it removes greedily until the label changes, and then puts
// parts back while it stays changed. Of several it takes the one farthest from the whole's label.
func smallestFlip(n int, askCoalitions AskCoalitions) (c Coalition, found bool, err error) {
	p, err := askCoalitions([]Coalition{allParts(n)})
	if err != nil {
		return "", false, err
	}
	label := floats.MaxIdx(p[0])
	nearest := func(list []Coalition) (Coalition, bool, error) {
		p, err := askCoalitions(list)
		if err != nil || len(list) == 0 {
			return "", false, err
		}
		margins := loaders.Map(p, func(p []float64) float64 { return marginOf(p, label) })
		at := floats.MinIdx(margins)
		return list[at], floats.MaxIdx(p[at]) != label, nil
	}
	c = allParts(n)
	for size := 1; size <= n && !found && err == nil; size++ {
		list := c.eachChanged('1', '0')
		if n <= MostProven {
			list = loaders.Map(coalitionsOf(n, size), Coalition.complement)
		}
		c, found, err = nearest(list)
	}
	for smaller := found && n > MostProven; smaller && err == nil; {
		var back Coalition
		if back, smaller, err = nearest(c.eachChanged('0', '1')); smaller {
			c = back
		}
	}
	return c, found, err
}

func flipScores(s *explainedExample) ([]float64, error) {
	n := len(s.it.parts)
	c, found, err := smallestFlip(n, s.gameOf(s.ask).ask)
	if err != nil {
		return nil, err
	}
	text := "none of the removals tried changes the answer"
	if found {
		text = fmt.Sprintf("%d of %s", n-c.countParts(), loaders.Count(n, "part"))
	}
	switch {
	case found && (n <= MostProven || n-c.countParts() <= 2):
		text += ", provably the fewest"
	case n <= MostProven:
		text = "no removal changes the answer"
	case found:
		text += ", found greedily: fewer may be enough"
	}
	s.said = append(s.said, "removal", text)
	return loaders.Fill(n, func(i int) float64 {
		if found && c[i] == '0' {
			return 1
		}
		return 0
	}), nil
}
