package table

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"faithscope/loaders"
)

// MarshalJSON implements [json.Marshaler]: it writes a list of rows.
func (t *Table) MarshalJSON() ([]byte, error) {
	columns, rows := t.flattenCells()
	return encodeJSON(loaders.Map(rows, func(row []any) Facts { return rowObject(columns, row) }))
}

// MarshalJSON implements [json.Marshaler]: it writes an object, in order, of values as scripts see
// them.
func (o Facts) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range o {
		name, err := encodeJSON(f.Name)
		value, err2 := encodeJSON(bareValue(f.Value))
		if err := cmp.Or(err, err2); err != nil {
			return nil, err
		}
		b = append(append(append(append(b, ","[:min(i, 1)]...), name...), ':'), value...)
	}
	return append(b, '}'), nil
}

func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	err := loaders.EncodeJSON(&b, v)
	return bytes.TrimSpace(b.Bytes()), err
}

// asJSON returns a part as a JSON object: its name and path if it has a path, its facts, and its
// tables, each under its name. A table without a name, or with that of a member before it, is left
// out. It returns nil if nothing is left.
func (p *Part) asJSON() (o Facts) {
	if p.Path != "" {
		o = Facts{{"name", p.Name}, {"path", p.Path}}
	}
	o = append(o, p.Facts...)
	for _, t := range p.Tables {
		if t.Name != "" && !slices.ContainsFunc(o, func(f Fact) bool { return f.Name == t.Name }) {
			o = append(o, Fact{t.Name, t})
		}
	}
	return o
}

// version is the version of the names in JSON, on which scripts depend.
const version = 1

// writeJSON writes a document as one indented JSON object: the version and the facts, then the
// parts that have something for scripts, as a list under the name d.List or, if that is empty, with
// all their members in the object itself. Control characters are escaped, so it is safe to show on
// a terminal.
func writeJSON(w io.Writer, d *Document) error {
	o := append(Facts{{"faithscope", version}}, d.Facts...)
	parts := []Facts{}
	for i := range d.Parts {
		if one := d.Parts[i].asJSON(); one != nil { // it has something for scripts
			parts = append(parts, one)
		}
	}
	if d.List != "" {
		o = append(o, Fact{d.List, parts})
	} else {
		o = append(o, slices.Concat(parts...)...)
	}
	text, err := encodeJSON(o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, append(text, '\n'), "", "  "); err != nil {
		return err
	}
	_, err = w.Write(loaders.EscapeJSON(b.Bytes()))
	return err
}
