package rows

import (
	"cmp"
	"strings"

	"faithscope/loaders"
)

// byName turns a list of named values, as programs write metrics and feedback, into a struct. Any other value is
// unchanged.
func byName(v any) any {
	list, _ := v.([]any)
	named := RowObject{}
	for _, x := range list {
		in, _ := x.(RowObject)
		name := cmp.Or(Text(in["name"]), Text(walkPath(in, "name.name"))) // HELM's
		if _, twice := named[name]; twice || name == "" || in["bbox"] != nil || in["box_xyxy"] != nil {
			return v
		}
		for _, key := range []string{"mean", "value", "score"} {
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

// ChoicesIn returns the texts of the options of a question, n if it isn't 0; nil for none. They are a list, or columns
// with the same name but for a last letter or digit.
func ChoicesIn(row RowObject, n int) []string {
	for _, path := range strings.Fields("choices options endings choices.text options.text endings.text") {
		if list, _ := At(row, path).([]any); len(list) > 1 && (n == 0 || len(list) == n) {
			return loaders.Map(list, Text)
		}
	}
	folded := map[string]any{}
	for name, v := range row {
		folded[unsigned.Replace(strings.ToLower(name))] = v
	}
	for _, first := range strings.Fields("choicea optiona opta endinga a choice0 option0 opt0 ending0 ans0 choice1 option1 opt1 ending1 ans1") {
		var texts []string
		for name := []byte(first); folded[string(name)] != nil; name[len(name)-1]++ {
			texts = append(texts, Text(folded[string(name)]))
		}
		if len(texts) > 1 && (n == 0 || len(texts) == n) {
			return texts
		}
	}
	return nil
}

var unsigned = strings.NewReplacer("_", "", " ", "", "-", "")
