package parquet

import (
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

const maxNesting = 16

// Classes are the names of ClassLabel columns, by path ("objects.category"), as the datasets library
// describes them.
type Classes map[string][]string

func classesOf(metadata string) Classes {
	found := Classes{}
	found.addFeature("", gjson.Get(metadata, "info.features"), 0)
	return found
}

// addFeature adds the class names of a feature and of those within: a list's at the same path, a
// struct's below it. It stops at 16 levels, because a file can nest for ever.
func (found Classes) addFeature(path string, feature gjson.Result, depth int) {
	kind := feature.Get("_type").String()
	switch {
	case depth > maxNesting || !feature.IsObject() && !feature.IsArray():
	case kind == "ClassLabel":
		found[path] = loaders.Map(feature.Get("names").Array(), gjson.Result.String)
	default:
		feature.ForEach(func(name, inner gjson.Result) bool {
			at := path
			if kind == "" && feature.IsObject() {
				at = strings.TrimPrefix(path+"."+name.String(), ".")
			}
			found.addFeature(at, inner, depth+1)
			return true
		})
	}
}

// NameClass returns the name of the class that a value, or each of a list, numbers at a path; any
// other value stays.
func (found Classes) NameClass(path string, v any) any {
	names := found[path]
	if list, ok := v.([]any); ok {
		return loaders.Map(list, func(x any) any { return found.NameClass(path, x) })
	}
	if k, ok := v.(int64); ok && k >= 0 && k < int64(len(names)) {
		return names[k]
	}
	return v
}
