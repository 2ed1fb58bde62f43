package parquet

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/loaders/rows"
)

// pictureColumn has the leaves of a column of pictures; path is -1 if it has none.
type pictureColumn struct{ bytes, path int }

type pictureColumns []pictureColumn

func picturesOf(schemaColumn *parquet.Column) (list pictureColumns) {
	for _, c := range schemaColumn.Columns() {
		bytes, path := c.Column("bytes"), c.Column("path")
		isPicture := bytes != nil && path != nil && bytes.Leaf() && path.Leaf() && len(c.Columns()) == 2 &&
			bytes.Type().Kind() == parquet.ByteArray && !bytes.Repeated() && !path.Repeated()
		switch {
		case c.Leaf():
			if c.Type().Kind() == parquet.ByteArray && !isText(c) && slices.Contains(pictureNames, strings.ToLower(c.Name())) {
				list = append(list, pictureColumn{c.Index(), -1})
			}
		case !isPicture:
			list = append(list, picturesOf(c)...)
		default:
			list = append(list, pictureColumn{bytes.Index(), path.Index()})
		}
	}
	return list
}

var pictureNames = strings.Fields("image img picture jpg png")

// isText reports whether bytes have a logical type, so that they are not a picture's.
func isText(c *parquet.Column) bool {
	return c.Type().LogicalType() != nil || c.Type().ConvertedType() != nil
}

func leavesIn(c *parquet.Column) iter.Seq[*parquet.Column] {
	return func(yield func(c *parquet.Column) bool) {
		if c.Leaf() {
			yield(c)
			return
		}
		for _, child := range c.Columns() {
			for leaf := range leavesIn(child) {
				if !yield(leaf) {
					return
				}
			}
		}
	}
}

func (list pictureColumns) hasLeaf(leafIndex int) bool {
	return slices.ContainsFunc(list, func(p pictureColumn) bool { return p.bytes == leafIndex })
}

// rowAssembly assembles the values of a row (Dremel's record assembly) from the front of every leaf's
// values.
type rowAssembly struct {
	pictures pictureColumns
	leaves   [][]parquet.Value // by leaf; none of a picture's bytes
	short    bool              // a leaf had no value where one belongs
}

func (a *rowAssembly) checkLeaves(i int64) error {
	left := func(values []parquet.Value) bool { return len(values) > 0 }
	if a.short || slices.ContainsFunc(a.leaves, left) {
		return loaders.Errorf("row %d: columns that share a list have different lengths", i+1)
	}
	return nil
}

func (a *rowAssembly) leadingLeaf(c *parquet.Column) int {
	for leaf := range leavesIn(c) {
		if !a.pictures.hasLeaf(leaf.Index()) {
			return leaf.Index()
		}
	}
	return -1
}

// readValue removes values of absent columns too, so that the leaves stay in step.
func (a *rowAssembly) readValue(c *parquet.Column) any {
	lead := a.leadingLeaf(c)
	there := len(a.leaves[lead]) > 0 && a.leaves[lead][0].DefinitionLevel() >= c.MaxDefinitionLevel()
	switch {
	case c.Repeated():
		list := []any{}
		if !there {
			a.passColumn(c)
		}
		for there {
			list = append(list, a.innerValue(c))
			there = len(a.leaves[lead]) > 0 && a.leaves[lead][0].RepetitionLevel() >= c.MaxRepetitionLevel()
		}
		return list
	case c.Optional() && !there:
		a.passColumn(c)
		return nil
	}
	return a.innerValue(c)
}

func (a *rowAssembly) passColumn(c *parquet.Column) {
	for leaf := range leavesIn(c) {
		a.nextValue(leaf)
	}
}

// nextValue removes and returns a leaf's next value. If none is left it is a null and sets short,
// unless the leaf has the bytes of pictures, which aren't read.
func (a *rowAssembly) nextValue(leafColumn *parquet.Column) (v parquet.Value) {
	if list := a.leaves[leafColumn.Index()]; len(list) > 0 {
		v, a.leaves[leafColumn.Index()] = list[0], list[1:]
	} else {
		a.short = a.short || !a.pictures.hasLeaf(leafColumn.Index())
	}
	return v
}

func (a *rowAssembly) innerValue(c *parquet.Column) any {
	if c.Leaf() {
		return scalarOf(c, a.nextValue(c))
	}
	// A group with only a repeated column is a list.
	if in := c.Columns(); len(in) == 1 && in[0].Repeated() && a.leadingLeaf(in[0]) >= 0 {
		elements, _ := a.readValue(in[0]).([]any)
		for i, v := range elements {
			if element, ok := v.(rows.RowObject); ok && len(in[0].Columns()) == 1 {
				elements[i] = element[in[0].Columns()[0].Name()]
			}
		}
		return elements
	}
	group := rows.RowObject{}
	for _, child := range c.Columns() {
		if a.leadingLeaf(child) >= 0 {
			group[child.Name()] = a.readValue(child)
		}
	}
	return group
}

const maxText = 1 << 20

func scalarOf(c *parquet.Column, v parquet.Value) any {
	if v.IsNull() {
		return nil
	}
	switch v.Kind() {
	case parquet.Boolean:
		return v.Boolean()
	case parquet.Int32:
		return int64(v.Int32())
	case parquet.Int64:
		return v.Int64()
	case parquet.Float:
		return rows.FiniteOrNil(float64(v.Float()))
	case parquet.Double:
		return rows.FiniteOrNil(v.Double())
	case parquet.ByteArray, parquet.FixedLenByteArray:
		b := v.ByteArray()
		if !isText(c) && !utf8.Valid(b) {
			return nil
		}
		return string(b[:min(len(b), maxText)])
	}
	return nil // a time of 96 bits
}
