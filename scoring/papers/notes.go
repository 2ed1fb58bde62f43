package papers

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// chosenNotes returns notes on the choice of examples, because measured numbers may be over other
// examples than the paper's; nil if none were chosen.
func (l *FilledTable) chosenNotes() (notes []string) {
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
		notes = append(notes, "explained label: the predicted one in "+l.listNames(l.other)+"; the correct one in the paper")
	}
	if l.Name == "alignment-2" {
		notes = append(notes, "alignment is over wrongly answered examples, accuracy over all examples")
	}
	if len(l.ids) > 0 {
		of := loaders.IfElse(l.Kind == statistics, "expert subset: ", "")
		notes = append(notes, fmt.Sprintf("%sover %s with expert marks and wrong answers in every run", of, loaders.Count(len(l.ids), "example")))
		if proxies != nil {
			notes = append(notes, "expert marks are a proxy, according to the notes of "+l.listNames(proxies))
		}
	}
	switch {
	case l.Kind == statistics:
		notes = append(notes, l.describeRows()...)
	case len(l.other) < len(l.of):
		notes = append(notes, "*** p < .001, ** p < .01, * p < .05: one-sided t-test over the examples, C against C with another explanation")
	}
	return notes
}

func (l *FilledTable) listNames(runNames []string) string {
	for at := range l.of {
		if !slices.Contains(runNames, l.runs[at.run].Run.Name) {
			return strings.Join(runNames, ", ")
		}
	}
	return "every run"
}

func (l *FilledTable) describeConditions() (notes []string) {
	now, paper := l.Under(l.Settings, asPredicted), l.Under(scoring.Defaults(), asPredicted)
	if l.only != nil && *l.only != "" {
		notes = append(notes, "Data: "+*l.only)
	}
	for _, s := range scoring.AllSettings() {
		value, given := l.Table.Settings[s.Name]
		if given && slices.Contains(moved, s.Name) {
			continue // the title tells
		}
		if given {
			_ = s.In(&paper).Set(value) // a test checks every table
		}
		if l.Paper && s.Value(now) != s.Value(paper) && l.dependsOn(s.Name) {
			notes = append(notes, strings.ReplaceAll(s.Name, "_", " ")+": "+s.In(&now).String()+"; in the paper: "+s.In(&paper).String())
		}
	}
	if l.Paper && l.Table.Settings["base"] != "" {
		notes = append(notes, "hard and easy: set by --base or the run's tags; in the paper, by the base model in its Table 1")
	}
	notes = slices.Concat(notes, l.daggers(), l.confusions)
	if slices.ContainsFunc(l.runs, func(run *session.ScoredRun) bool { return run.Members() != nil }) {
		notes = append(notes, "a row for several runs shows their mean ± standard deviation (n - 1); n counts the examples of all runs")
	}
	return append(notes, l.chosenNotes()...)
}

func (l *FilledTable) daggers() (notes []string) {
	for _, m := range l.Marks {
		if l.Paper && strings.ContainsAny(m.Mark, " ") {
			notes = append(notes, "† in the paper: "+m.Mark)
		}
	}
	return notes
}

func (l *FilledTable) dependsOn(settingName string) bool {
	return slices.ContainsFunc(l.Columns, func(c Column) bool {
		return slices.ContainsFunc(session.Protocols(), func(p scoring.Protocol) bool {
			return p.Name == c.Measure.Protocol && (slices.Contains(p.Settings, settingName) ||
				p.Boxes && slices.Contains([]string{"iou", "negative_iou", "threshold", "inclusive"}, settingName))
		})
	})
}
