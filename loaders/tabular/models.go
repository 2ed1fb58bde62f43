package tabular

import (
	"context"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
)

// mostModels bounds the models that a map names.
const mostModels = 200

// byModel returns the decision with the models of a table that has a row for each model's answer to
// an example: the values of the map's model columns, or of one that is named so, perhaps with one
// of prompts, if they tell apart all rows of an example. Rows that repeat an id or question and
// have no such column, but differ in one of tries or models, make a doubt. A decision with a doubt
// or models is returned as it is.
func (d *deciding) byModel(out Decision) Decision {
	if out.Doubt != "" || out.Models != nil {
		return out
	}
	if named := out.Map.pathsOf("model"); named != nil {
		out.Models = listModels(d.rows, named, out.Map)
		return out
	}
	ways := namesOf(d.columnsHaving("way"))
	for _, model := range namesOf(d.columnsHaving("model")) {
		for _, apart := range append([][]string{{model}}, loaders.Map(ways, func(way string) []string { return []string{model, way} })...) {
			if slices.ContainsFunc(d.columns, func(id *column) bool { return d.separatesRows(apart, id, out.Map) }) {
				out.Models = listModels(d.rows, apart, out.Map)
				return out
			}
		}
	}
	p := d.columnAt(append(slices.Concat(out.Map.pathsOf("id"), out.Map.pathsOf("question")), "")[0])
	for _, c := range slices.Concat(d.columnsHaving("try"), d.columnsHaving("model")) {
		if len(p.times) < p.filled && len(namesIn(d.rows, []string{p.name, c.name})) > len(p.times) { // some of one example differ
			out.Doubt = "several rows for one example, by " + c.name
			break
		}
	}
	return out
}

// separatesRows reports whether id names examples that have several rows, which columns tell apart:
// no two rows have id and columns alike, and there are at least half as many further rows as there
// are different values of id. A column that has another role, in its name or in by, is not one.
func (d *deciding) separatesRows(columns []string, id *column, by Map) bool {
	if id.role != "" || slices.Contains(columns, id.name) || slices.ContainsFunc(by, func(a assignment) bool {
		return a.role != "id" && a.role != "question" && slices.Contains(a.paths, id.name)
	}) {
		return false
	}
	keys := namesIn(d.rows, append([]string{id.name}, columns...))
	several := len(d.rows) - len(id.times)
	return id.filled == len(keys) && len(keys) == len(d.rows) && len(id.times) > 1 && 2*several >= len(id.times)
}

// modelOf returns the name of a model: the cells of the columns that say it, with commas between.
func modelOf(columns []string, cell func(column string) string) string {
	return strings.Join(loaders.Map(columns, cell), ", ")
}

// namesIn returns the different names that columns say in rows, sorted, empty ones left out.
func namesIn(rows []row, columns []string) []string {
	return slices.Sorted(slices.Values(loaders.Distinct(loaders.Map(rows, func(r row) string {
		return modelOf(columns, func(column string) string { return Text(r.valueAt(column)) })
	}))))
}

// listModels returns the models that columns name in rows, each with by and these columns as its
// map; nil for fewer than two and for more than 200.
func listModels(rows []row, columns []string, by Map) []Model {
	names := namesIn(rows, columns)
	if len(names) < 2 || len(names) > mostModels {
		return nil
	}
	return loaders.Map(names, func(name string) Model { return Model{name, by.withPaths("model", columns...)} })
}

// byWord returns the decision with Words set and the roles of tokens and attributions added, if the
// table has a row for each word of a text: a question that is repeated, one column of single words,
// and numbers of an explainer beside them. Otherwise it returns out.
func (d *deciding) byWord(out Decision) Decision {
	question, words := out.Map.pathsOf("question"), namesOf(d.columnsHaving("tokens"))
	if question == nil || len(words) != 1 {
		return out
	}
	if text := d.columnAt(question[0]); 3*len(text.times) > text.filled || text.lists > 0 {
		return out
	}
	by := out.Map.withPaths("tokens", words...)
	for _, c := range d.columnsHaving("attribution") {
		by = by.withPaths("attribution."+c.name, c.name)
		out.Map, out.Words = by, true
	}
	return out
}

// narrowRun narrows a run to the rows of the model called part, by the map's column of models;
// those that cannot be decoded are left out too. It waits for all rows and decodes them. It does
// nothing if part is "" or the map has no such column.
func narrowRun(ctx context.Context, run *loaders.Run, part string) error {
	by, _ := ParseMap(run.Columns.Map) // nil for another kind of run
	column := by.pathsOf("model")
	if column == nil || part == "" {
		return nil
	}
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return err
	}
	var kept []int
	for i := range run.Len() {
		if ex, err := run.Decode(i); err == nil && modelOf(column, func(name string) string { return ex.Meta[name] }) == part {
			kept = append(kept, i)
		}
	}
	run.Narrow(kept)
	return nil
}
