package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders"
)

// Sentences returns a text's sentences in bytes, without surrounding white space; nil for a text of
// white space.
//
// A sentence ends at an empty line, and behind a word that ends with . ! or ? and perhaps closing
// quotes, brackets and references such as [12]. It does not end
//
//   - if the next word begins in lower case, or with a mark other than an opening
//     quote or bracket;
//   - behind an abbreviation before a name (Dr., St., Jan.) or a number (No. 5), and behind
//     others (e.g., etc., Inc., Jr.) unless the next word often begins sentences (The, In, …);
//   - behind an initial ("J."), or letters with points ("U.S."), unless such a word follows.
func Sentences(text string) (list []loaders.Span) {
	start, words := 0, wordsOf(text)
	for i, w := range words {
		if i+1 == len(words) || endsSentence(text, w, words[i+1]) {
			list, start = append(list, loaders.Span{Start: words[start].Start, End: w.End}), i+1
		}
	}
	return list
}

// wordsOf keeps references with the word before them, because they may contain blanks:
// "power.[citation needed]". Spans are in bytes.
func wordsOf(text string) (words []loaders.Span) {
	start, within := -1, 0 // a reference ends before within
	for i, c := range text + " " {
		switch {
		case i < within:
		case !unicode.IsSpace(c):
			if start < 0 {
				start = i
			}
			if end := strings.IndexByte(text[i:min(len(text), i+mostReference)], ']'); c == '[' && start < i && end > 0 {
				within = i + end
			}
		case start >= 0:
			words, start = append(words, loaders.Span{Start: start, End: i}), -1
		}
	}
	return words
}

// mostReference is in bytes.
const mostReference = 60

// endsSentence decides between neighbouring words; see [Sentences]. An initial before "A." never
// ends one, because names have several.
func endsSentence(text string, w, nextWord loaders.Span) bool {
	if strings.Count(text[w.End:nextWord.Start], "\n") > 1 {
		return true
	}
	word, next := withoutClosing(text[w.Start:w.End]), text[nextWord.Start:nextWord.End]
	switch {
	case !beginsSentence(next):
		return false
	case !strings.HasSuffix(word, "."):
		return strings.HasSuffix(word, "!") || strings.HasSuffix(word, "?")
	}
	bare := strings.TrimLeft(strings.TrimSuffix(word, "."), opening)
	after := strings.TrimFunc(next, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	switch lower := strings.ToLower(bare); {
	case titles[lower]:
		return false
	case numbered[lower]:
		return !strings.ContainsFunc(after[:min(1, len(after))], unicode.IsDigit)
	case abbreviations[lower], strings.Contains(bare, ".") && !strings.ContainsFunc(bare, unicode.IsDigit):
		return starters[after]
	case utf8.RuneCountInString(bare) == 1 && strings.ContainsFunc(bare, unicode.IsUpper):
		return starters[after] && !strings.HasPrefix(next, "A.")
	}
	return true
}

const opening = "\"'([{“‘«"

func withoutClosing(word string) string {
	for {
		own := strings.TrimRight(word, "\"')}”’»")
		if at := strings.LastIndexByte(own, '['); at > 0 && strings.HasSuffix(own, "]") {
			own = own[:at]
		}
		if own == word {
			return own
		}
		word = own
	}
}

func beginsSentence(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, opening))
	return unicode.IsUpper(first) || unicode.IsTitle(first) || unicode.IsDigit(first) || unicode.IsLetter(first) && !unicode.IsLower(first)
}

var (
	titles = setOf("mr mrs ms dr prof st mt sgt lt col gen capt cmdr adm maj rev hon gov sen rep pres fr vs " +
		"jan feb mar apr jun jul aug sep sept oct nov dec cf")
	numbered      = setOf("no nos fig figs eq vol pp p sec ch art approx ca")
	abbreviations = setOf("jr sr inc ltd co corp bros dept univ etc e.g i.e a.m p.m u.s u.k u.n d.c b.c a.d al " +
		"ph.d assn est")
	starters = setOf("The A An In It Its He She They We I You This That These Those There But And However After Before When " +
		"While As At By " +
		"For From On One Some Many Most His Her Their Although Since During Both All If With To Other Another " +
		"Such Also Thus Then Today Nor So Or What Who Why How Yet Instead")
)

func setOf(wordList string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(wordList) {
		set[word] = true
	}
	return set
}
