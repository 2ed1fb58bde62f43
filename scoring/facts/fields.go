package facts

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// fixed are the fields that every run has.
var fixed = slices.Concat(exampleColumns, answerColumns, scoreColumns, programColumns, noteColumns)

var exampleColumns = []column{
	{Field: query.Field{Name: "id", Kind: query.Text, Group: "Example", Help: "its id"}, of: ofRow(func(row loaders.Row) string { return row.ID })},
	{Field: query.Field{Name: "question", Kind: query.Text, Group: "Example", Help: "question, utterance or statement"}, of: ofRow(func(row loaders.Row) string { return row.Question })},
	{Field: query.Field{Name: "text", Kind: query.Text, Group: "Example", Help: "id, question, kind and answers together"}, of: ofRow(func(row loaders.Row) string { return row.Text })},
	{Field: query.Field{Name: "kind", Kind: query.Text, Group: "Example", Facet: true, Help: "question type or program family"}, of: ofRow(func(row loaders.Row) string { return row.Kind })},
	{Field: query.Field{Name: "broken", Kind: query.Truth, Group: "Example", Help: "its record cannot be read"}, of: ofRow(func(row loaders.Row) bool { return row.Broken })},
	{Field: query.Field{Name: "image", Kind: query.Text, Group: "Example", Help: "path of its first picture"}, deep: true, of: each(func(t *Table, i int) string { return t.run.structure(i).image })},
	{Field: query.Field{Name: "group", Kind: query.Set, Group: "Example", Help: "sets of examples to be answered consistently"}, deep: true, of: each(func(t *Table, i int) []string { return t.run.structure(i).groups })},
}

var answerColumns = []column{
	{Field: query.Field{Name: "verdict", Kind: query.Text, Group: "Answer", Facet: true, Help: "right, wrong or unknown"}, of: each(func(t *Table, i int) string { return t.Answer(i).String() })},
	{Field: query.Field{Name: "right", Aliases: []string{"correct"}, Kind: query.Truth, Group: "Answer", Help: "the answer is right"}, of: each((*Table).right)},
	{Field: query.Field{Name: "wrong", Kind: query.Truth, Group: "Answer", Help: "the answer is wrong"}, of: each((*Table).wrong)},
	{Field: query.Field{Name: "judged", Kind: query.Truth, Group: "Answer", Help: "it is known whether the answer is right"}, of: each(func(t *Table, i int) bool { return t.right(i) || t.wrong(i) })},
	{Field: query.Field{Name: "answer.predicted", Aliases: []string{"predicted"}, Kind: query.Text, Group: "Answer", Facet: true, Help: "the model's answer"}, of: ofRow(func(row loaders.Row) string { return row.Predicted })},
	{Field: query.Field{Name: "answer.gold", Aliases: []string{"gold"}, Kind: query.Text, Group: "Answer", Facet: true, Help: "the right answer"}, of: ofRow(func(row loaders.Row) string { return row.Gold })},
	{Field: query.Field{Name: "answer.type", Kind: query.Text, Group: "Answer", Facet: true, Help: "yes or no, number, words, none"}, deep: true, of: each(func(t *Table, i int) string { return t.run.structure(i).answerType })},
	{Field: query.Field{Name: "hard", Kind: query.Truth, Group: "Answer", Help: "a base model gets it wrong (--base, else the tag hard)"}, deep: true, of: each(func(t *Table, i int) bool { return t.run.grades(i, t.settings).hard })},
	{Field: query.Field{Name: "easy", Kind: query.Truth, Group: "Answer", Help: "a base model gets it right (--base, else the tag easy)"}, deep: true, of: each(func(t *Table, i int) bool { return t.run.grades(i, t.settings).easy })},
	{Field: query.Field{Name: "odd", Kind: query.Truth, Group: "Answer", Help: "the gold answer is an odd number"}, deep: true, of: each(func(t *Table, i int) bool { return t.run.structure(i).parity == "odd" })},
	{Field: query.Field{Name: "even", Kind: query.Truth, Group: "Answer", Help: "the gold answer is an even number"}, deep: true, of: each(func(t *Table, i int) bool { return t.run.structure(i).parity == "even" })},
	{Field: query.Field{Name: "count.gold", Kind: query.Number, Group: "Answer", Help: "the gold count of a counting question"}, deep: true, of: each(func(t *Table, i int) float64 { return t.run.structure(i).counted.gold })},
	{Field: query.Field{Name: "count.predicted", Kind: query.Number, Group: "Answer", Help: "the predicted count, rounded half to even"}, deep: true, of: each(func(t *Table, i int) float64 { return t.run.structure(i).counted.predicted })},
}

