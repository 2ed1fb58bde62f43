package tabular

import "faithscope/loaders"

// listReasons returns what speaks for and against the roles of the columns beside the reading: for
// each what its name says, and each reason that holds if enough do or it speaks against the role.
func (r reading) listReasons() (list []Reason) {
	for _, c := range r.columns {
		own := r
		if c.role != "" {
			list = append(list, Reason{c.name, c.role, c.weight, c.told})
		}
		if c.role == "predicted" {
			own = r.findGold(reading{deciding: r.deciding, predicted: c, correct: r.correct})
		}
		for _, by := range reasons {
			of := loaders.IfElse(by.role == "predicted", own, r)
			speaks := of.weighReasons(by.role, c) >= least || by.weight < 0 && by.role == c.role
			if speaks && by.holds(of, c) {
				list = append(list, Reason{c.name, by.role, by.weight, by.told})
			}
		}
	}
	return list
}
