package widget

import (
	"cmp"
	"slices"
	"strings"
)

// Verb is what one name, and the keys that go with it, mean in the whole program:
// a screen may lack a verb, and never gives its name or its keys another meaning.
type Verb struct {
	Name string
	Keys []string // as Bubble Tea spells them, the first is shown; none for a verb of a menu or of the command line alone
	// Letters open the menu and pick the verb from it: "fr". "" for a verb without a menu.
	Letters string
	Help    string // in a few words, lower case; a screen may say more precisely what the verb does there
	Group   string // heads the verb in help
}

// Grammar is every verb that has a key, or a letter of a menu.
var Grammar = slices.Concat(moving, acting, menus)

var moving = []Verb{
	{"down", []string{"j", "down"}, "", "move to the next row", "Move"},
	{"up", []string{"k", "up"}, "", "move to the previous row", "Move"},
	{"move-left", []string{"h", "left"}, "", "move left: a column, the parent, a picture, a cursor", "Move"},
	{"move-right", []string{"l", "right"}, "", "move right: a column, the child, a picture, a cursor", "Move"},
	{"half-down", []string{"ctrl+d"}, "", "move half a screen down", "Move"},
	{"half-up", []string{"ctrl+u"}, "", "move half a screen up", "Move"},
	{"page-down", []string{"pgdown", "ctrl+f"}, "", "move a screen down", "Move"},
	{"page-up", []string{"pgup", "ctrl+b"}, "", "move a screen up", "Move"},
	{"first", []string{"home"}, "gg", "go to the first row", "Move"},
	{"last", []string{"G", "end"}, "", "go to the last row", "Move"},
	{"open", []string{"enter"}, "", "open what is selected", "Move"},
	{"back", []string{"q", "backspace"}, "", "go back to where you came from; quit where there is nothing to go back to", "Move"},
	{"unwind", []string{"esc"}, "", "leave the innermost of menu, zoom, pane, what-if and the last part of the filter", "Move"},
	{"next-pane", []string{"tab"}, "", "go to the next pane", "Move"},
	{"previous-pane", []string{"shift+tab"}, "", "go to the previous pane", "Move"},
	{"next-example", []string{"J"}, "", "go to the next example of the list", "Move"},
	{"previous-example", []string{"K"}, "", "go to the previous example of the list", "Move"},
	{"next-failure", []string{"]", "n"}, "", "go to the next wrong, unfaithful or broken example", "Move"},
	{"previous-failure", []string{"[", "N"}, "", "go to the previous wrong, unfaithful or broken example", "Move"},
	{"next-run", []string{"}", "L"}, "", "go to the next run", "Move"},
	{"previous-run", []string{"{", "H"}, "", "go to the previous run", "Move"},
	{"culprit", []string{"c"}, "", "go to the culprit: the first module that is wrong although its inputs are right", "Move"},
	{"runs", []string{"1"}, "", "go to Runs; there, to its first screen", "Places"},
	{"examples", []string{"2"}, "", "go to Examples; there, to the list", "Places"},
	{"groups", []string{"3"}, "", "go to Groups", "Places"},
	{"compare", []string{"4"}, "", "go to Compare", "Places"},
	{"results", []string{"5"}, "", "go to Results: figures and tables", "Places"},
}

var acting = []Verb{
	{"filter", []string{"/"}, "", "filter by words or a query", "Filter"},
	{"right-not-faithful", []string{"x"}, "", "list right answers that are not faithful; again: all", "Filter"},
	{"sort", []string{"s"}, "", "sort by the selected column; again: the other way round, then as it was", "Filter"},
	{"mark", []string{"space"}, "", "mark it, or take the mark away", "Say"},
	{"tag", []string{"t"}, "", "tag it, or take a tag away; `t enter` gives the last tag again", "Say"},
	{"export", []string{"E"}, "", "write what is on screen to a file", "Take along"},
	{"explain", []string{"."}, "", "say where the selected number comes from", "Take along"},
	{"add", []string{"+"}, "", "put in what the cursor is on", "Change"},
	{"remove", []string{"-"}, "", "take away what the cursor is on", "Change"},
	{"edit", []string{"e"}, "", "edit the text under the cursor", "Change"},
	{"ask", []string{"a"}, "", "ask the model", "Change"},
	{"zoom", []string{"z"}, "", "give what the cursor is on the screen; again: larger, then back", "Change"},
	{"undo", []string{"u"}, "", "take back the last mark, tag, filter, setting or change", "Change"},
	{"redo", []string{"U"}, "", "do again what was taken back", "Change"},
	{"settings", []string{"="}, "", "choose a setting and change it", "Settings"},
	{"setting-down", []string{"<"}, "", "move the chosen setting down, or to its previous value", "Settings"},
	{"setting-up", []string{">"}, "", "move the chosen setting up, or to its next value", "Settings"},
	{"problems", []string{"!"}, "", "show what is wrong in the files", "Program"},
	{"help", []string{"?"}, "", "show the keys of this screen, to search and to run", "Program"},
	{"command", []string{":"}, "", "run an action by its name", "Program"},
	{"quit", []string{"Q", "ctrl+c"}, "", "leave the program", "Program"},
	{"suspend", []string{"ctrl+z"}, "", "return to the shell until `fg`", "Program"},
	{"redraw", []string{"ctrl+l"}, "", "paint the whole screen again", "Program"},
}

