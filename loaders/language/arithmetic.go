package language

import "faithscope/loaders"

// Variance is the fixed spread of a count and a constant in faithful-nmn, whose code passes it as
// the normal distribution's standard deviation.
const Variance = 0.25

// Combine returns [Intersect] or [Discard] of two sets of objects, each a probability per image and
// proposal: their product, or the first less the second, at least 0. Images and proposals missing
// in one are left out. It returns nil for other modules.
func Combine(op ModuleOp, a, b [][]float64) [][]float64 {
	if op != Intersect && op != Discard {
		return nil
	}
	out := make([][]float64, min(len(a), len(b)))
	for image := range out {
		out[image] = make([]float64, min(len(a[image]), len(b[image])))
		for k := range out[image] {
			if x, y := a[image][k], b[image][k]; op == Intersect {
				out[image][k] = x * y
			} else {
				out[image][k] = max(x-y, 0)
			}
		}
	}
	return out
}

// Confine returns a copy of a set with probability 0 for objects outside the kept image; that image's
// list is shared.
func Confine(probabilities [][]float64, keptImageIndex int) [][]float64 {
	out := make([][]float64, len(probabilities))
	for image, list := range probabilities {
		if out[image] = list; image != keptImageIndex {
			out[image] = make([]float64, len(list))
		}
	}
	return out
}

// Calculate returns the [Sum], [Difference] or [Division] of two independent normally distributed
// numbers. A quotient is computed to second order, as in faithful-nmn, and has a spread of NaN if a
// mean is 0. ok is false for other modules.
func Calculate(op ModuleOp, a, b loaders.Number) (_ loaders.Number, ok bool) {
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
