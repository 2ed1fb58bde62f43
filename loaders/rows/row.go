package rows

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Row is a row of a table, or of a metadata file.
type Row struct {
	// values are texts, whole numbers (int64), numbers (float64), truth values,
	// nil, lists ([]any) and structs, by column.
	Values RowObject
	Key    string // of an object under which it is, "" for none
	Bare   bool   // and the value is not a struct
	// pictures are the pictures in the row's picture columns, in order.
	Pictures []RowPicture
}

// Folder at the end of a path means the name of a file's folder, as image classification has its classes.
const Folder = "/.."

// OwnKey is the path of the key under which an object has a row.
const OwnKey = "@key"

// RowPicture is one of a row's pictures.
type RowPicture struct {
	Path     string // as the file has it, "" for none
	Embedded bool   // the file has its bytes
	Missing  bool   // neither
}

// IsPresent reports whether a row has a value at a path.
func IsPresent(rows []Row, columnPath string) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return r.ValueAt(columnPath) != nil })
}

// HasObjects reports whether a path holds a list of several objects in a row.
func HasObjects(rows []Row, columnPath string) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		list := r.ListAt(columnPath)
		_, isObject := loaders.ElementAt(list, 0).(RowObject)
		return isObject && len(list) > 1
	})
}

// HasColumn reports whether a path is in one of the columns, or present in a row.
func HasColumn(columns []string, rows []Row, columnPath string) bool {
	return slices.Contains(columns, columnPath) || slices.Contains(columns, TopOf(columnPath)) || IsPresent(rows, columnPath)
}

// TopOf returns the column that a path begins with.
func TopOf(columnPath string) string { return columnPath[:strings.IndexAny(columnPath+".", ".[")] }

// Unnamed begins the name of a column without one, before its number from 1. A class has its place from 0.
const Unnamed = "column "

// ValueAt returns the value at a path, nil for none: of the column with that whole name, of the
// columns that a star at its end matches (a struct by the rest of their names), or within a column,
// as [At] does. Of labels with scores it is the likeliest label. "@key" is the row's key.
func (r *Row) ValueAt(columnPath string) any {
	if columnPath == OwnKey && r.Key != "" {
		return r.Key
	}
	if v, ok := r.Values[columnPath]; ok {
		return likeliestLabel(v)
	}
	if filePath, ok := strings.CutSuffix(columnPath, Folder); ok {
		folders := strings.Split(strings.ReplaceAll(r.TextAt(filePath), `\`, "/"), "/")
		return loaders.IfElse[any](len(folders) > 1, folders[max(0, len(folders)-2)], nil)
	}
	if names := r.MatchingColumns(columnPath); names != nil && columnPath != "*" {
		all := RowObject{}
		for _, name := range names {
			class := name[len(columnPath)-1:]
			if k, err := strconv.Atoi(class); err == nil && columnPath == Unnamed+"*" {
				class = strconv.Itoa(k - 1)
			}
			all[class] = r.Values[name]
		}
		return all
	}
	return likeliestLabel(walkPath(r.Values, columnPath))
}

func walkPath(v any, fieldPath string) any {
	steps := strings.FieldsFunc(fieldPath, func(c rune) bool { return c == '.' || c == '[' || c == ']' })
	for i := 0; i < len(steps); i++ {
		step := steps[i]
		switch in := v.(type) {
		case RowObject:
			for at := i; in[step] == nil && at+1 < len(steps); { // a key such as gpt-3.5
				at++
				if step += "." + steps[at]; in[step] != nil {
					i = at
				}
			}
			v = in[step]
		case []any:
			k, ok := NumberOf(step)
			first, _ := loaders.ElementAt(in, 0).(RowObject)
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

// At returns the value at a path within a row, by keys and indices ("choices[0].message.content");
// nil for none.
func At(rowValues RowObject, fieldPath string) any {
	return (&Row{Values: rowValues}).ValueAt(fieldPath)
}

// TextAt is [Text] at a path.
func (r *Row) TextAt(columnPath string) string { return Text(r.ValueAt(columnPath)) }

// ListAt is [ListOf] at a path.
func (r *Row) ListAt(columnPath string) []any { return ListOf(r.ValueAt(columnPath)) }

// TopColumn returns the column that holds a path, which may itself be the name of one.
func (r *Row) TopColumn(columnPath string) string {
	if _, ok := r.Values[columnPath]; ok {
		return columnPath
	}
	return TopOf(columnPath)
}

// MatchingColumns returns the columns that a pattern with a star at its end matches, sorted; nil for
// any other path.
func (r *Row) MatchingColumns(columnPattern string) []string {
	prefix, ok := strings.CutSuffix(columnPattern, "*")
	if !ok {
		return nil
	}
	return loaders.Filter(loaders.SortedKeys(r.Values), func(name string) bool { return strings.HasPrefix(name, prefix) })
}
