package loaders

// What scores and marks are over, as [Attribution] and [Rationale] name it, besides "image N"
// and whatever else their own tokens are. Scores over [OverSentences] are those of the
// passage's sentences.
const (
	OverPassage   = "passage"
	OverSentences = "sentences"
	OverQuestion  = "question"
	overTokens    = "tokens"
)

// OnQuestion reports whether scores over what a file calls by this name belong to the tokens
// of the question.
func OnQuestion(over string) bool { return over == overTokens || over == OverQuestion || over == "" }

// TokensOver returns the text that scores over a part of the example belong to, and its
// tokens: own where they bring theirs. Both are "" and nil if the part is neither the passage
// nor the question.
func (ex *Example) TokensOver(over string, own []string) (text string, tokens []string) {
	switch {
	case len(own) > 0 && over != OverSentences:
		if over == "" {
			over = overTokens
		}
		return over, own
	case over == OverPassage || over == OverSentences:
		return OverPassage, ex.Passage.Words()
	case OnQuestion(over):
		return OverQuestion, ex.Tokens
	}
	return "", nil
}
