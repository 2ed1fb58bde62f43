package tabular

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// example turns row i into an example.
func (d *reader) example(rec *record.Record, r *row) *loaders.Example {
	used := taken{}
	if d.prepare != nil {
		d.prepare(rec, r.values)
	}
	for _, of := range d.beside {
		of.add(rec, r)
	}
	if d.gold != nil {
		d.gold.join(r, cmp.Or(r.key, strings.TrimSpace(Text(d.of(r, "id", taken{})))))
	}
	text := func(role string) string { return Text(d.of(r, role, used)) }
	ex := &loaders.Example{ID: text("id"), Question: text("question"), Kind: text("kind"), Explanation: text("explanation")}
	d.pictures(rec, r, ex, used)
	if list, ok := d.of(r, "tokens", used).([]any); ok {
		ex.Tokens = loaders.Map(list, Text)
	}
	d.answer(rec, r, ex, used)
	if v := d.of(r, "passage", used); v != nil {
		ex.Passage = passageOf(v)
	}
	d.attributions(rec, r, ex, used)
	d.objects(rec, r, ex, used)
	ex.Meta = d.meta(r, used)
	if d.finish != nil {
		d.finish(rec, r.values, ex)
	} else if d.asks() {
		rec.CountMissing(&ex.Answer)
	}
	return ex
}

// maxMeta bounds a row's metadata, and the length of a text in it.
const (
	maxMeta     = 64
	maxMetaText = 4 << 10
)

// meta are the columns with a single value that nothing else has used.
func (d *reader) meta(r *row, used taken) (meta map[string]string) {
	add := func(name string, v any) {
		text := Text(v)
		if text == "" {
			return
		}
		if meta == nil {
			meta = map[string]string{}
		}
		meta[name] = strings.ToValidUTF8(text[:min(len(text), maxMetaText)], "")
	}
	for _, name := range d.columns.paths("model") {
		add(name, r.at(name))
	}
	for _, c := range d.columns {
		if _, name, ok := strings.Cut(c.role, "meta."); ok {
			add(name, d.of(r, c.role, used))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.values)) {
		switch v := d.classes.named(name, r.values[name]).(type) {
		case []any, object:
		default:
			if !used[name] && len(meta) < maxMeta {
				add(name, v)
			}
		}
	}
	return meta
}

// passageOf returns a passage of one text, or of several as its sentences.
func passageOf(v any) *loaders.Passage {
	p := &loaders.Passage{}
	list, ok := v.([]any)
	if !ok {
		p.Text = Text(v)
		p.Tokens = strings.Fields(p.Text)
		return p
	}
	var texts []string
	for _, x := range list {
		text := Text(x)
		texts = append(texts, text)
		p.AddSentence(strings.Fields(text)...)
	}
	p.Text = strings.Join(texts, "\n")
	return p
}

// attributions fills in rows of scores: a list of numbers, over the question's
// tokens where there are as many, or the columns that a pattern names, each a
// token.
func (d *reader) attributions(rec *record.Record, r *row, ex *loaders.Example, used taken) {
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.role, ".")
		if base != "attribution" {
			continue
		}
		row := loaders.Attribution{Name: name, Over: "tokens"}
		for _, path := range c.paths {
			for _, column := range r.matching(path) {
				if x, ok := numberOf(r.values[column]); ok {
					row.Tokens, row.Scores = append(row.Tokens, strings.TrimPrefix(column, strings.TrimSuffix(path, "*"))), append(row.Scores, x)
					used[column] = true
				}
			}
		}
		if list, ok := d.of(r, c.role, used).([]any); ok && row.Scores == nil {
			row.Over = "question"
			row.Scores = loaders.Map(list, realOf)
		}
		n := len(row.Tokens)
		if row.Over == "question" {
			n = len(ex.Tokens)
		}
		if row.Scores = rec.Weights("attribution."+name, row.Scores, n); row.Scores != nil {
			row.Signed = record.Signed(row.Scores)
			ex.Attributions = append(ex.Attributions, row)
		}
	}
}

// line decodes a row of a JSON text.
func (d *reader) line(rec *record.Record) *loaders.Example {
	r, err := rowOf(rec)
	if err != nil {
		return rec.Broken(err)
	}
	return d.example(rec, &r)
}
