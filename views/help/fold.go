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
var folds = []struct{ names, help string }{
	{"down up", "move to the next or previous row"},
	{"half-down half-up", "move half a screen down or up"},
	{"page-down page-up", "move a screen down or up"},
	{"first last", "go to the first or last row"},
	{"move-left move-right", ""},
	{"next-pane previous-pane", ""},
	{"next-example previous-example", "go to the next or previous example in the list"},
	{"next-failure previous-failure", "go to the next or previous wrong, unfaithful or broken example"},
	{"next-run previous-run", "go to the next or previous run"},
	{"runs examples groups compare results", "go to Runs, Examples, Groups, Compare or Results"},
	{"back previous-view next-view", "go back, or to the previous or next view"},
	{"undo redo", "undo or redo the last mark, tag, filter, setting or change"},
	{"settings setting-down setting-up", "choose a setting and lower or raise it"},
	{"threshold step-score iou bar average upper-bound negative-iou bar-groundp bar-c bar-hpd answerable theta " +
		"paper-settings set base", "set:"},
	{"mark tag note", "mark, tag or note: `:tag NAME`, `:note TEXT`; again: remove"},
	{"mark-module tag-module note-module", "mark, tag or note the module: `:tag-module NAME`, `:note-module TEXT`"},
	{"edit set-module", ""},
	{"add remove", ""},
	{"theme mouse plain", "`:theme NAME`, `:mouse` on or off, `:plain` words instead of bars"},
	{"save-screen save-view", "save the screen as a file, or the view:"},
	{"reload follow", "reload the file, or follow it as it grows"},
	{"quit suspend redraw", "quit, suspend until `fg`, or redraw the screen"},
}

// mostFolded bounds the width of a menu's row.
const mostFolded = 70

func foldOf(a widget.Action) (names, help string) {
	if a.Letters != "" && len(a.Keys) == 0 {
		return a.Letters[:1], ""
	}
	fold, _ := widget.First(folds, func(f struct{ names, help string }) bool { return strings.Contains(" "+f.names+" ", " "+a.Name+" ") })
	return cmp.Or(fold.names, a.Name), fold.help
}

// foldActions folds actions that belong together, because an example listed 117 rows.
func foldActions(actions []widget.Action) (rows []widget.Action) {
	var order []string
	members, texts := map[string][]widget.Action{}, map[string]string{}
	for _, a := range actions {
		names, help := foldOf(a)
		if members[names] == nil {
			order = append(order, names)
		}
		if !slices.Contains(widget.Names(members[names]), a.Name) {
			if strings.Contains(a.Help, " next or previous ") { // a screen's own, for both
				help = a.Help
			}
			members[names], texts[names] = append(members[names], a), help
		}
	}
	for _, names := range order {
		switch of := members[names]; {
		case len(of) == 1:
			rows = append(rows, of[0])
		case widget.Menus[names] != "" && of[0].Letters != "":
			rows = append(rows, foldMenu(names, of)...)
		default:
			rows = append(rows, foldRow(of, names, texts[names]))
		}
	}
	return rows
}

func foldMenu(menuKey string, actions []widget.Action) (rows []widget.Action) {
	letter, _ := utf8.DecodeRuneInString(menuKey)
	for _, a := range actions {
		item := a.Letters[1:] + " " + strings.ReplaceAll(a.Name, "-", " ")
		if n := len(rows) - 1; n >= 0 && len(rows[n].Help)+len(item) < mostFolded {
			rows[n].Help += " · " + item
			continue
		}
		v, _ := widget.VerbNamed(a.Name)
		rows = append(rows, widget.Action{Keys: []string{menuKey}, Help: item, Group: v.Group,
			Run: func() tea.Cmd { return views.Send(tea.KeyPressMsg{Code: letter, Text: menuKey}) }})
	}
	return rows
}

func foldRow(actions []widget.Action, joinedNames, help string) widget.Action {
	loaders.SortBy(actions, func(a widget.Action) int { return strings.Index(" "+joinedNames+" ", " "+a.Name+" ") })
	row, ok := widget.First(actions, func(a widget.Action) bool { return a.Why() == "" })
	if !ok {
		row = actions[0]
	}
	row.Group, row.Letters = actions[0].Group, ""
	row.Keys = loaders.Filter(loaders.Map(actions, widget.KeysText), func(keys string) bool { return keys != "" })
	switch {
	case help == "":
		help = strings.Join(slices.Compact(loaders.Map(actions, func(a widget.Action) string { return a.Help })), "; ")
	case strings.HasSuffix(help, ":"):
		help += " `:" + strings.Join(widget.Names(actions), "` `:") + "`"
	}
	row.Help = help
	return row
}
