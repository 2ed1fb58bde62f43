package tabular

import (
	"strings"

	"github.com/tidwall/gjson"
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
	features := gjson.Get(metadata, "info.features")
	if features.IsObject() {
		features.ForEach(func(name, feature gjson.Result) bool {
			found.add(name.String(), feature, 0)
			return true
		})
	}
	return found
}

// add adds a feature, and those in it: of a list, or by name in a struct.
func (found classes) add(path string, feature gjson.Result, depth int) {
	if depth > maxNesting || !feature.IsObject() && !feature.IsArray() {
		return
	}
	if feature.IsArray() { // an old way to write a list
		for _, element := range feature.Array() {
			found.add(path, element, depth+1)
		}
		return
	}
	switch feature.Get("_type").String() {
	case "ClassLabel":
		var names []string
		for _, name := range feature.Get("names").Array() {
			names = append(names, name.String())
		}
		found[path] = names
	case "Sequence", "LargeList", "List":
		found.add(path, feature.Get("feature"), depth+1)
	case "":
		feature.ForEach(func(name, inner gjson.Result) bool {
			found.add(strings.TrimPrefix(path+"."+name.String(), "."), inner, depth+1)
			return true
		})
	}
}

// named is a class's name for a number under a path; anything else stays.
func (found classes) named(path string, v any) any {
	names := found[path]
	if list, ok := v.([]any); ok {
		all := make([]any, 0, len(list))
		for _, x := range list {
			all = append(all, found.named(path, x))
		}
		return all
	}
	if k, ok := v.(int64); ok && k >= 0 && k < int64(len(names)) {
		return names[k]
	}
	return v
}
