package tabular

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// isLikelihood reports whether a name, by its words, says only that a column has numbers that are
// the greater the likelier a class is, perhaps of a numbered try.
func isLikelihood(words []string) bool {
	rest := naming{stem: stemOf(words, likelihoodWords, predictedWords, outputWords, certainWords)}
	return hasWord(likelihoodWords, words...) && (len(rest.stem) == 0 || rest.isVariant())
}

// isProbable reports whether a likelihood's name is that of the probability of 1, as prob or
// y_score, not prob_0. A score, or a confidence, may be of something else.
func isProbable(words []string) bool {
	predicted := hasWord(words, "score") && (hasWord(words, "y") || hasWord(predictedWords, words...))
	return isLikelihood(words) && !hasWord(words, "0") && (predicted || hasWord(words, "p", "prob", "proba", "probability", "sigmoid"))
}

// isHypothesis reports whether a name is that of a text beside its reference, as translation or
// hypothesis, and not of an answer.
func isHypothesis(c *column) bool { return c.hasWord(hypothesisWords) && !c.hasWord(headWords) }

// isIndexed reports whether each prediction has a number for each of the same n classes, some with
// fractions, and each gold answer is one of the classes. The columns of a pattern must be as many
// as the different gold answers.
func (d *deciding) isIndexed(predicted, gold *column) bool {
	n, fractions, classes := 0, false, gold.times
	for _, r := range d.rows {
		if r.valueAt(predicted.name) == nil {
			continue
		}
		names, weights := weightsOf(r.valueAt(predicted.name))
		class := rules.CanonicalText(Text(r.valueAt(gold.name)))
		isUnlisted := class != "" && !slices.Contains(names, class)
		if n = max(n, len(names), 2); len(names) != n || isUnlisted {
			return false
		}
		fractions = fractions || slices.ContainsFunc(weights, func(x float64) bool { return x != math.Trunc(x) })
	}
	return fractions && len(classes) > 1 && (len(classes) == n || predicted.name[len(predicted.name)-1] != '*')
}

// addConfidence adds to the map, as probability, the one column whose name is only that of a
// prediction's confidence, if predictions are a closed set of n classes and its values are in 0..1
// and none is below 1/n: a lower one would be of another class.
func (d *deciding) addConfidence(by Decision) Decision {
	classes := d.columnAt(append(by.Map.pathsOf("predicted"), "")[0])
	named := loaders.Filter(d.columns, func(c *column) bool {
		return c.hasWord(confidenceWords) && len(stemOf(c.words, confidenceWords, predictedWords, []string{"score"})) == 0
	})
	if !classes.isClosed() || len(classes.times) < 2 || len(named) != 1 {
		return by
	}
	if p := named[0]; p.unit == p.filled && p.fractions > 0 && p.least >= 1/float64(len(classes.times))-rounding {
		by.Map = by.Map.withPaths("probability", p.name)
	}
	return by
}
