package nmn

import (
	"cmp"
	"fmt"
	"math"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

type imageSide uint8

const (
	bothImages imageSide = iota
	leftImage
	rightImage
)

type imageScope struct {
	only imageSide // find's images
	one  imageSide // in-one-image's image under in-one-other-image, otherwise both
}

type moduleValue struct {
	boxes  objectSet
	number loaders.Number
	truth  float64
}

type programEvaluation struct {
	*Program
	*executor.Outcome
	changes executor.OutputChanges
	dirty   []bool
}

// Run returns outputs, which are frozen or were asked, and "True" or "False" with its probability,
// or why not.
func (p *Program) Run(outputChanges executor.OutputChanges) *executor.Outcome {
	n := len(p.nodes)
	e := &programEvaluation{p, executor.NewOutcome(n), outputChanges, make([]bool, n)}
	for i := n - 1; i >= 0; i-- {
		c, ok := outputChanges[i]
		e.dirty[i] = ok && (!c.Silent() || c.Op != "" || c.Text != "")
		for _, child := range p.nodes[i].children {
			e.dirty[i] = e.dirty[i] || e.dirty[child]
		}
	}
	v := e.runModule(0, imageScope{})
	switch {
	case e.Undefined != "":
	case math.IsNaN(v.truth):
		e.Undefined = "the spread of a quotient is undefined if either number is 0"
	default:
		e.Probability, e.Answer = &v.truth, "False"
		if math.RoundToEven(v.truth+1e-6) >= 1 { // as the authors round it
			e.Answer = "True"
		}
	}
	return e.Outcome
}

func (e *programEvaluation) runModule(i int, s imageScope) moduleValue {
	n := &e.nodes[i]
	switch n.op {
	case language.InEachImage, language.InAtLeastOneImage:
		return e.runPerImage(i, imageScope{only: leftImage}, imageScope{only: rightImage})
	case language.InOneOtherImage:
		return e.runPerImage(i, imageScope{one: leftImage}, imageScope{one: rightImage})
	}
	arguments := make([]moduleValue, len(n.children))
	for k, child := range n.children {
		inner := s
		switch {
		case s.one == bothImages:
		case n.op == language.InOneImage:
			inner.only = s.one
		case n.op == language.InOtherImage:
			inner.only = [...]imageSide{bothImages, rightImage, leftImage}[s.one]
		}
		arguments[k] = e.runModule(child, inner)
	}
	var v moduleValue
	switch n.Returns {
	case language.Objects:
		v.boxes = e.computeSet(i, s, arguments)
	case language.Amount:
		v.number = e.computeNumber(i, s, arguments)
	default:
		v.truth = e.computeTruth(i, s, arguments)
	}
	return e.applyChanges(i, s, v)
}

func (e *programEvaluation) runPerImage(i int, imageScopes ...imageScope) moduleValue {
	n, before := &e.nodes[i], e.Outputs
	var p [2]float64
	var passes [2][]loaders.Output
	for k, s := range imageScopes {
		e.Outputs = make([]loaders.Output, len(e.nodes))
		p[k] = e.runModule(n.children[0], s).truth
		passes[k] = e.Outputs
	}
	e.Outputs, e.Passes = before, append(e.Passes, passes[:]...)
	e.stitchPasses(passes, imageScopes[0].only != bothImages)
	v := moduleValue{truth: float64(p[0] * p[1])}
	if n.op != language.InEachImage {
		v.truth = p[0] + p[1] - v.truth
	}
	return e.applyChanges(i, imageScope{}, v)
}

// Confined passes contribute one image each. Numbers and truths stay in Passes, because they have
// no images to join by.
func (e *programEvaluation) stitchPasses(outputsPerPass [2][]loaders.Output, areConfined bool) {
	for i := range e.Outputs {
		a, b := outputsPerPass[0][i].Boxes, outputsPerPass[1][i].Boxes
		if len(a) < 2 || len(b) < 2 {
			continue
		}
		if areConfined {
			a = append(objectSet{a[0]}, b[1:]...)
		}
		e.Outputs[i].Boxes = a
	}
}

func confineTo(probabilitySet objectSet, keptSide imageSide) objectSet {
	if keptSide == bothImages {
		return probabilitySet
	}
	return language.Confine(probabilitySet, int(keptSide-leftImage))
}

func (e *programEvaluation) applyChanges(i int, s imageScope, v moduleValue) moduleValue {
	c, out := e.changes[i], &e.Outputs[i]
	switch e.nodes[i].Returns {
	case language.Objects:
		if !c.Silent() {
			v.boxes = confineTo(c.Boxes(v.boxes), s.only)
		}
		out.Boxes = v.boxes
	case language.Amount:
		if c.Output != nil && c.Output.Number != nil {
			v.number = *c.Output.Number
		}
		if !math.IsNaN(v.number.Mean) {
			out.Number = &v.number
		}
	default:
		if c.Output != nil && c.Output.Truth != nil {
			v.truth = *c.Output.Truth
		}
		if v.truth = c.Probability(v.truth); !math.IsNaN(v.truth) {
			out.Truth = &v.truth
		}
	}
	return v
}

// Only a network would know a changed set, so it is frozen at the log.
func (e *programEvaluation) computeSet(i int, s imageScope, argumentValues []moduleValue) objectSet {
	n := &e.nodes[i]
	switch n.op {
	case language.Intersect, language.Discard:
		return language.Combine(n.op, argumentValues[0].boxes, argumentValues[1].boxes)
	case language.InLeftImage:
		return confineTo(argumentValues[0].boxes, leftImage)
	case language.InRightImage:
		return confineTo(argumentValues[0].boxes, rightImage)
	case language.InOneImage, language.InOtherImage:
		return argumentValues[0].boxes
	}
	if c := e.changes[i]; c.Output != nil {
		return nil
	}
	if !e.dirty[i] && n.logged.Boxes != nil {
		return confineTo(n.logged.Boxes, s.only)
	}
	set, why := n.multiplyLearned(argumentValues)
	if why != "" {
		lengths := loaders.Map(e.boxes, func(boxes []loaders.Box) int { return len(boxes) })
		outputs := loaders.Map(argumentValues, func(v moduleValue) loaders.Output { return loaders.Output{Boxes: v.boxes} })
		set, why = e.askNetwork(i, n.op, why, outputs, executor.ListRequirement{Lengths: lengths, Most: 1})
	}
	if why != "" {
		e.Frozen[i] = why
		if set = n.logged.Boxes; set == nil {
			e.Undefined = "the run lacks the output of " + n.op.String()
		}
	}
	return confineTo(set, s.only)
}

func (e *programEvaluation) askNetwork(
	i int, op language.ModuleOp, defaultReason string, argumentOutputs []loaders.Output, listRequirement executor.ListRequirement,
) (lists [][]float64, reason string) {
	m := e.modules[i]
	m.Op = op.String()
	lists, reason = e.executor.Network.Run(e.example, &m, argumentOutputs, listRequirement)
	if lists != nil {
		e.Asked[i] = true
		return lists, ""
	}
	return nil, cmp.Or(reason, defaultReason)
}

func (n *programNode) multiplyLearned(argumentValues []moduleValue) (set objectSet, reason string) {
	if n.own == nil {
		return nil, n.why
	}
	factors, best := multiplyArguments(n.op, loaders.Map(argumentValues, func(v moduleValue) objectSet { return v.boxes }))
	if factors == nil {
		return n.own.p, ""
	}
	set = make(objectSet, len(n.own.p))
	for image, list := range n.own.p {
		set[image] = make([]float64, len(list))
		for k, p := range list {
			if image >= len(factors) || k >= len(factors[image]) || factors[image][k] == 0 {
				continue
			}
			if n.own.best != nil && best[image][k] != n.own.best[image][k] {
				return nil, fmt.Sprintf("it would relate box %d to box %d, not %d: its network would have to be rerun", k, best[image][k],
					n.own.best[image][k])
			}
			if math.IsNaN(p) {
				return nil, fmt.Sprintf("its network's output for box %d is unknown: the argument was 0 there", k)
			}
			set[image][k] = min(p, 1) * factors[image][k]
		}
	}
	return set, ""
}

func (e *programEvaluation) computeNumber(i int, s imageScope, argumentValues []moduleValue) loaders.Number {
	n := &e.nodes[i]
	switch {
	case n.constant != nil:
		return *n.constant
	case n.op == language.Count && e.changes[i].Output != nil:
		return loaders.Number{} // as above
	case n.op == language.Count:
		return e.countSet(i, s, argumentValues[0].boxes)
	}
	result, _ := language.Calculate(n.op, argumentValues[0].number, argumentValues[1].number)
	return result
}

// countSet returns the logged count only for an unchanged set that is seen whole, because a confined
// count was never logged.
func (e *programEvaluation) countSet(i int, s imageScope, probabilitySet objectSet) loaders.Number {
	n := &e.nodes[i]
	logged := n.logged.Number
	switch e.executor.Counting {
	case Sum:
		return countNumber(totalOf(probabilitySet))
	case Graph:
		return countNumber(e.graphCount(probabilitySet))
	}
	confined := s.only != bothImages || s.one != bothImages || logged == nil
	if !confined && !e.dirty[n.children[0]] {
		return *logged
	}
	counts, why := e.askNetwork(i, language.Count, "its network can't be rerun", []loaders.Output{{Boxes: probabilitySet}},
		executor.ListRequirement{Lengths: []int{1}, Most: float64(e.most)})
	switch {
	case why == "":
		return countNumber(counts[0][0])
	case confined:
		e.Undefined = loaders.IfElse(logged == nil, "the network can't be rerun to count again",
			"the run lacks the network's count per image")
		return countNumber(math.NaN())
	}
	e.Frozen[i] = why
	return *logged
}

func (e *programEvaluation) computeTruth(i int, s imageScope, argumentValues []moduleValue) float64 {
	n := &e.nodes[i]
	distribution := func(x loaders.Number) []float64 { return e.executor.Spread.Distribution(x, e.most) }
	switch n.op {
	case language.And:
		return argumentValues[0].truth * argumentValues[1].truth
	case language.Or:
		a, b := argumentValues[0].truth, argumentValues[1].truth
		return a + b - float64(a*b)
	case language.Exist:
		return compareAmounts(language.GreaterEqual, distribution(e.countSet(i, s, argumentValues[0].boxes)), distribution(countNumber(1)))
	}
	return compareAmounts(n.op, distribution(argumentValues[0].number), distribution(argumentValues[1].number))
}

// Run implements [executor.Executor] with the changed operators and arguments.
func (e *Executor) Run(ex *loaders.Example, outputChanges executor.OutputChanges) (*executor.Outcome, error) {
	p, err := e.compileProgram(ex, outputChanges.Program(ex.Program))
	if err != nil {
		return nil, err
	}
	return p.Run(outputChanges), nil
}
