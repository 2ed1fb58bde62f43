package roles

import "slices"

// areRuns reports whether rows have means of many examples.
func (o offerMaker) areRuns() bool {
	return o.question == nil && o.hasColumn(func(c *column) bool {
		return c.fractions > 0 && 2*c.fractions >= c.filled && c.hasWord(meanWords)
	})
}

// unlessSummary offers nothing of rows with metrics and nothing that tells examples.
func (o offerMaker) unlessSummary(decision RoleDecision) RoleDecision {
	isVerdict := func(m RoleMap) bool { return m.Has("correct") }
	isExample := o.otherRoles.MakesExample() || o.otherRoles.Has("id") || slices.ContainsFunc(decision.Offers, isVerdict)
	isText := func(c *column) bool {
		return c.isProse() || len(c.times) == c.filled && c.filled > mostClasses && !c.isNumeric()
	}
	isMetric := func(c *column) bool { return c.hasWord(meanWords) && c.isNumeric() && c.fractions > 0 }
	if isExample || !o.hasColumn(isMetric) || o.hasColumn(isText) {
		return decision
	}
	return RoleDecision{Doubt: "its rows have metrics but no text: they look like results of models, not examples"}
}
