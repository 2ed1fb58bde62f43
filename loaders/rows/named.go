package rows

import (
	"cmp"
	"regexp"
	"strings"

	"faithscope/loaders"
)

// uuidSuffix matches what OpenAI's graders have behind their names, another in each row.
var uuidSuffix = regexp.MustCompile(`-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// byName turns a list of named values, as programs write metrics and feedback, into a struct, also within one. Any other
// value is unchanged.
func byName(v any) any {
	list := ListOf(v)
	within, _ := v.(RowObject)
	for key, x := range within {
		if list, ok := x.([]any); ok {
			within[key] = byName(list)
		}
	}
	named := RowObject{}
	for _, x := range list {
		in, _ := x.(RowObject)
		name := cmp.Or(Text(in["name"]), Text(walkPath(in, "name.name")), Text(in["metricName"])) // HELM's, and Bedrock's
		name = strings.ReplaceAll(uuidSuffix.ReplaceAllString(name, ""), ".", " ")                // which a path has between keys
		if _, twice := named[name]; twice || name == "" || in["bbox"] != nil || in["box_xyxy"] != nil {
			return v
		}
		for _, key := range []string{"mean", "value", "score", "result"} {
			if x := in[key]; x != nil {
				named[name] = x
			}
		}
	}
	if len(named) == 0 {
		return v
	}
	return named
}

// ChoicesIn returns the texts of the options of a question, n if it isn't 0; nil for none. They are a list, or under
// keys or in columns that only a letter or digit at the end tells apart.
func ChoicesIn(row RowObject, n int) []string {
	for path := range strings.FieldsSeq(optionPaths) {
		v := At(row, path)
		if path == "." {
			v = row
		}
		list := ListOf(v)
		byKey, _ := v.(RowObject)
		for _, key := range loaders.SortedKeys(byKey) {
			if last := strings.TrimLeft(key, " _"); len(last) == 1 && strings.Contains(optionKeys, last) {
				list = append(list, byKey[key])
			}
		}
		if len(list) > 1 && (n == 0 || len(list) == n) {
			return loaders.Map(list, Text)
		}
	}
	return nil
}

const (
	optionPaths = "choices options endings choices.text options.text endings.text choice* option* Option* opt* ans* ending* ."
	optionKeys  = "0123456789ABCDEFGHIJabcdefghij"
)
