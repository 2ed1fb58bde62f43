package tabular

import (
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

// maxNesting bounds how deep features are looked into.
const maxNesting = 16

// classes are the names of ClassLabel columns, by the path of the column
// ("objects.category"), as the datasets library describes them.
type classes map[string][]string

// classesOf reads the metadata of a file; what does not describe features
// has no classes.
func classesOf(metadata string) classes {
	found := classes{}
	found.addFeature("", gjson.Get(metadata, "info.features"), 0)
	return found
}

// addFeature adds a feature, or those in it: of a list, or by name in a struct.
func (found classes) addFeature(path string, feature gjson.Result, depth int) {
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

// nameClass returns a class's name for a number under a path; anything else stays.
func (found classes) nameClass(path string, v any) any {
	names := found[path]
	if list, ok := v.([]any); ok {
		return loaders.Map(list, func(x any) any { return found.nameClass(path, x) })
	}
	if k, ok := v.(int64); ok && k >= 0 && k < int64(len(names)) {
		return names[k]
	}
	return v
}
