package table

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

func bareValue(v any) any {
	switch v := v.(type) {
	case scoring.Value:
		if x, ok := v.Float(); ok {
			return x
		}
		return nil
	case loaders.Verdict:
		if v == loaders.Unknown {
			return nil
		}
		return v == loaders.Right
	}
	return v
}

var (
	suffixes = [...]string{"", "_low", "_high", "_n", "_undefined"}
	kinds    = [...]ValueKind{Text, Number, Number, Count, Text}
)

func (c Cell) knownFacts() (all [len(suffixes)]any) {
	all[0], all[3] = bareValue(c.Value), c.N
	if c.Interval != nil {
		all[1], all[2] = c.Interval.Low, c.Interval.High
	}
	if why := c.whyUndefined(); why != "" {
		all[4] = why
	}
	return all
}

// A column of kind Between has only its interval, because another one has the value.
func (t *Table) flattenCells() (columns []Column, rows [][]any) {
	rows = make([][]any, len(t.Rows))
	for k, c := range t.Columns {
		var there [len(suffixes)]bool
		all := make([][len(suffixes)]any, len(rows))
		for i, row := range t.Rows {
			if k < len(row) {
				all[i] = row[k].knownFacts()
			}
			for n, v := range all[i] {
				there[n] = there[n] || v != nil
			}
		}
		there[0], there[3], there[4] = c.Kind != Between, c.Rests, there[4] && c.Kind != Between
		for n, suffix := range suffixes {
			if !there[n] {
				continue
			}
			if n > 0 {
				c = kinds[n].Column(t.Columns[k].Name + suffix)
				c.In, c.Omit = t.Columns[k].In, kinds[n] == Text
			}
			columns = append(columns, c)
			for i := range rows {
				rows[i] = append(rows[i], all[i][n])
			}
		}
	}
	return columns, rows
}

func rowObject(columns []Column, rowValues []any) (o FactList) {
	for k, c := range columns {
		v := rowValues[k]
		isZero := v == nil || v == "" || v == false
		switch {
		case c.Omit && isZero, c.In != "" && v == nil:
		case c.In == "":
			o = append(o, Fact{c.Name, v})
		default:
			at := slices.IndexFunc(o, func(f Fact) bool { return f.Name == c.In })
			if at < 0 {
				at, o = len(o), append(o, Fact{c.In, FactList(nil)})
			}
			o[at].Value = append(o[at].Value.(FactList), Fact{c.Name, v})
		}
	}
	return o
}

// mergeRows puts Part.Before, or the run's name and path, before each row, so that rows of one table
// can be told apart.
func (d *Document) mergeRows() (columns []Column, rows [][]any) {
	for i := range d.Parts {
		p := &d.Parts[i]
		before := p.Before
		if before == nil && p.Path != "" {
			before = FactList{{"run", p.Name}, {"path", p.Path}}
		}
		for _, t := range p.Tables {
			if t.Name == "" {
				continue
			}
			own, list := t.orderColumns(before)
			to := loaders.Map(own, func(c Column) int { return placeOf(&columns, c) })
			for _, values := range list {
				row := make([]any, len(columns))
				for k, v := range values {
					row[to[k]] = v
				}
				rows = append(rows, row)
			}
		}
	}
	for i := range rows {
		rows[i] = append(rows[i], make([]any, len(columns)-len(rows[i]))...)
	}
	return columns, rows
}

func (t *Table) orderColumns(leadingFacts FactList) (columns []Column, rows [][]any) {
	own, list := t.flattenCells()
	order := t.Order
	if order == nil {
		order = loaders.Map(own, func(c Column) string { return c.Name })
	}
	rows = make([][]any, len(list))
	for _, f := range leadingFacts {
		columns = append(columns, KindOf(f.Value).Column(f.Name))
		for i := range rows {
			rows[i] = append(rows[i], f.Value)
		}
	}
	for _, name := range order {
		k := len(own) - 1
		for own[k].Name != name {
			k--
		}
		columns = append(columns, own[k])
		for i := range rows {
			rows[i] = append(rows[i], list[i][k])
		}
	}
	return columns, rows
}

// KindOf returns the kind of values like v.
func KindOf(v any) ValueKind {
	switch v.(type) {
	case int, uint64:
		return Count
	case float64, scoring.Value:
		return Number
	case bool, loaders.Verdict:
		return Truth
	}
	return Text
}
