package language

import (
	"strings"

	"faithscope/loaders"
)

// NLVR2 returns the module of a name in faithful-nmn's code, a constant of one
// digit included: larger ones do not parse there. It is [Unknown] for a name that
// the code lacks.
func NLVR2(name string) Op {
	if IsConstant(name) {
		return Number
	}
	return nlvr2[name]
}

// IsConstant reports whether a name in faithful-nmn's code is a number.
func IsConstant(name string) bool { return len(name) == 1 && name[0] >= '0' && name[0] <= '9' }

// FromDFOL returns the name in runs of an operator of DFOL-VQA's programs. One
// that the table lacks stays itself.
func FromDFOL(operator string) string {
	if op := Of(strings.ReplaceAll(operator, "_", "-")); op != Unknown && strings.Contains(operator, "_") {
		return op.String()
	}
	return operator
}

// DFOL returns DFOL-VQA's name of the last operator of a program, "" for a module
// that cannot be the last.
func (op Op) DFOL() string { return modules[op].dfol }

// FromGQA returns the name in runs of an operation of GQA's programs, as
// DFOL-VQA's map of operations has it: "filter color" is a filter, "different" is
// all-different, "same color" two-same, and "choose healthier" a comparison.
func FromGQA(operation string) string {
	verb, category, _ := strings.Cut(operation, " ")
	switch {
	case verb == "same" || verb == "different":
		if category == "" {
			return "all-" + verb
		}
		return "two-" + verb
	case (verb == "verify" || verb == "choose") && category == "rel":
		return verb + "-rel"
	case verb == "choose" && isComparative(category):
		return Compare.String()
	}
	return verb
}

// isComparative reports whether what GQA chooses by is a comparative and not a
// category: "healthier", "less healthy", "thinner", but not "weather".
func isComparative(category string) bool {
	return strings.HasPrefix(category, "less ") || strings.HasPrefix(category, "more ") ||
		strings.HasSuffix(category, "er") && category != "weather" && category != "gender"
}

// FromCLEVR returns the name in runs of a function of CLEVR's programs and the
// category that it has in its name: "filter_color" is a filter by color,
// "same_size" relates by the same size. A function that the table lacks stays
// itself.
func FromCLEVR(function string) (op, category string) {
	verb, category, _ := strings.Cut(function, "_")
	switch verb {
	case "scene":
		return "select", ""
	case "same":
		return "relate", category
	case "filter", "query", "equal":
		return verb, category
	case "less", "greater":
		return verb, ""
	}
	return function, ""
}

// Variance is the fixed spread of a count and of a constant in faithful-nmn,
// whose code hands it to the normal distribution as its standard deviation.
const Variance = 0.25

// Combine is [Intersect] or [Discard] of two sets of objects, each a probability
// per image and proposal: their product, and what the first has above the
// second. What one of them lacks is left out. It is nil for other modules.
func Combine(op Op, a, b [][]float64) [][]float64 {
	var of func(x, y float64) float64
	switch op {
	case Intersect:
		of = func(x, y float64) float64 { return x * y }
	case Discard:
		of = func(x, y float64) float64 { return max(x-y, 0) }
	default:
		return nil
	}
	out := make([][]float64, min(len(a), len(b)))
	for image := range out {
		out[image] = make([]float64, min(len(a[image]), len(b[image])))
		for k := range out[image] {
			out[image][k] = of(a[image][k], b[image][k])
		}
	}
	return out
}

// Confine keeps of a set the objects of one image, by its index, and gives those
// of the others the probability 0. The set itself is not changed.
func Confine(set [][]float64, to int) [][]float64 {
	out := make([][]float64, len(set))
	for image, list := range set {
		if out[image] = list; image != to {
			out[image] = make([]float64, len(list))
		}
	}
	return out
}

// Calculate is [Sum], [Difference] or [Division] of two normally distributed
// numbers; a quotient is computed to second order, as faithful-nmn does, and has
// a spread of NaN where a mean is 0. ok is false for other modules.
func Calculate(op Op, a, b loaders.Number) (_ loaders.Number, ok bool) {
	switch op {
	case Sum:
		return loaders.Number{Mean: a.Mean + b.Mean, Var: a.Var + b.Var}, true
	case Difference:
		return loaders.Number{Mean: a.Mean - b.Mean, Var: a.Var + b.Var}, true
	case Division:
		aa, bb := a.Mean*a.Mean, b.Mean*b.Mean
		return loaders.Number{
			Mean: a.Mean/b.Mean + float64(b.Var*a.Mean/(bb*b.Mean)),
			Var:  aa / bb * (a.Var/aa + float64(b.Var/bb)),
		}, true
	}
	return loaders.Number{}, false
}

// MaxModules bounds a program. The papers' have some thirty modules at most, an
// agent's log has thousands of steps; a step that several others read is shown
// below each of them, which doubles per level.
const MaxModules = 10_000

// ErrTooLong says that a program has more than [MaxModules] modules.
var ErrTooLong = loaders.Errorf("the program has more than %d modules", MaxModules)

// Unfold writes a program as modules in pre-order, from its root. read returns
// the module of a step, whose Children are filled in, and the steps that it
// reads, in their order. A step that several read is written below each. The
// error is [ErrTooLong].
func Unfold[S any](root S, read func(step S) (loaders.Module, []S)) ([]loaders.Module, error) {
	var modules []loaders.Module
	var add func(step S) int
	add = func(step S) int {
		at := len(modules)
		m, inputs := read(step)
		m.Children = nil
		modules = append(modules, m)
		for _, input := range inputs {
			if len(modules) > MaxModules {
				break
			}
			child := add(input)
			modules[at].Children = append(modules[at].Children, child)
		}
		return at
	}
	if add(root); len(modules) > MaxModules {
		return nil, ErrTooLong
	}
	return modules, nil
}
