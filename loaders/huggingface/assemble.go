package huggingface

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// row is a row of a table, or of a metadata file.
type row struct {
	// values are texts, whole numbers (int64), numbers (float64), truth values,
	// nil, lists ([]any) and structs (map[string]any), by column.
	values map[string]any
	// pictures are those of the row's picture columns, in order.
	pictures []picture
}

// picture is one of a row.
type picture struct {
	path     string // as the file has it, "" for none
	embedded bool   // the file has its bytes
	missing  bool   // neither
}

// pictureColumn is where a column of pictures has its leaves; path is -1
// where it has none.
type pictureColumn struct{ bytes, path int }

// pictureColumns are those of a file.
type pictureColumns []pictureColumn

// picturesOf finds the columns of pictures: a struct of bytes and path, or bytes
// under a name that says so.
func picturesOf(root *parquet.Column) pictureColumns {
	var list pictureColumns
	walk(root, func(c *parquet.Column) bool {
		if c.Leaf() {
			if c.Type().Kind() == parquet.ByteArray && !isText(c) && pictureNames[strings.ToLower(c.Name())] {
				list = append(list, pictureColumn{c.Index(), -1})
			}
			return true
		}
		bytes, path := c.Column("bytes"), c.Column("path")
		if bytes == nil || path == nil || !bytes.Leaf() || !path.Leaf() || len(c.Columns()) != 2 || bytes.Type().Kind() != parquet.ByteArray || bytes.Repeated() || path.Repeated() {
			return true
		}
		list = append(list, pictureColumn{bytes.Index(), path.Index()})
		return false
	})
	return list
}

var pictureNames = map[string]bool{"image": true, "img": true, "picture": true, "jpg": true, "png": true}

// isText reports whether the file says that bytes are a text.
func isText(c *parquet.Column) bool {
	return c.Type().LogicalType() != nil || c.Type().ConvertedType() != nil
}

// walk calls f for the columns in c, until it returns false for the ones
// below.
func walk(c *parquet.Column, f func(c *parquet.Column) bool) {
	for _, child := range c.Columns() {
		if f(child) {
			walk(child, f)
		}
	}
}

// leavesIn are the leaves of a column, itself if it is one, in order.
func leavesIn(c *parquet.Column) iter.Seq[*parquet.Column] {
	return func(yield func(c *parquet.Column) bool) { leaves(c, yield) }
}

func leaves(c *parquet.Column, yield func(c *parquet.Column) bool) bool {
	if c.Leaf() {
		return yield(c)
	}
	for _, child := range c.Columns() {
		if !leaves(child, yield) {
			return false
		}
	}
	return true
}

// has reports whether a leaf holds the bytes of pictures.
func (list pictureColumns) has(leaf int) bool {
	return slices.ContainsFunc(list, func(p pictureColumn) bool { return p.bytes == leaf })
}

// assembly puts the values of a row together (Dremel's record assembly).
type assembly struct{ pictures pictureColumns }

// nesting are those of the columns around one.
type nesting struct{ repetition, definition int }

// part are the values of neighbouring leaves, from the leaf first on.
type part struct {
	first  int
	leaves [][]parquet.Value
}

// leaf is the first leaf in a column that is read with a row, -1 for none:
// the bytes of pictures are not.
func (a assembly) leaf(c *parquet.Column) int {
	if c.Leaf() {
		if a.pictures.has(c.Index()) {
			return -1
		}
		return c.Index()
	}
	for _, child := range c.Columns() {
		if k := a.leaf(child); k >= 0 {
			return k
		}
	}
	return -1
}

// of are the values of the leaves in c.
func (p part) of(c *parquet.Column) part {
	first, last := ends(c)
	return part{first, p.leaves[first-p.first : last+1-p.first]}
}

// ends are the first and the last leaf in a column; a schema has no column
// without leaves.
func ends(c *parquet.Column) (first, last int) {
	first, last = -1, -1
	for c := range leavesIn(c) {
		if first < 0 {
			first = c.Index()
		}
		last = c.Index()
	}
	return first, last
}

// value is what a column holds, of which values are those of its leaves.
func (a assembly) value(c *parquet.Column, around nesting, values part) any {
	leaf := a.leaf(c)
	first := values.leaves[leaf-values.first]
	switch {
	case c.Repeated():
		around.repetition++
		around.definition++
		list := []any{}
		if len(first) == 0 || first[0].DefinitionLevel() < around.definition {
			return list
		}
		for _, element := range values.split(around.repetition, leaf) {
			list = append(list, a.inner(c, around, element))
		}
		return list
	case c.Optional():
		around.definition++
		if len(first) == 0 || first[0].DefinitionLevel() < around.definition {
			return nil
		}
	}
	return a.inner(c, around, values)
}

// inner is value for a column that is there, or for an element of it.
func (a assembly) inner(c *parquet.Column, around nesting, values part) any {
	if c.Leaf() {
		if list := values.leaves[0]; len(list) > 0 {
			return scalar(c, list[0])
		}
		return nil
	}
	if list, ok := listOf(c); ok && a.leaf(list) >= 0 {
		elements, _ := a.value(list, around, values.of(list)).([]any)
		for i, v := range elements {
			if element, ok := v.(map[string]any); ok && len(list.Columns()) == 1 {
				elements[i] = element[list.Columns()[0].Name()]
			}
		}
		return elements
	}
	group := map[string]any{}
	for _, child := range c.Columns() {
		if a.leaf(child) >= 0 {
			group[child.Name()] = a.value(child, around, values.of(child))
		}
	}
	return group
}

// listOf returns the repeated column of a list: of a group with nothing else
// in it.
func listOf(c *parquet.Column) (list *parquet.Column, ok bool) {
	if columns := c.Columns(); len(columns) == 1 && columns[0].Repeated() {
		return columns[0], true
	}
	return nil, false
}

// split parts the values where an element of a list begins, as leaf has them.
func (p part) split(repetition, leaf int) []part {
	begins := func(i int, v *parquet.Value) bool { return i == 0 || v.RepetitionLevel() <= repetition }
	var elements []part
	for i, v := range p.leaves[leaf-p.first] {
		if begins(i, &v) {
			elements = append(elements, part{p.first, make([][]parquet.Value, len(p.leaves))})
		}
	}
	for k, values := range p.leaves {
		element, from := -1, 0
		keep := func(end int) {
			if element >= 0 && element < len(elements) {
				elements[element].leaves[k] = values[from:end]
			}
		}
		for i := range values {
			if begins(i, &values[i]) {
				keep(i)
				element, from = element+1, i
			}
		}
		keep(len(values))
	}
	return elements
}

// maxText bounds a text of a row, in bytes.
const maxText = 1 << 20

func scalar(c *parquet.Column, v parquet.Value) any {
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
		return finite(float64(v.Float()))
	case parquet.Double:
		return finite(v.Double())
	case parquet.ByteArray, parquet.FixedLenByteArray:
		b := v.ByteArray()
		if !isText(c) && !utf8.Valid(b) {
			return nil
		}
		return string(b[:min(len(b), maxText)])
	}
	return nil // a time of 96 bits
}

// finite is x, or nil for what is not a number.
func finite(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}
