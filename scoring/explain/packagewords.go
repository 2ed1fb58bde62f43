package explain

import (
	"math"
	"slices"
	"unicode"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

const byWord, byPart = true, false

func (s *explainedExample) scoreGame(byWords bool, scoreFunc func(g *coalitionGame) ([]float64, error)) ([]float64, error) {
	if !byWords || s.o.Over != Words {
		return scoreFunc(s.gameOf(s.ask))
	}
	w := newPackageWords(s.it)
	g := s.gameOf(s.askInputs(w.withoutWords))
	g.n = len(w.words)
	weights, err := scoreFunc(g)
	return w.scoreOccurrences(weights), err
}

// different words at \W+, with their places
type distinctWords struct {
	it    *segmentedInput
	words []string
	spots [][]wordPlace // per word
}

type wordPlace struct {
	part int
	loaders.Span
}

func newPackageWords(it *segmentedInput) *distinctWords {
	w := &distinctWords{it: it}
	at := map[string]int{}
	for k, p := range it.parts {
		unit := it.unitText(p.text, p.start)
		for _, s := range wordsIn(unit, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) || c == '_' }) {
			word := unit[s.Start:s.End]
			i, known := at[word]
			if !known {
				i, at[word] = len(w.words), len(w.words)
				w.words, w.spots = append(w.words, word), append(w.spots, nil)
			}
			w.spots[i] = append(w.spots[i], wordPlace{k, s})
		}
	}
	return w
}

func (w *distinctWords) withoutWords(c Coalition) model.Input {
	cut := map[inputPart][]loaders.Span{}
	for i, spots := range w.spots {
		for _, s := range spots {
			if c[i] == '0' {
				p := w.it.parts[s.part]
				cut[p] = append(cut[p], s.Span)
			}
		}
	}
	return w.it.rewriteUnits(func(text, u int) (string, bool) {
		left := cutSpans(w.it.unitText(text, u), cut[inputPart{text, u, u + 1}])
		return left, left != ""
	})
}

func cutSpans(wholeText string, removedSpans []loaders.Span) string {
	loaders.SortBy(removedSpans, func(s loaders.Span) int { return -s.Start })
	for _, s := range removedSpans {
		wholeText = wholeText[:s.Start] + wholeText[s.End:]
	}
	return wholeText
}

// scoreOccurrences leaves NaN where there is no weight, because that isn't 0.
func (w *distinctWords) scoreOccurrences(wordWeights []float64) []float64 {
	scores := slices.Repeat([]float64{math.NaN()}, len(w.it.parts))
	for i, x := range wordWeights {
		for _, s := range w.spots[i] {
			switch {
			case math.IsNaN(x):
			case math.IsNaN(scores[s.part]):
				scores[s.part] = x
			default:
				scores[s.part] += x
			}
		}
	}
	return scores
}
