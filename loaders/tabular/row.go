package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// row is a row of a table, or of a metadata file.
type row struct {
	// values are texts, whole numbers (int64), numbers (float64), truth values,
	// nil, lists ([]any) and structs, by column.
	values object
	key    string // of an object under which it is, "" for none
	bare   bool   // and the value is not a struct
	// pictures are the pictures in the row's picture columns, in order.
	pictures []picture
}

// ownKey is the path of the key under which an object has a row.
const ownKey = "@key"

// picture is one of a row.
type picture struct {
	path     string // as the file has it, "" for none
	embedded bool   // the file has its bytes
	missing  bool   // neither
}

func isPresent(rows []row, path string) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.valueAt(path) != nil })
}

func hasColumn(columns []string, rows []row, path string) bool {
	return hasWord(columns, path, topOf(path)) || isPresent(rows, path)
}

func topOf(path string) string { return path[:strings.IndexAny(path+".", ".[")] }

// valueAt returns the value at a path, nil for none: that of the column whose whole name the path
// is; for a pattern with a star at its end, a struct of the matching columns by the rest of their
// names; or what [walkPath] finds within a column. Of labels with scores it is the likeliest label.
// "@key" is the row's key.
func (r *row) valueAt(path string) any {
	if path == ownKey && r.key != "" {
		return r.key
	}
	if v, ok := r.values[path]; ok {
		return likeliestLabel(v)
	}
	if names := r.matchingColumns(path); names != nil && path != "*" {
		all := object{}
		for _, name := range names {
			all[name[len(path)-1:]] = r.values[name]
		}
		return all
	}
	return likeliestLabel(walkPath(r.values, path))
}

// walkPath returns what is within a value by keys and indices, nil for nothing. Negative indices
// count from the end. A key of the structs in a list gives the list of what each has.
func walkPath(v any, path string) any {
	for step := range strings.FieldsFuncSeq(path, func(c rune) bool { return c == '.' || c == '[' || c == ']' }) {
		switch in := v.(type) {
		case object:
			v = in[step]
		case []any:
			k, ok := numberOf(step)
			first, _ := slices.Concat(in, []any{nil})[0].(object)
			if _, there := first[step]; there {
				v = loaders.Map(in, func(x any) any { return walkPath(x, step) })
				continue
			}
			if k < 0 {
				k += float64(len(in)) // from the end
			}
			if !ok || k < 0 || k >= float64(len(in)) {
				return nil
			}
			v = in[int(k)]
		default:
			return nil
		}
	}
	return v
}

// At returns the value at a path within a row: a column, or what is within one by keys and indices
// ("choices[0].message.content"); nil for none.
func At(values Row, path string) any { return (&row{values: values}).valueAt(path) }

func (r *row) topColumn(path string) string {
	if _, ok := r.values[path]; ok {
		return path
	}
	return topOf(path)
}

func (r *row) matchingColumns(pattern string) []string {
	prefix, ok := strings.CutSuffix(pattern, "*")
	if !ok {
		return nil
	}
	return loaders.Filter(loaders.SortedKeys(r.values), func(name string) bool { return strings.HasPrefix(name, prefix) })
}

func (r *row) outcomeOf(predicted, gold, rule string, truths bool) loaders.Verdict {
	v, _ := chosenAnswer(r.valueAt(predicted), rule)
	g := r.valueAt(gold)
	if truths {
		v, g = truthOf(v), truthOf(g)
	}
	return rules.SameAnswer(Text(v), goldAnswers(g))
}
