package roles

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

const mostModels = 200

// bySystem adds the systems of a table with a row for each one's answer. Several columns that could
// name them are a doubt, as are rows by annotators or steps, and models without common examples,
// because their accuracy would be a mean of unlike things.
func (d *decider) bySystem(out Decision) Decision {
	if out.Models != nil {
		return out
	}
	if out.Doubt != "" {
		out.Offers = loaders.Map(out.Offers, func(offer Map) Map {
			if apart := d.columnsApart(offer); len(apart) == 1 {
				offer = offer.WithPaths("model", apart[0]...)
			}
			return offer
		})
		return out
	}
	if named := out.Map.PathsOf("model"); named != nil {
		out.Models = ListModels(d.rows, named, out.Map)
		return out
	}
	apart := d.columnsApart(out.Map)
	ids := out.Map.PathsOf("id")
	isRepeated := ids != nil && d.countRows(ids[:1]) < len(d.all)
	models := loaders.Filter(d.columns, func(c *column) bool {
		return !out.Map.uses(c.name) && (c.namesModels() || isRepeated && c.mayDivide() && c.hasWord(wayWords))
	})
	switch {
	case len(apart) == 1:
		out.Models = ListModels(d.rows, apart[0], out.Map)
	case len(apart) > 1:
		out.Doubt = "several rows for one example, told apart by " +
			strings.Join(loaders.Map(apart, func(names []string) string { return strings.Join(names, " and ") }), " or by ")
		out.Offers = loaders.Map(apart, func(names []string) Map { return out.Map.WithPaths("model", names...) })
	case d.partOf(out.Map) != "":
		out.Doubt, out.Offers = "several rows for one example, by "+d.partOf(out.Map), []Map{out.Map}
	case len(models) > 0 && !slices.Contains([]string{rules.None, rules.Error}, out.Map.RightRole()):
		out.Doubt = models[0].name + " may name several systems, but their examples do not pair up"
		out.Offers = []Map{out.Map.WithPaths("model", models[0].name), out.Map}
	}
	return out
}

func (c *column) namesModels() bool {
	return c.role == "" && c.hasWord(modelWords) && len(stemOf(c.words, modelWords, ofModels)) == 0 && c.isFew() && c.numbers < c.filled
}

func (d *decider) partOf(by Map) string {
	id := slices.Concat(by.PathsOf("id"), by.PathsOf("question"))
	for _, c := range d.columns {
		if len(id) > 0 && c.isRepeated(annotatorWords, stepWords) && d.countRows(id[:1]) < len(d.all) &&
			d.countRows([]string{id[0], c.name}) == len(d.all) {
			return c.name
		}
	}
	return ""
}

func (d *decider) countRows(columns []string) int { return len(namesIn(d.all, columns)) }

func (c *column) isRepeated(lists ...[]string) bool {
	return (c.isFew() || c.numbers == c.filled && c.fractions == 0) && len(c.words) < 3 && hasWord(slices.Concat(lists...), c.words...)
}

func (c *column) mayDivide() bool {
	return c.role == "" && c.isFew() && c.fractions+c.lists+c.structs == 0
}

func (m Map) uses(name string) bool {
	return slices.ContainsFunc(m, func(a Assignment) bool { return a.Role != "kind" && slices.Contains(a.Paths, name) })
}

// columnsApart returns the columns that name systems, alone or, if none does, in pairs, for the
// first id that repeats. Of those that divide the rows alike the first counts. Columns of repeats
// and annotators may repeat an id, so they are none.
func (d *decider) columnsApart(by Map) [][]string {
	var alone, again []string
	for _, c := range d.columns {
		if c.isRepeated(repeatWords, annotatorWords, stepWords) {
			again = append(again, c.name)
		} else if c.mayDivide() && c.filled == len(d.rows) && !by.uses(c.name) {
			alone = append(alone, c.name)
		}
	}
	named := slices.Concat(by.PathsOf("id"), by.PathsOf("question"))
	for _, id := range loaders.Distinct(append(named, namesOf(d.columns)...)) {
		of := d.namingSystems(alone, id, by)
		isAnswer := by.uses(id) && !slices.Contains(named, id)
		if isAnswer || len(of) == 0 || d.countRows([]string{id}) == len(d.all) {
			continue
		}
		singles := loaders.Map(of, func(name string) []string { return []string{name} })
		for _, candidates := range [][][]string{singles, d.pairsOf(of, alone)} {
			apart := loaders.Filter(candidates, func(names []string) bool { return !slices.Contains(names, id) && d.divides(names, id, again) })
			if apart = slices.CompactFunc(apart, d.divideAlike); len(apart) > 0 {
				return apart
			}
		}
	}
	return nil
}

