package widget

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// KeyVerb is a name with its keys and their meaning. Screens may lack a verb but never redefine it.
type KeyVerb struct {
	Name string
	Keys []string // the first is shown; none for verbs only in a menu or on the command line
	// Letters open the menu and pick the verb: "fr"; or "".
	Letters string
	Short   string // two to four words if the name isn't clear alone
	Help    string // short, lower case; a screen may be more precise
	Group   string
}

// Grammar is every verb that has a key or a menu letter.
var Grammar = slices.Concat(
	underHeading("Move",
		newVerb("down", "move to the next row", "j", "down"),
		newVerb("up", "move to the previous row", "k", "up"),
		newVerb("move-left", "move left: to a column, the parent, a picture or a word", "h", "left"),
		newVerb("move-right", "move right: to a column, the child, a picture or a word", "l", "right"),
		newVerb("half-down", "scroll half a screen down", "ctrl+d"),
		newVerb("half-up", "scroll half a screen up", "ctrl+u"),
		newVerb("page-down", "scroll a screen down", "pgdown", "ctrl+f"),
		newVerb("page-up", "scroll a screen up", "pgup", "ctrl+b"),
		newVerb("first", "go to the first row", "gg", "home"),
		newVerb("last", "go to the last row", "G", "end"),
		newVerb("open", "open the selected item", "enter"),
		newVerb("back", "go back; on the first screen, quit", "q", "backspace"),
		newVerb("previous-view", "go back to the previous view", "o", "ctrl+o"),
		newVerb("next-view", "go forward to the next view", "O"),
		newVerb("unwind: close or clear", "close the last menu, zoom, pane or what-if, or clear the filter's last part", "esc"),
		newVerb("next-pane: next pane", "go to the next pane", "tab"),
		newVerb("previous-pane: previous pane", "go to the previous pane", "shift+tab"),
		newVerb("next-example", "go to the next example in the list", "J"),
		newVerb("previous-example", "go to the previous example in the list", "K"),
		newVerb("next-failure", "go to the next wrong, unfaithful or broken example", "]", "n"),
		newVerb("previous-failure", "go to the previous wrong, unfaithful or broken example", "[", "N"),
		newVerb("next-run", "go to the next run", "}", "L"),
		newVerb("previous-run", "go to the previous run", "{", "H"),
		newVerb("culprit: go to the culprit", "go to the culprit: the first module that is wrong although its inputs are right", "c"),
	),
	underHeading("Filter",
		newVerb("filter", "filter by words or a query", "/"),
		newVerb("right-not-faithful: right, not faithful", "show only right answers that aren't faithful (toggle)", "x"),
		newVerb("sort", "sort by the selected column; press again to reverse, then unsort", "s"),
		newVerb("right: right answers", "right answers", "fr"),
		newVerb("wrong: wrong answers", "wrong answers", "fw"),
		newVerb("faithful", "faithful examples", "ff"),
		newVerb("not-faithful: unfaithful", "unfaithful examples", "fn"),
		newVerb("unjudged", "unjudged examples", "fv"),
		newVerb("hard: hard set", "the hard set", "fh"),
		newVerb("easy: easy set", "the easy set", "fe"),
		newVerb("marked", "marked examples", "fm"),
		newVerb("not-annotated: not yet annotated", "examples you haven't annotated", "fo"),
		newVerb("tagged: a tag", "a tag", "ft"),
		newVerb("drop-part: remove a part", "remove a part of the filter", "fd"),
	),
	underHeading("Mark and change",
		newVerb("mark", "mark or unmark", "space"),
		newVerb("range: select rows", "select rows to mark, tag, note, copy or export (toggle)", "V"),
		newVerb("tag", "add or remove a tag; `t enter` repeats the last tag", "t"),
		newVerb("add", "add the item under the cursor", "+"),
		newVerb("remove", "remove the item under the cursor", "-"),
		newVerb("neutral: mark as neutral", "mark a step as neither right nor wrong", "0"),
		newVerb("edit", "edit the text under the cursor", "e"),
		newVerb("ask: ask the model", "ask the model", "a"),
		newVerb("zoom", "zoom in on the selection; press again for larger, then back", "z"),
		newVerb("undo", "undo the last mark, tag, filter, setting or change", "u"),
		newVerb("redo", "redo the last undone change", "U"),
		newVerb("settings", "choose a setting and change it", "="),
		newVerb("setting-down", "lower the chosen setting, or go to its previous value", "<"),
		newVerb("setting-up", "raise the chosen setting, or go to its next value", ">"),
		newVerb("best-step-score: use the best threshold", "use the step score that is best on A or another run of this judge", "*"),
	),
	underHeading("Show",
		newVerb("explain", "explain the selected number", "."),
		newVerb("gold: gold boxes and spans", "gold boxes and spans", "vg"),
		newVerb("predicted: predictions", "predictions", "vp"),
		newVerb("below: boxes with low p", "the best boxes below the threshold", "vb"),
		newVerb("heat: heat map", "heat", "vh"),
		newVerb("log-scale: heat on a log scale", "heat on a log scale", "vl"),
		newVerb("signs: attribution signs", "signs of attributions", "vs"),
		newVerb("matrix: every row of scores", "all rows of scores below the tokens", "vi"),
		newVerb("words: words only", "words only, without punctuation or special tokens", "vw"),
		newVerb("pieces: wordpieces", "wordpieces or whole words", "vj"),
		newVerb("sentences: sentences or tokens", "sentences or tokens", "vt"),
		newVerb("next-reference", "the next reference to compare with", "vr"),
		newVerb("hold: pin this module", "pin this module and compare others with it", "vo"),
		newVerb("beside: side by side", "the pinned module's boxes on a separate picture", "vy"),
		newVerb("count-on: next box in the sum", "the next box in the sum", "vn"),
		newVerb("attributions", "attributions and rationales", "vm"),
		newVerb("about: all facts", "all facts about the example", "va"),
		newVerb("preview", "the preview", "ve"),
		newVerb("gallery: picture gallery", "pictures as a gallery", "vv"),
		newVerb("columns: choose columns", "choose columns", "vc"),
		newVerb("second-dimension: split into columns", "a second dimension, in columns", "vd"),
		newVerb("third-dimension: split into tables", "a third dimension, one table per value", "vz"),
		newVerb("outcome: next outcome", "the next outcome or axis", "vk"),
		newVerb("published: papers' own rows", "the papers' own rows", "vu"),
		newVerb("agreement: kind of agreement", "agreement on answers or on faithfulness", "vq"),
	),
	underHeading("Go to",
		newVerb("entailed: entailed question", "a question entailed by this one", "ge"),
		newVerb("same-picture", "another question about the same picture", "gp"),
		newVerb("guide: guide to the run", "a guide to the run", "gh"),
		newVerb("run: run by its name", "a run by its name", "gr"),
		newVerb("goto: example by its id", "an example by its id or number", "gi"),
		newVerb("view: saved view", "a saved view", "gs"),
		newVerb("record: record as JSON", "the record as JSON, in $PAGER or $EDITOR", "gj"),
		newVerb("details: run details", "details of the run", "gd"),
	),
	underHeading("Copy",
		newVerb("export", "save the screen's contents to a file", "E"),
		newVerb("copy-id: example's id", "the example's id", "yi"),
		newVerb("copy-json: example as JSON", "the example's record as JSON", "yj"),
		newVerb("copy-row: row of the table", "the selected row of the table", "yr"),
		newVerb("copy-cell: cell of the table", "the selected cell of the table", "yc"),
		newVerb("copy-link: link to this view", "a command that opens this view again", "yl"),
		newVerb("copy-command: print command", "a command that prints this view", "yp"),
		newVerb("copy-words: the module as JSON", "what is shown about the module, as JSON", "yw"),
		newVerb("copy-text: text on screen", "the text on screen", "yt"),
	),
	underHeading("What if",
		newVerb("what-if: change modules", "change what modules return and see how the answer changes", "ww"),
		newVerb("set-gold: use gold output", "replace the module's output with its gold (toggle)", "wg"),
		newVerb("set-none: return nothing", "make the module return nothing (toggle)", "wn"),
		newVerb("cut: round to 0 or 1", "round probabilities to 0 or 1 at the threshold (toggle)", "wc"),
		newVerb("operator: next operator", "switch to the next operator or quantifier", "wo"),
		newVerb("counting: next way to count", "switch to the next way of counting sets", "wk"),
		newVerb("spread: spread of numbers", "compute the spread of numbers as in the paper or its code", "wp"),
		newVerb("original: discard changes", "discard all changes", "wb"),
		newVerb("annotate: annotate modules", "annotate what each module should have returned (toggle)", "wa"),
		newVerb("others: others' annotations", "show other people's annotations (toggle)", "wd"),
		newVerb("layer: switch version", "show another version of the example", "wl"),
		newVerb("save-run: save as a run", "save the result as a run", "ws"),
	),
	underHeading("Everywhere",
		newVerb("runs", "go to Runs", "1"),
		newVerb("examples", "go to Examples", "2"),
		newVerb("groups", "go to Groups", "3"),
		newVerb("compare", "go to Compare", "4"),
		newVerb("results", "go to Results: figures and tables", "5"),
		newVerb("problems: problems in files", "show problems in the files", "!"),
		newVerb("help", "list this screen's actions; search or run them", "?"),
		newVerb("command", "run an action by its name", ":"),
		newVerb("quit", "quit faithscope", "Q", "ctrl+c"),
		newVerb("suspend", "suspend; `fg` resumes", "ctrl+z"),
		newVerb("redraw", "redraw the screen", "ctrl+l"),
	),
)

