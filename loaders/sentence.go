package loaders

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sentence is a sentence as data: its kind and its arguments. It becomes words
// where it is shown ([Sentence.String]).
type Sentence struct {
	// Kind is the sentence with the verbs of package fmt where it holds a name
	// or a number. It is written where the problem is found, and the same for
	// all problems of one kind. "" is an empty sentence.
	Kind string
	// Args are the arguments of the verbs, as these write them.
	Args []string
}

// Sentencef returns a sentence of a kind, its verbs filled from args in turn; a verb beyond the
// last argument stays as it is. A sentence or error as argument of a plain verb (%s, %v, %w)
// becomes part of the kind, with its own arguments.
func Sentencef(kind string, args ...any) Sentence {
	var s Sentence
	var own strings.Builder
	for verb, text := range (Sentence{Kind: kind}).pieces() {
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
	return s
}

// quotedSentence returns the argument of a plain verb (%s, %v, %w) as a sentence if it is a
// sentence or an error; ok is false for any other argument or verb.
func quotedSentence(verb string, arg any) (_ Sentence, ok bool) {
	if verb != "%s" && verb != "%v" && verb != "%w" {
		return Sentence{}, false
	}
	switch arg := arg.(type) {
	case Sentence:
		return arg, true
	case error:
		return SentenceOf(arg), true
	}
	return Sentence{}, false
}

// pieces yields the parts of the kind in order: ("", text) for a piece of text, "%" for "%%", and
// (verb, "") for a verb such as "%.2f". A "%" that begins no verb ends it.
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

// String returns the kind with the arguments in the places of its verbs, in words, with names as
// the file has them: call [Clean] before you show it.
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

// General returns the kind in words, without its arguments: "N" for a number, "…" for anything
// else.
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

// Equal reports whether two sentences have the same kind and arguments.
func (s Sentence) Equal(other Sentence) bool {
	return s.Kind == other.Kind && slices.Equal(s.Args, other.Args)
}

// sentenceError is an error that keeps its sentence as data.
type sentenceError struct {
	error
	sentence Sentence
}

func (t *sentenceError) Unwrap() error { return t.error }

// Errorf returns an error as [fmt.Errorf] does that also keeps its kind and arguments for
// [SentenceOf].
func Errorf(kind string, args ...any) error {
	return &sentenceError{fmt.Errorf(kind, args...), Sentencef(kind, args...)}
}

// SentenceOf returns the sentence of an error that [Errorf] made, found also in one that wraps it
// without more words. Any other error's text is quoted as a kind of its own.
func SentenceOf(err error) Sentence {
	var t *sentenceError
	if errors.As(err, &t) && t.Error() == err.Error() {
		return t.sentence
	}
	return Quote(err.Error())
}

// Quote returns a sentence whose kind is this text, with "%" doubled, and which has no arguments.
func Quote(words string) Sentence { return Sentence{Kind: strings.ReplaceAll(words, "%", "%%")} }

// cutTexts returns a copy of s with kind and arguments cleaned and cut to about 400 bytes each, so
// that it does not hold the record it came from in memory.
func (s Sentence) cutTexts() Sentence {
	cut := func(text string) string { return strings.Clone(cleanCell(text)) }
	return Sentence{cut(s.Kind), Map(s.Args, cut)}
}

// FormatNumber returns x in the fewest digits that tell it from other numbers.
func FormatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Count returns a count with its noun in the singular or plural: "1 gold box", "2 gold boxes". The
// noun must have a regular plural: "es" after x, otherwise "s".
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// OrList returns names, of which there must be one at least, as "a, b or c".
func OrList(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
