package widget

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Verb is a name with its keys and their meaning. Screens may lack a verb but never redefine it.
type Verb struct {
	Name string
	Keys []string // the first is shown; none for verbs only in a menu or on the command line
	// Letters open the menu and pick the verb: "fr"; or "".
	Letters string
	Help    string // short, lower case; a screen may be more precise
	Group   string
}

// Grammar is every verb that has a key or a menu letter.
var Grammar = slices.Concat(
	underHeading("Move",
		newVerb("down", "", "move to the next row", "j", "down"),
		newVerb("up", "", "move to the previous row", "k", "up"),
		newVerb("move-left", "", "move left: a column, the parent, a picture, a cursor", "h", "left"),
		newVerb("move-right", "", "move right: a column, the child, a picture, a cursor", "l", "right"),
		newVerb("half-down", "", "move half a screen down", "ctrl+d"),
		newVerb("half-up", "", "move half a screen up", "ctrl+u"),
		newVerb("page-down", "", "move a screen down", "pgdown", "ctrl+f"),
		newVerb("page-up", "", "move a screen up", "pgup", "ctrl+b"),
		newVerb("first", "gg", "go to the first row", "home"),
		newVerb("last", "", "go to the last row", "G", "end"),
		newVerb("open", "", "open what is selected", "enter"),
		newVerb("back", "", "go back to where you came from; quit where there is nothing to go back to",
			"q", "backspace"),
		newVerb("previous-view", "", "go back to the view before, in whatever place it was", "o", "ctrl+o"),
		newVerb("next-view", "", "go forth to the view after", "O"),
		newVerb("unwind", "", "leave the innermost of menu, zoom, pane, what-if and the last part of the filter",
			"esc"),
		newVerb("next-pane", "", "go to the next pane", "tab"),
		newVerb("previous-pane", "", "go to the previous pane", "shift+tab"),
		newVerb("next-example", "", "go to the next example of the list", "J"),
		newVerb("previous-example", "", "go to the previous example of the list", "K"),
		newVerb("next-failure", "", "go to the next wrong, unfaithful or broken example", "]", "n"),
		newVerb("previous-failure", "", "go to the previous wrong, unfaithful or broken example", "[", "N"),
		newVerb("next-run", "", "go to the next run", "}", "L"),
		newVerb("previous-run", "", "go to the previous run", "{", "H"),
		newVerb("culprit", "", "go to the culprit: the first module that is wrong although its inputs are right", "c"),
	),
	underHeading("Places",
		newVerb("runs", "", "go to Runs; there, to its first screen", "1"),
		newVerb("examples", "", "go to Examples; there, to the list", "2"),
		newVerb("groups", "", "go to Groups", "3"),
		newVerb("compare", "", "go to Compare", "4"),
		newVerb("results", "", "go to Results: figures and tables", "5"),
	),
	underHeading("Filter",
		newVerb("filter", "", "filter by words or a query", "/"),
		newVerb("right-not-faithful", "", "list right answers that are not faithful; again: all", "x"),
		newVerb("sort", "", "sort by the selected column; again: the other way round, then as it was", "s"),
	),
	underHeading("Say",
		newVerb("mark", "", "mark it, or take the mark away", "space"),
		newVerb("range", "", "mark, tag, note, copy and export the rows from here on as one, or let them go", "V"),
		newVerb("tag", "", "tag it, or take a tag away; `t enter` gives the last tag again", "t"),
	),
	underHeading("Take along",
		newVerb("export", "", "write what is on screen to a file", "E"),
		newVerb("explain", "", "say where the selected number comes from", "."),
	),
	underHeading("Change",
		newVerb("add", "", "put in what the cursor is on", "+"),
		newVerb("remove", "", "take away what the cursor is on", "-"),
		newVerb("edit", "", "edit the text under the cursor", "e"),
		newVerb("ask", "", "ask the model", "a"),
		newVerb("zoom", "", "give what the cursor is on the screen; again: larger, then back", "z"),
		newVerb("undo", "", "take back the last mark, tag, filter, setting or change", "u"),
		newVerb("redo", "", "do again what was taken back", "U"),
	),
	underHeading("Settings",
		newVerb("settings", "", "choose a setting and change it", "="),
		newVerb("setting-down", "", "move the chosen setting down, or to its previous value", "<"),
		newVerb("setting-up", "", "move the chosen setting up, or to its next value", ">"),
	),
	underHeading("Program",
		newVerb("problems", "", "show what is wrong in the files", "!"),
		newVerb("help", "", "show the keys of this screen, to search and to run", "?"),
		newVerb("command", "", "run an action by its name", ":"),
		newVerb("quit", "", "leave the program", "Q", "ctrl+c"),
		newVerb("suspend", "", "return to the shell until `fg`", "ctrl+z"),
		newVerb("redraw", "", "paint the whole screen again", "ctrl+l"),
	),
	underHeading("Filter by",
		newVerb("right", "fr", "only right answers, or all"),
		newVerb("wrong", "fw", "only wrong answers, or all"),
		newVerb("faithful", "ff", "only faithful examples, or all"),
		newVerb("not-faithful", "fn", "only examples that are not faithful, or all"),
		newVerb("unjudged", "fv", "only unjudged examples, or all"),
		newVerb("hard", "fh", "only the hard set, or all"),
		newVerb("easy", "fe", "only the easy set, or all"),
		newVerb("marked", "fm", "only marked examples, or all"),
		newVerb("not-annotated", "fo", "only examples that you have not annotated, or all"),
		newVerb("tagged", "ft", "only examples with a tag"),
		newVerb("drop-part", "fd", "take away a part of the filter"),
	),
	underHeading("Show",
		newVerb("gold", "vg", "gold, or without it"),
		newVerb("predicted", "vp", "what is predicted, or without it"),
		newVerb("below", "vb", "the best boxes below the threshold, or without them"),
		newVerb("heat", "vh", "heat, or without it"),
		newVerb("log-scale", "vl", "heat on a log scale, or a linear one"),
		newVerb("signs", "vs", "signs of attributions, or their size alone"),
		newVerb("matrix", "vi", "every row in full below the tokens, or the selected one on them"),
		newVerb("words", "vw", "words alone, or all"),
		newVerb("pieces", "vj", "wordpieces joined to words, or as the model has them"),
		newVerb("sentences", "vt", "sentences, or tokens"),
		newVerb("next-reference", "vr", "the next reference"),
		newVerb("hold", "vo", "others against this module, until it is let go"),
		newVerb("beside", "vy", "the held module's boxes on pictures of their own, or in the same"),
		newVerb("count-on", "vn", "the next box of the sum that counts"),
		newVerb("attributions", "vm", "attributions and rationales, or the module's evidence"),
		newVerb("about", "va", "all about the example, or less"),
		newVerb("preview", "ve", "the preview, or without it"),
		newVerb("gallery", "vv", "a gallery of the pictures, each with its outcome, or the list"),
		newVerb("columns", "vc", "other columns, in another order"),
		newVerb("second-dimension", "vd", "a second dimension across, or none"),
		newVerb("third-dimension", "vz", "a third dimension, a table for each of its values beside each other, or none"),
		newVerb("outcome", "vk", "the next outcome or axis"),
		newVerb("published", "vu", "the papers' own rows, or without them"),
		newVerb("agreement", "vq", "how runs agree by answers, or by faithfulness"),
	),
	underHeading("Go to",
		newVerb("entailed", "ge", "a question that this one entails"),
		newVerb("same-picture", "gp", "another question about the same picture"),
		newVerb("guide", "gh", "an example that shows what the run is about"),
		newVerb("run", "gr", "a run by its name"),
		newVerb("goto", "gi", "an example by its id or number"),
		newVerb("view", "gs", "a saved view"),
		newVerb("record", "gj", "the record as JSON in $PAGER or $EDITOR, to read"),
		newVerb("details", "gd", "what is known about the run"),
	),
	underHeading("Copy",
		newVerb("copy-id", "yi", "the example's id"),
		newVerb("copy-json", "yj", "its record as JSON"),
		newVerb("copy-row", "yr", "the selected row of the table"),
		newVerb("copy-cell", "yc", "the selected cell of the table"),
		newVerb("copy-link", "yl", "a command that opens this view again"),
		newVerb("copy-command", "yp", "a command that prints this view"),
		newVerb("copy-words", "yw", "what is said of the module, as JSON"),
		newVerb("copy-text", "yt", "the text on screen"),
	),
	underHeading("What if",
		newVerb("what-if", "ww", "change what modules return, and see what becomes of the answer"),
		newVerb("set-gold", "wg", "the module's output to its gold, or back"),
		newVerb("set-none", "wn", "the module to choose nothing, or back"),
		newVerb("cut", "wc", "probabilities rounded to 0 and 1 at the threshold, or back"),
		newVerb("operator", "wo", "the next operator or quantifier of its kind"),
		newVerb("counting", "wk", "sets counted in the next way"),
		newVerb("spread", "wp", "the spread of a number as the paper has it, or as the code"),
		newVerb("original", "wb", "all changes back"),
		newVerb("annotate", "wa", "the modules with what they should have returned; again: stop"),
		newVerb("others", "wd", "what others annotated, to settle differences; again: hide it"),
		newVerb("layer", "wl", "another form of the example, by its name"),
		newVerb("save-run", "ws", "the result, saved as a run of its own"),
	),
)

