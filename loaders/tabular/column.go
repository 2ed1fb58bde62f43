package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// column is a column of a table, or what is within one.
type column struct {
	naming
	*profile
	name  string
	words []string
}

// hasWord reports whether a word of the column's name is on a list.
func (c *column) hasWord(list []string) bool { return hasWord(list, c.words...) }

// isMonotonous reports whether all of more than three values are the same, and neither they nor the
// name say that it is a verdict.
func (c *column) isMonotonous() bool {
	return len(c.times) == 1 && c.filled > 3 && !c.isOutspoken() && !c.hasWord(judgingWords)
}

// namesOf returns the names of columns, in order.
func namesOf(list []*column) []string {
	return loaders.Map(list, func(c *column) string { return c.name })
}

// deciding decides what columns hold by their names and by the values in rows.
type deciding struct {
	rows     []row
	columns  []*column // and what is in structs
	question *column   // the first that is called so, nil for none
}

// mostNames bounds the columns that are looked at, with those in structs.
const mostNames = 512

// newDeciding returns what is needed to decide about a table: its first 512 columns, with what is
// in their structs, profiled over rows, and the first that is named as a question. If there is a
// question and nothing is named as a prediction, a column whose name has the word count, and no
// other that matters, is taken to be named with answer in its place.
func newDeciding(columns []string, rows []row) *deciding {
	d := &deciding{rows: rows}
	names := withInner(columns, rows)
	d.columns = loaders.Map(names[:min(len(names), mostNames)], d.columnAt)
	for _, c := range d.columns {
		if slices.Contains(strings.Fields(record.QuestionKeys), foldName(c.name)) {
			d.question = c
			break
		}
	}
	if d.question != nil && len(d.candidatesFor("predicted")) == 0 { // counts are answers to how many
		for _, c := range d.columns {
			if at := slices.Index(c.words, "count"); at >= 0 && len(stemOf(c.words, predictedWords, goldWords, c.words[at:at+1])) == 0 {
				c.naming = namingOf(strings.Join(slices.Replace(slices.Clone(c.words), at, at+1, "answer"), "_"))
			}
		}
	}
	return d
}

// withInner returns the columns, each with the keys of the struct that it holds in the first row
// behind it, as paths. Keys with dots or brackets are left out.
func withInner(columns []string, rows []row) (names []string) {
	for _, name := range columns {
		names = append(names, name)
		for _, r := range rows[:min(len(rows), 1)] {
			inside, _ := r.valueAt(name).(object)
			for _, key := range loaders.SortedKeys(inside) {
				if !strings.ContainsAny(key, ".[]") {
					names = append(names, name+"."+key)
				}
			}
		}
	}
	return names
}

// columnAt returns the column at a path, with what its name says and its values over the rows have
// in common.
func (d *deciding) columnAt(path string) *column {
	return &column{namingOf(path), profileOf(d.rows, path), path, wordsOf(path)}
}

// candidatesFor returns the columns whose names give them a role and which have values other than
// names of files, the one with the greatest weight first.
func (d *deciding) candidatesFor(role string) []*column {
	list := loaders.Filter(d.columns, func(c *column) bool { return c.role == role && c.filled > c.files })
	loaders.SortBy(list, func(c *column) int { return -c.weight })
	return list
}

// withFallbacks returns the name of a column, then those of the others whose names give them the
// role and which have values only in rows where it and those before have none.
func (d *deciding) withFallbacks(c *column, role string) []string {
	list := []string{c.name}
	for _, other := range d.candidatesFor(role) {
		if other != c && !slices.ContainsFunc(d.rows, func(r row) bool {
			return Text(r.valueAt(other.name)) != "" && slices.ContainsFunc(list, func(name string) bool { return Text(r.valueAt(name)) != "" })
		}) {
			list = append(list, other.name)
		}
	}
	return list
}
