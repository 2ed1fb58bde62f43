package widget

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Grammar is every verb that has a key or a menu letter: its name and, if that isn't clear alone, two to four words, its help, and
// its keys. Screens may lack a verb but never redefine it.
var Grammar = slices.Concat(
	underHeading("Move", [][3]string{
		{"down", "move to the next row", "j down"},
		{"up", "move to the previous row", "k up"},
		{"move-left", "move left: to a column, the parent, a picture or a word", "h left"},
		{"move-right", "move right: to a column, the child, a picture or a word", "l right"},
		{"half-down", "scroll half a screen down", "ctrl+d"},
		{"half-up", "scroll half a screen up", "ctrl+u"},
		{"page-down", "scroll a screen down", "pgdown ctrl+f"},
		{"page-up", "scroll a screen up", "pgup ctrl+b"},
		{"first", "go to the first row", "gg home"},
		{"last", "go to the last row", "G end"},
		{"open", "open the selected item", "enter"},
		{"back", "go back; on the first screen, quit", "q backspace"},
		{"previous-view", "go back to the previous view", "o ctrl+o"},
		{"next-view", "go forward to the next view", "O"},
		{"unwind: close or clear", "close the last menu, zoom, pane or what-if, or clear the filter's last part", "esc"},
		{"next-pane: next pane", "go to the next pane", "tab"},
		{"previous-pane: previous pane", "go to the previous pane", "shift+tab"},
		{"next-example", "go to the next example in the list", "J"},
		{"previous-example", "go to the previous example in the list", "K"},
		{"next-failure", "go to the next wrong, unfaithful or broken example", "] n"},
		{"previous-failure", "go to the previous wrong, unfaithful or broken example", "[ N"},
		{"next-run", "go to the next run", "} L"},
		{"previous-run", "go to the previous run", "{ H"},
		{"culprit: go to the culprit", "go to the culprit: the first module that is wrong although its inputs are right", "c"},
	}),
	underHeading("Filter", [][3]string{
		{"filter", "filter by words or a query", "/"},
		{"right-not-faithful: right, not faithful", "show only right answers that aren't faithful (toggle)", "x"},
		{"sort", "sort by the selected column; press again to reverse, then unsort", "s"},
		{"right: right answers", "right answers", "fr"},
		{"wrong: wrong answers", "wrong answers", "fw"},
		{"faithful", "faithful examples", "ff"},
		{"not-faithful: unfaithful", "unfaithful examples", "fn"},
		{"unjudged", "unjudged examples", "fv"},
		{"hard: hard set", "the hard set", "fh"},
		{"easy: easy set", "the easy set", "fe"},
		{"marked", "marked examples", "fm"},
		{"not-annotated: not yet annotated", "examples you haven't annotated", "fo"},
		{"tagged: a tag", "a tag", "ft"},
		{"drop-part: remove a part", "remove a part of the filter", "fd"},
	}),
	underHeading("Mark and change", [][3]string{
		{"mark", "mark or unmark", "space"},
		{"range: select rows", "select rows to mark, tag, note, copy or export (toggle)", "V"},
		{"tag", "add or remove a tag; `t enter` repeats the last tag", "t"},
		{"add", "add the item under the cursor", "+"},
		{"remove", "remove the item under the cursor", "-"},
		{"neutral: mark as neutral", "mark a step as neither right nor wrong", "0"},
		{"edit", "edit the text under the cursor", "e"},
		{"ask: ask the model", "ask the model", "a"},
		{"zoom", "zoom in on the selection; press again for larger, then back", "z"},
		{"undo", "undo the last mark, tag, filter, setting or change", "u"},
		{"redo", "redo the last undone change", "U"},
		{"settings", "choose a setting and change it", "="},
		{"setting-down", "lower the chosen setting, or go to its previous value", "<"},
		{"setting-up", "raise the chosen setting, or go to its next value", ">"},
		{"best-step-score: use the best threshold", "use the step score that is best on A or another run of this judge", "*"},
	}),
	underHeading("Show", [][3]string{
		{"explain", "explain the selected number", "."},
		{"gold: gold boxes and spans", "gold boxes and spans", "vg"},
		{"predicted: predictions", "predictions", "vp"},
		{"below: boxes with low p", "the best boxes below the threshold", "vb"},
		{"heat: heat map", "heat", "vh"},
		{"log-scale: heat on a log scale", "heat on a log scale", "vl"},
		{"signs: attribution signs", "signs of attributions", "vs"},
		{"matrix: every row of scores", "all rows of scores below the tokens", "vi"},
		{"words: words only", "words only, without punctuation or special tokens", "vw"},
		{"pieces: wordpieces", "wordpieces or whole words", "vj"},
		{"sentences: sentences or tokens", "sentences or tokens", "vt"},
		{"next-reference", "the next reference to compare with", "vr"},
		{"hold: pin this module", "pin this module and compare others with it", "vo"},
		{"beside: side by side", "the pinned module's boxes on a separate picture", "vy"},
		{"count-on: next box in the sum", "the next box in the sum", "vn"},
		{"attributions", "attributions and rationales", "vm"},
		{"about: all facts", "all facts about the example", "va"},
		{"preview", "the preview", "ve"},
		{"gallery: picture gallery", "pictures as a gallery", "vv"},
		{"columns: choose columns", "choose columns", "vc"},
		{"second-dimension: split into columns", "a second dimension, in columns", "vd"},
		{"third-dimension: split into tables", "a third dimension, one table per value", "vz"},
		{"outcome: next outcome", "the next outcome or axis", "vk"},
		{"published: papers' own rows", "the papers' own rows", "vu"},
		{"agreement: kind of agreement", "agreement on answers or on faithfulness", "vq"},
	}),
	underHeading("Go to", [][3]string{
		{"entailed: entailed question", "a question entailed by this one", "ge"},
		{"same-picture", "another question about the same picture", "gp"},
		{"guide: guide to the run", "a guide to the run", "gh"},
		{"run: run by its name", "a run by its name", "gr"},
		{"goto: example by its id", "an example by its id or number", "gi"},
		{"view: saved view", "a saved view", "gs"},
		{"record: record as JSON", "the record as JSON, in $PAGER or $EDITOR", "gj"},
		{"details: run details", "details of the run", "gd"},
	}),
	underHeading("Copy", [][3]string{
		{"export", "save the screen's contents to a file", "E"},
		{"copy-id: example's id", "the example's id", "yi"},
		{"copy-json: example as JSON", "the example's record as JSON", "yj"},
		{"copy-row: row of the table", "the selected row of the table", "yr"},
		{"copy-cell: cell of the table", "the selected cell of the table", "yc"},
		{"copy-link: link to this view", "a command that opens this view again", "yl"},
		{"copy-command: print command", "a command that prints this view", "yp"},
		{"copy-words: the module as JSON", "what is shown about the module, as JSON", "yw"},
		{"copy-text: text on screen", "the text on screen", "yt"},
	}),
	underHeading("What if", [][3]string{
		{"what-if: change modules", "change what modules return and see how the answer changes", "ww"},
		{"set-gold: use gold output", "replace the module's output with its gold (toggle)", "wg"},
		{"set-none: return nothing", "make the module return nothing (toggle)", "wn"},
		{"cut: round to 0 or 1", "round probabilities to 0 or 1 at the threshold (toggle)", "wc"},
		{"operator: next operator", "switch to the next operator or quantifier", "wo"},
		{"counting: next way to count", "switch to the next way of counting sets", "wk"},
		{"spread: spread of numbers", "compute the spread of numbers as in the paper or its code", "wp"},
		{"original: discard changes", "discard all changes", "wb"},
		{"annotate: annotate modules", "annotate what each module should have returned (toggle)", "wa"},
		{"others: others' annotations", "show other people's annotations (toggle)", "wd"},
		{"layer: switch version", "show another version of the example", "wl"},
		{"save-run: save as a run", "save the result as a run", "ws"},
	}),
	underHeading("Everywhere", [][3]string{
		{"runs", "go to Runs", "1"},
		{"examples", "go to Examples", "2"},
		{"groups", "go to Groups", "3"},
		{"compare", "go to Compare", "4"},
		{"results", "go to Results: figures and tables", "5"},
		{"problems: problems in files", "show problems in the files", "!"},
		{"help", "list this screen's actions; search or run them", "?"},
		{"command", "run an action by name", ":"},
		{"quit", "quit faithscope", "Q ctrl+c"},
		{"suspend", "suspend; `fg` resumes", "ctrl+z"},
		{"redraw", "redraw the screen", "ctrl+l"},
	}),
)