// Menus says what each menu is for, by the key that opens it.
var Menus = map[string]string{"f": "filter by", "v": "show", "g": "go to", "y": "copy", "w": "what if"}

var menus = []Verb{
	{"right", nil, "fr", "only right answers, or all", "Filter by"},
	{"wrong", nil, "fw", "only wrong answers, or all", "Filter by"},
	{"faithful", nil, "ff", "only faithful examples, or all", "Filter by"},
	{"not-faithful", nil, "fn", "only examples that are not faithful, or all", "Filter by"},
	{"unjudged", nil, "fv", "only unjudged examples, or all", "Filter by"},
	{"hard", nil, "fh", "only the hard set, or all", "Filter by"},
	{"easy", nil, "fe", "only the easy set, or all", "Filter by"},
	{"marked", nil, "fm", "only marked examples, or all", "Filter by"},
	{"tagged", nil, "ft", "only examples with a tag", "Filter by"},
	{"this-culprit", nil, "fc", "only examples with the selected one's culprit", "Filter by"},
	{"this-cause", nil, "fa", "only examples with the selected one's cause", "Filter by"},
	{"this-value", nil, "fi", "only examples with the value of the selected column", "Filter by"},
	{"drop-part", nil, "fd", "take away a part of the filter", "Filter by"},
	{"gold", nil, "vg", "gold, or without it", "Show"},
	{"predicted", nil, "vp", "what is predicted, or without it", "Show"},
	{"below", nil, "vb", "the best boxes below the threshold, or without them", "Show"},
	{"heat", nil, "vh", "heat, or without it", "Show"},
	{"log-scale", nil, "vl", "heat on a log scale, or a linear one", "Show"},
	{"signs", nil, "vs", "signs of attributions, or their size alone", "Show"},
	{"words", nil, "vw", "words alone, or all", "Show"},
	{"pieces", nil, "vj", "wordpieces joined to words, or as the model has them", "Show"},
	{"sentences", nil, "vt", "sentences, or tokens", "Show"},
	{"next-reference", nil, "vr", "the next reference", "Show"},
	{"hold", nil, "vo", "others against this module, until it is let go", "Show"},
	{"count-on", nil, "vn", "the next box of the sum that counts", "Show"},
	{"attributions", nil, "vm", "attributions and rationales, or the module's evidence", "Show"},
	{"about", nil, "va", "all about the example, or less", "Show"},
	{"preview", nil, "ve", "the preview, or without it", "Show"},
	{"columns", nil, "vc", "other columns, in another order", "Show"},
	{"second-dimension", nil, "vd", "a second dimension across", "Show"},
	{"outcome", nil, "vk", "the next outcome or axis", "Show"},
	{"as-picture", nil, "vx", "the figure as a picture, or in characters", "Show"},
	{"published", nil, "vu", "the papers' own rows, or without them", "Show"},
	{"agreement", nil, "vq", "how runs agree by answers, or by faithfulness", "Show"},
	{"forget-map", nil, "vf", "a table by what its columns say, without the map kept for them", "Show"},
	{"base-run", nil, "gb", "the same in the base run", "Go to"},
	{"entailed", nil, "ge", "a question that this one entails", "Go to"},
	{"same-picture", nil, "gp", "another question about the same picture", "Go to"},
	{"guide", nil, "gh", "an example that shows what the run is about", "Go to"},
	{"run", nil, "gr", "a run by its name", "Go to"},
	{"goto", nil, "gi", "an example by its id or number", "Go to"},
	{"view", nil, "gs", "a saved view", "Go to"},
	{"details", nil, "gd", "what is known about the run", "Go to"},
	{"copy-id", nil, "yi", "the example's id", "Copy"},
	{"copy-json", nil, "yj", "its record as JSON", "Copy"},
	{"copy-link", nil, "yl", "a command that opens this view again", "Copy"},
	{"copy-words", nil, "yw", "what is said of the module, as JSON", "Copy"},
	{"copy-text", nil, "yt", "the text on screen", "Copy"},
	{"what-if", nil, "ww", "change what modules return, and see what becomes of the answer", "What if"},
	{"set-gold", nil, "wg", "the module's output to its gold, or back", "What if"},
	{"set-none", nil, "wn", "the module to choose nothing, or back", "What if"},
	{"cut", nil, "wc", "probabilities rounded to 0 and 1 at the threshold, or back", "What if"},
	{"operator", nil, "wo", "the next operator or quantifier of its kind", "What if"},
	{"counting", nil, "wk", "sets counted in the next way", "What if"},
	{"spread", nil, "wp", "the spread of a number as the paper has it, or as the code", "What if"},
	{"original", nil, "wb", "all changes back", "What if"},
	{"annotate", nil, "wa", "what modules should have returned, by you: again, the end of it", "What if"},
	{"others", nil, "wd", "what others annotated, to settle differences, or without it", "What if"},
	{"save-run", nil, "ws", "what came of it saved as a run of its own", "What if"},
}

