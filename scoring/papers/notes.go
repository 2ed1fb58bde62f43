package papers

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// chosenNotes returns notes on the choice of examples, each only where it applies: the runs whose
// predicted label is explained; what alignment-2 is over; how many examples have expert marks that
// every run gets wrong, and the runs whose experts are a proxy; and what the rows of statistics,
// or the stars, mean. It returns nil if no examples were chosen.
func (l *Laid) chosenNotes() (notes []string) {
	if len(l.of) == 0 {
		return nil
	}
	var proxies []string
	for _, run := range l.runs {
		if strings.Contains(run.Run.Note, "'expert' is a proxy") {
			proxies = append(proxies, run.Run.Name)
		}
	}
	if l.other != nil {
		notes = append(notes, "explained: the predicted label in "+l.listNames(l.other)+"; the paper: the gold one")
	}
	if l.Name == "alignment-2" {
		notes = append(notes, "alignment: over the examples answered wrongly; accuracy: over all")
	}
	if len(l.ids) > 0 {
		of := loaders.IfElse(l.Kind == statistics, "expert subset: ", "")
		notes = append(notes, fmt.Sprintf("%sover %s with expert marks that every run answers wrongly", of, loaders.Count(len(l.ids), "example")))
		if proxies != nil {
			notes = append(notes, "expert marks: a proxy, as its note says, in "+l.listNames(proxies))
		}
	}
	switch {
	case l.Kind == statistics:
		notes = append(notes, l.describeRows()...)
	case len(l.other) < len(l.of):
		notes = append(notes, "*** p < .001, ** p < .01, * p < .05: one t-test over the examples that C is above that of another explanation")
	}
	return notes
}

func (l *Laid) listNames(names []string) string {
	for at := range l.of {
		if !slices.Contains(names, l.runs[at.run].Run.Name) {
			return strings.Join(names, ", ")
		}
	}
	return "every run"
}

// describeConditions returns notes on the data set of a table that is split by it; beside the
// paper's numbers, on settings that the table does not set itself, differ from the paper's and change
// a number here, on how hard and easy are told apart, and on daggers; and, if a row is of several runs,
// on what it is the mean of. The notes on the chosen examples follow.
func (l *Laid) describeConditions() (notes []string) {
	now, paper := l.Under(l.Settings, asPredicted), l.Under(scoring.Defaults(), asPredicted)
	if l.only != nil && *l.only != "" {
		notes = append(notes, "Data: "+*l.only)
	}
	for _, s := range scoring.AllSettings() {
		value, given := l.Table.Settings[s.Name]
		words := strings.ReplaceAll(s.Name, "_", " ") + ": " + s.In(&now).String()
		switch {
		case given && slices.Contains(moved, s.Name): // its title says it
		case given:
			_ = s.In(&paper).Set(value) // a table is checked by a test
			fallthrough
		default:
			if l.Paper && s.Value(now) != s.Value(paper) && l.dependsOn(s.Name) {
				notes = append(notes, words+"; the paper: "+s.In(&paper).String())
			}
		}
	}
	if l.Paper && l.Table.Settings["base"] != "" {
		notes = append(notes, "hard and easy: by --base or the tags of the run; the paper: by the base model of its Table 1")
	}
	notes = append(notes, l.daggers()...)
	if slices.ContainsFunc(l.runs, func(run *session.Scored) bool { return run.Members() != nil }) {
		notes = append(notes, "a row of several runs: the mean over them ± standard deviation (n - 1); n: the examples of all")
	}
	return append(notes, l.chosenNotes()...)
}

// daggers returns a note for each of the paper's marks that is a sentence.
func (l *Laid) daggers() (notes []string) {
	for _, m := range l.Marks {
		if l.Paper && strings.ContainsAny(m.Mark, " ") {
			notes = append(notes, "† in the paper: "+m.Mark)
		}
	}
	return notes
}

// dependsOn reports whether a setting, by its name, changes the numbers of a column: whether the
// column's protocol lists it or, if the protocol scores boxes, whether it says how boxes are
// matched.
func (l *Laid) dependsOn(setting string) bool {
	return slices.ContainsFunc(l.Columns, func(c Column) bool {
		at := scoring.Place(session.Protocols(), c.Measure.Protocol)
		if at < 0 {
			return false
		}
		p := session.Protocols()[at]
		return slices.Contains(p.Settings, setting) ||
			p.Boxes && slices.Contains([]string{"iou", "negative_iou", "threshold", "inclusive"}, setting)
	})
}
