package alignment

import (
	_ "embed"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// stopWordList is the file english of NLTK's stop word corpus; see STOPWORDS.md for its
// origin.
//
//go:embed stopwords.txt
var stopWordList string

var stopWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(stopWordList) {
		set[strings.TrimSpace(word)] = true
	}
	return set
})

// IsStopWord reports whether a word, in lower case, is one of NLTK's English stop words.
func IsStopWord(word string) bool { return stopWords()[word] }

func hardOracle(tokens, explanation []string, dropPunctuation bool) []float64 {
	return markTokens(loaders.Map(tokens, foldToken), wordsOf(explanation), dropPunctuation)
}

// Oracle returns the hard oracle of an example's explanation for these tokens, 1 for its words and
// else 0; nil if the example has no explanation.
func Oracle(ex *loaders.Example, tokens []string, s scoring.Settings) []float64 {
	if !isExplained(ex) {
		return nil
	}
	return hardOracle(tokens, explanationOf(ex), s.DropPunctuation)
}

// words are the tokens of an explanation that can match: in lower case, without stop words.
type words map[string]bool

// Fields writes or reads the words, in alphabetical order. An explanation of only stop words has
// none, which differs from no explanation, nil.
func (w *words) Fields(c *coding.Coder) {
	var list []string
	if *w != nil {
		list = append([]string{}, loaders.SortedKeys(*w)...)
	}
	if c.Texts(&list); c.Reads() && list != nil {
		*w = make(words, len(list))
		for _, word := range list {
			(*w)[word] = true
		}
	}
	c.AddMemory(reflect.TypeFor[string](), 2*len(list)) // with the room that a map leaves
}

func wordsOf(explanation []string) words {
	set := make(words, len(explanation))
	for _, token := range explanation {
		if token = foldToken(token); !stopWords()[token] {
			set[token] = true
		}
	}
	return set
}

func markTokens(tokens []string, explanation words, dropPunctuation bool) []float64 {
	oracle := make([]float64, len(tokens))
	for i, token := range tokens {
		if explanation[token] && !(dropPunctuation && isPunctuation(token)) {
			oracle[i] = 1
		}
	}
	return oracle
}

// foldToken returns a token in lower case, as Python lowers it, without the mark that stands for a
// space before it in the vocabularies of GPT-2 and RoBERTa (Ġ) and of SentencePiece (▁).
func foldToken(token string) string {
	for _, space := range []string{"Ġ", "▁"} {
		if rest, ok := strings.CutPrefix(token, space); ok && rest != "" {
			token = rest
		}
	}
	return strings.ToLower(letters.Replace(token))
}

// letters are two that [strings.ToLower] lowers differently from Python: İ, and the sigma that ends
// a word.
var letters = strings.NewReplacer("İ", "i\u0307", "ς", "σ")

// IsSpecial reports whether a token is one that models' tokenisers add to a text, such as [CLS] or
// </s>.
func IsSpecial(token string) bool {
	return strings.ContainsAny(token, "[<") && slices.Contains(specials, token)
}

var specials = []string{"[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>", "<cls>", "<sep>", "<bos>", "<eos>", "<|endoftext|>"}

func isPunctuation(token string) bool {
	for i := range len(token) {
		c := rune(token[i])
		isOther := c <= ' ' || c > '~' || unicode.IsLetter(c) || unicode.IsDigit(c)
		if isOther {
			return false
		}
	}
	return token != ""
}

// splitWords splits a text like BERT's basic tokeniser does: at white space, and before and after
// every punctuation mark and ideograph, each of which is a token. Case and accents stay.
func splitWords(text string) []string {
	var tokens []string
	for _, word := range strings.Fields(text) {
		start := 0
		for i, r := range word {
			if !isMark(r) && !unicode.Is(unicode.Ideographic, r) {
				continue
			}
			if start < i {
				tokens = append(tokens, word[start:i])
			}
			start = i + len(string(r))
			tokens = append(tokens, word[i:start])
		}
		if start < len(word) {
			tokens = append(tokens, word[start:])
		}
	}
	return tokens
}

func isMark(r rune) bool {
	return r < unicode.MaxASCII && isPunctuation(string(r)) || unicode.IsPunct(r)
}

func isExplained(ex *loaders.Example) bool {
	return ex.Explanation != "" || ex.ExplanationTokens != nil
}

func explanationOf(ex *loaders.Example) []string {
	if ex.ExplanationTokens != nil {
		return ex.ExplanationTokens
	}
	return splitWords(ex.Explanation)
}
