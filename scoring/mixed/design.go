package mixed

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"faithscope/scoring"
)

// VariableColumn is a variable with a value per row: numbers, NaN for none, or the texts of a factor, ""
// for none.
type VariableColumn struct {
	Numbers []float64
	Texts   []string // nil for numbers
	// Reference is the level with which a factor compares its others, "" for the first in the order
	// of their bytes.
	Reference string
}

func (c *VariableColumn) hasValue(i int) bool {
	if c.Texts != nil {
		return c.Texts[i] != ""
	}
	return c.Numbers[i]-c.Numbers[i] == 0
}

// listLevels returns the different texts of a factor: its Reference first if it has one, the others
// in the order of their bytes.
func (c *VariableColumn) listLevels() ([]string, error) {
	all := slices.Compact(slices.Sorted(slices.Values(c.Texts)))
	if c.Reference == "" {
		return all, nil
	}
	at := slices.Index(all, c.Reference)
	if at < 0 {
		return nil, fmt.Errorf("no row has the value %q; the values are %s", c.Reference, strings.Join(all, ", "))
	}
	return append([]string{c.Reference}, slices.Delete(all, at, at+1)...), nil
}

// matrixColumn is a column of a matrix, with its name.
type matrixColumn struct {
	name   string
	values []float64
}

// designMatrices has the matrices of a regression.
type designMatrices struct {
	y             []float64
	fixed, random []matrixColumn
	dropped       []string // names of fixed parts that those before them determine
	group         []int
	groups        int
	references    []string // "size = large", of the factors
}

// layMatrices uses the rows in which every column of the formula has a value, as R does; missing
// counts the others, each by the first column it lacks.
func (f *Formula) layMatrices(columnsByName map[string]*VariableColumn) (d *designMatrices, missing map[string]int, err error) {
	whole := columnsByName[f.Response]
	if whole.Texts != nil {
		return nil, nil, fmt.Errorf("%s is not a number", f.Response)
	}
	names, missing, rows := f.Names(), map[string]int{}, []int{}
	for i := range whole.Numbers {
		lacks := slices.IndexFunc(names, func(name string) bool { return !columnsByName[name].hasValue(i) })
		if lacks < 0 {
			rows = append(rows, i)
		} else {
			missing[names[lacks]]++
		}
	}
	if len(rows) == 0 {
		return nil, nil, fmt.Errorf("no row has values for all of %s", strings.Join(names, ", "))
	}
	kept := map[string]*VariableColumn{}
	for name, c := range columnsByName {
		kept[name] = c.selectRows(rows)
	}
	d = &designMatrices{y: kept[f.Response].Numbers, group: make([]int, len(rows))}
	places := map[any]int{}
	for i := range rows {
		key := kept[f.Group].valueAt(i)
		if _, ok := places[key]; !ok {
			places[key] = len(places)
		}
		d.group[i] = places[key]
	}
	d.groups = len(places)
	if d.fixed, err = d.termColumns(f.Fixed, f.Intercept, kept); err == nil {
		d.random, err = d.termColumns(f.Random, f.Varying, kept)
	}
	if err == nil {
		err = d.checkRank(f)
	}
	return d, missing, err
}

func (c *VariableColumn) valueAt(i int) any {
	if c.Texts != nil {
		return c.Texts[i]
	}
	return c.Numbers[i]
}

func (c *VariableColumn) selectRows(rowIndices []int) *VariableColumn {
	out := &VariableColumn{Reference: c.Reference}
	for _, i := range rowIndices {
		if c.Texts != nil {
			out.Texts = append(out.Texts, c.Texts[i])
		} else {
			out.Numbers = append(out.Numbers, c.Numbers[i])
		}
	}
	return out
}

