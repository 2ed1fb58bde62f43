package tabular

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders/record"
)

// deciding decides what columns hold by their names and by the values in rows.
type deciding struct {
	rows     []row
	names    []string // of columns, and of what is in structs
	namings  map[string]naming
	profiles map[string]*profile
}

// mostNames bounds the columns that are looked at, with those in structs.
const mostNames = 512

func newDeciding(columns []string, rows []row) *deciding {
	d := &deciding{rows: rows, namings: map[string]naming{}, profiles: map[string]*profile{}}
	for _, column := range columns {
		d.names = append(d.names, column)
		for _, r := range rows[:min(len(rows), 1)] {
			inside, _ := r.at(column).(object)
			for _, key := range slices.Sorted(maps.Keys(inside)) {
				if !strings.ContainsAny(key, ".[]") {
					d.names = append(d.names, column+"."+key)
				}
			}
		}
	}
	d.names = d.names[:min(len(d.names), mostNames)]
	for _, name := range d.names {
		d.namings[name] = namingOf(name)
	}
	if d.question() != "" && len(d.candidates("predicted")) == 0 {
		d.count()
	}
	return d
}

// count names the counts of a prediction and of gold as answers, which they are to how many.
func (d *deciding) count() {
	for _, name := range d.names {
		words := wordsOf(name)
		if at := slices.Index(words, "count"); at >= 0 && len(stemOf(words, predictedWords, goldWords, words[at:at+1])) == 0 {
			d.namings[name] = namingOf(strings.Join(slices.Replace(words, at, at+1, "answer"), "_"))
		}
	}
}

func (d *deciding) profile(name string) *profile {
	if d.profiles[name] == nil {
		d.profiles[name] = profileOf(d.rows, name)
	}
	return d.profiles[name]
}

// candidates are the columns whose names give them a role and which have
// values other than files, those whose names say least else first.
func (d *deciding) candidates(role string) (list []string) {
	for _, name := range d.names {
		if p := d.profile(name); d.namings[name].role == role && p.filled > p.files {
			list = append(list, name)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(d.namings[a].weak, d.namings[b].weak) })
	return list
}

// question is the first column whose name is a question's, "" for none.
func (d *deciding) question() string {
	at := slices.IndexFunc(d.names, func(name string) bool { return slices.Contains(strings.Fields(record.QuestionKeys), fold(name)) })
	if at < 0 {
		return ""
	}
	return d.names[at]
}

// either is a column with those of the same role that have values only where it
// and the others before have none.
func (d *deciding) either(name string, role []string) []string {
	list := []string{name}
	for _, other := range role {
		if other != name && !slices.ContainsFunc(d.rows, func(r row) bool {
			return Text(r.at(other)) != "" && slices.ContainsFunc(list, func(name string) bool { return Text(r.at(name)) != "" })
		}) {
			list = append(list, other)
		}
	}
	return list
}