func (d *decider) namingSystems(columns []string, id string, by Map) []string {
	return loaders.Filter(columns, func(name string) bool {
		isWay := slices.Contains(by.PathsOf("question"), id) && hasWord(wayWords, wordsOf(name)...)
		return slices.Contains(by.PathsOf("id"), id) || isWay || d.columnAt(name).namesModels()
	})
}

const mostPaired = 12

func (d *decider) pairsOf(first, alone []string) (list [][]string) {
	for i, a := range first {
		for _, b := range alone[:min(len(alone), mostPaired)] {
			if a != b && !slices.Contains(first[:i], b) {
				list = append(list, []string{a, b})
			}
		}
	}
	return list
}

// divides reports whether no id repeats within a value and a repeat, and each value has at least
// half of the ids. In a sample, one id in two values is enough, because the other row may not have
// been looked at.
func (d *decider) divides(names []string, id string, again []string) bool {
	ids, own, seen := map[string]bool{}, map[string]map[string]bool{}, map[[3]string]bool{}
	for _, r := range d.all {
		cell := func(column string) string { return rows.Text(r.ValueAt(column)) }
		key := [3]string{cell(id), ModelOf(names, cell), ModelOf(again, cell)}
		if key[0] == "" || seen[key] {
			return false
		}
		seen[key], ids[key[0]] = true, true
		if own[key[1]] == nil {
			own[key[1]] = map[string]bool{}
		}
		own[key[1]][key[0]] = true
	}
	several := -len(ids)
	for _, of := range own {
		if several += len(of); 2*len(of) < len(ids) && !d.partial {
			return false
		}
	}
	isRepeated := 2*several >= len(ids) || d.partial && several > 0
	return len(ids) > 1 && len(own) > 1 && len(own) <= mostModels && isRepeated
}

func (d *decider) divideAlike(a, b []string) bool {
	n := d.countRows(a)
	return n == d.countRows(b) && n == d.countRows(slices.Concat(a, b))
}

// ModelOf returns the name of the model in a row: the cells of the columns, with commas between.
func ModelOf(columns []string, cell func(column string) string) string {
	return strings.Join(loaders.Map(columns, cell), ", ")
}

func namesIn(all []rows.Row, columns []string) []string {
	return slices.Sorted(slices.Values(loaders.Distinct(loaders.Map(all, func(r rows.Row) string {
		return ModelOf(columns, func(column string) string { return rows.Text(r.ValueAt(column)) })
	}))))
}

// ListModels returns a model for each different value of the columns, in order; nil for fewer than 2
// or more than 200.
func ListModels(rows []rows.Row, columns []string, by Map) []Model {
	names := namesIn(rows, columns)
	if len(names) < 2 || len(names) > mostModels {
		return nil
	}
	return loaders.Map(names, func(name string) Model { return Model{name, by.WithPaths("model", columns...)} })
}

// byWord sets Words if the table has a row for each word of a text, or for each step of an example
// with the same answer.
func (d *decider) byWord(out Decision) Decision {
	question, words := out.Map.PathsOf("question"), loaders.Filter(d.columns, (*column).hasWords)
	if step := d.partOf(out.Map); step != "" && d.columnAt(step).isRepeated(stepWords) {
		id := slices.Concat(out.Map.PathsOf("id"), question)[:1]
		answers := slices.Concat(id, out.Map.PathsOf("gold"), out.Map.PathsOf("predicted"), out.Map.PathsOf("correct"))
		out.Words = d.countRows(answers) == d.countRows(id)
		if question != nil && d.countRows(append(id, question[0])) > d.countRows(id) { // it is the step's text
			out.Map = slices.DeleteFunc(slices.Clone(out.Map), func(a Assignment) bool { return a.Role == "question" })
		}
		return out
	}
	if question == nil || len(words) != 1 {
		return out
	}
	if text := d.columnAt(question[0]); 3*len(text.times) > text.filled || text.lists > 0 {
		return out
	}
	by := out.Map.WithPaths("tokens", words[0].name)
	for _, c := range d.columns {
		if c.hasWord(shareWords) && c.numbers == c.filled && c.fractions > 0 {
			by = by.WithPaths("attribution."+c.name, c.name)
			out.Map, out.Words = by, true
		}
	}
	return out
}

func (c *column) hasWords() bool {
	return c.hasWord(wordWords) && len(stemOf(c.words, wordWords)) == 0 && c.lists == 0 && c.spaced <= 2*c.filled && c.numbers < c.filled
}