// Menus maps each menu's key to its purpose.
var Menus = map[string]string{"f": "filter by", "v": "show", "g": "go to", "y": "copy", "w": "what if"}

func newVerb(name, letters, help string, keys ...string) Verb {
	return Verb{Name: name, Keys: keys, Letters: letters, Help: help}
}

func underHeading(group string, verbs ...Verb) []Verb {
	for i := range verbs {
		verbs[i].Group = group
	}
	return verbs
}

type home struct{ screens, verbs string }

var elsewhere = []home{
	{"in Example", "culprit add edit ask about annotate attributions below beside copy-words count-on counting cut " +
		"entailed gold hold layer log-scale matrix next-reference operator original others pieces predicted same-picture " +
		"save-run sentences set-gold set-none signs spread " +
		"what-if words"},
	{"in Examples", "drop-part easy faithful gallery hard marked not-annotated not-faithful preview range right tagged " +
		"unjudged wrong"},
	{"in Runs", "details"},
	{"in Groups", "second-dimension third-dimension"},
	{"in Compare", "agreement"},
	{"in Results", "published"},
	{"in Runs, Groups, Example and Results", "run"},
	{"in Runs, Examples, Groups, Compare, Results and Tables", "columns copy-cell copy-row"},
	{"in Groups and Results", "outcome"},
	{"in Groups, Example and Tables", "remove"},
	{"in Examples, Groups, Example and Results", "zoom"},
	{"in Examples and Example", "next-example previous-example next-failure previous-failure tag copy-id copy-json record heat"},
	{"in Example, Compare and Results", "next-run previous-run"},
	{"in Runs, Examples, Groups, Compare, Results and Tables", "filter sort"},
	{"in Runs and Examples", "right-not-faithful"},
	{"in Runs, Examples and Example", "mark goto guide"},
	{"in Runs, Examples, Groups, Example, Compare, Results and Tables", "explain"},
}

