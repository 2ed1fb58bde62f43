package dfol

import (
	"slices"

	"faithscope/loaders"
)

// narrowScopes moves each quantifier of a formula in normal form inwards, because a module binds
// one variable: ∃x ∀y (chair(x) ∧ left(x, y)) is ∃x (chair(x) ∧ ∀y left(x, y)).
func (f formula) narrowScopes() formula {
	if f.kind == atom || f.kind == negation {
		return f
	}
	f.parts = loaders.Map(f.parts, formula.narrowScopes)
	if len(f.vars) > 0 {
		return f.narrowQuantifier()
	}
	return f.normalForm(whenTrue)
}

func (f formula) narrowQuantifier() formula {
	body, v := f.parts[0], f.vars[0]
	isBound := func(part formula) bool { return part.isFree(v) }
	narrow := func(part formula) formula {
		return formula{kind: f.kind, vars: f.vars, parts: []formula{part}}.narrowQuantifier()
	}
	switch {
	case !body.isFree(v):
		return body
	case f.kind == forAll && body.kind == conjunction, f.kind == exists && body.kind == disjunction:
		body.parts = loaders.Map(body.parts, narrow)
		return body.normalForm(whenTrue)
	case body.kind == conjunction || body.kind == disjunction:
		outside := loaders.Filter(body.parts, func(part formula) bool { return !part.isFree(v) })
		if body.parts = loaders.Filter(body.parts, isBound); len(outside) == 0 {
			return f
		}
		inside := body
		if len(body.parts) == 1 {
			inside = body.parts[0]
		}
		body.parts = slices.Concat(outside, []formula{narrow(inside)})
		return body.normalForm(whenTrue)
	}
	return f
}