// home names some screens, and the verbs that no other screen has.
type home struct{ screens, verbs string }

// elsewhere are the screens that have verbs with a key of which others know nothing.
var elsewhere = []home{
	{"in Example", "culprit add edit ask"},
	{"in Groups and Example", "remove"},
	{"in Examples, Groups, Example and Results", "zoom"},
	{"in Examples and Example", "next-example previous-example next-failure previous-failure tag"},
	{"in Example, Compare and Results", "next-run previous-run"},
	{"in Examples, Groups and Compare", "filter"},
	{"in Runs and Examples", "right-not-faithful"},
	{"in Runs, Examples and Example", "mark"},
	{"in Runs, Examples, Example, Compare and Results", "explain"},
	{"in Runs, Examples, Groups, Compare and Results", "sort"},
}

// Elsewhere says which screens have a verb, if not all have it: "in Runs and Examples";
// otherwise it is "".
func (v Verb) Elsewhere() string {
	of, _ := First(elsewhere, func(of home) bool { return slices.Contains(strings.Fields(of.verbs), v.Name) })
	return of.screens
}

// verbs is Grammar by name.
var verbs = func() map[string]Verb {
	by := make(map[string]Verb, len(Grammar))
	for _, v := range Grammar {
		by[v.Name] = v
	}
	return by
}()

// VerbNamed returns the verb of a name.
func VerbNamed(name string) (v Verb, ok bool) {
	v, ok = verbs[name]
	return v, ok
}

// VerbOf returns the verb of a key.
func VerbOf(key string) (Verb, bool) {
	return First(Grammar, func(v Verb) bool { return slices.Contains(v.Keys, key) })
}

// Bind returns actions with the keys, the letters, the help and the group that their
// verbs have, and with those keys that a person gave them by name. An action loses a
// key that another action was given.
func Bind(actions []Action, keys map[string][]string) []Action {
	bound := slices.Clone(actions)
	var given []string
	for i := range bound {
		a := &bound[i]
		if v, ok := VerbNamed(a.Name); ok && len(a.Keys) == 0 {
			a.Keys, a.Letters, a.Group, a.Help = v.Keys, v.Letters, v.Group, cmp.Or(a.Help, v.Help)
		}
		if own, ok := keys[a.Name]; ok {
			a.Keys = own
			given = append(given, own...)
		}
	}
	for i := range bound {
		if _, ok := keys[bound[i].Name]; !ok && len(given) > 0 {
			bound[i].Keys = slices.DeleteFunc(slices.Clone(bound[i].Keys), func(key string) bool { return slices.Contains(given, key) })
		}
	}
	return bound
}
