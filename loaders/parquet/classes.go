package parquet

import (
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

const maxNesting = 16

// ClassNames are the names of ClassLabel columns, by path ("objects.category"), as the datasets library
// describes them.
type ClassNames map[string][]string

func classesOf(metadataJSON string) ClassNames {
	found := ClassNames{}
	found.addFeature("", gjson.Get(metadataJSON, "info.features"), 0)
	return found
}

// addFeature adds the class names of a feature and of those within: a list's at the same path, a
// struct's below it. It stops at 16 levels, because a file can nest for ever.
func (found ClassNames) addFeature(columnPath string, featureJSON gjson.Result, depth int) {
	kind := featureJSON.Get("_type").String()
	switch {
	case depth > maxNesting || !featureJSON.IsObject() && !featureJSON.IsArray():
	case kind == "ClassLabel":
		found[columnPath] = loaders.Map(featureJSON.Get("names").Array(), gjson.Result.String)
	default:
		featureJSON.ForEach(func(name, inner gjson.Result) bool {
			at := columnPath
			if kind == "" && featureJSON.IsObject() {
				at = strings.TrimPrefix(columnPath+"."+name.String(), ".")
			}
			found.addFeature(at, inner, depth+1)
			return true
		})
	}
}

// NameClass returns the name of the class that a value, or each of a list, numbers at a path; any
// other value stays.
func (found ClassNames) NameClass(columnPath string, v any) any {
	names := found[columnPath]
	if list, ok := v.([]any); ok {
		return loaders.Map(list, func(x any) any { return found.NameClass(columnPath, x) })
	}
	if k, ok := v.(int64); ok && k >= 0 && k < int64(len(names)) {
		return names[k]
	}
	return v
}