var scoreColumns = []column{
	{Field: query.Field{Name: "quadrant", Kind: query.Text, Group: "Scores", Facet: true, Help: "right or wrong, faithful or not"}, of: each(func(t *Table, i int) string { return scoring.Standing(t.Answer(i), t.Faithful(i)) })},
	{Field: query.Field{Name: "faithful", Kind: query.Truth, Group: "Scores", Help: "faithfulness is not below the bar"}, of: each((*Table).faithful)},
	{Field: query.Field{Name: "unfaithful", Kind: query.Truth, Group: "Scores", Help: "faithfulness is below the bar"}, of: each((*Table).unfaithful)},
	{Field: query.Field{Name: "failed", Kind: query.Truth, Group: "Scores", Help: "its answer is wrong, it is unfaithful, or its record cannot be read"}, of: each((*Table).Failed)},
	{Field: query.Field{Name: "scored", Kind: query.Truth, Group: "Scores", Help: "it has a number for faithfulness"}, of: each(func(t *Table, i int) bool { return t.faithful(i) || t.unfaithful(i) })},
	{Field: query.Field{Name: "faithfulness", Aliases: []string{"f1"}, Kind: query.Number, Group: "Scores", Help: "the number it is called faithful by"}, of: each(func(t *Table, i int) float64 { return number(t.Overall(i)) })},
	{Field: query.Field{Name: "culprit", Kind: query.Text, Group: "Scores", Facet: true, Help: "type of the first module that is wrong although its inputs are right"}, of: each((*Table).culprit)},
	{Field: query.Field{Name: "culprit.cause", Kind: query.Text, Group: "Scores", Facet: true, Help: "why the culprit is wrong"}, of: each(func(t *Table, i int) string {
		_, why := t.Culprit(i)
		return why.String()
	})},
	{Field: query.Field{Name: "culprit.argument", Kind: query.Text, Group: "Scores", Facet: true, Help: "the culprit's text argument"}, deep: true, of: each(func(t *Table, i int) string { return t.run.grades(i, t.settings).argument })},
	{Field: query.Field{Name: "cause", Kind: query.Set, Group: "Scores", Facet: true, Help: "why any of its modules is wrong"}, of: causesOf(nil)},
	{Field: query.Field{Name: "nothing_wanted", Kind: query.Truth, Group: "Scores", Help: "a module wants and predicts nothing"}, of: nothingWanted(nil)},
}

