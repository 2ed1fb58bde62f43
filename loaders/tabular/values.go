package tabular

import (
	"math"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring/rules"
)

// Text returns a value of a row as text, "" for none: for several, or a struct with a list
// called text, all with "or" between them, for a conversation what the user said last.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64) // as of ids, to which pandas adds .0
	case []any:
		if text := lastRequest(v); text != "" {
			return text
		}
		return strings.Join(loaders.Distinct(loaders.Map(v, Text)), " or ")
	case object:
		return Text(v["text"])
	}
	return ""
}

// goldAnswers returns the gold answers in a value, each in its parts: of a list, or a struct with a
// list called text, each element is one. Nil for no value.
func goldAnswers(v any) [][]string {
	if s, ok := v.(object); ok {
		v = s["text"]
	}
	if v == nil {
		return nil
	}
	list, _ := v.([]any)
	if len(list) == 0 {
		list = []any{v}
	}
	return loaders.Map(list, Parts)
}

// Parts returns the elements of a list as texts, or a value as the only one.
func Parts(v any) []string { return partsOf(v, Text(v)) }

// partsOf returns the elements of a list as texts, whole where there are none.
func partsOf(v any, whole string) []string {
	if list, _ := v.([]any); len(list) > 0 {
		return loaders.Map(list, Text)
	}
	return []string{whole}
}

// lastRequest returns the user's last message in a conversation, a list of structs
// with role and content; "" for another list.
func lastRequest(list []any) string {
	said := ""
	for _, x := range list {
		message, ok := x.(object)
		if _, hasRole := message["role"]; !ok || !hasRole {
			return ""
		}
		if text := Text(message["content"]); text != "" && (said == "" || message["role"] == "user") {
			said = text
		}
	}
	return said
}

// numberOf returns a value as a number; a truth value becomes 0 or 1.
func numberOf(v any) (x float64, ok bool) {
	x = RealOf(v)
	return x, x == x
}

// RealOf returns a value as a number, NaN for what is not one.
func RealOf(v any) float64 {
	switch v := v.(type) {
	case bool:
		return map[bool]float64{true: 1}[v]
	case int64:
		return float64(v)
	case float64:
		return v
	case string:
		return rules.ParseNumber(v)
	}
	return math.NaN()
}

// Reals returns the numbers in a list, NaN for what is none of them; nil for another value.
func Reals(v any) record.Reals {
	list, _ := v.([]any)
	return loaders.Map(list, RealOf)
}

// valueOf returns a JSON value: whole numbers are int64, and those that are too large nil.
func valueOf(v gjson.Result) any {
	switch {
	case v.IsObject():
		fields := object{}
		v.ForEach(func(key, value gjson.Result) bool {
			fields[key.String()] = valueOf(value)
			return true
		})
		return fields
	case v.IsArray():
		return append([]any{}, loaders.Map(v.Array(), valueOf)...)
	case v.Type == gjson.Number:
		if k, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
			return k
		}
		return finiteOrNil(v.Num)
	}
	return v.Value()
}

// parseValue returns the JSON value that b is.
func parseValue(b []byte) any { return valueOf(gjson.ParseBytes(b)) }

// jsonValue is a field of a JSON object.
type jsonValue struct{ value any }

// UnmarshalJSON implements [json.Unmarshaler].
func (f *jsonValue) UnmarshalJSON(b []byte) error {
	f.value = parseValue(b)
	return nil
}

// cellValue returns a cell as text, or the list or object that is written in it as JSON, or as
// Python prints a list of texts.
func cellValue(cell string) any {
	if cell[0] == '[' || cell[0] == '{' {
		if record.Valid([]byte(cell)) {
			return valueOf(gjson.Parse(cell))
		}
		if list, ok := record.PythonStrings(cell); ok && cell[0] == '[' {
			return loaders.Map(list, func(s string) any { return s })
		}
	}
	return cell
}

// object is a struct of a table by the names of its fields, or a row by the names of its
// columns.
type object = map[string]any

// finiteOrNil returns x, or nil for what is not a number.
func finiteOrNil(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}

// Row is a row by its columns, or a struct in it: texts, whole numbers (int64), numbers
// (float64), truth values, nil, lists ([]any) and structs.
type Row = map[string]any
