package reasoning

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Match is how far a base model answers a question right: 1 for a right answer,
// 1/n for a right one among n that are tied, 0 for none.
type Match struct {
	Exact     float64 // an answer is the gold one
	Substring float64 // an answer contains the gold one
}

// ByEquality has [Match.Easy] compare whole answers.
const ByEquality = false

// Easy reports whether the question is in the easy set rather than in the hard one: whether an
// answer is the gold one or, if substring, contains it, and no other ties with it.
func (m Match) Easy(substring bool) bool {
	if substring {
		return m.Substring == 1
	}
	return m.Exact == 1
}

// Base is a base model's match by question id.
type Base map[string]Match

// Split returns the matches of the answers of a base model's run, by id. Of a repeated question
// only the first record counts; a question without a verdict, or broken, is in neither set.
func Split(examples iter.Seq[*loaders.Example]) Base {
	base := Base{}
	for ex := range examples {
		if _, ok := base[ex.ID]; ok || ex.Broken != "" {
			continue
		}
		if m, ok := matchOf(ex); ok {
			base[ex.ID] = m
		}
	}
	return base
}

// matchOf returns how far an example's answers are right. A verdict Right on a single answer is a
// full match of both kinds; any other verdict on one leaves Exact 0. Otherwise one of n answers
// that equals the gold one, or contains it, is a match of 1/n of that kind. ok is false if there is
// no such verdict and either answer is missing.
func matchOf(ex *loaders.Example) (m Match, ok bool) {
	answers, said := answersOf(ex)
	told := ex.Answer.Correct != loaders.Unknown && len(answers) < 2
	if told && ex.Answer.Correct == loaders.Right {
		return Match{1, 1}, true
	}
	gold := ex.Answer.Gold
	if gold == "" || !said {
		return m, told
	}
	for _, a := range answers {
		share := 1 / float64(len(answers))
		if a == gold && !told {
			m.Exact = share
		}
		if strings.Contains(a, gold) {
			m.Substring = share
		}
	}
	return m, true
}

// answersOf returns an example's predicted answers, several if they are tied, from the first of
// these that fits: a prediction that is a JSON list of strings; one of as many parts, between bars,
// as its meta "tied" says; the root's most probable options, if the prediction is one of them or
// empty; the prediction. said is false if the file has none; an empty list counts as an answer.
func answersOf(ex *loaders.Example) (answers []string, said bool) {
	predicted := ex.Answer.Predicted
	if strings.HasPrefix(predicted, "[") && json.Unmarshal([]byte(predicted), &answers) == nil {
		return answers, true
	}
	if n := ex.Meta["tied"]; n != "" {
		if parts := strings.Split(predicted, " | "); strconv.Itoa(len(parts)) == n {
			return parts, true
		}
	}
	if tied := tiedOptions(ex); tied != nil && (predicted == "" || slices.Contains(tied, predicted)) {
		return tied, true
	}
	if predicted == "" {
		return nil, false
	}
	return []string{predicted}, true
}

// tiedOptions returns the names of the root's most probable options, in their order; nil for none.
// Their probabilities are compared in float32, as the authors do.
func tiedOptions(ex *loaders.Example) (names []string) {
	if len(ex.Program) == 0 {
		return nil
	}
	var greatest float32
	for _, o := range ex.Program[0].Output.Options {
		switch p := float32(o.Probability); {
		case names == nil || p > greatest:
			names, greatest = []string{o.Name}, p
		case p == greatest:
			names = append(names, o.Name)
		}
	}
	return names
}

// digest identifies a base model's answers by a hash; "" for a nil Base.
func (b Base) digest() string {
	if b == nil {
		return ""
	}
	h := sha256.New()
	for _, id := range loaders.SortedKeys(b) {
		fmt.Fprintf(h, "%q %x %x\n", id, b[id].Exact, b[id].Substring)
	}
	return fmt.Sprintf("base %x", h.Sum(nil)[:8])
}
