package steps

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// constant names a step by its position: none, the middle, or k steps from the start or the end.
type constant struct {
	name  string
	place func(steps int) int
}

// mostSteps bounds the positions that constants try.
const mostSteps = 200

// listConstants puts those first that are taken if several are equally good.
func listConstants(longest int) []constant {
	all := []constant{{"no step is wrong", func(int) int { return none }}, {"the middle step", func(n int) int { return n / 2 }}}
	for k := range min(longest, mostSteps) {
		start := constant{fmt.Sprintf("step %d", k+1), func(n int) int { return min(k, n-1) }}
		end := constant{fmt.Sprintf("step %d from the end", k+1), func(n int) int { return max(n-1-k, 0) }}
		if k == 0 {
			end.name = "the last step"
		}
		all = append(all, start, end)
	}
	return all
}

func (c constant) nameGuess() string {
	if c.place(1) == none {
		return c.name
	}
	return "always " + c.name
}

// chooseBest returns the control with the most hits on n examples, the first of several, and as
// chosen on every second example.
func chooseBest[T any](metric string, n int, options []T, name func(T) string, hit func(option T, i int) bool) scoring.Control {
	hits := make([][2]float64, len(options)) // on every second example
	for k, option := range options {
		for i := range n {
			if hit(option, i) {
				hits[k][i%2]++
			}
		}
	}
	most := func(count func(k int) float64) (best int) {
		for k := range options {
			if count(k) > count(best) {
				best = k
			}
		}
		return best
	}
	best := most(func(k int) float64 { return hits[k][0] + hits[k][1] })
	c := scoring.Control{Metric: metric, Name: name(options[best]), Value: scoring.Defined((hits[best][0] + hits[best][1]) / float64(n)),
		TwoFold: scoring.Undefined("one example"), Count: n}
	if n > 1 {
		first, second := most(func(k int) float64 { return hits[k][1] }), most(func(k int) float64 { return hits[k][0] })
		c.TwoFold = scoring.Defined((hits[first][0] + hits[second][1]) / float64(n))
	}
	return c
}

// chains are examples with what controls ask of each: its first wrong step and its length.
type chains struct {
	list           []*evidence
	first, lengths []int
}

func chainsOf(list []*evidence) chains {
	return chains{list, loaders.Map(list, (*evidence).goldFirst), loaders.Map(list, func(e *evidence) int { return len(e.Steps) })}
}

// bestConstant is over the examples that hit accepts for the constant's step and the example's first wrong one.
func (c *chains) bestConstant(metric string, constants []constant, hit func(step, first int) bool) scoring.Control {
	return chooseBest(metric, len(c.list), constants, constant.nameGuess, func(option constant, i int) bool {
		return hit(option.place(c.lengths[i]), c.first[i])
	})
}

func isSame(step, first int) bool { return step == first }

