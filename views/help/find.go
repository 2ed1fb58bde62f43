package help

import (
	"slices"
	"strings"

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

// purposes says what each screen is for, after an action that no other screen has.
var purposes = [][2]string{
	{"details", "Which run is right, and for the right reasons? Best values are bold."},
	{"gallery", "Which examples fail, and whose fault is it? One row per example."},
	{"second-dimension", "What do wrong or unfaithful examples have in common?"},
	{"what-if", "Where did each step look, and which went wrong first?"},
	{"agreement", "Is one run really better than the other, and where?"},
	{"published", "How do the open runs compare in figures and in the papers' tables?"},
}

func purposeOf(actions []widget.Action) string {
	of, _ := widget.First(purposes, func(p [2]string) bool { return slices.Contains(widget.Names(actions), p[0]) })
	return of[1]
}

func findActions(actions []widget.Action, typed string) (found []widget.Action) {
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
	taken, names := make([]bool, len(actions)), widget.Names(actions)
	for i := range names {
		names[i] = withHyphens(names[i])
	}
	for _, answers := range ranks {
		for i, a := range actions {
			if !taken[i] && answers(a, names[i]) {
				taken[i], found = true, append(found, a)
			}
		}
	}
	for _, m := range fuzzy.Find(typed, names) {
		if !taken[m.Index] && !isValued(actions[m.Index]) {
			found = append(found, actions[m.Index])
		}
	}
	return found
}

func isValued(a widget.Action) bool { return strings.Contains(a.Name, " ") }

func withHyphens(actionName string) string { return strings.ReplaceAll(actionName, " ", "-") }

func absentActions() (actions []widget.Action) {
	add := func(name, where string) {
		actions = append(actions, widget.Action{Name: name, Absent: true,
			Disabled: func() string { return "works " + where }})
	}
	for _, v := range widget.Grammar {
		if where := v.Elsewhere(); where != "" {
			add(v.Name, where)
		}
	}
	for _, unkeyed := range [...][2]string{
		{"in Runs and Examples", "reload follow"}, {"in Groups and Results", "by"},
		{"in Results", "scatter result at module-type"}, {"in Runs", "rests-on"},
		{"in Runs and Results", "base"}, {"in Compare", "holm cluster change"}, {"in Examples and Example", "note"},
		{"in Example", "mark-module tag-module note-module"},
	} {
		for name := range strings.FieldsSeq(unkeyed[1]) {
			add(name, unkeyed[0])
		}
	}
	return actions
}

func placeInList(a widget.Action) int {
	switch {
	case a.Absent:
		return 3
	case a.Why() != "":
		return 2
	case a.Group == "Move":
		return 1
	}
	return 0
}
