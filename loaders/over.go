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

// OnQuestion reports whether scores over a part of this name belong to the tokens of the question:
// it is "question", "tokens" or "".
func OnQuestion(over string) bool { return over == overTokens || over == OverQuestion || over == "" }

// TokensOver returns the name and the tokens of the text that scores over a part of the example
// belong to: own, if it has any and the part is not the sentences, under the part's name ("tokens"
// for ""); the passage's words for the passage or its sentences; the question's tokens for the
// question. For another part it returns "" and nil.
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
