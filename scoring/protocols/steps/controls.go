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

const mostSteps = 200

// The first of equally good constants is taken.
func listConstants(list []*evidence) []constant {
	all := []constant{{"no step is wrong", func(int) int { return none }}, {"the middle step", func(n int) int { return n / 2 }}}
	longest := 0
	for _, e := range list {
		longest = max(longest, len(e.Steps))
	}
	for k := range min(longest, mostSteps) {
		start := constant{fmt.Sprintf("always step %d", k+1), func(n int) int { return min(k, n-1) }}
		end := constant{fmt.Sprintf("always step %d from the end", k+1), func(n int) int { return max(n-1-k, 0) }}
		if k == 0 {
			end.name = "always the last step"
		}
		all = append(all, start, end)
	}
	return all
}

// chooseBest counts hits on every second example from the first or second on, or on all.
func chooseBest[T any](options []T, list []*evidence, from, by int, hit func(option T, e *evidence) bool) int {
	best, most := 0, -1
	for k, option := range options {
		hits := 0
		for i := from; i < len(list); i += by {
			if hit(option, list[i]) {
				hits++
			}
		}
		if hits > most {
			best, most = k, hits
		}
	}
	return best
}

func shareOf[T any](option T, list []*evidence, from, by int, hit func(option T, e *evidence) bool) (hits float64) {
	for i := from; i < len(list); i += by {
		if hit(option, list[i]) {
			hits++
		}
	}
	return hits / float64(len(list))
}

// bestOf returns the best control over the list, also as chosen in two folds.
func bestOf[T any](
	metric string, options []T, list []*evidence, name func(T) string, hit func(T, *evidence) bool,
) scoring.Control {
	best := options[chooseBest(options, list, 0, 1, hit)]
	c := scoring.Control{Metric: metric, Name: name(best), Value: scoring.Defined(shareOf(best, list, 0, 1, hit)),
		TwoFold: scoring.Undefined("one example"), Count: len(list)}
	if len(list) > 1 {
		folds := 0.0
		for half := range 2 {
			folds += shareOf(options[chooseBest(options, list, 1-half, 2, hit)], list, half, 2, hit)
		}
		c.TwoFold = scoring.Defined(folds)
	}
	return c
}

func nameConstant(c constant) string { return c.name }

func listControls(list []*evidence) (controls []scoring.Control) {
	wrong := loaders.Filter(list, func(e *evidence) bool { return e.goldFirst() != none })
	sound := loaders.Filter(list, func(e *evidence) bool { return e.goldFirst() == none })
	constants := listConstants(list)
	exact := func(c constant, e *evidence) bool { return c.place(len(e.Steps)) == e.goldFirst() }
	if len(wrong) > 0 && len(sound) > 0 {
		controls = append(controls, mixBest(wrong))
		if told, ok := controlAnswer(list); ok {
			controls = append(controls, told)
		}
		controls = append(controls,
			scoring.Control{Metric: "correct_acc", Name: "no step is wrong", Value: scoring.Defined(1), Count: len(sound)})
	}
	if len(wrong) > 0 {
		controls = append(controls, bestOf("error_acc", constants, wrong, nameConstant, exact))
	}
	if len(list) > 0 {
		controls = append(controls, bestOf("exact", constants, list, nameConstant, exact), randomStep(list))
		controls = append(controls, controlLabels(list)...)
	}
	for _, t := range within {
		if len(wrong) > 0 {
			near := func(c constant, e *evidence) bool {
				p, gold := c.place(len(e.Steps)), e.goldFirst()
				return p >= 0 && max(p-gold, gold-p) <= t
			}
			controls = append(controls, bestOf(fmt.Sprintf("within_%d", t), constants, wrong, nameConstant, near))
		}
	}
	return append(append(controls, controlAgents(list, constants[1:])...), controlScores(list)...)
}

// mixBest finds the best mixture of "no step is wrong" and the commonest first wrong step: with a the
// share of that step, ProcessBench's F1 of the two expectations is 2a / (1 + √a)².
func mixBest(wrong []*evidence) scoring.Control {
	step, n := findCommonest(loaders.Map(wrong, (*evidence).goldFirst))
	a := float64(n) / float64(len(wrong))
	root := math.Sqrt(a)
	return scoring.Control{Metric: "f1", Count: len(wrong), Value: scoring.Defined(2 * a / (1 + root) / (1 + root)),
		Name:    fmt.Sprintf("no step is wrong with probability %.2f, else step %d", root/(1+root), step+1),
		TwoFold: scoring.Undefined("it isn't chosen on examples")}
}

