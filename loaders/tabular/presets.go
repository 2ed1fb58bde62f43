package tabular

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// Reads returns the format of a preset, with the flags of its companions. With Models it detects
// only tables with columns of models, which are its parts.
func (p Preset) Reads() loaders.Format {
	c := record.RecordFormat{Dataset: p.Dataset, Gold: "in the file", Pictures: p.Pictures, Open: p.openTable}
	held := p.heldColumns()
	if !held.Has("gold") && (held.Has("detections") || held.Has("steps") && !held.Has("correct")) {
		c.Gold = ""
	}
	for _, b := range p.Beside {
		inside := func(path string) bool { return rows.TopOf(path) == b.As }
		c.Beside = append(c.Beside, b.CompanionFile)
		if b.Flag == loaders.GoldFile && (b.As == "" || slices.ContainsFunc(held.PathsOf("gold"), inside)) {
			c.Gold = ""
		}
	}
	if p.Models != "" {
		detect := p.Detect
		p.Detect = func(head []byte) bool { return detect(head) && p.modelsIn(head) != nil }
		p.Parts = func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
			return p.modelsIn(src.Head), nil
		}
	}
	if held.Has("model") {
		p.Parts = func(ctx context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
			t := sampleOf(ctx, src, held)
			if t == nil {
				return nil, nil // opening says what is wrong
			}
			own := *t
			by := p.decideBy(&own).Map
			return loaders.Map(roles.ListModels(own.rows, by.PathsOf("model"), by), func(m roles.ModelColumns) string { return m.Name }), nil
		}
	}
	return record.NewFormat(p.Format, c)
}

// openTable opens a table as the preset says. If the preset has a map the run's Columns have none,
// so that a person can't change it.
func (p Preset) openTable(o *record.RunBuilder) {
	if p.Models != "" {
		o.Run.Model = o.Options.Part
		p.Map = strings.ReplaceAll(p.Map, "*", roles.Escape(o.Run.Model))
	}
	t := tableSample{columns: strings.Fields(p.Header), bare: true, comma: '\t'}
	if p.Header == "" {
		t = tableSample{columns: loaders.SortedKeys(record.Keys(o.Source.Head))}
		if found := sampleOf(o.Context(), o.Source, p.heldColumns()); found != nil {
			t = *found
		} else if len(t.columns) == 0 { // its first row may be cut off
			t.columns, t.comma = record.CSVHeader(o.Source.Head), record.Delimiter(o.Source.Head)
		}
	}
	d := &rowReader{run: o.Run, preset: p, contextCache: newRowContext()}
	by := p.decideBy(&t)
	if d.setMap(t.shape, by); p.Map != "" { // which nobody changes
		o.Run.Columns, o.Run.Note = loaders.TableMapping{Said: by.String()}, by.String()
	}
	if said := gjson.GetManyBytes(record.First(o.Source.Head).Bytes, p.Title, "dataset", "note"); p.Title != "" && said[0].Exists() {
		d.first = 1
		for i, to := range []*string{&o.Run.Name, &o.Run.Dataset, &o.Run.Note} {
			*to = cmp.Or(said[i].String(), *to)
		}
	}
	d.openRows(o, &t)
	for _, b := range p.Beside {
		if b.As != "" {
			d.beside = append(d.beside, b.openTable(o, t.comma != 0))
		}
	}
	d.namePictures(o)
	if d.finish = p.Finish; p.Open != nil {
		d.finish = p.Open(o)
	}
	files.Forget(o.Source)
	d.narrowRun(o, false)
}

// namePictures replaces the # in the preset's pattern by what Part first matches, because only names
// and beginnings of files tell the split.
func (d *rowReader) namePictures(o *record.RunBuilder) {
	_, number, named := strings.Cut(d.preset.Picture, "%")
	if !named {
		return
	}
	places := filepath.Base(o.Source.Path) + string(o.Source.Head)
	for _, j := range d.beside {
		if t := j.table; t != nil {
			places += filepath.Base(t.Path) + string(o.HeadOf(t.Path))
		}
	}
	part := d.preset.Part.FindString(places)
	d.preset.Picture = loaders.IfElse(part == "", "%"+number, strings.ReplaceAll(d.preset.Picture, "#", part))
}

// decideBy decides by the columns of the preset's map that the sample has or a companion brings. It
// prepares copies of the sample's rows, because the sample is shared.
func (p Preset) decideBy(t *tableSample) roles.RoleDecision {
	if p.Prepare != nil {
		t.rows = cloneRows(t.rows)
		for _, r := range t.rows {
			p.Prepare(&record.Record{}, r.Values)
			t.columns = loaders.Distinct(append(t.columns, loaders.SortedKeys(r.Values)...))
		}
	}
	if p.Map == "" {
		return roles.Decide(t.columns, t.rows, t.columnMap, t.partial)
	}
	by := roles.RoleDecision{Map: t.columnMap}
	for _, a := range p.heldColumns() {
		there := loaders.Filter(a.Paths, func(path string) bool {
			beside := func(b PresetCompanion) bool { return b.As == rows.TopOf(path) || b.As == "." }
			return a.Role == "right" || a.Role == "sentences" || a.Role != "rows" &&
				(rows.TopOf(path) == p.Around || rows.HasColumn(t.columns, t.rows, path) || slices.ContainsFunc(p.Beside, beside))
		})
		if a.Role == "correct" {
			there = roles.VerdictsAt(there, t.columns, t.rows)
		}
		if len(there) > 0 {
			by.Map = by.Map.WithPaths(a.Role, there...)
		}
	}
	return roles.Complete(by, t.rows)
}
