package views

import (
	"errors"
	"strings"

	"faithscope/loaders"
)

// Step is one of those that lead to a view, as a person types them on the
// command line of the screen: the name of an action, and words after it.
//
// A way to a view is steps as text, written by [JoinSteps] and read by
// [ParseSteps] wherever it stands: in a link, a saved view, a flag.
type Step struct {
	Name  string
	Words []string // nil for none
}

// StepEdit is the step that changes a module of an example, and StepText the one that
// changes a text of it and asks the model.
const (
	StepEdit = "set-module"
	StepText = "set-text"
)

// Do returns the step of an action's name and words.
func Do(name string, words ...string) Step { return Step{name, words} }

// Given returns the steps that have a text after their name, in order.
func Given(steps ...Step) []Step {
	return loaders.Filter(steps, func(s Step) bool { return s.Value() != "" })
}

// Value returns what follows the name, "" for nothing.
func (s Step) Value() string { return strings.Join(s.Words, " ") }

// String writes the step as ParseSteps reads it. A shell that is given it runs
// none of the words.
func (s Step) String() string {
	return strings.Join(loaders.Map(append([]string{s.Name}, s.Words...), quoteWord), " ")
}

// JoinSteps writes steps on one line.
func JoinSteps(steps []Step) string {
	return strings.Join(loaders.Map(steps, Step.String), "; ")
}

func quoteWord(text string) string { return ShellWord(loaders.Clean(text)) }

// ShellWord writes text as one word of a shell's command line (POSIX, 2.2.2):
// single quotes keep together what is not plain.
func ShellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,@%+", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// errOpen says that a quotation continues after the end of the steps.
var errOpen = errors.New("a single quote is not closed")

// ParseSteps reads steps, separated by semicolons or on lines of their own, of words separated by
// blanks. Single quotes at the beginning of a word keep together what has blanks or semicolons; as
// in a shell, a quote, a backslash and two quotes stand for one inside them. A step that begins
// with # is a comment up to the end of its line, and is left out.
func ParseSteps(text string) ([]Step, error) {
	var steps []Step
	var words []string // of the step that is being read
	for text != "" {
		switch blank := strings.TrimLeft(text, " \t\r"); {
		case blank != text:
			text = blank
		case text[0] == ';' || text[0] == '\n':
			steps, words, text = endedBy(steps, words), nil, text[1:]
		case text[0] == '#' && words == nil:
			_, text, _ = strings.Cut(text, "\n")
		default:
			word, rest, err := wordIn(text)
			if err != nil {
				return nil, err
			}
			words, text = append(words, word), rest
		}
	}
	return endedBy(steps, words), nil
}

func endedBy(steps []Step, words []string) []Step {
	if len(words) == 0 {
		return steps
	}
	return append(steps, Step{words[0], words[1:]})
}

// wordIn cuts the first word off a text, up to a blank, a line's end or a semicolon, which stay at
// the start of rest. A word may begin with text in single quotes, which quotes as a shell does, and go
// on without; a quote that is not closed is an error. An empty text gives an empty word.
func wordIn(text string) (word, rest string, err error) {
	for strings.HasPrefix(text, "'") {
		quoted, behind, ok := strings.Cut(text[1:], "'")
		if !ok {
			return "", "", errOpen
		}
		word, text = word+quoted, behind
		if !strings.HasPrefix(text, `\''`) {
			break
		}
		word, text = word+"'", text[len(`\'`):]
	}
	end := strings.IndexAny(text, " \t\r\n;")
	if end < 0 {
		end = len(text)
	}
	return word + text[:end], text[end:], nil
}