var programColumns = []column{
	{Field: query.Field{Name: "size", Kind: query.Number, Group: "Program", Facet: true, Help: "modules of the program"}, of: ofRow(func(row loaders.Row) float64 { return float64(row.Modules) })},
	{Field: query.Field{Name: "depth", Kind: query.Number, Group: "Program", Facet: true, Help: "modules from the root to the deepest"}, deep: true, of: each(func(t *Table, i int) float64 { return float64(t.run.structure(i).depth) })},
	{Field: query.Field{Name: "shape", Kind: query.Text, Group: "Program", Facet: true, Help: "the program without its arguments"}, deep: true, of: each(func(t *Table, i int) string { return t.run.structure(i).program })},
	{Field: query.Field{Name: "op", Kind: query.Set, Group: "Program", Facet: true, Help: "its modules' types"}, deep: true, of: each(func(t *Table, i int) []string { return t.run.structure(i).ops })},
	{Field: query.Field{Name: "argument", Kind: query.Set, Group: "Program", Facet: true, Help: "its modules' text arguments, lower case"}, deep: true, of: each(func(t *Table, i int) []string { return t.run.structure(i).arguments })},
	{Field: query.Field{Name: "word", Kind: query.Set, Group: "Program", Facet: true, Help: "words of the arguments"}, deep: true, of: each(func(t *Table, i int) []string { return t.run.structure(i).words })},
	{Field: query.Field{Name: "modules", Kind: query.Modules, Group: "Program", Help: "any(modules, .op == \"find\" and .f1 == 0): op argument f1 p r cause faithful scored culprit depth"}, deep: true,
		of: each(func(t *Table, i int) []query.Module { return t.run.grades(i, t.settings).modules })},
}

var noteColumns = []column{
	{Field: query.Field{Name: "tag", Kind: query.Set, Group: "Notes", Facet: true, Help: "tags of the file and of your own"}, deep: true, of: each((*Table).tags)},
	{Field: query.Field{Name: "marked", Kind: query.Truth, Group: "Notes", Help: "you marked it"}, of: each(func(t *Table, i int) bool {
		_, marked := t.notes(i)
		return marked
	})},
}

// list lists the columns: those that every run has, those of its module types,
// its metadata, and those beside another run.
func (t *Table) list() []column {
	all := slices.Clone(fixed)
	types := t.Types()
	for k, name := range types {
		all = append(all, t.typeColumns(k, name)...)
	}
	for k, name := range t.Numbers() {
		all = append(all, column{Field: query.Field{Name: name, Kind: query.Number, Group: "Scores", Help: "of the example as a whole"},
			of: each(func(t *Table, i int) float64 { return number(t.Number(i, k)) })})
	}
	meta, scores := t.run.keys()
	if t.run.probable() {
		all = append(all, probability)
	}
	for _, name := range scores {
		all = append(all, scoreColumn(name))
	}
	for _, key := range meta {
		all = append(all, column{Field: query.Field{Name: "meta." + key, Kind: query.Text, Group: "Metadata", Facet: true, Help: "of the file"}, deep: true,
			of: each(func(t *Table, i int) string { return t.run.structure(i).meta[key] })})
	}
	if t.other != nil {
		var shared []string
		for _, name := range types {
			if slices.Contains(t.other.Types(), name) {
				shared = append(shared, name)
			}
		}
		all = append(all, t.otherColumns(shared)...)
	}
	return all
}

// probability is the column of answers that have one.
var probability = column{Field: query.Field{Name: "answer.probability", Kind: query.Number, Group: "Answer", Help: "that the run gives to True or, of other answers, to its own"}, deep: true,
	of: each(func(t *Table, i int) float64 { return t.run.structure(i).probability })}

// scoreColumn is that of a score that the file has of its own.
func scoreColumn(name string) column {
	return column{Field: query.Field{Name: "score." + name, Kind: query.Number, Group: "Scores", Help: "the file's own"}, deep: true, of: each(func(t *Table, i int) float64 {
		if x, ok := t.run.structure(i).scores[name]; ok {
			return x
		}
		return math.NaN()
	})}
}

