package widget

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// KeysText writes an action's keys for people: "j ↓", "" for none.
func KeysText(a Action) string {
	keys := loaders.Map(a.Keys, keyText)
	if a.Letters != "" {
		keys = append(keys, a.Letters[:1]+" "+a.Letters[1:])
	}
	return strings.Join(keys, " ")
}

func keyText(key string) string {
	if arrow, ok := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}[key]; ok {
		return arrow
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + rest
	}
	return key
}

// Effect holds what an action does besides changing what is on screen. Steps that
// come from elsewhere, such as those of a saved view, may only look.
type Effect uint8

// The effects: only looking; saying something about an example or a run (marks,
// tags, notes, saved views); writing a file; asking a process or an address;
// leaving the program, as the clipboard, a shell and quitting do.
const (
	Looks Effect = iota
	Says
	Writes
	Asks
	Leaves
)

// String puts the effect in words that follow "it".
func (e Effect) String() string {
	return [...]string{"only looks", "says something about the run", "writes a file", "asks a process or an address", "leaves the program"}[e]
}

// Action is one thing that a key does.
type Action struct {
	Name string   // of the command line: "next-failure"; unique in a table
	Keys []string // as Bubble Tea spells them ("j", "down", "shift+tab"); the first is shown. [Bind] puts those of the verb
	// Letters are the key of the menu that has the action, followed by its letter there; ""
	// for none.
	Letters string
	Help    string // says what it does, in a few words, lower case; "" for what the verb says
	// Run is nil for an action that needs a value: without one its help is
	// shown.
	Run func() tea.Cmd
	// With runs the action with what the command line has after the name: one of Values, in
	// the order in which it offers them, or any text where Values is nil, or AnyText is set: then
	// Values only helps to type. Values is not called while the action cannot run. With is nil
	// for an action without a value.
	Values  func() []string
	AnyText bool
	With    func(value string) tea.Cmd
	// Typed is told the value while it is typed, and "" where no value is given in the end; nil
	// for none.
	Typed func(value string)
	// Shown is the present value of a setting ("p .50"), and Turn moves it by one
	// step, down for -1: an action that has both stands in the settings row.
	Shown func() string
	Turn  func(by int) tea.Cmd
	// Disabled returns why the action cannot run now, "" when it can; nil
	// means always enabled.
	Disabled func() string
	Effect   Effect
	Walks    bool // it follows steps of its own
	Absent   bool // another screen has it
	// Footer marks the few that the footer shows, by Short or by name.
	Footer bool
	Short  string
	// Group heads the action in help: "Move", "Filter", "Scores".
	Group string
}

// First returns the first element for which is holds, the zero value for none.
func First[T any](list []T, is func(x T) bool) (x T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return x, false
}

// NextIn returns the element by places after now, going round; a value outside the list counts as
// before the first.
func NextIn[T comparable](list []T, now T, by int) T {
	n := len(list)
	return list[(slices.Index(list, now)+by+n)%n]
}

// Names returns the names of actions.
func Names(actions []Action) []string {
	return loaders.Map(actions, func(a Action) string { return a.Name })
}

// Find returns the action of a key.
func Find(actions []Action, key string) (Action, bool) {
	return First(actions, func(a Action) bool { return slices.Contains(a.Keys, key) })
}

// KeyAlone is the Short of an action of which the footer shows the key and no word.
const KeyAlone = " "

func nameOf(a Action) string {
	return strings.TrimSpace(cmp.Or(a.Short, strings.ReplaceAll(a.Name, "-", " ")))
}

// Do makes an action's Run from a function that leaves nothing for the program
// to do.
func Do(change func()) func() tea.Cmd {
	return func() tea.Cmd {
		change()
		return nil
	}
}

// Switch returns the action that turns a switch, unless off says why it can't; off may be nil.
func Switch(name string, off func() string, on *bool) Action {
	return Action{Name: name, Disabled: off, Run: Do(func() { *on = !*on })}
}

// After has each of actions followed by then, whether run by a key or with a value, and returns the
// changed list. Both commands are run together.
func After(actions []Action, then func() tea.Cmd) []Action {
	for i := range actions {
		a := &actions[i]
		if run := a.Run; run != nil {
			a.Run = func() tea.Cmd { return tea.Batch(run(), then()) }
		}
		if with := a.With; with != nil {
			a.With = func(value string) tea.Cmd { return tea.Batch(with(value), then()) }
		}
	}
	return actions
}

// When returns an action's Disabled: why while off holds.
func When(off func() bool, reason string) func() string {
	return func() string { return If(off(), reason) }
}

// If returns text if holds is true, otherwise ""; with [cmp.Or], the first reason that holds.
func If(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// Why returns why the action cannot run now, "" when it can.
func (a Action) Why() string {
	if a.Disabled == nil {
		return ""
	}
	return a.Disabled()
}
