package facts

import (
	"fmt"
	"sync"

	"faithscope/scoring/mcd"
)

// shiftSeed is the authors' seed.
const shiftSeed = 1337

// shiftsOf returns a function that names the slices of package mcd, in steps of ten percent,
// whose test half has example i of n. Its first call reads all records, because a slice is drawn
// from all counting questions.
func shiftsOf(recordAt func(i int) *exampleRecord, n int) func(i int) []string {
	named := sync.OnceValue(func() map[int][]string {
		var rows []int
		var questions []mcd.Question
		for i := range n {
			if r := recordAt(i); r.gold == r.gold {
				rows, questions = append(rows, i), append(questions, mcd.Question{Count: int(r.gold), Kind: r.complexity})
			}
		}
		names := make(map[int][]string, len(rows))
		for _, strategy := range []mcd.ParityStrategy{mcd.OddEven, mcd.EvenOdd} {
			for percent := 10; percent <= 100; percent += 10 {
				name := fmt.Sprintf("%s-%d", strategy, percent)
				for _, k := range (mcd.ParitySplit{Strategy: strategy, Percent: float64(percent)}).Select(questions, shiftSeed) {
					names[rows[k]] = append(names[rows[k]], name)
				}
			}
		}
		return names
	})
	return func(i int) []string { return named()[i] }
}
