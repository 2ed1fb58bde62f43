package help

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// folds are the rows shared by several actions. Without a help a row joins theirs; after a colon it
// lists the names.
var folds = []struct{ names, verb, help string }{
	{"down up", "move", "move to the next or previous row"},
	{"half-down half-up", "half a screen", "move half a screen down or up"},
	{"page-down page-up", "a screen", "move a screen down or up"},
	{"first last", "first, last row", "go to the first or last row"},
	{"move-left move-right", "left, right", ""},
	{"next-pane previous-pane", "pane", ""},
	{"next-example previous-example", "example", "go to the next or previous example in the list"},
	{"next-failure previous-failure", "failure", "go to the next or previous wrong, unfaithful or broken example"},
	{"next-run previous-run", "run", "go to the next or previous run"},
	{"runs examples groups compare results", "places", "go to Runs, Examples, Groups, Compare or Results"},
	{"back previous-view next-view", "back, forward", "go back, or to the previous or next view"},
	{"undo redo", "undo, redo", "undo or redo the last mark, tag, filter, setting or change"},
	{"settings setting-down setting-up", "change a setting", "choose a setting and lower or raise it"},
	{"threshold step-score iou bar average upper-bound negative-iou bar-groundp bar-c bar-hpd answerable theta " +
		"paper-settings set base", "set a value", "set:"},
	{"mark tag note", "mark, tag, note", "mark, tag or note: `:tag NAME`, `:note TEXT`; again: remove"},
	{"mark-module tag-module note-module", "mark the module",
		"mark, tag or note the module: `:tag-module NAME`, `:note-module TEXT`"},
	{"edit set-module", "edit", ""},
	{"add remove", "add, remove", ""},
	{"theme mouse plain", "theme, mouse, plain", "`:theme NAME`, `:mouse` on or off, `:plain` words instead of bars"},
	{"save-screen save-view", "save screen, view", "save the screen to a file, or save the view:"},
	{"reload follow", "reload, follow", "reload the file, or follow it as it grows"},
	{"quit suspend redraw", "quit, suspend", "quit, suspend until `fg`, or redraw the screen"},
}

func foldOf(a widget.Action) (names, verb, help string) {
	fold, _ := widget.First(folds, func(f struct{ names, verb, help string }) bool {
		return strings.Contains(" "+f.names+" ", " "+a.Name+" ")
	})
	return cmp.Or(fold.names, a.Name), fold.verb, fold.help
}

// foldActions folds actions that belong together, because an example listed 117 rows, and sets their verbs.
func foldActions(actions []widget.Action) (rows []widget.Action) {
	var order []string
	members, texts, verbs := map[string][]widget.Action{}, map[string]string{}, map[string]string{}
	for _, a := range actions {
		names, verb, help := foldOf(a)
		if members[names] == nil {
			order = append(order, names)
		}
		if !slices.Contains(widget.Names(members[names]), a.Name) {
			if strings.Contains(a.Help, " next or previous ") { // a screen's own, for both
				help = a.Help
			}
			members[names], texts[names], verbs[names] = append(members[names], a), help, verb
		}
	}
	for _, names := range order {
		row := members[names][0]
		if row.Short = widget.VerbOf(row); len(members[names]) > 1 {
			row = foldRow(members[names], names, texts[names])
			row.Short = verbs[names]
		}
		rows = append(rows, row)
	}
	return rows
}

// foldMenus folds a menu's actions into a row that opens it, because a single column of them is too long.
func foldMenus(rows []widget.Action) (folded []widget.Action) {
	for _, a := range rows {
		if a.Letters == "" || len(a.Keys) > 0 {
			folded = append(folded, a)
			continue
		}
		letter, size := utf8.DecodeRuneInString(a.Letters)
		menuKey, item := a.Letters[:size], a.Letters[size:]+" "+a.Short
		if last := &folded[len(folded)-1]; slices.Equal(last.Keys, []string{menuKey}) {
			last.Help += " · " + item
			continue
		}
		folded = append(folded, widget.Action{Name: widget.Menus[menuKey], Keys: []string{menuKey},
			Short: widget.Menus[menuKey], Group: a.Group, Help: item,
			Run: func() tea.Cmd { return views.Send(tea.KeyPressMsg{Code: letter, Text: menuKey}) }})
	}
	return folded
}

func foldRow(actions []widget.Action, joinedNames, help string) widget.Action {
	loaders.SortBy(actions, func(a widget.Action) int { return strings.Index(" "+joinedNames+" ", " "+a.Name+" ") })
	row, ok := widget.First(actions, func(a widget.Action) bool { return a.Why() == "" })
	if !ok {
		row = actions[0]
	}
	row.Group, row.Letters = actions[0].Group, ""
	row.Keys = nil
	for _, a := range actions {
		if len(a.Keys) > 0 {
			row.Keys = append(row.Keys, a.Keys[0])
		}
	}
	switch {
	case help == "":
		help = strings.Join(slices.Compact(loaders.Map(actions, func(a widget.Action) string { return a.Help })), "; ")
	case strings.HasSuffix(help, ":"):
		help += " `:" + strings.Join(widget.Names(actions), "` `:") + "`"
	}
	row.Help = help
	return row
}
