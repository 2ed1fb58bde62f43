package help

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

type sharedRow struct{ names, verb, help string }

// folds are the rows shared by several actions. Without a help a row joins theirs; after a colon it
// lists the names.
var folds = []sharedRow{
	{"down up", "move down or up", "move to the next or previous row"},
	{"half-down half-up", "scroll half a screen", "scroll half a screen down or up"},
	{"page-down page-up", "scroll a screen", "scroll a screen down or up"},
	{"first last", "go to top or bottom", "go to the first or last row"},
	{"move-left move-right", "move left or right", ""},
	{"next-pane previous-pane", "switch panes", ""},
	{"next-example previous-example", "go through examples", "go to the next or previous example in the list"},
	{"next-failure previous-failure", "go through failures", "go to the next or previous wrong, unfaithful or broken example"},
	{"next-run previous-run", "go through runs", "go to the next or previous run"},
	{"runs examples groups compare results", "go to another screen", "go to Runs, Examples, Groups, Compare or Results"},
	{"back previous-view next-view", "go back or forward", "go back, or to the previous or next view"},
	{"undo redo", "undo or redo", "undo or redo the last mark, tag, filter, setting or change"},
	{"settings setting-down setting-up", "change a setting", "choose a setting and lower or raise it"},
	{"threshold step-score iou bar average upper-bound negative-iou bar-groundp bar-c bar-hpd answerable theta " +
		"paper-settings set base", "set scoring options", "set:"},
	{"mark tag note", "mark, tag or note", "mark, tag or note: `:tag NAME`, `:note TEXT`; repeat to remove"},
	{"mark-module tag-module note-module", "mark the module",
		"mark, tag or note the module: `:tag-module NAME`, `:note-module TEXT`"},
	{"edit set-module", "edit the module", ""},
	{"add remove", "add or remove items", ""},
	{"theme mouse plain", "set theme or mouse", "`:theme NAME` sets colours, `:mouse` toggles the mouse, `:plain` replaces bars with words"},
	{"save-screen save-view", "save screen or view", "save the screen to a file, or save the view:"},
	{"reload follow", "reload or follow", "reload the file, or follow it as it grows"},
	{"quit suspend redraw", "quit or suspend", "quit, suspend until `fg`, or redraw the screen"},
}

// foldActions folds actions that belong together, because an example listed 117 rows, and sets their verbs.
func foldActions(all []widget.Action) (rows []widget.Action) {
	var order []sharedRow
	members := map[sharedRow][]widget.Action{}
	for _, a := range all {
		f, isFolded := widget.First(folds, func(f sharedRow) bool { return slices.Contains(strings.Fields(f.names), a.Name) })
		if !isFolded {
			f.names = a.Name
		}
		if members[f] == nil {
			order = append(order, f)
		}
		if !slices.Contains(widget.Names(members[f]), a.Name) {
			members[f] = append(members[f], a)
		}
	}
	for _, f := range order {
		row := members[f][0]
		if row.Short = widget.VerbOf(row); len(members[f]) > 1 {
			row = foldRow(members[f], f)
		}
		row.Group = loaders.IfElse(widget.KeysText(row) == "", "By name", row.Group)
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
		menuKey, item := a.Letters[:1], a.Letters[1:]+" "+a.Short
		if last := &folded[len(folded)-1]; slices.Equal(last.Keys, []string{menuKey}) {
			last.Help += " · " + item
			continue
		}
		folded = append(folded, widget.Action{Name: widget.Menus[menuKey], Keys: []string{menuKey},
			Short: widget.Menus[menuKey], Group: a.Group, Help: widget.Menus[menuKey] + ": " + item,
			Run: func() tea.Cmd { return views.Send(tea.KeyPressMsg{Code: rune(menuKey[0]), Text: menuKey}) }})
	}
	return folded
}

func foldRow(actions []widget.Action, f sharedRow) widget.Action {
	loaders.SortBy(actions, func(a widget.Action) int { return slices.Index(strings.Fields(f.names), a.Name) })
	row, ok := widget.First(actions, func(a widget.Action) bool { return a.Why() == "" })
	if !ok {
		row = actions[0]
	}
	row.Group, row.Letters, row.Keys, row.Short, row.Help = actions[0].Group, "", nil, f.verb, f.help
	var helps []string
	for _, a := range actions {
		row.Keys = append(row.Keys, a.Keys[:min(1, len(a.Keys))]...)
		if helps = append(helps, a.Help); strings.Contains(a.Help, " next or previous ") { // a screen's own, for both
			row.Help = a.Help
		}
	}
	switch {
	case row.Help == "":
		row.Help = strings.Join(slices.Compact(helps), "; ")
	case strings.HasSuffix(row.Help, ":"):
		row.Help += " `:" + strings.Join(widget.Names(actions), "` `:") + "`"
	}
	return row
}
