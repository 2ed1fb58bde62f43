package views

import (
	"errors"
	"strings"

	"faithscope/loaders"
)

// Step is an action's name and words that lead to a view. Links, saved views and flags contain
// steps, written by [JoinSteps] and read by [ParseSteps].
type Step struct {
	Name  string
	Words []string // nil for none
}

// StepEdit changes a module; StepText changes a text and asks the model.
const (
	StepEdit = "set-module"
	StepText = "set-text"
)

// Do returns the step of an action's name and words.
func Do(name string, words ...string) Step { return Step{name, words} }

// Given returns the steps with words, in order.
func Given(steps ...Step) []Step {
	return loaders.Filter(steps, func(s Step) bool { return s.Value() != "" })
}

// Value joins the words.
func (s Step) Value() string { return strings.Join(s.Words, " ") }

// String writes the step for ParseSteps. A shell runs none of its words.
func (s Step) String() string {
	return strings.Join(loaders.Map(append([]string{s.Name}, s.Words...), quoteWord), " ")
}

// JoinSteps writes steps on one line.
func JoinSteps(steps []Step) string {
	return strings.Join(loaders.Map(steps, Step.String), "; ")
}

func quoteWord(text string) string { return ShellWord(loaders.Clean(text)) }

// ShellWord quotes text as one shell word (POSIX, 2.2.2) if necessary.
func ShellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,@%+", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var errOpen = errors.New("a single quote is not closed")

// ParseSteps reads steps, separated by semicolons or line ends, of words separated by blanks. A
// word may begin in single quotes; inside them, as in a shell, a quote, a backslash and two quotes
// make one quote. A # begins a comment line.
func ParseSteps(text string) ([]Step, error) {
	var steps []Step
	var words []string // of the current step
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
