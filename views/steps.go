package views

import (
	"errors"
	"strings"

	"faithscope/loaders"
)

// ViewStep is an action's name and words that lead to a view. Links, saved views and flags contain
// steps, written by [JoinSteps] and read by [ParseSteps].
type ViewStep struct {
	Name  string
	Words []string // nil for none
}

// StepEdit changes a module; StepText changes a text and asks the model.
const (
	StepEdit = "set-module"
	StepText = "set-text"
)

// Do returns the step of an action's name and words.
func Do(actionName string, actionWords ...string) ViewStep { return ViewStep{actionName, actionWords} }

// Given returns the steps with words, in order.
func Given(viewSteps ...ViewStep) []ViewStep {
	return loaders.Filter(viewSteps, func(s ViewStep) bool { return s.Value() != "" })
}

// Value joins the words.
func (s ViewStep) Value() string { return strings.Join(s.Words, " ") }

// String writes the step for ParseSteps. A shell runs none of its words.
func (s ViewStep) String() string {
	return strings.Join(loaders.Map(append([]string{s.Name}, s.Words...), quoteWord), " ")
}

// JoinSteps writes steps on one line.
func JoinSteps(viewSteps []ViewStep) string {
	return strings.Join(loaders.Map(viewSteps, ViewStep.String), "; ")
}

func quoteWord(wordText string) string { return ShellWord(loaders.Clean(wordText)) }

// ShellWord quotes text as one shell word (POSIX, 2.2.2) if necessary.
func ShellWord(wordText string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,@%+", r)
	}
	if wordText != "" && strings.TrimLeftFunc(wordText, plain) == "" {
		return wordText
	}
	return "'" + strings.ReplaceAll(wordText, "'", `'\''`) + "'"
}

var errOpen = errors.New("unclosed single quote")

// ParseSteps reads steps, separated by semicolons or line ends, of words separated by blanks. A
// word may begin in single quotes; inside them, as in a shell, a quote, a backslash and two quotes
// make one quote. A # begins a comment line.
func ParseSteps(stepsText string) ([]ViewStep, error) {
	var steps []ViewStep
	var words []string // of the current step
	for stepsText != "" {
		switch blank := strings.TrimLeft(stepsText, " \t\r"); {
		case blank != stepsText:
			stepsText = blank
		case stepsText[0] == ';' || stepsText[0] == '\n':
			steps, words, stepsText = endedBy(steps, words), nil, stepsText[1:]
		case stepsText[0] == '#' && words == nil:
			_, stepsText, _ = strings.Cut(stepsText, "\n")
		default:
			word, rest, err := wordIn(stepsText)
			if err != nil {
				return nil, err
			}
			words, stepsText = append(words, word), rest
		}
	}
	return endedBy(steps, words), nil
}

func endedBy(stepsSoFar []ViewStep, stepWords []string) []ViewStep {
	if len(stepWords) == 0 {
		return stepsSoFar
	}
	return append(stepsSoFar, ViewStep{stepWords[0], stepWords[1:]})
}

func wordIn(stepsText string) (word, rest string, err error) {
	for strings.HasPrefix(stepsText, "'") {
		quoted, behind, ok := strings.Cut(stepsText[1:], "'")
		if !ok {
			return "", "", errOpen
		}
		word, stepsText = word+quoted, behind
		if !strings.HasPrefix(stepsText, `\''`) {
			break
		}
		word, stepsText = word+"'", stepsText[len(`\'`):]
	}
	end := strings.IndexAny(stepsText, " \t\r\n;")
	if end < 0 {
		end = len(stepsText)
	}
	return word + stepsText[:end], stepsText[end:], nil
}
