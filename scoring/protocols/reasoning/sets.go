package reasoning

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// Match is how far a base model is right: 1/n for a right answer among n tied ones.
type Match struct {
	Exact     float64
	Substring float64
}

// ByEquality makes [Match.Easy] compare whole answers.
const ByEquality = false

// Easy reports whether an untied answer is the gold one or, if substring, contains it.
func (m Match) Easy(substring bool) bool {
	if substring {
		return m.Substring == 1
	}
	return m.Exact == 1
}

// Base maps question ids to a base model's matches.
type Base map[string]Match

// Split returns the matches of a base model's run. Only the first record of a repeated question
// counts; a question without a verdict, or broken, is in neither set.
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

// matchOf goes by the verdict, or, if options tie, by the judging rule's share or by equality. ok
// is false without a verdict.
func matchOf(ex *loaders.Example) (m Match, ok bool) {
	switch ex.Answer.Correct {
	case loaders.Unknown:
		return m, false
	case loaders.Right:
		return Match{1, 1}, true
	}
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
