package loaders

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sentence is a sentence as data.
type Sentence struct {
	// Kind has fmt's verbs, and is the same for all problems of one kind. "" is empty.
	Kind string
	Args []string
}

// Sentencef fills messagePattern's verbs from args; extra verbs stay. A sentence or error for a plain
// verb (%s, %v, %w) becomes part of the kind, with its arguments.
func Sentencef(messagePattern string, args ...any) Sentence {
	s, _ := fillVerbs(messagePattern, args)
	return s
}

func fillVerbs(messagePattern string, args []any) (s Sentence, unusedArgs []any) {
	var own strings.Builder
	for verb, text := range (Sentence{Kind: messagePattern}).pieces() {
		switch {
		case verb == "":
			own.WriteString(strings.ReplaceAll(text, "%", "%%"))
			continue
		case len(args) == 0:
			own.WriteString(verb)
			continue
		}
		if quoted, ok := quotedSentence(verb, args[0]); ok {
			own.WriteString(quoted.Kind)
			s.Args = append(s.Args, quoted.Args...)
		} else {
			own.WriteString(verb)
			s.Args = append(s.Args, fmt.Sprintf(verb, args[0]))
		}
		args = args[1:]
	}
	s.Kind = own.String()
	return s, args
}

func quotedSentence(formatVerb string, quotedArg any) (quoted Sentence, ok bool) {
	if formatVerb != "%s" && formatVerb != "%v" && formatVerb != "%w" {
		return quoted, false
	}
	if err, isError := quotedArg.(error); isError {
		return SentenceOf(err), true
	}
	quoted, ok = quotedArg.(Sentence)
	return quoted, ok
}

// pieces yields ("", text), ("", "%") for "%%", and (verb, "") for a verb such as "%.2f".
func (s Sentence) pieces() func(yield func(verb, text string) bool) {
	return func(yield func(verb, text string) bool) {
		rest := s.Kind
		for {
			text, verb, found := strings.Cut(rest, "%")
			if text != "" && !yield("", text) || !found {
				return
			}
			end := strings.IndexFunc(verb, func(r rune) bool { return !strings.ContainsRune("+-# .0123456789", r) })
			if end < 0 {
				return
			}
			rest = verb[end+1:]
			if verb[end] == '%' {
				if !yield("", "%") {
					return
				}
			} else if !yield("%"+verb[:end+1], "") {
				return
			}
		}
	}
}

// String returns uncleaned text: call [Clean] before showing it.
func (s Sentence) String() string {
	if len(s.Args) == 0 && !strings.Contains(s.Kind, "%") {
		return s.Kind
	}
	var b strings.Builder
	k := 0
	for verb, text := range s.pieces() {
		if verb != "" && k < len(s.Args) {
			text = s.Args[k]
			k++
		}
		b.WriteString(text)
	}
	return b.String()
}

// General returns the kind with "N" for a number, "…" for anything else.
func (s Sentence) General() string {
	var b strings.Builder
	for verb, text := range s.pieces() {
		switch {
		case verb == "":
			b.WriteString(text)
		case strings.ContainsAny(verb, "dgef"):
			b.WriteByte('N')
		default:
			b.WriteString("…")
		}
	}
	return b.String()
}

// Equal reports whether kinds and arguments are the same.
func (s Sentence) Equal(otherSentence Sentence) bool {
	return s.Kind == otherSentence.Kind && slices.Equal(s.Args, otherSentence.Args)
}

type sentenceError struct {
	error
	sentence Sentence
}

func (t *sentenceError) Unwrap() error { return t.error }

// Errorf is [fmt.Errorf] that keeps pattern and arguments for [SentenceOf].
func Errorf(messagePattern string, args ...any) error {
	return &sentenceError{fmt.Errorf(messagePattern, args...), Sentencef(messagePattern, args...)}
}

// SentenceOf returns an [Errorf] error's sentence, also wrapped without more words. Other errors
// become a kind of their own.
func SentenceOf(err error) Sentence {
	var t *sentenceError
	if errors.As(err, &t) && t.Error() == err.Error() {
		return t.sentence
	}
	return Quote(err.Error())
}

// Quote returns a sentence without arguments, with "%" doubled.
func Quote(words string) Sentence { return Sentence{Kind: strings.ReplaceAll(words, "%", "%%")} }

// cutTexts copies texts, which would otherwise keep the whole record in memory.
func (s Sentence) cutTexts() Sentence {
	cut := func(text string) string { return strings.Clone(cleanCell(text)) }
	return Sentence{cut(s.Kind), Map(s.Args, cut)}
}

// Count returns "1 gold box", "2 gold boxes". The plural must be regular: "es" after x, otherwise
// "s".
func Count(n int, countedNoun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(countedNoun, "x"):
		countedNoun += "es"
	default:
		countedNoun += "s"
	}
	return strconv.Itoa(n) + " " + countedNoun
}

// OrList returns alternatives, at least one, as "a, b or c".
func OrList(alternatives []string) string {
	last := len(alternatives) - 1
	return strings.Join(alternatives[:last], ", ") + " or " + alternatives[last]
}
