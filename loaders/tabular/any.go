package tabular

import (
	"context"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Any reads any table: comma- or tab-separated, JSON, JSON Lines.
var Any = record.NewFormat(loaders.Format{
	Name:  "table",
	About: "any table (CSV, TSV, JSON by rows or by columns, JSON Lines) whose columns are known by name or by --map",
	Boxes: convention,
	Sign:  "a column called prediction or alike beside one of gold answers or verdicts; any columns with --map",
	Keys:  []string{"prediction", "answer"},
	// Nothing is detected: other formats' files are tables too.
	Confirm: func(ctx context.Context, src *loaders.Source, _ loaders.Options) bool {
		t := sampleOf(src.Head, nil)
		if t == nil {
			return false
		}
		allColumns(ctx, src, t)
		return t.columnMap.clear(t.rows)
	},
	Shape: shapeOf,
}, record.Codec{Gold: "in the file", Pictures: true, Open: openAny})

// shapeOf is the columns of a table, "" for what is none.
func shapeOf(head []byte) string {
	if t := sampleOf(head, nil); t != nil {
		return t.shape()
	}
	return ""
}

func openAny(o *record.Opening) error {
	src := o.Source
	var asked Map
	if o.Options.Map != "" {
		var err error
		if asked, err = ParseMap(o.Options.Map); err != nil {
			return loaders.Errorf("--map: %w", err)
		}
	}
	t := sampleOf(src.Head, asked)
	if t == nil {
		return loaders.Errorf("no rows of a table%s", map[bool]string{true: " at the map's rows"}[asked.paths("rows") != nil])
	}
	shape := t.shape() // by which maps are kept, of what head has
	allColumns(o.Context(), src, t)
	m, err := mapOf(o.Options, shape, t.columns, t.rows, t.columnMap)
	if err != nil {
		return err
	}
	d := &reader{run: o.Run}
	d.mapped(shape, m)
	switch {
	case t.columnar:
		err = d.openColumns(o, t)
	case t.within == "data" && gjson.GetBytes(src.Head, "data.0").IsArray():
		err = o.Elements("data.*", func(rec *record.Record) (*loaders.Example, error) {
			r, err := rowOfCells(t.columns, rec.Bytes)
			if err != nil {
				return nil, err
			}
			return d.example(rec, &r), nil
		})
	case t.comma != 0:
		err = o.Rows(func(rec *record.Record, cells record.Cells) (*loaders.Example, error) {
			return d.example(rec, cellsRow(t.columns, cells)), nil
		})
	case t.within != "":
		err = o.Elements(t.within+".*", record.As(d.line))
	default:
		err = o.Lines(0, record.As(d.line))
	}
	if err != nil {
		return err
	}
	d.missing(t.columns, t.rows)
	return nil
}

// openColumns opens a table by columns: the rows of the first are the records,
// and those of the others are joined by their keys.
func (d *reader) openColumns(o *record.Opening, t *sample) error {
	var others []*record.Table
	if err := o.Elements(t.columns[0]+".*", func(rec *record.Record) (*loaders.Example, error) {
		r := row{values: map[string]any{}}
		read := func(name string, raw []byte) {
			var v jsonValue
			if v.UnmarshalJSON(raw) == nil {
				r.values[name] = v.value
			}
		}
		read(t.columns[0], rec.Bytes)
		for i, other := range others {
			name := t.columns[1+i]
			if !other.Read(rec.Key, func(entry *record.Record) error { read(name, entry.Bytes); return nil }) {
				rec.Problem(loaders.Say("the column %q has no row %q", name, rec.Key), loaders.Say("nothing stands there"))
			}
		}
		return d.example(rec, &r), nil
	}); err != nil {
		return err
	}
	for _, name := range t.columns[1:] {
		other, err := o.Table(o.Source.Path, name+".*", nil)
		if err != nil {
			return err
		}
		others = append(others, other)
	}
	return nil
}

// allColumns are the columns of a table by columns, of which head may have only
// the first.
func allColumns(ctx context.Context, src *loaders.Source, t *sample) {
	if !t.columnar || len(src.Head) < loaders.HeadSize {
		return
	}
	var names []string
	all, err := record.Look(ctx, src.Files, src.Path, "*", func(rec *record.Record) bool {
		names = append(names, rec.Key)
		return len(names) < mostTableColumns
	})
	if err == nil && all {
		t.columns = names
		t.columnMap = guess(t.columns, t.rows)
	}
}

// mostTableColumns bounds the columns of such a table: each is searched by
// itself.
const mostTableColumns = 256
