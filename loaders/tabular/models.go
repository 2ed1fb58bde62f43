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
// whose answer it is, by how it was asked, or by one of its tries.
var (
	modelWords = strings.Fields("model system run method checkpoint llm sampler decoder decoding approach algorithm engine")
	ofModels   = strings.Fields("name id key label path or version tag short full target tested generator")
	wayWords   = strings.Fields("prompt template setting condition strategy technique variant")
	tryWords   = strings.Fields("epoch seed sample trial try attempt iteration step fold repeat")
)

// mostModels bounds the models that a map names.
const mostModels = 200

// byModel finds the models of a table with a row for each of several answers to
// an example: the values of the columns that the map names, or of one that is called so,
// or of two, a model's and a prompt's, under which no example occurs twice.
func (d *deciding) byModel(out Decision) Decision {
	if out.Doubt != "" || out.Models != nil {
		return out
	}
	if named := out.Map.paths("model"); named != nil {
		out.Models = listModels(d.rows, named, out.Map)
		return out
	}
	models, ways := loaders.Filter(d.names, d.ofModels), loaders.Filter(d.names, d.ofWays)
	for _, model := range models {
		for _, apart := range append([][]string{{model}}, loaders.Map(ways, func(way string) []string { return []string{model, way} })...) {
			if slices.ContainsFunc(d.names, func(id string) bool { return d.separates(apart, id, out.Map) }) {
				out.Models = listModels(d.rows, apart, out.Map)
				return out
			}
		}
	}
	return out
}

// doubtful says what else tells apart rows about one example.
func (d *deciding) doubtful(out Decision) Decision {
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
		tries := d.few(name) && (hasWord(tryWords, wordsOf(name)[0]) || wordsOf(name)[0] == "run")
		if tries || d.ofModels(name) {
			out.Doubt = "several rows for one example, by " + name
			return out
		}
	}
	return out
}

// few reports whether a column has a few values, and a name of a word or two.
func (d *deciding) few(name string) bool {
	p, words := d.profile(name), wordsOf(name)
	return len(words) > 0 && len(words) < 3 && !p.more && len(p.times) > 1 && len(p.times) <= mostClasses
}

// ofModels reports whether the values of a column are names of models, which are not numbers.
func (d *deciding) ofModels(name string) bool {
	p, words := d.profile(name), wordsOf(name)
	return d.namings[name].role == "" && hasWord(modelWords, words...) && p.numbers < p.filled && !p.more && len(p.times) > 1 &&
		len(p.times) <= mostClasses && len(stemOf(words, modelWords, ofModels)) == 0
}

// ofWays reports whether the values of a column say how examples were asked.
func (d *deciding) ofWays(name string) bool {
	return d.few(name) && hasWord(wayWords, wordsOf(name)[0]) && d.namings[name].role == ""
}

// separates reports whether columns tell apart all rows that have one value of another, which
// most values have several of: it names the examples.
func (d *deciding) separates(columns []string, id string, by Map) bool {
	if d.namings[id].role != "" || slices.Contains(columns, id) || slices.ContainsFunc(by, func(a assignment) bool {
		return a.role != "id" && a.role != "question" && slices.Contains(a.paths, id)
	}) {
		return false
	}
	seen, times := map[string]bool{}, map[string]int{}
	for _, r := range d.rows {
		name := Text(r.at(id))
		key := modelOf(columns, func(column string) string { return Text(r.at(column)) }) + "\x00" + name
		if name == "" || seen[key] {
			return false
		}
		seen[key] = true
		times[name]++
	}
	several := 0
	for _, n := range times {
		several += min(n-1, 1)
	}
	return len(times) > 1 && 2*several >= len(times)
}

// modelOf is the name of a model by the columns that say it.
func modelOf(columns []string, cell func(column string) string) string {
	return strings.Join(loaders.Map(columns, cell), ", ")
}

// listModels lists the models that columns name in rows, nil for one.
func listModels(rows []row, columns []string, by Map) (list []Model) {
	names := map[string]bool{}
	for _, r := range rows {
		names[modelOf(columns, func(column string) string { return Text(r.at(column)) })] = true
	}
	if len(names) < 2 || len(names) > mostModels {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		list = append(list, Model{name, by.with("model", columns...)})
	}
	return list
}

// The words of names of a word in a row of its own, and of what an explainer gives it.
var (
	wordWords  = strings.Fields("word token feature term")
	shareWords = strings.Fields("shap attribution importance weight saliency score value contribution relevance gradient lime ig")
)

// byWord finds a table with a row for each word of a text, with what the word contributes: a
// text that is repeated, a column of single words, and numbers beside them.
func (d *deciding) byWord(out Decision) Decision {
	word := wordColumn(d, out.Map)
	if word == "" {
		return out
	}
	by := out.Map.with("tokens", word)
	for _, name := range d.names {
		p := d.profile(name)
		if hasWord(shareWords, wordsOf(name)...) && p.filled > 0 && p.numbers == p.filled && p.fractions > 0 {
			by = by.with("attribution."+name, name)
			out.Words = true
		}
	}
	if out.Words {
		out.Map = by
	}
	return out
}

// wordColumn is the column of single words beside a question that is repeated, "" for none.
func wordColumn(d *deciding, by Map) string {
	question, word := by.paths("question"), by.paths("tokens")
	if question == nil {
		return ""
	}
	if text := d.profile(question[0]); text.more || 3*len(text.times) > text.filled || text.lists > 0 {
		return ""
	}
	if word == nil {
		word = loaders.Filter(d.names, func(name string) bool { return len(stemOf(wordsOf(name), wordWords)) == 0 && name != question[0] })
	}
	if len(word) != 1 || !hasWord(wordWords, wordsOf(word[0])...) {
		return ""
	}
	if p := d.profile(word[0]); p.lists > 0 || p.words > 2*p.filled || p.numbers == p.filled {
		return ""
	}
	return word[0]
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
		if ex, err := run.Decode(i); err == nil && modelOf(column, func(name string) string { return ex.Meta[name] }) == part {
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
