package widget

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
)

// KeysText returns an action's keys for display, such as "j ↓"; "" for none.
func KeysText(a Action) string {
	keys := loaders.Map(a.Keys, keyText)
	if a.Letters != "" {
		keys = append(keys, a.Letters[:1]+" "+a.Letters[1:])
	}
	return strings.Join(keys, " ")
}

func keyText(keyName string) string {
	if arrow, ok := map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}[keyName]; ok {
		return arrow
	}
	if rest, ok := strings.CutPrefix(keyName, "ctrl+"); ok {
		return "^" + rest
	}
	return keyName
}

// SideEffectKind is an action's effect besides the screen. Steps of a saved view may only look.
type SideEffectKind uint8

// Effects: looking; annotating (marks, tags, notes, saved views); writing a file; asking a process
// or an address; leaving the program.
const (
	Looks SideEffectKind = iota
	Says
	Writes
	Asks
	Leaves
)

// String returns words that follow "it".
func (e SideEffectKind) String() string {
	return [...]string{"only looks", "records something about the run", "writes a file", "contacts a process or a URL",
		"leaves faithscope"}[e]
}

// Action is bound to keys.
type Action struct {
	Name string   // such as "next-failure"; unique in a table
	Keys []string // as Bubble Tea spells them; the first is shown
	// Letters are its menu's key and its letter; "" for none.
	Letters string
	Help    string // a few words, lower case; "" for the verb's help
	// Run is nil for an action that needs a value.
	Run func() tea.Cmd
	// With runs the action with one of Values, or any text if Values is nil or AnyText is set.
	// Values is not called while the action is disabled. With is nil without a value.
	Values  func() []string
	AnyText bool
	With    func(value string) tea.Cmd
	// Typed receives the typed value, and "" on cancel; may be nil.
	Typed func(value string)
	// Shown returns a setting's value ("p .50"), and Turn moves it by one step, down for -1.
	Shown func() string
	Turn  func(by int) tea.Cmd
	// Meaning explains a setting in one line; Differs says that it isn't the papers' value.
	Meaning string
	Differs bool
	// Disabled returns a reason or ""; nil means always enabled.
	Disabled func() string
	Effect   SideEffectKind
	Walks    bool
	Absent   bool
	Footer   bool
	Short    string
	Group    string
}

// First returns the first element for which is holds, otherwise the zero value.
func First[T any](items []T, isWanted func(x T) bool) (x T, ok bool) {
	if i := slices.IndexFunc(items, isWanted); i >= 0 {
		return items[i], true
	}
	return x, false
}

// NextIn returns the element offset places after currentItem, wrapping around; an unknown value is
// before the first.
func NextIn[T comparable](items []T, currentItem T, offset int) T {
	n := len(items)
	return items[(slices.Index(items, currentItem)+offset+n)%n]
}

// Names returns the names of actions.
func Names(actions []Action) []string {
	return loaders.Map(actions, func(a Action) string { return a.Name })
}

// Find returns the action of a key.
func Find(actions []Action, keyName string) (Action, bool) {
	return First(actions, func(a Action) bool { return slices.Contains(a.Keys, keyName) })
}

// VerbOf returns an action in a few words.
func VerbOf(a Action) string { return cmp.Or(a.Short, strings.ReplaceAll(a.Name, "-", " ")) }

// Do makes an action's Run from changeState.
func Do(changeState func()) func() tea.Cmd {
	return func() tea.Cmd {
		changeState()
		return nil
	}
}

// Switch toggles stateVariable unless disabledReason returns a reason; disabledReason may be nil.
func Switch(switchName string, disabledReason func() string, stateVariable *bool) Action {
	return Action{Name: switchName, Disabled: disabledReason, Run: Do(func() { *stateVariable = !*stateVariable })}
}

// After makes followUp follow each action, and returns the changed list. Both commands run together.
func After(actions []Action, followUp func() tea.Cmd) []Action {
	for i := range actions {
		a := &actions[i]
		if run := a.Run; run != nil {
			a.Run = func() tea.Cmd { return tea.Batch(run(), followUp()) }
		}
		if with := a.With; with != nil {
			a.With = func(value string) tea.Cmd { return tea.Batch(with(value), followUp()) }
		}
	}
	return actions
}

// When returns a Disabled that returns reason while isDisabled holds.
func When(isDisabled func() bool, reason string) func() string {
	return func() string { return If(isDisabled(), reason) }
}

// If returns reasonText if condition is true, otherwise "".
func If(condition bool, reasonText string) string {
	if condition {
		return reasonText
	}
	return ""
}

// Why returns why the action is disabled, or "".
func (a Action) Why() string {
	if a.Disabled == nil {
		return ""
	}
	return a.Disabled()
}
