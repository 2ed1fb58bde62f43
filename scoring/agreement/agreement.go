package agreement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/stats"
)

// Half is the share from which a reference marks a token.
const Half = 0.5

const (
	whyNoMarks  = "the reference marks no tokens"
	whyAllMarks = "the reference marks every token"
	whyGraded   = "the reference is an attribution, which marks no tokens"
	whyNoScore  = "a token has no score: it was removed, or the explainer did not choose it"
	whyNoNumber = "a score is not finite"
)

// AgreementScores are how well a row agrees with a reference.
type AgreementScores struct {
	R, AUC, IoU scoring.Value
}

func undefinedNumbers(undefinedReason string) (numbers, random AgreementScores) {
	none := scoring.Undefined(undefinedReason)
	numbers = AgreementScores{none, none, none}
	return numbers, numbers
}

// TokenReference holds a number per token to compare rows with, and whether it marks tokens.
type TokenReference struct {
	Scores []float64
	Marks  bool
}

// With returns how well the magnitudes of a row agree with the reference's, and the expectation for
// a random explanation, special tokens left out: 0 for R. tokens, scoreRow and reference have the same
// length; otherwise, and if a number is missing or not finite, all numbers are undefined. AUC and
// IoU are defined only for marks, numbers of at least [Half].
func (ref TokenReference) With(scoreRow []float64, tokens []string) (numbers, random AgreementScores) {
	if len(scoreRow) != len(tokens) || len(ref.Scores) != len(tokens) {
		why := fmt.Sprintf("scores (%d), reference scores (%d) and tokens (%d) differ in number", len(scoreRow), len(ref.Scores), len(tokens))
		return undefinedNumbers(why)
	}
	var importance, against []float64
	for i, token := range tokens {
		if alignment.IsSpecial(token) {
			continue
		}
		switch x := scoreRow[i] + ref.Scores[i]; {
		case math.IsNaN(scoreRow[i]):
			return undefinedNumbers(whyNoScore)
		case !loaders.IsFinite(x):
			return undefinedNumbers(whyNoNumber)
		}
		importance, against = append(importance, math.Abs(scoreRow[i])), append(against, math.Abs(ref.Scores[i]))
	}
	numbers, random = undefinedNumbers(whyGraded)
	if ref.Marks {
		numbers, random = ofMarks(importance, loaders.Map(against, func(x float64) bool { return x >= Half }))
	}
	numbers.R = stats.Pearson(importance, against)
	random.R = numbers.R.Map(func(float64) float64 { return 0 })
	return numbers, random
}

// ofMarks selects as many of the most important tokens as are marked, more if they tie, because
// nothing orders those, but none of importance 0. random has what a random ranking is expected to have.
func ofMarks(importance []float64, isMarked []bool) (numbers, random AgreementScores) {
	n, marks := len(isMarked), loaders.CountFunc(isMarked, func(m bool) bool { return m })
	if marks == 0 {
		return undefinedNumbers(whyNoMarks)
	}
	numbers.AUC, random.AUC = scoring.Undefined(whyAllMarks), scoring.Undefined(whyAllMarks)
	if marks < n {
		numbers.AUC, random.AUC = scoring.Defined(stats.AUC(importance, isMarked)), scoring.Defined(0.5)
	}
	sorted := slices.Sorted(slices.Values(importance))
	bar := sorted[n-marks]
	selected, hits := 0, 0
	for i, x := range importance {
		if x >= bar && x > 0 {
			selected++
			if isMarked[i] {
				hits++
			}
		}
	}
	numbers.IoU = scoring.Defined(iouOf(hits, selected, marks))
	random.IoU = scoring.Defined(expectedIoU(n, marks, selected))
	return numbers, random
}

func iouOf(hitCount, selectedCount, markCount int) float64 {
	return float64(hitCount) / float64(selectedCount+markCount-hitCount)
}

func expectedIoU(n, markCount, selectedCount int) float64 {
	all := stats.LogChoose(n, selectedCount)
	sum := 0.0
	for hits := max(0, selectedCount+markCount-n); hits <= min(selectedCount, markCount); hits++ {
		p := math.Exp(stats.LogChoose(markCount, hits) + stats.LogChoose(n-markCount, selectedCount-hits) - all)
		sum += float64(p * iouOf(hits, selectedCount, markCount))
	}
	return sum
}

// continues is WordPiece's mark of a piece that continues a word.
const continues = "##"

// begins are the marks of pieces that begin a word.
var begins = []string{"Ġ", "▁"}

// Words returns the tokens of each word, in order: a word continues at tokens that begin with "##"
// or, if there are none, at tokens without the mark of a beginning ("▁", "Ġ"); special tokens are
// words of their own. It is nil if no token is marked, because the tokens then seem to be words.
func Words(tokens []string) []loaders.Span {
	marked := func(token string) bool {
		return slices.ContainsFunc(begins, func(mark string) bool { return strings.HasPrefix(token, mark) })
	}
	pieces := slices.ContainsFunc(tokens, func(token string) bool { return strings.HasPrefix(token, continues) && token != continues })
	byStart := !pieces && slices.ContainsFunc(tokens, marked)
	if !pieces && !byStart {
		return nil
	}
	words := []loaders.Span{{}}
	for i, token := range tokens {
		apart := alignment.IsSpecial(token) || i > 0 && alignment.IsSpecial(tokens[i-1])
		joins := pieces && strings.HasPrefix(token, continues) && token != continues || byStart && !marked(token)
		if i > 0 && (apart || !joins) {
			words = append(words, loaders.Span{Start: i})
		}
		words[len(words)-1].End = i + 1
	}
	return words
}

// Text returns a word as it reads: its pieces joined, without the mark of a beginning ("▁", "Ġ"),
// or, after the first, of a continuation ("##"). A single piece that is only a mark stays.
func Text(wordpieces []string) string {
	var b strings.Builder
	for i, piece := range wordpieces {
		if i > 0 {
			piece = strings.TrimPrefix(piece, continues)
		}
		for _, mark := range begins {
			if rest, ok := strings.CutPrefix(piece, mark); ok && (rest != "" || len(wordpieces) > 1) {
				piece = rest
			}
		}
		b.WriteString(piece)
	}
	return b.String()
}

// Joined returns the scores of words: for an attribution the sum over a word's pieces, for marks
// the greatest. A word has a score if its first piece has one, and scores after the words stay as
// they are.
func Joined(scores []float64, wordSpans []loaders.Span, areMarks bool) []float64 {
	out := make([]float64, 0, len(wordSpans)+1)
	end := 0
	for _, w := range wordSpans {
		if w.Start >= len(scores) {
			return out
		}
		end = min(w.End, len(scores))
		own := scores[w.Start:end]
		x := own[0]
		for _, piece := range own[1:] {
			if areMarks {
				x = max(x, piece)
			} else {
				x += piece
			}
		}
		out = append(out, x)
	}
	return append(out, scores[end:]...)
}