// checkRank moves each fixed column that the ones before it determine, within R's tolerance, to
// d.dropped. It fails if too few rows or groups are left, because nothing could then be estimated.
func (d *designMatrices) checkRank(f *Formula) error {
	n := len(d.y)
	switch {
	case slices.Min(d.y) == slices.Max(d.y):
		return fmt.Errorf("%s is the same in all %d rows", f.Response, n)
	case d.groups < 2:
		return fmt.Errorf("too few groups: %s has the same value in all %d rows", f.Group, n)
	case d.groups*len(d.random) >= n:
		return fmt.Errorf("too few rows: %d for %d groups by %s (coefficients per group: %d)", n, d.groups, f.Group, len(d.random))
	}
	var independent [][]float64
	d.fixed = slices.DeleteFunc(d.fixed, func(p matrixColumn) bool {
		rest := slices.Clone(p.values)
		for range 2 { // once more against rounding
			for _, q := range independent {
				floats.AddScaled(rest, -floats.Dot(rest, q), q)
			}
		}
		size := floats.Norm(rest, 2)
		if size <= 1e-7*floats.Norm(p.values, 2) { // R's own tolerance
			d.dropped = append(d.dropped, p.name)
			return true
		}
		floats.Scale(1/size, rest)
		independent = append(independent, rest)
		return false
	})
	if len(d.fixed) == 0 || len(d.fixed) >= n {
		return fmt.Errorf("too few rows: %d for %d coefficients", n, len(d.fixed))
	}
	return nil
}

// termColumns codes factors as R does, so that coefficients are the same: a column for each level but
// the first if the term without it is among the terms (for a lone factor, if there is an intercept),
// else for each level. A term of several variables has their products.
func (d *designMatrices) termColumns(formulaTerms []Term, hasIntercept bool, columnsByName map[string]*VariableColumn) (all []matrixColumn,
	err error) {
	if hasIntercept {
		all = append(all, matrixColumn{"(intercept)", slices.Repeat([]float64{1}, len(d.y))})
	}
	for _, t := range formulaTerms {
		product := []matrixColumn{{"", slices.Repeat([]float64{1}, len(d.y))}}
		for k, name := range t {
			rest := slices.Delete(slices.Clone(t), k, k+1)
			margin := slices.ContainsFunc(formulaTerms, func(o Term) bool { return slices.Equal(o, rest) })
			own, err := d.codeColumns(name, columnsByName[name], margin || len(rest) == 0 && hasIntercept)
			if err != nil {
				return nil, err
			}
			product = crossColumns(product, own)
		}
		all = append(all, product...)
	}
	return all, nil
}

// codeColumns refuses a constant, which an intercept determines. A factor becomes columns "name =
// level" of 0 and 1; with asContrasts the first level has none and is added to d.references.
func (d *designMatrices) codeColumns(name string, c *VariableColumn, asContrasts bool) (parts []matrixColumn, err error) {
	if c.Texts == nil {
		if slices.Min(c.Numbers) == slices.Max(c.Numbers) {
			return nil, fmt.Errorf("%s is constant: %v in all %d rows", name, c.Numbers[0], len(d.y))
		}
		return []matrixColumn{{name, c.Numbers}}, nil
	}
	levels, err := c.listLevels()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(levels) < 2:
		return nil, fmt.Errorf("%s is constant: %s in all %d rows", name, levels[0], len(d.y))
	case len(levels) > mostLevels:
		return nil, fmt.Errorf("%s has %d values: a factor can have at most %d", name, len(levels), mostLevels)
	case asContrasts:
		d.references = scoring.AppendNew(d.references, name+" = "+levels[0])
		levels = levels[1:]
	}
	for _, level := range levels {
		values := make([]float64, len(d.y))
		for i, text := range c.Texts {
			if text == level {
				values[i] = 1
			}
		}
		parts = append(parts, matrixColumn{name + " = " + level, values})
	}
	return parts, nil
}

// mostLevels bounds the values of a factor.
const mostLevels = 50

func crossColumns(a, b []matrixColumn) (all []matrixColumn) {
	for _, q := range b {
		for _, p := range a {
			values := slices.Clone(p.values)
			floats.Mul(values, q.values)
			all = append(all, matrixColumn{strings.TrimPrefix(p.name+" : "+q.name, " : "), values})
		}
	}
	return all
}