// Menus maps each menu's key to its purpose.
var Menus = map[string]string{"f": "filter by", "v": "show", "g": "go to", "y": "copy", "w": "what if"}

// newVerb takes a menu's key and a letter, like "vg", for the verb's letters, others for keys.
func newVerb(nameAndShort, help string, keyNames ...string) KeyVerb {
	name, short, _ := strings.Cut(nameAndShort, ": ")
	v := KeyVerb{Name: name, Short: short, Help: help}
	for _, key := range keyNames {
		if len(key) == 2 && Menus[key[:1]] != "" {
			v.Letters = key
		} else {
			v.Keys = append(v.Keys, key)
		}
	}
	return v
}

func underHeading(headingText string, keyVerbs ...KeyVerb) []KeyVerb {
	for i := range keyVerbs {
		keyVerbs[i].Group = headingText
	}
	return keyVerbs
}

var elsewhere = [][2]string{
	{"in Example", "culprit add edit ask about annotate attributions below beside copy-words count-on counting cut " +
		"entailed gold hold layer log-scale matrix neutral next-reference operator original others pieces predicted same-picture " +
		"save-run sentences set-gold set-none signs spread " +
		"what-if words"},
	{"in Examples", "drop-part easy faithful gallery hard marked not-annotated not-faithful preview range right tagged " +
		"unjudged wrong"},
	{"in Runs", "details best-step-score"},
	{"in Groups", "second-dimension third-dimension"},
	{"in Compare", "agreement"},
	{"in Results", "published"},
	{"in Runs, Examples, Groups, Example, Compare and Results", "run"},
	{"in Runs, Examples, Groups, Compare, Results and Tables", "columns copy-cell copy-row filter sort"},
	{"in Groups and Results", "outcome"},
	{"in Groups, Example and Tables", "remove"},
	{"in Examples, Groups, Example and Results", "zoom"},
	{"in Examples and Example", "next-example previous-example next-failure previous-failure tag copy-id copy-json record heat"},
	{"in Examples, Groups, Example, Compare and Results", "next-run previous-run"},
	{"in Runs and Examples", "right-not-faithful"},
	{"in Runs, Examples and Example", "mark goto guide"},
	{"in Runs, Examples, Groups, Example, Compare, Results and Tables", "explain"},
}

