package nmn

import (
	"cmp"
	"fmt"
	"math"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

type side uint8

const (
	bothImages side = iota
	leftImage
	rightImage
)

type scope struct {
	only side // find's images
	one  side // in-one-image's image under in-one-other-image, otherwise both
}

type value struct {
	boxes  [][]float64
	number loaders.Number
	truth  float64
}

type evaluation struct {
	*Program
	*executor.Outcome
	changes executor.Changes
	dirty   []bool
}

// Run returns outputs, which are frozen or were asked, and "True" or "False" with its probability,
// or why not.
func (p *Program) Run(changes executor.Changes) *executor.Outcome {
	n := len(p.nodes)
	e := &evaluation{p, executor.NewOutcome(n), changes, make([]bool, n)}
	for i := n - 1; i >= 0; i-- {
		c, ok := changes[i]
		e.dirty[i] = ok && (!c.Silent() || c.Op != "" || c.Text != "")
		for _, child := range p.nodes[i].children {
			e.dirty[i] = e.dirty[i] || e.dirty[child]
		}
	}
	v := e.runModule(0, scope{})
	switch {
	case e.Undefined != "":
	case math.IsNaN(v.truth):
		e.Undefined = "a quotient by 0, or of 0, has no spread"
	default:
		e.Probability, e.Answer = &v.truth, "False"
		if math.RoundToEven(v.truth+1e-6) >= 1 { // as the authors round it
			e.Answer = "True"
		}
	}
	return e.Outcome
}

func (e *evaluation) runModule(i int, s scope) value {
	n := &e.nodes[i]
	switch n.op {
	case language.InEachImage, language.InAtLeastOneImage:
		return e.runPerImage(i, scope{only: leftImage}, scope{only: rightImage})
	case language.InOneOtherImage:
		return e.runPerImage(i, scope{one: leftImage}, scope{one: rightImage})
	}
	arguments := make([]value, len(n.children))
	for k, child := range n.children {
		inner := s
		switch {
		case s.one == bothImages:
		case n.op == language.InOneImage:
			inner.only = s.one
		case n.op == language.InOtherImage:
			inner.only = [...]side{bothImages, rightImage, leftImage}[s.one]
		}
		arguments[k] = e.runModule(child, inner)
	}
	var v value
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

func (e *evaluation) runPerImage(i int, scopes ...scope) value {
	n, before := &e.nodes[i], e.Outputs
	var p [2]float64
	var passes [2][]loaders.Output
	for k, s := range scopes {
		e.Outputs = make([]loaders.Output, len(e.nodes))
		p[k] = e.runModule(n.children[0], s).truth
		passes[k] = e.Outputs
	}
	e.Outputs, e.Passes = before, append(e.Passes, passes[:]...)
	e.stitchPasses(passes, scopes[0].only != bothImages)
	v := value{truth: float64(p[0] * p[1])}
	if n.op != language.InEachImage {
		v.truth = p[0] + p[1] - v.truth
	}
	return e.applyChanges(i, scope{}, v)
}

// Confined passes contribute one image each. Numbers and truths stay in Passes, because they have
// no images to join by.
func (e *evaluation) stitchPasses(passes [2][]loaders.Output, confined bool) {
	for i := range e.Outputs {
		a, b := passes[0][i].Boxes, passes[1][i].Boxes
		if len(a) < 2 || len(b) < 2 {
			continue
		}
		if confined {
			a = append([][]float64{a[0]}, b[1:]...)
		}
		e.Outputs[i].Boxes = a
	}
}

func confineTo(set [][]float64, only side) [][]float64 {
	if only == bothImages {
		return set
	}
	return language.Confine(set, int(only-leftImage))
}

func (e *evaluation) applyChanges(i int, s scope, v value) value {
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
		out.Number = &v.number
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
func (e *evaluation) computeSet(i int, s scope, arguments []value) [][]float64 {
	n := &e.nodes[i]
	switch n.op {
	case language.Intersect, language.Discard:
		return language.Combine(n.op, arguments[0].boxes, arguments[1].boxes)
	case language.InLeftImage:
		return confineTo(arguments[0].boxes, leftImage)
	case language.InRightImage:
		return confineTo(arguments[0].boxes, rightImage)
	case language.InOneImage, language.InOtherImage:
		return arguments[0].boxes
	}
	if c := e.changes[i]; c.Output != nil {
		return nil
	}
	if !e.dirty[i] && n.logged.Boxes != nil {
		return confineTo(n.logged.Boxes, s.only)
	}
	set, why := e.multiplyLearned(n, arguments)
	if why != "" {
		lengths := loaders.Map(e.boxes, func(boxes []loaders.Box) int { return len(boxes) })
		outputs := loaders.Map(arguments, func(v value) loaders.Output { return loaders.Output{Boxes: v.boxes} })
		set, why = e.askNetwork(i, n.op, why, outputs, executor.ListForm{Lengths: lengths, Most: 1})
	}
	if why != "" {
		e.Frozen[i] = why
		if set = n.logged.Boxes; set == nil {
			e.Undefined = "the run does not have the output of " + n.op.String()
		}
	}
	return confineTo(set, s.only)
}

func (e *evaluation) askNetwork(
	i int, op language.Op, unknown string, arguments []loaders.Output, want executor.ListForm,
) (lists [][]float64, why string) {
	m := e.modules[i]
	m.Op = op.String()
	lists, why = e.executor.Network.Run(e.example, &m, arguments, want)
	if lists != nil {
		e.Asked[i] = true
		return lists, ""
	}
	return nil, cmp.Or(why, unknown)
}

func (e *evaluation) multiplyLearned(n *node, arguments []value) (set [][]float64, why string) {
	if n.own == nil {
		return nil, n.why
	}
	factors, best := multiplyArguments(n.op, loaders.Map(arguments, func(v value) [][]float64 { return v.boxes }))
	if factors == nil {
		return n.own.p, ""
	}
	set = make([][]float64, len(n.own.p))
	for image, list := range n.own.p {
		set[image] = make([]float64, len(list))
		for k, p := range list {
			if image >= len(factors) || k >= len(factors[image]) || factors[image][k] == 0 {
				continue
			}
			if n.own.best != nil && best[image][k] != n.own.best[image][k] {
				return nil, fmt.Sprintf("it would relate box %d to box %d, not %d: its network would have to look", k, best[image][k],
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

func (e *evaluation) computeNumber(i int, s scope, arguments []value) loaders.Number {
	n := &e.nodes[i]
	switch {
	case n.constant != nil:
		return *n.constant
	case n.op == language.Count && e.changes[i].Output != nil:
		return loaders.Number{} // as above
	case n.op == language.Count:
		return e.countSet(i, s, arguments[0].boxes)
	}
	result, _ := language.Calculate(n.op, arguments[0].number, arguments[1].number)
	return result
}

// A confined count was never logged.
func (e *evaluation) countSet(i int, s scope, set [][]float64) loaders.Number {
	n := &e.nodes[i]
	logged := n.logged.Number
	switch e.executor.Counting {
	case Sum:
		return loaders.Number{Mean: totalOf(set), Var: language.Variance}
	case Graph:
		return loaders.Number{Mean: e.graphCount(set), Var: language.Variance}
	}
	confined := s.only != bothImages || s.one != bothImages || logged == nil
	if !confined && !e.dirty[n.children[0]] {
		return *logged
	}
	counts, why := e.askNetwork(i, language.Count, "its network counts, and would have to be run again", []loaders.Output{{Boxes: set}},
		executor.ListForm{Lengths: []int{1}, Most: float64(e.most)})
	switch {
	case why == "":
		return loaders.Number{Mean: counts[0][0], Var: language.Variance}
	case confined:
		e.Undefined = "the network's count of each image is not in the run"
		return loaders.Number{Mean: math.NaN(), Var: language.Variance}
	}
	e.Frozen[i] = why
	return *logged
}

func (e *evaluation) computeTruth(i int, s scope, arguments []value) float64 {
	n := &e.nodes[i]
	distribution := func(x loaders.Number) []float64 { return e.executor.Spread.Distribution(x, e.most) }
	switch n.op {
	case language.And:
		return arguments[0].truth * arguments[1].truth
	case language.Or:
		a, b := arguments[0].truth, arguments[1].truth
		return a + b - float64(a*b)
	case language.Exist:
		one := loaders.Number{Mean: 1, Var: language.Variance}
		return compareAmounts(language.GreaterEqual, distribution(e.countSet(i, s, arguments[0].boxes)), distribution(one))
	}
	return compareAmounts(n.op, distribution(arguments[0].number), distribution(arguments[1].number))
}

// Run implements [executor.Executor] with the changed operators and arguments.
func (e *Executor) Run(ex *loaders.Example, changes executor.Changes) (*executor.Outcome, error) {
	p, err := e.compileProgram(ex, changes.Program(ex.Program))
	if err != nil {
		return nil, err
	}
	return p.Run(changes), nil
}
