package tabular

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
)

// The words of columns that tell apart rows about one example: by the model
// whose answer it is, or by one of its tries.
var (
	modelWords = strings.Fields("model system run method checkpoint llm")
	tryWords   = strings.Fields("epoch seed sample trial try attempt iteration step fold repeat")
)

// byColumn finds the models of a table with a row for each of several answers
// to an example: the values of a column that is called so, under which no
// example occurs twice. Rows that something else tells apart leave a doubt.
func (d *deciding) byColumn(out Decision) Decision {
	id := out.Map.paths("id")
	if id == nil {
		id = out.Map.paths("question")
	}
	if out.Doubt != "" || out.Models != nil || id == nil {
		return out
	}
	if p := d.profile(id[0]); p.more || len(p.times) == p.filled {
		return out // no example occurs twice
	}
	for _, name := range d.names {
		model, try := d.distinguishes(name)
		switch {
		case try || model && d.twice(name, id[0]):
			out.Doubt = "several rows for one example, by " + name
			return out
		case model:
			for _, value := range slices.Sorted(maps.Keys(d.profile(name).times)) {
				out.Models = append(out.Models, Model{value, out.Map.with("model", name)})
			}
			return out
		}
	}
	return out
}

// distinguishes reports whether a column says whose answer a row has, by its name and a
// few values, or which try at it.
func (d *deciding) distinguishes(name string) (model, try bool) {
	words, p := wordsOf(name), d.profile(name)
	if len(words) == 0 || len(words) > 2 || p.more || len(p.times) < 2 || len(p.times) > mostClasses {
		return false, false
	}
	return slices.Contains(modelWords, words[0]), slices.Contains(tryWords, words[0])
}

// twice reports whether an example occurs twice under one value of a column.
func (d *deciding) twice(name, id string) bool {
	seen := map[[2]string]bool{}
	return slices.ContainsFunc(d.rows, func(r row) bool {
		key := [2]string{Text(r.at(name)), Text(r.at(id))}
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// narrow reduces a run to the rows of one of the models that a column names.
func narrow(ctx context.Context, run *loaders.Run, part string) error {
	by, err := ParseMap(run.Columns.Map)
	column := by.paths("model")
	if err != nil || column == nil || part == "" {
		return nil //nolint:nilerr // of another kind of run
	}
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return err
	}
	var kept []int
	for i := range run.Len() {
		if ex, err := run.Decode(i); err == nil && ex.Meta[column[0]] == part {
			kept = append(kept, i)
		}
	}
	run.Narrow(kept)
	return nil
}

// models are those that columns of one role are about; nil where the names do
// not say so, or of says false of one.
func (d *deciding) models(names []string, of func(name string) (Map, bool)) (list []Model) {
	said := apart(names)
	for i, name := range names {
		m, ok := of(name)
		if !ok || said[i] == "" || d.namings[name].variant() || strings.Contains(said[i], "#") {
			return nil
		}
		list = append(list, Model{said[i], m})
	}
	return list
}
