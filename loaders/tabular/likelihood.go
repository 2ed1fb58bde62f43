package tabular

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// isLikelihood reports whether a name says only that a column has numbers that are the greater the
// likelier a class is, or of which try.
func isLikelihood(words []string) bool {
	rest := naming{stem: stemOf(words, likelihoodWords, predictedWords, outputWords, certainWords)}
	return hasWord(likelihoodWords, words...) && (len(rest.stem) == 0 || rest.isVariant())
}

// isProbable reports whether such a name is that of the probability of 1. A score, or a
// confidence, may be of something else.
func isProbable(words []string) bool {
	predicted := hasWord(words, "score") && (hasWord(words, "y") || hasWord(predictedWords, words...))
	return isLikelihood(words) && !hasWord(words, "0") && (predicted || hasWord(words, "p", "prob", "proba", "probability", "sigmoid"))
}

// isHypothesis reports whether a name is of a text beside its reference.
func isHypothesis(c *column) bool { return c.hasWord(hypothesisWords) && !c.hasWord(headWords) }

// isIndexed reports whether each prediction is a number for each class, and each gold answer
// one of the classes; of a pattern, whether the columns are those of the gold answers.
func (d *deciding) isIndexed(predicted, gold *column) bool {
	n, fractions, classes := 0, false, gold.times
	for _, r := range d.rows {
		if r.valueAt(predicted.name) == nil {
			continue
		}
		names, weights := weightsOf(r.valueAt(predicted.name))
		class := rules.CanonicalText(Text(r.valueAt(gold.name)))
		if n = max(n, len(names)); len(names) != n || n < 2 || class != "" && !slices.Contains(names, class) {
			return false
		}
		fractions = fractions || slices.ContainsFunc(weights, func(x float64) bool { return x != math.Trunc(x) })
	}
	return fractions && len(classes) > 1 && (len(classes) == n || predicted.name[len(predicted.name)-1] != '*')
}

// addConfidence adds the column that has the probability of the prediction: one with such a
// name and nothing else in it than a prediction's, whose values are within 0..1 and not
// below 1/n, where the predictions are n classes. A lower one is not of the class that was
// predicted, but of a certain class, or of something else.
func (d *deciding) addConfidence(by Decision) Decision {
	classes := d.columnAt(append(by.Map.pathsOf("predicted"), "")[0])
	named := loaders.Filter(d.columns, func(c *column) bool {
		return c.hasWord(confidenceWords) && len(stemOf(c.words, confidenceWords, predictedWords, []string{"score"})) == 0
	})
	if !classes.isClosed() || len(classes.times) < 2 || len(named) != 1 {
		return by
	}
	if p := named[0]; p.filled > 0 && p.unit == p.filled && p.fractions > 0 && p.least >= 1/float64(len(classes.times))-rounding {
		by.Map = by.Map.withPaths("probability", named[0].name)
	}
	return by
}
