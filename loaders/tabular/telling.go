package tabular

import "faithscope/loaders"

// listReasons returns, for each column in turn, what its name says about its role and each reason
// that holds: those for a role that enough reasons speak for, and those against the role that its
// name gives. Reasons for a prediction are weighed beside the gold answer that fits that column
// best, and others beside the reading.
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
