package tabular

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// The words of names of the probability of an answer, and of other numbers that are the
// greater the likelier a class is.
var (
	confidenceWords = strings.Fields("confidence conf probability prob proba")
	likelihoodWords = slices.Concat(confidenceWords, strings.Fields("p logit logprob softmax sigmoid score likelihood"))
	// certainWords name a class of two, whose probability it is that a label is 1.
	certainWords = strings.Fields("1 yes true positive pos one")
)

// likelihood reports whether a name says only that a column has such numbers, or of which try.
func likelihood(name string) bool {
	rest := naming{stem: stemOf(wordsOf(name), likelihoodWords, predictedWords, outputWords, certainWords)}
	return hasWord(likelihoodWords, wordsOf(name)...) && (len(rest.stem) == 0 || rest.variant())
}

// probable reports whether such a name is that of the probability of 1. A score, or a
// confidence, may be of something else.
func probable(name string) bool {
	words := wordsOf(name)
	predicted := hasWord(words, "score") && (hasWord(words, "y") || hasWord(predictedWords, words...))
	return likelihood(name) && !hasWord(words, "0") && (predicted || hasWord(words, "p", "prob", "proba", "probability", "sigmoid"))
}

// spread are the patterns of columns of which each has the number of a class, as prob_* is of
// prob_yes and prob_no, where their names end in the gold answers and in nothing else.
func (d *deciding) spread(gold []string) (list []string) {
	for _, name := range d.names {
		for i, c := range name {
			if strings.ContainsRune("_- ", c) && likelihood(name[:i]) {
				list = append(list, name[:i+1]+"*")
				break
			}
		}
	}
	return loaders.Filter(loaders.Distinct(list), func(pattern string) bool {
		return slices.ContainsFunc(gold, func(other string) bool {
			all, _ := d.rows[0].at(pattern).(object)
			return len(all) == len(d.profile(other).times) && d.indexed(pattern, other)
		})
	})
}

// indexed reports whether each prediction is a number for each class, and each gold answer
// one of the classes.
func (d *deciding) indexed(predicted, gold string) bool {
	n, fractions := 0, false
	for _, r := range d.rows {
		if r.at(predicted) == nil {
			continue
		}
		names, weights := weightsOf(r.at(predicted))
		class := rules.CanonicalText(Text(r.at(gold)))
		if n = max(n, len(names)); len(names) != n || n < 2 || class != "" && !slices.Contains(names, class) {
			return false
		}
		fractions = fractions || slices.ContainsFunc(weights, func(x float64) bool { return x != math.Trunc(x) })
	}
	return fractions && len(d.profile(gold).times) > 1
}

// confident adds the column that has the probability of the prediction: one with such a
// name and nothing else in it than a prediction's, whose values are within 0..1 and not
// below 1/n, where the predictions are n classes. A lower one is not of the class that was
// predicted, but of a certain class, or of something else.
func (d *deciding) confident(by Decision) Decision {
	predicted := by.Map.paths("predicted")
	if predicted == nil || by.Map.paths("probability") != nil {
		return by
	}
	classes := d.profile(predicted[0])
	if !classes.closed() || len(classes.times) < 2 {
		return by
	}
	found := ""
	for _, name := range d.names {
		words := wordsOf(name)
		if !hasWord(confidenceWords, words...) || len(stemOf(words, confidenceWords, predictedWords, []string{"score"})) > 0 {
			continue
		}
		p := d.profile(name)
		if p.filled == 0 || p.unit < p.filled || p.fractions == 0 || found != "" || p.least < 1/float64(len(classes.times))-rounding {
			return by
		}
		found = name
	}
	if found != "" {
		by.Map = by.Map.with("probability", found)
	}
	return by
}
