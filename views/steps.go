package views

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// Step is one of those that lead to a view, as a person types them on the
// command line of the screen: the name of an action, and words after it.
//
// A way to a view is steps as text, written by [JoinSteps] and read by
// [ParseSteps] wherever it stands: in a link, a saved view, a line of a notebook,
// a flag.
type Step struct {
	Name  string
	Words []string // nil for none
}

// Do returns a step.
func Do(name string, words ...string) Step { return Step{name, words} }

// Given returns those of some steps that say anything after their name.
func Given(steps ...Step) []Step {
	return loaders.Filter(steps, func(s Step) bool { return s.Value() != "" })
}

// Value is what follows the name, "" for nothing.
func (s Step) Value() string { return strings.Join(s.Words, " ") }

// String writes the step as ParseSteps reads it. A shell that is given it runs
// none of the words.
func (s Step) String() string {
	return strings.Join(loaders.Map(append([]string{s.Name}, s.Words...), Quote), " ")
}

// JoinSteps writes steps on one line.
func JoinSteps(steps []Step) string {
	return strings.Join(loaders.Map(steps, Step.String), "; ")
}

// Quote writes text, cleaned, as one word of steps and of a shell's command line.
func Quote(text string) string { return ShellWord(loaders.Clean(text)) }

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

// ParseSteps reads steps, separated by semicolons or on lines of their own, of words
// separated by blanks. Single quotes at the beginning of a word keep together what has
// blanks or semicolons; inside them '\” stands for one. A step that begins with # is a
// comment up to the end of its line, and is left out.
func ParseSteps(text string) ([]Step, error) {
	var steps []Step
	var words []string // of the step that is being read
	for text != "" {
		switch blank := strings.TrimLeft(text, " \t\r"); {
		case blank != text:
			text = blank
		case text[0] == ';' || text[0] == '\n':
			steps, words, text = ended(steps, words), nil, text[1:]
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
	return ended(steps, words), nil
}

// ended returns steps followed by one more of words, if there are any.
func ended(steps []Step, words []string) []Step {
	if len(words) == 0 {
		return steps
	}
	return append(steps, Step{words[0], words[1:]})
}

// wordIn cuts the first word off a text, which begins with it.
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

// Stepped is a view that can be returned to.
type Stepped interface {
	// Steps returns those that lead from the screen below to this view as it is.
	Steps() []Step
}

// Rooted is a view whose steps may begin at the first screen, whatever screen it
// was opened from.
type Rooted interface {
	Stepped
	Rooted() bool
}

// StepsTo returns the commands that lead from the first screen of a program
// just opened to the view on top of a stack, under the session's settings, as
// far as the views know them.
func StepsTo(s *Session, stack []View) []Step {
	steps := settingSteps(s.Settings)
	for _, v := range stack {
		if _, over := v.(*Modal); over {
			continue
		}
		stepped, ok := v.(Stepped)
		if !ok {
			break
		}
		if rooted, ok := v.(Rooted); ok && rooted.Rooted() {
			steps = settingSteps(s.Settings)
		}
		steps = append(steps, stepped.Steps()...)
	}
	return steps
}

// settingSteps are the steps of the settings that differ from the papers'.
func settingSteps(x scoring.Settings) []Step {
	steps := []Step{Do("paper-settings")}
	d := scoring.Defaults()
	for _, setting := range scoring.AllSettings() {
		if now := setting.In(&x).String(); now != setting.In(&d).String() {
			steps = append(steps, Do("set", setting.Flag(), now))
		}
	}
	return steps
}

// Link asks the program for the commands that lead to what is on screen, and
// gives them to Then.
type Link struct{ Then func(steps []Step) tea.Cmd }

// SaveScreen asks the program to write a frame, nil for what is on screen, to a
// file, in the format of its ending: .png, .svg or .ansi.
type SaveScreen struct {
	Path  string
	Frame *widget.Frame
}

// WhyUnkept returns why nothing can be saved with any run, "" if it can.
func (s *Session) WhyUnkept() string {
	for i := range s.Runs {
		if why := whyUnkept(s, i); why != "" {
			return why
		}
	}
	return ""
}

// Views returns the names of the views that were saved with any of the runs,
// sorted, and by name the commands that lead to each.
func (s *Data) Views() (names []string, steps map[string]string) {
	steps = map[string]string{}
	for i := range s.Runs {
		_, of := s.Book(i).Views()
		maps.Copy(steps, of)
	}
	return slices.Sorted(maps.Keys(steps)), steps
}

// SaveView saves the view on screen under a name, with every run: it is there
// again when any of them is opened. A name after a minus is forgotten.
func (s *Session) SaveView(name string) tea.Cmd {
	forgotten, off := strings.CutPrefix(name, "-")
	return s.Post(Link{func(steps []Step) tea.Cmd {
		c := marks.Change{ID: forgotten, Module: marks.Whole, Kind: marks.View, Text: JoinSteps(steps), Off: off}
		said := "saved: `:view " + forgotten + "` returns here"
		if off {
			said = forgotten + " is forgotten"
		}
		books := s.Books
		return func() tea.Msg {
			var last *marks.Book
			for _, last = range books {
				if err := last.Apply(context.Background(), c); err != nil {
					return reportMarked(last, "", err)
				}
			}
			return reportMarked(last, said, nil)
		}
	}})
}

// OpenView goes to a view that was saved.
func (s *Session) OpenView(name string) tea.Cmd {
	_, steps := s.Views()
	if steps[name] == "" {
		return s.Post(Flash{Text: "no view is called " + name, Bad: true})
	}
	way, err := ParseSteps(steps[name])
	if err != nil {
		return s.Post(Flash{Text: name + ": " + err.Error(), Bad: true})
	}
	return s.Post(Walk{Steps: way})
}

// Walk asks the program to leave all screens but the first and follow steps,
// one after the other, once every run has been read, and then open a view on
// top, nil for none.
type Walk struct {
	Steps []Step
	Then  View
}

// RunAction goes to a run of the session by its name.
func RunAction(s *Session, help string, disabled func() string, to func(run int) tea.Cmd) widget.Action {
	return widget.Action{Name: "run", Help: help, Disabled: disabled, Values: s.Names, With: s.Choice(s.Names, "no run is called WORD", to)}
}

// Choice is the With of an action that takes one of some words, and goes on with its
// place among them. It says none, in which WORD stands for what was typed, to any
// other.
func (s *Session) Choice(words func() []string, none string, to func(at int) tea.Cmd) func(word string) tea.Cmd {
	return func(word string) tea.Cmd {
		at := slices.Index(words(), word)
		if at < 0 {
			return s.Post(Flash{Text: strings.Replace(none, "WORD", word, 1), Bad: true})
		}
		return to(at)
	}
}
