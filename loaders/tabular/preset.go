package tabular

import (
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// Preset is a table that a known program writes: what it is recognised by, what its columns
// hold, and which files come with it.
type Preset struct {
	loaders.Format // its name, what it is, and what detects it, without what reads it
	Dataset        string
	Pictures       bool // rows name pictures, whose folder is then found
	// Map says what the columns hold, as [ParseMap] reads it; names say what others do. What a
	// table lacks is left out, and names and values say all where it is "". Of columns of verdicts those count whose values are 0 or 1, and
	// a star is all within a column. Without rows in it, they are lines or elements of a list.
	Map string
	// Columns are those of lines of cells with tabs between them, where no header names
	// them; blanks separate them.
	Columns string
	// Beside are files that come with the table. The entry of a row is its column [Beside.As];
	// Open joins those without one.
	Beside []Beside
	// Prepare changes a row before its columns are read; nil leaves it.
	Prepare func(rec *record.Record, row Row)
	// Open says more about a run, and returns what adds to its examples and judges answers, by
	// the rule that Map says; nil for nothing.
	Open func(o *record.Opening, beside []*record.Table) Finish
}

// columned returns what reports whether a text begins with rows of certain columns, as
// cells or as objects.
func columned(names string) loaders.Detector {
	return record.Either(record.Columned(names), record.Keyed(strings.ReplaceAll(names, " ", ", ")))
}

// Reads returns the format of a preset.
func (p Preset) Reads() loaders.Format {
	c := record.Codec{Dataset: p.Dataset, Gold: "in the file", Pictures: p.Pictures}
	for _, b := range p.Beside {
		if c.Beside = append(c.Beside, b.Companion); b.Flag == loaders.GoldFile {
			c.Gold = ""
		}
	}
	if c.Open = p.open; p.Detect == nil && p.Confirm == nil {
		p.Detect = columned(p.Keys)
	}
	return record.NewFormat(p.Format, c)
}

// holds is what the columns of a preset hold.
func (p Preset) holds() (m Map) {
	if p.Map != "" {
		var err error
		if m, err = ParseMap(p.Map); err != nil {
			panic(err)
		}
	}
	if m.paths("rows") == nil {
		m = m.with("rows", "")
	}
	return m
}

// open opens a table as the preset says, with the files that come with it.
func (p Preset) open(o *record.Opening) {
	t := &sample{columns: strings.Fields(p.Columns), bare: true}
	if p.Columns == "" {
		t = sampleOf(o.Context(), o.Source, p.holds())
	}
	if t == nil { // its first row may be cut off
		t = &sample{columns: slices.Sorted(maps.Keys(record.Keys(o.Source.Head)))}
		if len(t.columns) == 0 {
			t.columns, t.comma = record.CSVHeader(o.Source.Head), record.Delimiter(o.Source.Head)
		}
	}
	own := *t
	t = &own
	d := &reader{run: o.Run, prepare: p.Prepare}
	by := p.decide(t)
	if d.mapped(t.shape, by); p.Map != "" { // which nobody changes
		o.Run.Columns, o.Run.Note = loaders.Columns{Said: by.String()}, by.String()
	}
	d.open(o, t)
	var tables []*record.Table
	for _, b := range p.Beside {
		if b.As != "" {
			tables = append(tables, o.Join(b.Companion))
			d.beside = append(d.beside, joined{b, tables[len(tables)-1]})
		}
	}
	if p.Open != nil {
		d.finish = p.Open(o, tables)
	}
	files.Forget(o.Source)
}

// decide decides how a table is read: by the preset's map, and what names say of other
// columns.
func (p Preset) decide(t *sample) Decision {
	if p.Prepare != nil {
		t.rows = slices.Clone(t.rows)
		for i, r := range t.rows {
			t.rows[i].values = maps.Clone(r.values)
			p.Prepare(&record.Record{}, t.rows[i].values)
			t.columns = loaders.Distinct(append(t.columns, slices.Sorted(maps.Keys(t.rows[i].values))...))
		}
	}
	if p.Map == "" {
		return decide(t.columns, t.rows, t.columnMap)
	}
	d := newDeciding(t.columns, t.rows)
	by := Decision{Map: t.columnMap}
	for _, a := range p.holds() {
		there := loaders.Filter(a.paths, func(path string) bool {
			beside := func(b Beside) bool { return b.As == topOf(path) }
			return a.role == "right" || a.role != "rows" && (has(t.columns, t.rows, path) || slices.ContainsFunc(p.Beside, beside))
		})
		if a.role == "correct" {
			there = d.verdictsAt(there)
		}
		if len(there) > 0 {
			by.Map = by.Map.with(a.role, there...)
		}
	}
	return d.complete(by)
}

// verdictsAt are those of the paths at which the rows have verdicts, up to one that all
// rows have; a star at the end is for all metrics in a struct that tell right from wrong.
func (d *deciding) verdictsAt(paths []string) (list []string) {
	for _, path := range paths {
		names := []string{path}
		if in, all := strings.CutSuffix(path, "*"); all {
			names = loaders.Filter(d.names, func(name string) bool {
				judges, _ := record.Judges(name)
				return judges && strings.HasPrefix(name, in)
			})
		}
		for _, name := range names {
			if p := d.profile(name); !slices.Contains(list, name) && (len(d.rows) == 0 || p.verdicts()) {
				if list = append(list, name); p.filled > 0 && p.filled == p.rows {
					return list
				}
			}
		}
	}
	return list
}