// the least value of several, and its count
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
func controlAnswer(list []*evidence) (c scoring.Control, ok bool) {
	if !slices.ContainsFunc(list, func(e *evidence) bool { return e.Answer == loaders.Right || e.Answer == loaders.Wrong }) {
		return c, false
	}
	longest := 0
	for _, e := range list {
		longest = max(longest, len(e.Steps))
	}
	longest = min(longest, mostSteps)
	guess := func(k int, e *evidence) int {
		if e.Answer == loaders.Right {
			return none
		}
		return min(k, len(e.Steps)-1)
	}
	best := func(from, by int) (k int) {
		most := -1.0
		for option := range longest {
			if f1 := f1OfGuesses(list, from, by, func(i int) int { return guess(option, list[i]) }); f1 > most {
				k, most = option, f1
			}
		}
		return k
	}
	k := best(0, 1)
	halves := [2]int{best(1, 2), best(0, 2)} // chosen on the other half
	return scoring.Control{
		Metric: "f1", Name: fmt.Sprintf("told the final answer: none if right, else step %d", k+1), Count: len(list),
		Value:   scoring.Defined(f1OfGuesses(list, 0, 1, func(i int) int { return guess(k, list[i]) })),
		TwoFold: scoring.Defined(f1OfGuesses(list, 0, 1, func(i int) int { return guess(halves[i%2], list[i]) })),
	}, true
}

// ProcessBench's F1 on the examples from, from+by, …; 0 if one of its parts has no example.
func f1OfGuesses(list []*evidence, from, by int, guess func(i int) int) float64 {
	var hits, of [2]float64
	for i := from; i < len(list); i += by {
		gold, part := list[i].goldFirst(), 0
		if gold == none {
			part = 1
		}
		of[part]++
		if guess(i) == gold {
			hits[part]++
		}
	}
	if of[0] == 0 || of[1] == 0 {
		return 0
	}
	return scoring.F1(hits[0]/of[0], hits[1]/of[1])
}

func randomStep(list []*evidence) scoring.Control {
	sum := 0.0
	for _, e := range list {
		if e.goldFirst() != none {
			sum += 1 / float64(len(e.Steps))
		}
	}
	return scoring.Control{Metric: "exact", Name: "a random step", Value: scoring.Defined(sum / float64(len(list))),
		TwoFold: scoring.Undefined("nothing is chosen"), Count: len(list)}
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
	speaks := func(c constant, e *evidence) bool {
		return e.Steps[min(c.place(len(e.Steps)), len(e.Steps)-1)].Agent == e.Agent
	}
	return []scoring.Control{
		bestOf("agent", names, list, func(name string) string { return "always " + name },
			func(name string, e *evidence) bool { return name == e.Agent }),
		bestOf("agent", positions, list, func(c constant) string { return "who makes " + c.name }, speaks),
		{Metric: "agent", Name: "a random agent", Value: scoring.Defined(random / float64(len(list))),
			TwoFold: scoring.Undefined("nothing is chosen"), Count: len(list)},
	}
}

// The commonest class for step_acc, all right and all wrong for prmscore, chance for kappa.
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
	chosen := scoring.Undefined("nothing is chosen")
	fixed := func(metric, name string, x float64) scoring.Control {
		return scoring.Control{Metric: metric, Name: name, Value: scoring.Defined(x), TwoFold: chosen, Count: len(labels)}
	}
	return []scoring.Control{
		fixed("step_acc", "every step is "+name, float64(n)/float64(len(labels))),
		fixed("prmscore", "every step is right", f1Of(right, wrong, 0)/2),
		fixed("prmscore", "every step is wrong", f1Of(wrong, right, 0)/2),
		fixed("step_kappa", "chance", 0),
	}
}

func isScored(list []*evidence) bool {
	return slices.ContainsFunc(list, func(e *evidence) bool {
		return slices.ContainsFunc(e.Steps, func(s step) bool { return s.IsScored })
	})
}

// The scores are a step's length and position.
func controlScores(list []*evidence) []scoring.Control {
	if !isScored(list) {
		return nil
	}
	length, n := areaUnder(list, func(e *evidence, i int) float64 { return -float64(e.Steps[i].Words) })
	position, _ := areaUnder(list, func(_ *evidence, i int) float64 { return -float64(i) })
	chosen := scoring.Undefined("nothing is chosen")
	return []scoring.Control{
		{Metric: auc.Name, Name: "chance", Value: scoring.Defined(.5), TwoFold: chosen, Count: n},
		{Metric: auc.Name, Name: "shorter steps are right", Value: length, TwoFold: chosen, Count: n},
		{Metric: auc.Name, Name: "earlier steps are right", Value: position, TwoFold: chosen, Count: n},
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