// typeColumns are those of the modules of type k.
func (t *Table) typeColumns(k int, name string) []column {
	mean := func(of func(m *query.Module) float64) func(t *Table) query.Column {
		return each(func(t *Table, i int) float64 { return t.run.grades(i, t.settings).mean(name, of) })
	}
	group := "Modules"
	return []column{
		{Field: query.Field{Name: "f1." + name, Aliases: []string{name, "mass." + name}, Kind: query.Number, Group: group, Help: "mean score of its " + name + " modules"},
			of: each(func(t *Table, i int) float64 { return number(t.Type(i, k)) })},
		{Field: query.Field{Name: "p." + name, Kind: query.Number, Group: group, Help: "their mean precision"}, deep: true, of: mean(func(m *query.Module) float64 { return m.Precision })},
		{Field: query.Field{Name: "r." + name, Kind: query.Number, Group: group, Help: "their mean recall"}, deep: true, of: mean(func(m *query.Module) float64 { return m.Recall })},
		{Field: query.Field{Name: "cause." + name, Kind: query.Set, Group: group, Facet: true, Help: "why any of them is wrong"}, of: causesOf([]int{k})},
		{Field: query.Field{Name: "nothing_wanted." + name, Kind: query.Truth, Group: group, Help: "one of them wants and predicts nothing"}, of: nothingWanted([]int{k})},
	}
}

// otherColumns are those beside the other run: its verdict, and what this run's
// numbers are above its, for the types that both have.
func (t *Table) otherColumns(shared []string) []column {
	group := "Other run"
	all := []column{
		{Field: query.Field{Name: "other.right", Kind: query.Truth, Group: group, Help: "the other run's answer is right"}, of: each(func(t *Table, i int) bool { return t.beside(i, (*Table).right) })},
		{Field: query.Field{Name: "other.wrong", Kind: query.Truth, Group: group, Help: "the other run's answer is wrong"}, of: each(func(t *Table, i int) bool { return t.beside(i, (*Table).wrong) })},
		{Field: query.Field{Name: "other.faithful", Kind: query.Truth, Group: group, Help: "the other run is faithful"}, of: each(func(t *Table, i int) bool { return t.beside(i, (*Table).faithful) })},
	}
	delta := func(name, help string, aliases ...string) {
		of := strings.TrimPrefix(name, "delta.")
		all = append(all, column{Field: query.Field{Name: name, Aliases: aliases, Kind: query.Number, Group: group, Help: help}, of: func(t *Table) query.Column { return t.delta(of) }})
	}
	delta("delta.faithfulness", "faithfulness less the other run's", "delta.f1")
	delta("delta.right", "1, 0 or -1: right here, in both or neither, there")
	for _, name := range shared {
		delta("delta.f1."+name, "score of "+name+" less the other run's", "delta."+name)
	}
	return all
}

// Reference lists the fields that a run can have, with TYPE for a type of module,
// NAME for a score and KEY for a key of metadata, for the documentation.
func Reference() query.Fields {
	alone := &Table{run: &Run{}}
	columns := slices.Concat(fixed, alone.typeColumns(0, "TYPE"))
	columns = append(columns, probability, scoreColumn("NAME"), column{Field: query.Field{Name: "meta.KEY", Kind: query.Text, Group: "Metadata", Facet: true, Help: "of the file"}})
	columns = append(columns, alone.otherColumns([]string{"TYPE"})...)
	fields := make(query.Fields, len(columns))
	for i, c := range columns {
		fields[i] = c.Field
	}
	return fields
}

// Table returns the facts under settings, at which it aims the run, beside those
// of another run, nil for none: the delta of an example is its own number less the
// other's.
func (r *Run) Table(settings scoring.Settings, other *Table) *Table {
	t := &Table{Summaries: r.Scored.Summaries(settings), run: r, settings: settings, other: other}
	t.columns = t.list()
	return t
}

// Tables returns the facts of runs under one settings, each beside the first run
// and the first beside the second.
func Tables(runs []*Run, settings scoring.Settings) []*Table {
	tables := make([]*Table, len(runs))
	for i, r := range runs {
		tables[i] = r.Table(settings, nil)
	}
	if len(runs) < 2 {
		return tables
	}
	beside := slices.Clone(tables)
	for i, r := range runs {
		beside[i] = r.Table(settings, tables[Beside(i)])
	}
	return beside
}

// Beside is the run that run i is held against where there are several: the
// first one, and for the first the second.
func Beside(i int) int {
	if i == 0 {
		return 1
	}
	return 0
}
