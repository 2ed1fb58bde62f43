package steps

import (
	"fmt"
	"math"
	"slices"

	"github.com/maruel/natural"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// constantControl names a step by its position: none, the middle, or k steps from the start or the end.
type constantControl struct {
	name  string
	place func(steps int) int
}

// mostSteps bounds the positions that constants try.
const mostSteps = 200

// nameStep names step k of a chain, from 0; in a shorter one it is the step at that end.
func nameStep(k, shortestChain int, suffix, end string) string {
	name := fmt.Sprintf("step %d%s", k+1, suffix)
	if k >= shortestChain {
		name += ", or the " + end
	}
	return name
}

// listConstants puts those first that are taken if several are equally good.
func listConstants(shortestChain, longestChain int) []constantControl {
	all := []constantControl{{"no step is wrong", func(int) int { return none }}, {"the middle step", func(n int) int { return n / 2 }}}
	for k := range min(longestChain, mostSteps) {
		start := constantControl{nameStep(k, shortestChain, "", "last"), func(n int) int { return min(k, n-1) }}
		end := constantControl{nameStep(k, shortestChain, " from the end", "first"), func(n int) int { return max(n-1-k, 0) }}
		if k == 0 {
			end.name = "the last step"
		}
		all = append(all, start, end)
	}
	return all
}

// chooseBest returns the control with the most hits on n examples, the first of several, and as
// chosen on every second example.
func chooseBest[T any](
	metric string, chains []*evidence, judgeOptions []T, nameOf func(T) string, isHit func(option T, i int) bool,
	judgeExample func(option T, e *evidence) *evidence,
) scoring.BlindJudgeScore {
	n := len(chains)
	hits := make([][2]float64, len(judgeOptions)) // on every second example
	for k, option := range judgeOptions {
		for i := range n {
			if isHit(option, i) {
				hits[k][i%2]++
			}
		}
	}
	most := func(count func(k int) float64) (best int) {
		for k := range judgeOptions {
			if count(k) > count(best) {
				best = k
			}
		}
		return best
	}
	best := most(func(k int) float64 { return hits[k][0] + hits[k][1] })
	halves := [2]int{best, best}
	c := scoring.BlindJudgeScore{Metric: metric, Name: nameOf(judgeOptions[best]),
		Value: scoring.Defined((hits[best][0] + hits[best][1]) / float64(n)), Count: n}
	if n > 1 {
		halves = [2]int{most(func(k int) float64 { return hits[k][1] }), most(func(k int) float64 { return hits[k][0] })}
		c.TwoFold = scoring.Defined((hits[halves[0]][0] + hits[halves[1]][1]) / float64(n))
	}
	c.Judge = judgeFolds(chains, func(half int, e *evidence) *evidence { return judgeExample(judgeOptions[halves[half]], e) })
	return c
}

// controlChains are examples with what controls ask of each: its first wrong step and its length.
type controlChains struct {
	list           []*evidence
	first, lengths []int
}

func chainsOf(chains []*evidence) controlChains {
	return controlChains{chains, loaders.Map(chains, (*evidence).goldFirst), loaders.Map(chains,
		func(e *evidence) int { return len(e.Steps) })}
}

// bestConstant is over the examples that isHit accepts for the constant's step and the example's first
// wrong one.
func (c *controlChains) bestConstant(metric string, constantControls []constantControl, isHit func(step,
	first int) bool) scoring.BlindJudgeScore {
	return chooseBest(metric, c.list, constantControls, func(option constantControl) string {
		return loaders.IfElse(option.place(1) == none, "", "always ") + option.name
	}, func(option constantControl, i int) bool {
		return isHit(option.place(c.lengths[i]), c.first[i])
	}, func(option constantControl, e *evidence) *evidence {
		return e.judgedWrongAt(option.place(len(e.Steps)))
	})
}

func isSame(stepIndex, firstWrongIndex int) bool { return stepIndex == firstWrongIndex }

// listControls returns the controls of every metric that the examples allow. There is one at least.
func listControls(chains []*evidence) (controls []scoring.BlindJudgeScore) {
	// Folds are every second example in the file's order.
	chains = slices.SortedStableFunc(slices.Values(chains), func(x, y *evidence) int { return natural.Compare(x.Key, y.Key) })
	all := chainsOf(chains)
	wrong := chainsOf(loaders.Filter(chains, func(e *evidence) bool { return e.goldFirst() != none }))
	sound := len(chains) - len(wrong.list)
	constants := listConstants(slices.Min(all.lengths), slices.Max(all.lengths))
	if len(wrong.list) > 0 && sound > 0 {
		controls = append(controls, mixBest(wrong.first, len(chains)))
		if told, ok := all.controlAnswer(); ok {
			controls = append(controls, told)
		}
		controls = append(controls, scoring.BlindJudgeScore{Metric: "correct_acc", Name: "no step is wrong", Value: scoring.Defined(1),
			Count: sound,
			Judge: judgeAll(func(e *evidence) *evidence { return e.judgedWrongAt(none) })})
	}
	for _, metric := range []string{"exact", "first_err_acc"} {
		controls = append(controls, all.bestConstant(metric, constants, isSame), all.randomStep(metric))
	}
	if len(wrong.list) > 0 {
		controls = append(controls, wrong.bestConstant("error_acc", constants, isSame))
		for _, t := range within {
			controls = append(controls, wrong.bestConstant(fmt.Sprintf("within_%d", t), constants, func(step, first int) bool {
				return step >= 0 && max(step-first, first-step) <= t
			}))
		}
	}
	right := chainsOf(loaders.Filter(wrong.list, func(e *evidence) bool { return e.Answer == loaders.Right }))
	if len(right.list) > 0 {
		controls = append(controls, right.bestConstant("error_acc_right", constants, isSame))
	}
	controls = append(controls, controlLabels(chains)...)
	return append(append(controls, controlAgents(chains, constants[1:])...), controlScores(chains)...)
}

func fixedControl(metric, controlName string, v scoring.Value, n int) scoring.BlindJudgeScore {
	return scoring.BlindJudgeScore{Metric: metric, Name: controlName, Value: v, Count: n}
}

// mixBest finds, from the first wrong steps, the best mixture of "no step is wrong" and the commonest: with a its
// share of that step, ProcessBench's F1 of the two expectations is 2a / (1 + √a)².
func mixBest(firstWrongIndices []int, exampleCount int) scoring.BlindJudgeScore {
	step, n := findCommonest(firstWrongIndices)
	a := float64(n) / float64(len(firstWrongIndices))
	root := math.Sqrt(a)
	return fixedControl("f1", fmt.Sprintf("no step is wrong (with probability %.2f), else step %d", root/(1+root), step+1),
		scoring.Defined(2*a/(1+root)/(1+root)), exampleCount)
}

// findCommonest returns the least of several, and its count.
func findCommonest[T int | loaders.Verdict](items []T) (value T, n int) {
	counts := map[T]int{}
	for _, x := range items {
		counts[x]++
	}
	for x, k := range counts {
		if k > n || k == n && x < value {
			value, n = x, k
		}
	}
	return value, n
}

// controlAnswer finds no step wrong if the final answer is right, and else blames the best step k.
// ok is false if no final answer has a verdict.
func (c *controlChains) controlAnswer() (control scoring.BlindJudgeScore, ok bool) {
	if !slices.ContainsFunc(c.list, func(e *evidence) bool { return e.Answer == loaders.Right || e.Answer == loaders.Wrong }) {
		return control, false
	}
	guess := func(e *evidence, step int) int {
		return loaders.IfElse(e.Answer == loaders.Right, none, min(step, len(e.Steps)-1))
	}
	f1 := func(from, by int, step func(i int) int) float64 {
		return c.scoreGuesses(from, by, func(i int) int { return guess(c.list[i], step(i)) })
	}
	best := func(from, by int) (k int) {
		most := -1.0
		for option := range min(slices.Max(c.lengths), mostSteps) {
			if x := f1(from, by, func(int) int { return option }); x > most {
				k, most = option, x
			}
		}
		return k
	}
	k, halves := best(0, 1), [2]int{best(1, 2), best(0, 2)} // each chosen on the other half
	return scoring.BlindJudgeScore{
		Metric: "f1", Count: len(c.list),
		Name:    "no step is wrong if the final answer is right, else " + nameStep(k, slices.Min(c.lengths), "", "last"),
		Value:   scoring.Defined(f1(0, 1, func(int) int { return k })),
		TwoFold: scoring.Defined(f1(0, 1, func(i int) int { return halves[i%2] })),
		Judge:   judgeFolds(c.list, func(half int, e *evidence) *evidence { return e.judgedWrongAt(guess(e, halves[half])) }),
	}, true
}

// scoreGuesses returns ProcessBench's F1 on the examples firstIndex, firstIndex+indexStride, …; 0 if a
// part has no example.
func (c *controlChains) scoreGuesses(firstIndex, indexStride int, guessOf func(i int) int) float64 {
	var hits, all [2]float64 // with a wrong step, without
	for i := firstIndex; i < len(c.list); i += indexStride {
		part := 0
		if c.first[i] == none {
			part = 1
		}
		all[part]++
		if guessOf(i) == c.first[i] {
			hits[part]++
		}
	}
	if all[0] == 0 || all[1] == 0 {
		return 0
	}
	return scoring.F1(hits[0]/all[0], hits[1]/all[1])
}

func (c *controlChains) randomStep(metric string) scoring.BlindJudgeScore {
	sum := 0.0
	for i, first := range c.first {
		if first != none {
			sum += 1 / float64(c.lengths[i])
		}
	}
	return fixedControl(metric, "a random step", scoring.Defined(sum/float64(len(c.list))), len(c.list))
}

// controlAgents returns the commonest agent, the one at the best constant position, and a random
// one; nil if people blame no agent.
func controlAgents(chains []*evidence, constantPositions []constantControl) []scoring.BlindJudgeScore {
	chains = loaders.Filter(chains, func(e *evidence) bool { return e.Agent != "" && len(e.Steps) > 0 })
	if len(chains) == 0 {
		return nil
	}
	names := loaders.Distinct(loaders.Map(chains, func(e *evidence) string { return e.Agent }))
	slices.Sort(names)
	random := 0.0
	for _, e := range chains {
		agents := loaders.Distinct(loaders.Map(e.Steps, func(s step) string { return s.Agent }))
		random += 1 / float64(len(agents))
	}
	place := func(c constantControl, e *evidence) int { return min(c.place(len(e.Steps)), len(e.Steps)-1) }
	return []scoring.BlindJudgeScore{
		chooseBest("agent", chains, names, func(name string) string { return "always " + name },
			func(name string, i int) bool { return name == chains[i].Agent },
			func(name string, e *evidence) *evidence {
				return e.judgedBy(name, func(int) loaders.Verdict { return loaders.Unknown })
			}),
		chooseBest("agent", chains, constantPositions, func(c constantControl) string { return "whoever takes " + c.name },
			func(c constantControl, i int) bool {
				return chains[i].Steps[place(c, chains[i])].Agent == chains[i].Agent
			},
			func(c constantControl, e *evidence) *evidence { return e.judgedWrongAt(place(c, e)) }),
		fixedControl("agent", "a random agent", scoring.Defined(random/float64(len(chains))), len(chains)),
	}
}

// controlLabels returns the commonest class for step_acc, all right and all wrong for prmscore, and chance for kappa.
func controlLabels(chains []*evidence) []scoring.BlindJudgeScore {
	sums := make([]float64, width)
	var labels []loaders.Verdict
	for _, e := range chains {
		for i := range e.Steps {
			if gold := e.Steps[i].Gold; gold != loaders.Unknown {
				labels = append(labels, gold)
				sums[ofClasses+classes*classOf[gold]]++
			}
		}
	}
	if len(labels) == 0 {
		return nil
	}
	commonest, n := findCommonest(labels)
	right, wrong := countCell(sums, 0, 0), countCell(sums, 2, 0)
	always := func(metric string, every loaders.Verdict, x float64) scoring.BlindJudgeScore {
		c := fixedControl(metric, "every step is "+every.String(), scoring.Defined(x), len(labels))
		c.Judge = judgeAll(func(e *evidence) *evidence { return e.judgedBy("", func(int) loaders.Verdict { return every }) })
		return c
	}
	return []scoring.BlindJudgeScore{
		always("step_acc", commonest, float64(n)/float64(len(labels))),
		always("prmscore", loaders.Right, f1Of(right, wrong)/2),
		always("prmscore", loaders.Wrong, f1Of(wrong, right)/2),
		fixedControl("step_kappa", "chance", scoring.Defined(0), len(labels)),
	}
}

func isScored(chains []*evidence) bool {
	return slices.ContainsFunc(chains, func(e *evidence) bool {
		return slices.ContainsFunc(e.Steps, func(s step) bool { return s.IsScored })
	})
}

// controlScores ranks steps by chance, length and position.
func controlScores(chains []*evidence) []scoring.BlindJudgeScore {
	if !isScored(chains) {
		return nil
	}
	length, n := areaUnder(chains, func(e *evidence, i int) float64 { return -float64(e.Steps[i].Words) })
	position, _ := areaUnder(chains, func(_ *evidence, i int) float64 { return -float64(i) })
	return []scoring.BlindJudgeScore{
		fixedControl(auc.Name, "chance", scoring.Defined(.5), n),
		fixedControl(auc.Name, "shorter steps are right", length, n),
		fixedControl(auc.Name, "earlier steps are right", position, n),
	}
}

// areaUnder returns the area under the ROC curve of scores that are higher for right steps, over
// the steps with a score up to the first wrong one, and their number; ties count half.
func areaUnder(chains []*evidence, scoreOf func(e *evidence, i int) float64) (scoring.Value, int) {
	var all []float64
	var right []bool
	for _, e := range chains {
		gold := e.goldFirst()
		for i := range e.Steps {
			if gold != none && i > gold {
				break
			}
			if e.Steps[i].IsScored {
				all, right = append(all, scoreOf(e, i)), append(right, i != gold)
			}
		}
	}
	if !slices.Contains(right, true) || !slices.Contains(right, false) {
		return scoring.Undefined("needs both right and wrong steps"), len(all)
	}
	return scoring.Defined(stats.AUC(all, right)), len(all)
}