// Elsewhere returns "in Runs and Examples" if not all screens have the verb, otherwise "".
func (v KeyVerb) Elsewhere() string {
	group, _ := First(elsewhere, func(group [2]string) bool { return slices.Contains(strings.Fields(group[1]), v.Name) })
	return group[0]
}

var verbs = func() map[string]KeyVerb {
	by := make(map[string]KeyVerb, len(Grammar))
	for _, v := range Grammar {
		by[v.Name] = v
	}
	return by
}()

// VerbNamed returns a verb by name.
func VerbNamed(verbName string) (v KeyVerb, ok bool) {
	v, ok = verbs[verbName]
	return v, ok
}

// Bind sets keys, letters, help and group by verbs, and a person's keys by name, which other
// actions lose. It changes and returns the list, repeatably.
func Bind(actions []Action, keysByVerb map[string][]string) []Action {
	var given []string
	for i := range actions {
		a := &actions[i]
		if v, ok := VerbNamed(a.Name); ok && len(a.Keys) == 0 {
			a.Keys, a.Letters, a.Group = v.Keys, v.Letters, v.Group
			a.Short, a.Help = cmp.Or(a.Short, v.Short), cmp.Or(a.Help, v.Help)
		}
		if own, ok := keysByVerb[a.Name]; ok {
			a.Keys = own
			given = append(given, own...)
		}
	}
	for i := range actions {
		if _, ok := keysByVerb[actions[i].Name]; !ok && len(given) > 0 {
			actions[i].Keys = loaders.Without(actions[i].Keys, given)
		}
	}
	return actions
}
