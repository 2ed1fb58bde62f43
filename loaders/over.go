package loaders

import (
	"cmp"
	"fmt"
)

// NameOf names the passage or question: "premise" and "hypothesis" of a pair.
func (ex *Example) NameOf(scoredText ScoredText) string {
	if ex.IsPair() {
		return IfElse(scoredText == OverPassage, "premise", "hypothesis")
	}
	return string(scoredText)
}

// OnQuestion reports whether over is the question's tokens: "question", "tokens" or "".
func (over ScoredText) OnQuestion() bool {
	return over == OverTokens || over == OverQuestion || over == ""
}

// ImageOver returns the image of "image N"; ok is false without it.
func (ex *Example) ImageOver(over ScoredText) (image int, ok bool) {
	_, err := fmt.Sscanf(string(over), "image %d", &image)
	return image, err == nil && image >= 0 && image < len(ex.Images)
}

// TokensOver returns the scored text and its tokens: ownTokens, if any and over isn't the
// sentences, as "tokens" for ""; the passage's words for the passage or its sentences; the
// question's tokens for the question; otherwise "" and nil.
func (ex *Example) TokensOver(over ScoredText, ownTokens []string) (text ScoredText, tokens []string) {
	switch {
	case len(ownTokens) > 0 && over != OverSentences:
		return cmp.Or(over, OverTokens), ownTokens
	case over == OverPassage || over == OverSentences:
		return OverPassage, ex.Passage.Words()
	case over.OnQuestion():
		return OverQuestion, ex.Tokens
	}
	return "", nil
}
