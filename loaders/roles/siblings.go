package roles

import (
	"slices"

	"faithscope/loaders"
)

// namedColumns are the columns of a table, of which some are named after others.
type namedColumns []*column

// correctSystems makes a correct answer by name with a verdict of its own a system's, if another is beside it:
// "oracle_answer" and "oracle_correct" beside "gold".
func (l namedColumns) correctSystems() {
	for _, c := range l {
		isPlain := func(o *column) bool {
			return o.role == "gold" && o.words[0] != c.words[0] && len(stemOf(o.words, goldWords)) == 0
		}
		if c.role != "gold" || len(c.words) != 2 || c.words[1] != "answer" || !slices.ContainsFunc(l, isPlain) {
			continue
		}
		own := []string{c.words[0], "correct"}
		isOwn := func(o *column) bool { return o.role == "correct" && slices.Equal(o.words, own) }
		if at := slices.IndexFunc(l, isOwn); at >= 0 {
			c.columnNameMeaning = columnNameMeaning{"predicted", 0, "a system's answer", own[:1]}
			l[at].columnNameMeaning = columnNameMeaning{"correct", 1, "a verdict", own[:1]}
		}
	}
}

// haveSolution reports whether c is MATH's solution with its answer in a box, and no other column a correct answer.
func (l namedColumns) haveSolution(c *column) bool {
	isGold := func(o *column) bool { return o.role == "gold" }
	return c.told == judgedWork && foldName(c.name) == "solution" && c.isBoxed() && !slices.ContainsFunc(l, isGold)
}

// offerTwins offers columns whose names differ only in the words for predictions and correct answers, whatever they
// measure, as "expected_total" and "extracted_total".
func (l namedColumns) offerTwins(otherRoles RoleMap) (offers []RoleMap) {
	for _, g := range l {
		for _, p := range l {
			measured := loaders.Without(g.words, goldWords)
			isTwin := len(measured) > 0 && len(measured) < len(g.words) && p != g && p.sharesValues(g) &&
				slices.Equal(measured, loaders.Without(p.words, slices.Concat(predictedWords, outputWords))) && !slices.Equal(p.words, g.words)
			if isTwin {
				offers = append(offers, otherRoles.WithPaths("gold", g.name).WithPaths("predicted", p.name))
			}
		}
	}
	return offers
}

// isPredictedOf reports whether a column has the few values of another and its name with predicted, whatever that is.
func (c *column) isPredictedOf(gold *column) bool {
	isNamed := c.hasWord(predictedWords) && gold.role == "" && c.isNamedAfter(gold)
	return isNamed && c.isFew() && gold.isFew() && c.fractions+gold.fractions == 0 && c.countShared(gold) > 1
}

func (c *column) isNamedAfter(gold *column) bool {
	rest := loaders.Filter(c.words, func(word string) bool { return !hasWord(predictedWords, word) })
	isLabelOf := len(gold.words) > 1 && hasWord(gold.words[:1], "label", "class") && slices.Equal(rest, gold.words[1:])
	return len(rest) > 0 && len(rest) < len(c.words) && (isLabelOf || slices.Equal(rest, gold.words))
}
