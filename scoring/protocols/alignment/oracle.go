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

// NLTK's file english; see STOPWORDS.md.
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

// IsStopWord expects lower case.
func IsStopWord(word string) bool { return stopWords()[word] }

func hardOracle(tokens, explanationWords []string, dropPunctuation bool) []float64 {
	return markTokens(loaders.Map(tokens, foldToken), wordsOf(explanationWords), dropPunctuation)
}

// Oracle returns the hard oracle, 1 for the explanation's words and else 0; nil without an
// explanation.
func Oracle(ex *loaders.Example, tokens []string, s scoring.Settings) []float64 {
	if !isExplained(ex) {
		return nil
	}
	return hardOracle(tokens, explanationOf(ex), s.DropPunctuation)
}

type wordSet map[string]bool

// Fields sorts the words. An explanation of only stop words differs from none, nil.
func (w *wordSet) Fields(c *coding.Coder) {
	var list []string
	if *w != nil {
		list = append([]string{}, loaders.SortedKeys(*w)...)
	}
	if c.Texts(&list); c.Reads() && list != nil {
		*w = make(wordSet, len(list))
		for _, word := range list {
			(*w)[word] = true
		}
	}
	c.AddMemory(reflect.TypeFor[string](), 2*len(list))
}

func wordsOf(explanationWords []string) wordSet {
	set := make(wordSet, len(explanationWords))
	for _, token := range explanationWords {
		if token = foldToken(token); !stopWords()[token] {
			set[token] = true
		}
	}
	return set
}

func markTokens(tokens []string, explanationWords wordSet, dropPunctuation bool) []float64 {
	oracle := make([]float64, len(tokens))
	for i, token := range tokens {
		if explanationWords[token] && !(dropPunctuation && isPunctuation(token)) {
			oracle[i] = 1
		}
	}
	return oracle
}

// foldToken lowers a token like Python, without the mark of a space before it in GPT-2 and RoBERTa
// (Ġ) and SentencePiece (▁).
func foldToken(token string) string {
	for _, space := range []string{"Ġ", "▁"} {
		if rest, ok := strings.CutPrefix(token, space); ok && rest != "" {
			token = rest
		}
	}
	return strings.ToLower(letters.Replace(token))
}

// [strings.ToLower] lowers İ and the final sigma differently from Python.
var letters = strings.NewReplacer("İ", "i\u0307", "ς", "σ")

// IsSpecial recognises the tokens that tokenisers add, such as [CLS] or </s>.
func IsSpecial(token string) bool {
	return strings.ContainsAny(token, "[<") && slices.Contains(specials, token)
}

var specials = []string{"[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>", "<cls>", "<sep>", "<bos>", "<eos>", "<|endoftext|>"}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" // of ASCII

func isPunctuation(token string) bool {
	for i := range len(token) { // faster than strings.Trim
		if strings.IndexByte(punctuation, token[i]) < 0 {
			return false
		}
	}
	return token != ""
}

// splitWords splits like BERT's basic tokeniser, at white space and around every punctuation mark and
// ideograph, because attributions have its tokens. Case and accents stay.
func splitWords(text string) []string {
	var tokens []string
	for _, word := range strings.Fields(text) {
		start := 0
		for i, r := range word {
			isApart := unicode.IsPunct(r) || strings.ContainsRune(punctuation, r) || unicode.Is(unicode.Ideographic, r)
			if !isApart {
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

func isExplained(ex *loaders.Example) bool {
	return ex.Explanation != "" || ex.ExplanationTokens != nil
}

func explanationOf(ex *loaders.Example) []string {
	if ex.ExplanationTokens != nil {
		return ex.ExplanationTokens
	}
	return splitWords(ex.Explanation)
}
