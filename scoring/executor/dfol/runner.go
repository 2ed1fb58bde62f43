package dfol

import (
	"cmp"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Runner reuses memory and is for one goroutine.
type Runner struct {
	settings Settings
	program  *Program
	scene    *Scene
	values   []nodeValue
	arena    []float64
	scratch  []float64

	sums    []float64
	divided []float64
	changes executor.OutputChanges
	err     error
}

type nodeValue struct {
	set   []float64 // attention as logarithms
	truth float64   // as a logarithm
	// log-likelihoods of another node's choices, or the distribution of an amount
	options []float64
}

// NewRunner has a default threshold of 0.5.
func NewRunner(s Settings) *Runner {
	if s.Threshold == 0 {
		s.Threshold = 0.5
	}
	return &Runner{settings: s}
}

var quantifiers = [...]Quantifier{language.Exist: Exists, language.ForAll: ForAll, language.None: NotExists}

func (r *Runner) childSet(n *node, k int) []float64 { return r.values[n.children[k]].set }

func (r *Runner) truthOf(i int) float64 {
	if r.program.nodes[i].kind == language.Objects {
		return Exists.aggregateSet(r.values[i].set, r.settings.Hard)
	}
	return r.values[i].truth
}

// filterSet calibrates by op and the first literal unless op is [language.Unknown].
func (r *Runner) filterSet(targetSet, sourceSet []float64, literals []literal, op language.ModuleOp) {
	copy(targetSet, sourceSet)
	for _, l := range literals {
		for i, x := range r.askScene(l, ofAttribute) {
			if l.negated {
				x = logNot(x)
			}
			targetSet[i] += x
		}
		if l.negated {
			r.requireOther(targetSet, l)
		}
	}
	if op != language.Unknown && len(literals) > 0 {
		r.calibrateSet(targetSet, op, literals[0].name)
	}
}

// What isn't brown has another colour, if there are such objects.
func (r *Runner) requireOther(logTruths []float64, l literal) {
	others := r.scene.otherValues(l)
	hasOther := false
	for i, has := range others {
		hasOther = hasOther || has && logTruths[i] > logFloor
	}
	for i := range logTruths {
		if hasOther && !others[i] {
			logTruths[i] = logFloor
		}
	}
}

// Without the concept it sets r.err and returns zeros, so that callers need not check.
func (r *Runner) askScene(l literal, isRelation bool) []float64 {
	likelihood, err := r.scene.askLikelihood(l, isRelation)
	if err == nil {
		return likelihood
	}
	size := r.scene.n
	if isRelation {
		size *= size
	}
	r.err = cmp.Or(r.err, err)
	return make([]float64, size)
}

func (r *Runner) calibrateSet(logTruths []float64, op language.ModuleOp, conceptName string) {
	c := r.settings.Calibration
	if own, ok := r.settings.ByPredicate[AskedConcept{op, conceptName}]; ok {
		c = &own
	}
	if c != nil {
		for i, l := range logTruths {
			logTruths[i] = c.log(l)
		}
	}
}

func (r *Runner) verifyNode(n *node) float64 {
	own := r.scratch[:r.scene.n]
	if n.op == language.VerifyRel {
		r.relateNode(own, n, n.about[0], asGiven)
	} else {
		from := r.childSet(n, 0)
		r.filterSet(own, from, n.about, language.Unknown)
		for range len(n.about) - 1 {
			floats.Add(own, from)
		}
		r.calibrateSet(own, n.op, n.about[0].name)
	}
	return Exists.aggregateSet(own, r.settings.Hard)
}

const asGiven = false

func (r *Runner) relateNode(targetSet []float64, n *node, l literal, isNormalized bool) {
	clear(targetSet)
	r.filterSet(targetSet, targetSet, n.other, n.op)
	table := r.askScene(l, ofRelation)
	if isNormalized {
		r.divided = r.divided[:0]
		for i, p := range table {
			r.divided = append(r.divided, max(p, floor)/r.sums[i])
		}
		table = r.divided
	}
	between := relationLikelihoods{table, n.subject, l.negated}
	between.multiplyRelated(targetSet, r.childSet(n, 0), r.scratch[r.scene.n:])
	r.calibrateSet(targetSet, n.op, l.name)
}

func (r *Runner) combineSets(resultValue *nodeValue, n *node) {
	if n.kind == language.Truth {
		resultValue.truth = logNot(r.truthOf(n.children[0]))
		return
	}
	a := r.childSet(n, 0)
	for i := range resultValue.set {
		switch n.op {
		case language.Not:
			resultValue.set[i] = logNot(a[i])
		case language.Intersect:
			resultValue.set[i] = a[i] + r.childSet(n, 1)[i]
		case language.Discard:
			resultValue.set[i] = a[i] + logNot(r.childSet(n, 1)[i])
		default:
			resultValue.set[i] = anyHolds(a[i], r.childSet(n, 1)[i])
		}
	}
}

// Two verifications of one variable become one, unless either is changed, because the authors' code
// runs it so.
func (r *Runner) connectTruths(n *node) float64 {
	a, b := n.children[0], n.children[1]
	switch {
	case n.op == language.Or:
		return anyHolds(r.truthOf(a), r.truthOf(b))
	case n.about != nil && !r.isChanged(a) && !r.isChanged(b):
		return r.verifyNode(&node{about: n.about, children: r.program.nodes[a].children})
	}
	return r.truthOf(a) + r.truthOf(b)
}

func (r *Runner) compareNodes(n *node) float64 {
	a, b := r.values[n.children[0]].options, r.values[n.children[1]].options
	if r.program.nodes[n.children[0]].kind == language.Options {
		return anyHolds(floats.AddTo(make([]float64, len(a)), a, b)...)
	}
	sum := 0.
	for i, x := range a {
		for k, y := range b {
			isHeld := n.op == language.Equal && i == k || n.op == language.Less && i < k || n.op == language.Greater && i > k
			if isHeld {
				sum += float64(x * y)
			}
		}
	}
	return safeLog(min(sum, 1))
}

func (r *Runner) isChanged(i int) bool {
	c, ok := r.changes[i]
	return ok && !c.Silent()
}