// Elsewhere returns "in Runs and Examples" if not all screens have the verb, otherwise "".
func (v Verb) Elsewhere() string {
	group, _ := First(elsewhere, func(group home) bool { return slices.Contains(strings.Fields(group.verbs), v.Name) })
	return group.screens
}

var verbs = func() map[string]Verb {
	by := make(map[string]Verb, len(Grammar))
	for _, v := range Grammar {
		by[v.Name] = v
	}
	return by
}()

// VerbNamed returns a verb by name.
func VerbNamed(name string) (v Verb, ok bool) {
	v, ok = verbs[name]
	return v, ok
}

// Bind sets keys, letters, help and group by verbs, and a person's keys by name, which other
// actions lose. It changes and returns the list, repeatably.
func Bind(actions []Action, keys map[string][]string) []Action {
	var given []string
	for i := range actions {
		a := &actions[i]
		if v, ok := VerbNamed(a.Name); ok && len(a.Keys) == 0 {
			a.Keys, a.Letters, a.Group, a.Help = v.Keys, v.Letters, v.Group, cmp.Or(a.Help, v.Help)
		}
		if own, ok := keys[a.Name]; ok {
			a.Keys = own
			given = append(given, own...)
		}
	}
	for i := range actions {
		if _, ok := keys[actions[i].Name]; !ok && len(given) > 0 {
			actions[i].Keys = loaders.Filter(actions[i].Keys, func(key string) bool { return !slices.Contains(given, key) })
		}
	}
	return actions
}
