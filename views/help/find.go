package help

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"faithscope/views/widget"
)

// nicknames are other names for actions.
var nicknames = map[string]string{
	"annotate": "correct fix label gold", "set-gold": "correct fix repair", "what-if": "change counterfactual intervene",
	"explain": "why source", "compare": "delta diff versus", "export": "csv save download write", "copy-link": "share url",
	"command": "palette", "problems": "errors",
	"ask": "explainer lime shap attribution", "culprit": "blame fault", "zoom": "enlarge fullscreen", "filter": "search find grep",
	"tag": "category", "undo": "revert", "quit": "exit leave", "theme": "colours", "threshold": "p cutoff",
}

// findActions returns the actions that match, best first: the name or key, its beginning, a word or
// nickname, the help, and last the letters in order.
func findActions(all []widget.Action, typed string) (found []widget.Action) {
	about := " " + strings.ReplaceAll(typed, "-", " ")
	ranks := []func(a widget.Action, name string) bool{
		func(a widget.Action, name string) bool {
			return name == typed || a.Letters == typed || slices.Contains(a.Keys, typed)
		},
		func(_ widget.Action, name string) bool { return strings.HasPrefix(name, typed) },
		func(a widget.Action, name string) bool {
			return strings.Contains(name, "-"+typed) || strings.Contains(" "+nicknames[a.Name], about)
		},
		func(a widget.Action, name string) bool {
			return strings.Contains(name, typed) || !isValued(a) && strings.Contains(" "+strings.ToLower(a.Help), about)
		},
	}
	taken, names := make([]bool, len(all)), widget.Names(all)
	for i := range names {
		names[i] = withHyphens(names[i])
	}
	for _, answers := range ranks {
		for i, a := range all {
			if !taken[i] && answers(a, names[i]) {
				taken[i], found = true, append(found, a)
			}
		}
	}
	for _, m := range fuzzy.Find(typed, names) {
		if !taken[m.Index] && !isValued(all[m.Index]) {
			found = append(found, all[m.Index])
		}
	}
	return found
}

func isValued(a widget.Action) bool { return strings.Contains(a.Name, " ") }

func withHyphens(name string) string { return strings.ReplaceAll(name, " ", "-") }

func absentActions() []widget.Action {
	some := slices.DeleteFunc(slices.Clone(widget.Grammar), func(v widget.Verb) bool { return v.Elsewhere() == "" })
	actions := make([]widget.Action, len(some))
	for i, v := range some {
		actions[i] = widget.Action{Name: v.Name, Absent: true, Run: func() tea.Cmd { return nil },
			Disabled: func() string { return "works " + v.Elsewhere() }}
	}
	return actions
}

// placeInList returns an action's rank: 0 runnable, 1 moving, 2 disabled, 3 of another screen.
func placeInList(a widget.Action) int {
	switch why := a.Why(); {
	case a.Absent:
		return 3
	case why != "":
		return 2
	case a.Group == "Move":
		return 1
	}
	return 0
}
