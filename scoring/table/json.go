package table

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"faithscope/loaders"
)

// MarshalJSON writes a list of rows.
func (t *Table) MarshalJSON() ([]byte, error) {
	columns, rows := t.flattenCells()
	return encodeJSON(loaders.Map(rows, func(row []any) FactList { return rowObject(columns, row) }))
}

// MarshalJSON writes an ordered object of scripts' values.
func (o FactList) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range o {
		name, _ := encodeJSON(f.Name) // a string never fails
		value, err := encodeJSON(bareValue(f.Value))
		if err != nil {
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

// nil without anything for scripts. Of one name the first stays, because a reader would take only
// one.
func (p *DocumentPart) asJSON() (o FactList) {
	if p.Path != "" {
		o = FactList{{"name", p.Name}, {"path", p.Path}}
	}
	o = append(o, p.Facts...)
	for _, t := range p.Tables {
		if t.Name != "" && !slices.ContainsFunc(o, func(f Fact) bool { return f.Name == t.Name }) {
			o = append(o, Fact{t.Name, t})
		}
	}
	return o
}

const version = 1

// writeJSON escapes control characters, so that a terminal can show it.
func writeJSON(w io.Writer, d *Document) error {
	o := append(FactList{{"faithscope", version}}, d.Facts...)
	parts := []FactList{}
	for i := range d.Parts {
		if one := d.Parts[i].asJSON(); one != nil {
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
