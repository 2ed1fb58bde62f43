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
		newVerb("down", "", "move to the next row", "j", "down"),
		newVerb("up", "", "move to the previous row", "k", "up"),
		newVerb("move-left", "", "move left: to a column, the parent, a picture or a word", "h", "left"),
		newVerb("move-right", "", "move right: to a column, the child, a picture or a word", "l", "right"),
		newVerb("half-down", "", "move half a screen down", "ctrl+d"),
		newVerb("half-up", "", "move half a screen up", "ctrl+u"),
		newVerb("page-down", "", "move a screen down", "pgdown", "ctrl+f"),
		newVerb("page-up", "", "move a screen up", "pgup", "ctrl+b"),
		newVerb("first", "gg", "go to the first row", "home"),
		newVerb("last", "", "go to the last row", "G", "end"),
		newVerb("open", "", "open the selected item", "enter"),
		newVerb("back", "", "go back; on the first screen, quit", "q", "backspace"),
		newVerb("previous-view", "", "go back to the previous view", "o", "ctrl+o"),
		newVerb("next-view", "", "go forward to the next view", "O"),
		newVerb("unwind: close or clear", "", "close the last menu, zoom, pane or what-if, or clear the filter's last part", "esc"),
		newVerb("next-pane: next pane", "", "go to the next pane", "tab"),
		newVerb("previous-pane: previous pane", "", "go to the previous pane", "shift+tab"),
		newVerb("next-example", "", "go to the next example in the list", "J"),
		newVerb("previous-example", "", "go to the previous example in the list", "K"),
		newVerb("next-failure", "", "go to the next wrong, unfaithful or broken example", "]", "n"),
		newVerb("previous-failure", "", "go to the previous wrong, unfaithful or broken example", "[", "N"),
		newVerb("next-run", "", "go to the next run", "}", "L"),
		newVerb("previous-run", "", "go to the previous run", "{", "H"),
		newVerb("culprit: go to the culprit", "", "go to the culprit: the first module that is wrong although its inputs are right", "c"),
	),
	underHeading("Filter",
		newVerb("filter", "", "filter by words or a query", "/"),
		newVerb("right-not-faithful: right, not faithful", "", "show only right answers that aren't faithful (toggle)", "x"),
		newVerb("sort", "", "sort by the selected column; again: reverse, then unsorted", "s"),
		newVerb("right: right answers", "fr", "right answers"),
		newVerb("wrong: wrong answers", "fw", "wrong answers"),
		newVerb("faithful", "ff", "faithful examples"),
		newVerb("not-faithful: unfaithful", "fn", "unfaithful examples"),
		newVerb("unjudged", "fv", "unjudged examples"),
		newVerb("hard: hard set", "fh", "the hard set"),
		newVerb("easy: easy set", "fe", "the easy set"),
		newVerb("marked", "fm", "marked examples"),
		newVerb("not-annotated: not yet annotated", "fo", "examples you haven't annotated"),
		newVerb("tagged: a tag", "ft", "a tag"),
		newVerb("drop-part: remove a part", "fd", "remove a part of the filter"),
	),
	underHeading("Mark and change",
		newVerb("mark", "", "mark or unmark", "space"),
		newVerb("range: select rows", "", "select rows to mark, tag, note, copy or export (toggle)", "V"),
		newVerb("tag", "", "add or remove a tag; `t enter` repeats the last tag", "t"),
		newVerb("add", "", "add the item under the cursor", "+"),
		newVerb("remove", "", "remove the item under the cursor", "-"),
		newVerb("neutral: mark as neutral", "", "call a step neither right nor wrong", "0"),
		newVerb("edit", "", "edit the text under the cursor", "e"),
		newVerb("ask: ask the model", "", "ask the model", "a"),
		newVerb("zoom", "", "zoom in on the selection; again: larger, then back", "z"),
		newVerb("undo", "", "undo the last mark, tag, filter, setting or change", "u"),
		newVerb("redo", "", "redo the last undone change", "U"),
		newVerb("settings", "", "choose a setting and change it", "="),
		newVerb("setting-down", "", "lower the chosen setting, or go to its previous value", "<"),
		newVerb("setting-up", "", "raise the chosen setting, or go to its next value", ">"),
		newVerb("best-step-score: use the best score", "", "use the step-score threshold best on A or another run of this judge", "*"),
	),
	underHeading("Show",
		newVerb("explain", "", "explain the selected number", "."),
		newVerb("gold: gold boxes and spans", "vg", "gold boxes and spans"),
		newVerb("predicted: predictions", "vp", "predictions"),
		newVerb("below: boxes with low p", "vb", "the best boxes below the threshold"),
		newVerb("heat: heat map", "vh", "heat"),
		newVerb("log-scale: heat on a log scale", "vl", "heat on a log scale"),
		newVerb("signs: attribution signs", "vs", "signs of attributions"),
		newVerb("matrix: every row of scores", "vi", "all rows of scores below the tokens"),
		newVerb("words: words only", "vw", "words only, without punctuation or special tokens"),
		newVerb("pieces: wordpieces", "vj", "wordpieces or whole words"),
		newVerb("sentences: sentences or tokens", "vt", "sentences or tokens"),
		newVerb("next-reference", "vr", "the next reference to compare with"),
		newVerb("hold: pin this module", "vo", "pin this module and compare others with it"),
		newVerb("beside: side by side", "vy", "the pinned module's boxes on a separate picture"),
		newVerb("count-on: next box in the sum", "vn", "the next box in the sum"),
		newVerb("attributions", "vm", "attributions and rationales"),
		newVerb("about: all facts", "va", "all facts about the example"),
		newVerb("preview", "ve", "the preview"),
		newVerb("gallery: picture gallery", "vv", "pictures as a gallery"),
		newVerb("columns: choose columns", "vc", "choose columns"),
		newVerb("second-dimension: split into columns", "vd", "a second dimension, in columns"),
		newVerb("third-dimension: split into tables", "vz", "a third dimension, one table per value"),
		newVerb("outcome: next outcome", "vk", "the next outcome or axis"),
		newVerb("published: papers' own rows", "vu", "the papers' own rows"),
		newVerb("agreement: kind of agreement", "vq", "agreement on answers or on faithfulness"),
	),
	underHeading("Go to",
		newVerb("entailed: entailed question", "ge", "a question entailed by this one"),
		newVerb("same-picture", "gp", "another question about the same picture"),
		newVerb("guide: guide to the run", "gh", "a guide to the run"),
		newVerb("run: run by its name", "gr", "a run by its name"),
		newVerb("goto: example by its id", "gi", "an example by its id or number"),
		newVerb("view: saved view", "gs", "a saved view"),
		newVerb("record: record as JSON", "gj", "the record as JSON, in $PAGER or $EDITOR"),
		newVerb("details: run details", "gd", "details of the run"),
	),
	underHeading("Copy",
		newVerb("export", "", "save the screen's contents to a file", "E"),
		newVerb("copy-id: example's id", "yi", "the example's id"),
		newVerb("copy-json: example as JSON", "yj", "the example's record as JSON"),
		newVerb("copy-row: row of the table", "yr", "the selected row of the table"),
		newVerb("copy-cell: cell of the table", "yc", "the selected cell of the table"),
		newVerb("copy-link: link to this view", "yl", "a command that opens this view again"),
		newVerb("copy-command: print command", "yp", "a command that prints this view"),
		newVerb("copy-words: your annotations", "yw", "your annotations of the module, as JSON"),
		newVerb("copy-text: text on screen", "yt", "the text on screen"),
	),
	underHeading("What if",
		newVerb("what-if: change modules", "ww", "change what modules return and see how the answer changes"),
		newVerb("set-gold: use gold output", "wg", "replace the module's output with its gold (toggle)"),
		newVerb("set-none: return nothing", "wn", "make the module return nothing (toggle)"),
		newVerb("cut: round to 0 or 1", "wc", "round probabilities to 0 or 1 at the threshold (toggle)"),
		newVerb("operator: next operator", "wo", "switch to the next operator or quantifier"),
		newVerb("counting: next way to count", "wk", "switch to the next way of counting sets"),
		newVerb("spread: spread of numbers", "wp", "compute the spread of numbers as in the paper or its code"),
		newVerb("original: discard changes", "wb", "discard all changes"),
		newVerb("annotate: annotate modules", "wa", "annotate what each module should have returned (toggle)"),
		newVerb("others: others' annotations", "wd", "show other people's annotations (toggle)"),
		newVerb("layer: switch version", "wl", "show another version of the example"),
		newVerb("save-run: save as a run", "ws", "save the result as a run"),
	),
	underHeading("Everywhere",
		newVerb("runs", "", "go to Runs", "1"),
		newVerb("examples", "", "go to Examples", "2"),
		newVerb("groups", "", "go to Groups", "3"),
		newVerb("compare", "", "go to Compare", "4"),
		newVerb("results", "", "go to Results: figures and tables", "5"),
		newVerb("problems: problems in files", "", "show problems in the files", "!"),
		newVerb("help", "", "list this screen's actions; search or run them", "?"),
		newVerb("command", "", "run an action by its name", ":"),
		newVerb("quit", "", "quit faithscope", "Q", "ctrl+c"),
		newVerb("suspend", "", "suspend; `fg` resumes", "ctrl+z"),
		newVerb("redraw", "", "redraw the screen", "ctrl+l"),
	),
)

// Menus maps each menu's key to its purpose.
var Menus = map[string]string{"f": "filter by", "v": "show", "g": "go to", "y": "copy", "w": "what if"}

func newVerb(nameAndShort, menuLetters, help string, keyNames ...string) KeyVerb {
	name, short, _ := strings.Cut(nameAndShort, ": ")
	return KeyVerb{Name: name, Short: short, Keys: keyNames, Letters: menuLetters, Help: help}
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
			actions[i].Keys = loaders.Filter(actions[i].Keys, func(key string) bool { return !slices.Contains(given, key) })
		}
	}
	return actions
}
