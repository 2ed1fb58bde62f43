package agreement

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/alignment"
)

// continues is WordPiece's mark of a piece that continues a word.
const continues = "##"

// begins are the marks of pieces that begin a word.
var begins = []string{"Ġ", "▁"}

// Words are the tokens of each word, in order; nil where no token is a piece
// with a mark, so that the tokens are words already, as far as can be told.
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
		last := &words[len(words)-1]
		apart := alignment.IsSpecial(token) || i > 0 && alignment.IsSpecial(tokens[i-1])
		joins := pieces && strings.HasPrefix(token, continues) && token != continues || byStart && !marked(token)
		if i > 0 && (apart || !joins) {
			words = append(words, loaders.Span{Start: i})
			last = &words[len(words)-1]
		}
		last.End = i + 1
	}
	return words
}

// Text is a word as it reads without the marks of its pieces.
func Text(pieces []string) string {
	var b strings.Builder
	for i, piece := range pieces {
		if i > 0 {
			piece = strings.TrimPrefix(piece, continues)
		}
		for _, mark := range begins {
			if rest, ok := strings.CutPrefix(piece, mark); ok && (rest != "" || len(pieces) > 1) {
				piece = rest
			}
		}
		b.WriteString(piece)
	}
	return b.String()
}

// Joined are the scores of words: the sums of an attribution's, the greatest
// of marks. Scores may be more or fewer than the tokens; a word has a score
// where its first piece has one, and what lies behind the words stays as it is.
func Joined(scores []float64, words []loaders.Span, marks bool) []float64 {
	out := make([]float64, 0, len(words)+1)
	end := 0
	for _, w := range words {
		if w.Start >= len(scores) {
			return out
		}
		end = min(w.End, len(scores))
		own := scores[w.Start:end]
		x := own[0]
		for _, piece := range own[1:] {
			if marks {
				x = max(x, piece)
			} else {
				x += piece
			}
		}
		out = append(out, x)
	}
	return append(out, scores[end:]...)
}
