package reasoning

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// BaseMatch is how far a base model is right: 1/n for a right answer among n tied ones.
type BaseMatch struct {
	Exact      float64
	Substring  float64
	Unanswered bool // in neither set if settings omit missing answers
}

// ByEquality makes [BaseMatch.Easy] compare whole answers.
const ByEquality = false

// Easy reports whether an untied answer is the gold one or, if bySubstring, contains it.
func (m BaseMatch) Easy(bySubstring bool) bool {
	if bySubstring {
		return m.Substring == 1
	}
	return m.Exact == 1
}

// BaseModel maps question ids to a base model's matches.
type BaseModel map[string]BaseMatch

// Split returns the matches of a base model's run. Only the first record of a repeated question
// counts; a question without a verdict, or broken, is in neither set, and none is if the base answers nothing.
func Split(baseExamples iter.Seq[*loaders.Example]) BaseModel {
	base, answered := BaseModel{}, false
	for ex := range baseExamples {
		if _, ok := base[ex.ID]; ok || ex.Broken != "" {
			continue
		}
		if m, ok := matchOf(ex); ok {
			base[ex.ID] = m
			answered = answered || ex.Answer.Correct != loaders.Unanswered
		}
	}
	if !answered {
		return BaseModel{}
	}
	return base
}

// matchOf counts shares if options tie, because a model that names several answers isn't right in all.
// ok is false without a verdict.
func matchOf(ex *loaders.Example) (m BaseMatch, ok bool) {
	switch ex.Answer.Correct {
	case loaders.Unknown:
		return m, false
	case loaders.Right:
		return BaseMatch{Exact: 1, Substring: 1}, true
	}
	m.Unanswered = ex.Answer.Correct == loaders.Unanswered
	options, gold := rules.OptionsOf(ex), ex.Answer.Gold
	if gold == "" {
		return m, true
	}
	if len(options) > 1 {
		shares := ex.Answer.Scores[rules.ShareScore] > 0
		m.Exact = rules.Share(options, func(option string) bool { return shares || option == gold })
	}
	m.Substring = max(m.Exact, rules.Share(options, func(option string) bool { return strings.Contains(option, gold) }))
	return m, true
}

func (b BaseModel) digest() string {
	if b == nil {
		return ""
	}
	h := sha256.New()
	for _, id := range loaders.SortedKeys(b) {
		fmt.Fprintf(h, "%q %x %x %v\n", id, b[id].Exact, b[id].Substring, b[id].Unanswered)
	}
	return fmt.Sprintf("base %x", h.Sum(nil)[:8])
}
