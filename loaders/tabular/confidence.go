package tabular

import (
	"slices"
	"strings"
)

// confidenceWords name the probability of an answer.
var confidenceWords = strings.Fields("confidence conf probability prob proba")

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
		if !hasWord(confidenceWords, words...) || slices.ContainsFunc(words, func(word string) bool {
			return !hasWord(slices.Concat(confidenceWords, predictedWords, headWords, []string{"score"}), word)
		}) {
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

// rounding is what rounded probabilities of all classes may lack.
const rounding = .005
