package tabular

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// exampleOf returns the example of a row. Preparing comes first and the preset's finish last,
// because each may change what the steps between have read.
func (d *rowReader) exampleOf(rec *record.Record, r rows.Row) *loaders.Example {
	d.addAround(rec, r.Values)
	if d.preset.Prepare != nil {
		d.preset.Prepare(rec, r.Values)
	}
	for _, of := range d.beside {
		of.addEntry(rec, &r)
	}
	if d.gold != nil {
		d.gold.joinRow(&r, loaders.IfElse(d.gold.byLine, strconv.Itoa(rec.Line), cmp.Or(r.Key, strings.TrimSpace(d.roleOf(&r, "id")))))
	}
	f := &exampleFiller{d, rec, &r, &loaders.Example{Pair: d.preset.Pair}, map[string]bool{}}
	ex, text := f.Example, func(role string) string { return rows.Text(f.valueOf(role)) }
	ex.ID = text("id")
	ex.Question, ex.Kind, ex.Explanation = text("question"), text("kind"), text("explanation")
	f.fillPictures()
	if list, ok := f.valueOf("tokens").([]any); ok {
		ex.Tokens = loaders.Map(list, rows.Text)
	}
	f.fillAnswer()
	f.fillSteps()
	f.fillEvidence()
	if v := f.valueOf("tags"); v != nil {
		ex.Tags = loaders.Distinct(rows.Parts(v))
	}
	f.fillAttributions()
	f.fillObjects()
	f.fillMeta()
	f.namePicture()
	ids := d.columns.PathsOf("id")
	isNameless := ex.ID == "" && rec.Key == ""
	if isNameless && ids != nil {
		rec.Problem("no id in the column %s; identified by its position in the file", ids[0])
	}
	if d.finish != nil {
		d.finish(rec, r.Values, ex)
		return ex
	}
	if ids == nil && d.preset.Map != "" && len(ex.Images) > 0 {
		ex.ID = cmp.Or(rec.Key, ex.Images[0].Path)
		ex.Question = cmp.Or(ex.Question, ex.ID)
	}
	if d.asksAnswers() {
		rec.CountMissing(&ex.Answer, d.preset.Metrics...)
	}
	return ex
}

func (d *rowReader) addAround(rec *record.Record, row rows.RowObject) {
	if d.preset.Around == "" {
		return
	}
	if around, err := d.surroundRow(rec); err == nil {
		row[d.preset.Around] = around
	} else {
		rec.Problem("the %s cannot be read: %w; shown without it", d.preset.Around, err)
	}
}

// maxMeta bounds a row's metadata, and the length of a text in it.
const (
	maxMeta     = 64
	maxMetaText = 4 << 10
)

// fillMeta adds the columns of the roles model and meta, then up to 64 in all of those that nothing
// has used, because a hostile table may have thousands.
func (d *exampleFiller) fillMeta() {
	add := func(name string, v any) {
		text := rows.Text(v)
		d.Describe(name, strings.ToValidUTF8(text[:min(len(text), maxMetaText)], ""))
	}
	for _, name := range d.columns.PathsOf("model") {
		add(name, d.ValueAt(name))
	}
	for _, c := range d.columns {
		if _, name, ok := strings.Cut(c.Role, "meta."); ok {
			v := d.valueOf(c.Role)
			if list, several := v.([]any); several && rows.LastRequest(list) == "" {
				v = strings.Join(loaders.Map(list, rows.Text), ", ")
			}
			add(name, v)
		}
	}
	for _, name := range loaders.SortedKeys(d.Values) {
		if v := d.classes.NameClass(name, d.Values[name]); !d.used[name] && len(d.Meta) < maxMeta {
			add(name, d.metaValue(v))
		}
	}
}

// metaValue returns a value as Meta shows it. For presets with code of their own, lists and structs
// are nil, because the code shows what matters.
func (d *rowReader) metaValue(v any) any {
	list, several := v.([]any)
	_, isStruct := v.(rows.RowObject)
	switch {
	case !several && !isStruct:
		return v
	case d.preset.Prepare != nil || d.finish != nil:
		return nil
	case isStruct:
		return jsonText(v)
	}
	return strings.Join(loaders.Map(list[:min(len(list), maxMeta)], func(v any) string { return rows.Text(d.metaValue(v)) }), "\n")
}

// fillAttributions adds an attribution for each role "attribution.NAME". A list of a wrong length is
// a problem, and left out unless it is over sentences, where it counts as a failure.
func (d *exampleFiller) fillAttributions() {
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.Role, ".")
		if base != "attribution" {
			continue
		}
		over := loaders.OverTokens
		tokens, scores := d.scoredColumns(c.Paths)
		if list, ok := d.valueOf(c.Role).([]any); ok && scores == nil {
			over = loaders.OverQuestion
			scores = loaders.Map(list, rows.RealOf)
		}
		n := len(tokens)
		switch {
		case over == loaders.OverQuestion && d.columns.Has("sentences") && d.Passage != nil:
			over = loaders.OverSentences
			if n = -1; len(scores) != len(d.Passage.Sentences) {
				d.rec.Problem("%s: %d scores for %d sentences; counted as a failure", name, len(scores), len(d.Passage.Sentences))
			}
		case over == loaders.OverQuestion:
			n = len(d.Tokens)
		case scores == nil:
			d.rec.Problem("%s: no scores; not scored", name)
		}
		if scores = d.rec.Weights("attribution."+name, scores, n); scores != nil || over == loaders.OverSentences {
			d.Attributions = append(d.Attributions,
				loaders.Attribution{Name: name, Over: over, Tokens: tokens, Scores: scores, Signed: record.Signed(scores)})
		}
	}
}

// scoredColumns returns the numbers in the columns that match paths, and what their names add to them.
func (d *exampleFiller) scoredColumns(paths []string) (names []string, scores []float64) {
	for _, path := range paths {
		for _, column := range d.MatchingColumns(path) {
			if x, ok := rows.NumberOf(d.Values[column]); ok {
				names, scores = append(names, strings.TrimPrefix(column, strings.TrimSuffix(path, "*"))), append(scores, x)
				d.used[column] = true
			}
		}
	}
	return names, scores
}

func (d *rowReader) lineExample(rec *record.Record) *loaders.Example {
	r, err := rows.FromRecord(rec)
	if err != nil {
		return rec.Broken(err)
	}
	if d.usual != nil && !slices.ContainsFunc(d.usual, func(name string) bool { return r.Values[name] != nil }) {
		return d.strayExample(rec)
	}
	return d.exampleOf(rec, r)
}

const stray = "not a data row: empty, a total, a repeated header, or without columns in common with the other rows"

func (d *rowReader) strayExample(rec *record.Record) *loaders.Example {
	rec.Problem(stray + "; left out")
	return &loaders.Example{Broken: stray}
}