// Menus maps each menu's key to its purpose.
var Menus = map[string]string{"f": "filter by", "v": "show", "g": "go to", "y": "copy", "w": "what if"}

// underHeading takes a menu's key and a letter, like "vg", for the verb's letters, others for keys.
func underHeading(headingText string, verbRows [][3]string) []Action {
	return loaders.Map(verbRows, func(row [3]string) Action {
		name, short, _ := strings.Cut(row[0], ": ")
		v := Action{Name: name, Short: short, Help: row[1], Group: headingText}
		for key := range strings.FieldsSeq(row[2]) {
			if len(key) == 2 && Menus[key[:1]] != "" {
				v.Letters = key
			} else {
				v.Keys = append(v.Keys, key)
			}
		}
		return v
	})
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
func (a Action) Elsewhere() string {
	group, _ := First(elsewhere, func(group [2]string) bool { return slices.Contains(strings.Fields(group[1]), a.Name) })
	return group[0]
}

// Verbs has the verbs of [Grammar] by name.
var Verbs = func() map[string]Action {
	by := make(map[string]Action, len(Grammar))
	for _, v := range Grammar {
		by[v.Name] = v
	}
	return by
}()

// Bind sets keys, letters, help and group by verbs, and a person's keys by name, which other
// actions lose. It changes and returns the list, repeatably.
func Bind(actions []Action, keysByVerb map[string][]string) []Action {
	var given []string
	for i := range actions {
		a := &actions[i]
		if v, ok := Verbs[a.Name]; ok && len(a.Keys) == 0 {
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