// listControls returns the controls of every metric that the examples allow, nil without any.
func listControls(list []*evidence) (controls []scoring.Control) {
	if len(list) == 0 {
		return nil
	}
	all := chainsOf(list)
	wrong := chainsOf(loaders.Filter(list, func(e *evidence) bool { return e.goldFirst() != none }))
	sound := len(list) - len(wrong.list)
	constants := listConstants(slices.Max(all.lengths))
	if len(wrong.list) > 0 && sound > 0 {
		controls = append(controls, mixBest(wrong.first))
		if told, ok := all.controlAnswer(); ok {
			controls = append(controls, told)
		}
		controls = append(controls, scoring.Control{Metric: "correct_acc", Name: "no step is wrong", Value: scoring.Defined(1), Count: sound})
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
	controls = append(controls, controlLabels(list)...)
	return append(append(controls, controlAgents(list, constants[1:])...), controlScores(list)...)
}

var nothingChosen = scoring.Undefined("nothing is chosen")

// mixBest finds, from the first wrong steps, the best mixture of "no step is wrong" and the commonest: with a its
// share of that step, ProcessBench's F1 of the two expectations is 2a / (1 + √a)².
func mixBest(wrong []int) scoring.Control {
	step, n := findCommonest(wrong)
	a := float64(n) / float64(len(wrong))
	root := math.Sqrt(a)
	return scoring.Control{Metric: "f1", Count: len(wrong), Value: scoring.Defined(2 * a / (1 + root) / (1 + root)),
		Name:    fmt.Sprintf("no step is wrong with probability %.2f, else step %d", root/(1+root), step+1),
		TwoFold: scoring.Undefined("it isn't chosen on examples")}
}

// findCommonest returns the least of several, and its count.
func findCommonest[T cmp.Ordered](list []T) (value T, n int) {
	counts := map[T]int{}
	for _, x := range list {
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
func (c *chains) controlAnswer() (control scoring.Control, ok bool) {
	if !slices.ContainsFunc(c.list, func(e *evidence) bool { return e.Answer == loaders.Right || e.Answer == loaders.Wrong }) {
		return control, false
	}
	f1 := func(from, by int, step func(i int) int) float64 {
		return c.scoreGuesses(from, by, func(i int) int {
			if c.list[i].Answer == loaders.Right {
				return none
			}
			return min(step(i), c.lengths[i]-1)
		})
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
	return scoring.Control{
		Metric: "f1", Name: fmt.Sprintf("told the final answer: none if right, else step %d", k+1), Count: len(c.list),
		Value:   scoring.Defined(f1(0, 1, func(int) int { return k })),
		TwoFold: scoring.Defined(f1(0, 1, func(i int) int { return halves[i%2] })),
	}, true
}

// scoreGuesses returns ProcessBench's F1 on the examples from, from+by, …; 0 if a part has no example.
func (c *chains) scoreGuesses(from, by int, guess func(i int) int) float64 {
	var hits, all [2]float64 // with a wrong step, without
	for i := from; i < len(c.list); i += by {
		part := 0
		if c.first[i] == none {
			part = 1
		}
		all[part]++
		if guess(i) == c.first[i] {
			hits[part]++
		}
	}
	if all[0] == 0 || all[1] == 0 {
		return 0
	}
	return scoring.F1(hits[0]/all[0], hits[1]/all[1])
}

func (c *chains) randomStep(metric string) scoring.Control {
	sum := 0.0
	for i, first := range c.first {
		if first != none {
			sum += 1 / float64(c.lengths[i])
		}
	}
	return scoring.Control{Metric: metric, Name: "a random step", Value: scoring.Defined(sum / float64(len(c.list))),
		TwoFold: nothingChosen, Count: len(c.list)}
}

// controlAgents returns the commonest agent, the one at the best constant position, and a random
// one; nil if people blame no agent.
func controlAgents(list []*evidence, positions []constant) []scoring.Control {
	list = loaders.Filter(list, func(e *evidence) bool { return e.Agent != "" && len(e.Steps) > 0 })
	if len(list) == 0 {
		return nil
	}
	names := loaders.Distinct(loaders.Map(list, func(e *evidence) string { return e.Agent }))
	slices.Sort(names)
	random := 0.0
	for _, e := range list {
		agents := loaders.Distinct(loaders.Map(e.Steps, func(s step) string { return s.Agent }))
		random += 1 / float64(len(agents))
	}
	speaks := func(c constant, i int) bool {
		steps := list[i].Steps
		return steps[min(c.place(len(steps)), len(steps)-1)].Agent == list[i].Agent
	}
	return []scoring.Control{
		chooseBest("agent", len(list), names, func(name string) string { return "always " + name },
			func(name string, i int) bool { return name == list[i].Agent }),
		chooseBest("agent", len(list), positions, func(c constant) string { return "who makes " + c.name }, speaks),
		{Metric: "agent", Name: "a random agent", Value: scoring.Defined(random / float64(len(list))),
			TwoFold: nothingChosen, Count: len(list)},
	}
}

// controlLabels returns the commonest class for step_acc, all right and all wrong for prmscore, and chance for kappa.
func controlLabels(list []*evidence) []scoring.Control {
	sums := make([]float64, width)
	var labels []string
	for _, e := range list {
		for i := range e.Steps {
			if gold := e.Steps[i].Gold; gold != loaders.Unknown {
				labels = append(labels, gold.String())
				sums[ofClasses+classes*classOf[gold]]++
			}
		}
	}
	if len(labels) == 0 {
		return nil
	}
	name, n := findCommonest(labels)
	right, wrong := countCell(sums, 0, 0), countCell(sums, 2, 0)
	fixed := func(metric, name string, x float64) scoring.Control {
		return scoring.Control{Metric: metric, Name: name, Value: scoring.Defined(x), TwoFold: nothingChosen, Count: len(labels)}
	}
	return []scoring.Control{
		fixed("step_acc", "every step is "+name, float64(n)/float64(len(labels))),
		fixed("prmscore", "every step is right", f1Of(right, wrong)/2),
		fixed("prmscore", "every step is wrong", f1Of(wrong, right)/2),
		fixed("step_kappa", "chance", 0),
	}
}

func isScored(list []*evidence) bool {
	return slices.ContainsFunc(list, func(e *evidence) bool {
		return slices.ContainsFunc(e.Steps, func(s step) bool { return s.IsScored })
	})
}

// controlScores ranks steps by chance, length and position.
func controlScores(list []*evidence) []scoring.Control {
	if !isScored(list) {
		return nil
	}
	length, n := areaUnder(list, func(e *evidence, i int) float64 { return -float64(e.Steps[i].Words) })
	position, _ := areaUnder(list, func(_ *evidence, i int) float64 { return -float64(i) })
	return []scoring.Control{
		{Metric: auc.Name, Name: "chance", Value: scoring.Defined(.5), TwoFold: nothingChosen, Count: n},
		{Metric: auc.Name, Name: "shorter steps are right", Value: length, TwoFold: nothingChosen, Count: n},
		{Metric: auc.Name, Name: "earlier steps are right", Value: position, TwoFold: nothingChosen, Count: n},
	}
}

// areaUnder returns the area under the ROC curve of scores that are higher for right steps, over
// the steps up to the first wrong one, and their number; ties count half.
func areaUnder(list []*evidence, score func(e *evidence, i int) float64) (scoring.Value, int) {
	var all []float64
	var right []bool
	for _, e := range list {
		gold := e.goldFirst()
		for i := range e.Steps {
			if gold != none && i > gold {
				break
			}
			all, right = append(all, score(e, i)), append(right, i != gold)
		}
	}
	order := loaders.Indices(len(all))
	slices.SortFunc(order, func(i, k int) int { return cmp.Compare(all[i], all[k]) })
	var ranks, n float64
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && all[order[to]] == all[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			if right[i] {
				ranks, n = ranks+float64(from+to+1)/2, n+1
			}
		}
		from = to
	}
	wrong := float64(len(all)) - n
	if n == 0 || wrong == 0 {
		return scoring.Undefined("right and wrong steps are needed"), len(all)
	}
	return scoring.Defined((ranks - n*(n+1)/2) / (n * wrong)), len(all)
}
