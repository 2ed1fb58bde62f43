package facts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/table"
)

// Derive returns the table's first column and the listed ones, separated by commas: columns by name
// or title, and expressions over them, named by "gap = hard - easy".
//
//	column["TallyQA simple RMSE"]    a name with spaces
//	above.accuracy                   in the row above
//	row["bow"].accuracy              in the row that begins with bow
//	same.model.delta_a               in the only other row with this run.model that has it
//
// An expression rests on the fewest examples of its numbers and has no interval. It is undefined, for
// the same reason, if one of them is. The error is the context's, or tells what is wrong with the list.
func Derive(ctx context.Context, t *table.Table, formulaList string) (*table.Table, error) {
	f := &derivedColumns{Table: t, cells: map[string]cellFinder{}}
	f.addFields(formulaList)
	own := *t
	own.Columns, own.Order = t.Columns[:1:1], nil
	own.Rows = loaders.Map(t.Rows, func(row []table.Cell) []table.Cell { return row[:1:1] })
	for _, text := range scoring.SplitOutside(formulaList, ',') {
		name, formula, named := strings.Cut(text, " = ")
		if !named {
			formula = name
		}
		head, cell, err := f.computeColumn(ctx, formula)
		if err == nil && table.IndexOf(own.Columns, name) >= 0 {
			err = errors.New("the name is used twice")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		head.Name, head.Title = name, ""
		own.Columns = append(own.Columns, head)
		for row := range own.Rows {
			own.Rows[row] = append(own.Rows[row], cell(row))
		}
	}
	return &own, nil
}

type cellFinder struct {
	head table.Column
	at   func(row int) table.Cell
}

// derivedColumns is a [query.Source].
type derivedColumns struct {
	*table.Table
	fields query.Fields
	cells  map[string]cellFinder
}

var brackets = strings.NewReplacer(`["`, ".", `"]`, "")

// computeColumn keeps a column as it is.
func (f *derivedColumns) computeColumn(ctx context.Context, formulaText string) (head table.Column, cell func(row int) table.Cell,
	err error) {
	if field, ok := f.fields.Find(brackets.Replace(formulaText)); ok {
		return f.cells[field.Name].head, f.cells[field.Name].at, nil
	}
	e, err := query.ParseExpression(formulaText, f.fields)
	if err == nil && e.Kind() > query.Truth {
		err = errors.New("not a number")
	}
	if err != nil {
		return head, nil, err
	}
	head.Kind, head.Rests = table.Number, true
	for _, name := range e.Uses() {
		head.Digits = max(head.Digits, f.cells[name].head.Digits)
	}
	values, err := e.Values(ctx, f, loaders.Indices(len(f.Rows)))
	return head, func(row int) table.Cell { return f.deriveCell(e.Uses(), row, query.Float(values[row])) }, err
}

func (f *derivedColumns) deriveCell(usedColumns []string, rowIndex int, x float64) (cell table.Cell) {
	why := ""
	for _, name := range usedColumns {
		used := f.cells[name].at(rowIndex)
		v, _ := used.Value.(scoring.Value)
		switch y := numberIn(used); {
		case y != y:
			why = cmp.Or(why, v.Why(), strings.Replace(name, "column.", "", 1)+" has no number")
		case used.N > 0:
			cell.N = min(used.N, cmp.Or(cell.N, used.N))
		}
	}
	switch cell.Value = x; {
	case x-x != 0:
		return table.Cell{Value: scoring.Undefined(cmp.Or(why, "division by zero"))}
	case cell.N > 0:
		cell.Value = scoring.Defined(x)
	}
	return cell
}

// Column implements [query.Source].
func (f *derivedColumns) Column(name string) query.Column {
	return query.ColumnOf[float64](func(row int) float64 { return numberIn(f.cells[name].at(row)) })
}

// numberIn also reads what a paper prints; NaN for none.
func numberIn(c table.Cell) float64 {
	if x, ok := c.Float(); ok {
		return x
	}
	text, _ := c.Value.(string)
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return math.NaN()
}

// addFields leaves out what the list can't use, because every row has fields.
func (f *derivedColumns) addFields(formulaList string) {
	formulaList = brackets.Replace(formulaList)
	add := func(prefix string, isIn func(from, row int) bool) {
		if strings.Contains(formulaList, prefix) {
			f.addRow(prefix, isIn)
		}
	}
	add("", func(from, row int) bool { return row == from })
	add("above.", func(from, row int) bool { return row == from-1 })
	for i, row := range f.Rows {
		add(fmt.Sprintf("row.%v.", row[0].Value), func(_, row int) bool { return row == i })
	}
	for k, c := range f.Columns {
		add("same."+strings.TrimPrefix(c.Name, "run.")+".", func(from, row int) bool {
			key := f.At(row, k).Value
			return row != from && key != nil && key == f.At(from, k).Value
		})
	}
}

// addRow adds the columns of the only row that isInRun accepts and that has a number.
func (f *derivedColumns) addRow(namePrefix string, isInRun func(from, row int) bool) {
	labels := map[string]int{}
	for _, c := range f.Columns {
		labels[c.Label()]++
	}
	for k, c := range f.Columns {
		field := query.Field{Aliases: []string{namePrefix + c.Name}}
		if field.Name = namePrefix + "column." + c.Name; labels[c.Label()] == 1 {
			field.Aliases = append(field.Aliases, namePrefix+c.Label())
		}
		f.fields = append(f.fields, field)
		f.cells[field.Name] = cellFinder{c, func(from int) (found table.Cell) {
			n := 0
			for row := range f.Rows {
				if !isInRun(from, row) {
					continue
				}
				cell := f.At(row, k)
				if x := numberIn(cell); x == x {
					found, n = cell, n+1
				} else if n == 0 {
					found = cell
				}
			}
			if n > 1 {
				found = table.Cell{Value: scoring.Undefined(fmt.Sprintf("%d rows have a value for %s", n, field.Aliases[0]))}
			}
			return found
		}}
	}
}
