package rows

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/rules"
)

// Text returns a value as text, "" for none: numbers without an exponent, a list's different
// elements with "or" between, a struct's field text, a conversation's last message of the user.
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
		if text := LastRequest(v); text != "" {
			return text
		}
		return strings.Join(loaders.Distinct(loaders.Map(v, Text)), " or ")
	case RowObject:
		return Text(v["text"])
	}
	return ""
}

// ListOf returns a list, nil otherwise.
func ListOf(v any) []any {
	list, _ := v.([]any)
	return list
}

// GoldAnswers returns the correct answers in a value, each in its parts: each element of a list, or of
// a struct's list called text, or the value itself. It is nil for no value.
func GoldAnswers(v any) [][]string {
	if s, ok := v.(RowObject); ok {
		v = s["text"]
	}
	if v == nil {
		return nil
	}
	list := ListOf(v)
	if len(list) == 0 {
		list = []any{v}
	}
	return loaders.Map(loaders.Filter(list, func(x any) bool { return x != nil || len(list) == 1 }), Parts)
}

// Parts returns the elements of a list as texts, or any other value, also an empty list, as the only
// one.
func Parts(v any) []string { return PartsOf(v, Text(v)) }

// PartsOf is [Parts] with the text of a value that isn't a list, or of an empty one.
func PartsOf(v any, emptyText string) []string {
	if list := ListOf(v); len(list) > 0 {
		return loaders.Map(list, Text)
	}
	return []string{emptyText}
}

// LastRequest returns the user's last message in a conversation, a list of structs with role and
// content, or else the first message; "" for any other list.
func LastRequest(messages []any) string {
	said := ""
	for _, x := range messages {
		message, ok := x.(RowObject)
		if _, hasRole := message["role"]; !ok || !hasRole {
			return ""
		}
		if text := Text(message["content"]); text != "" && (said == "" || message["role"] == "user") {
			said = text
		}
	}
	return said
}

// NumberOf returns a value as a number, as [RealOf] does, and whether it is one.
func NumberOf(v any) (x float64, ok bool) {
	x = RealOf(v)
	return x, x == x
}

// RealOf returns a value as a number, a truth value as 0 or 1, a text as the number or percentage that it is; NaN
// for anything else.
func RealOf(v any) float64 {
	switch v := v.(type) {
	case bool:
		return loaders.IfElse(v, 1.0, 0)
	case int64:
		return float64(v)
	case float64:
		return v
	case string:
		if part, isPercent := strings.CutSuffix(v, "%"); isPercent {
			return rules.ParseNumber(part) / 100
		}
		return rules.ParseNumber(v)
	}
	return math.NaN()
}

// Reals returns the elements of a list as numbers, NaN for those that are not; nil for any other
// value.
func Reals(v any) record.LenientNumbers {
	list := ListOf(v)
	return loaders.Map(list, RealOf)
}

// valueOf returns a JSON value as a row has it. A whole number that an int64 can't hold is a text,
// because a float64 would round it.
func valueOf(v gjson.Result) any {
	switch {
	case v.IsObject():
		fields := RowObject{}
		v.ForEach(func(key, value gjson.Result) bool {
			fields[key.String()] = valueOf(value)
			return true
		})
		return fields
	case v.IsArray():
		list := []any{}
		v.ForEach(func(_, value gjson.Result) bool {
			if !value.Get("was_cancelled").Bool() { // an annotation that Label Studio doesn't count
				list = append(list, valueOf(value))
			}
			return true
		})
		return list
	case v.Type == gjson.Number:
		if k, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
			return k
		} else if strings.Trim(v.Raw, "-0123456789") == "" {
			return v.Raw // a float64 would round it
		}
		return FiniteOrNil(v.Num)
	}
	return v.Value()
}

// ParseValue returns a JSON text as the value of a row.
func ParseValue(b []byte) any { return valueOf(gjson.ParseBytes(b)) }

// jsonValue is a field of a JSON object.
type jsonValue struct{ value any }

func (f *jsonValue) UnmarshalJSON(b []byte) error {
	f.value = ParseValue(b)
	return nil
}

// cellValue reads a list in a cell, in JSON or Python's spelling, because pandas writes str(list). A cell of nan
// is nil. cellText must not be empty.
func cellValue(cellText string) any {
	if cellText == "nan" || cellText == "NaN" {
		return nil
	}
	if cellText[0] == '[' || cellText[0] == '{' {
		text := cellText
		if !record.Valid([]byte(text)) {
			text = files.PythonJSON(text)
		}
		if record.Valid([]byte(text)) {
			return valueOf(gjson.Parse(text))
		}
		printed := loaders.Map(strings.Fields(strings.Trim(cellText, "[]")), func(s string) any { return RealOf(s) })
		if len(printed) > 1 && !slices.ContainsFunc(printed, func(x any) bool { _, ok := NumberOf(x); return !ok }) {
			return printed // by NumPy
		}
	}
	return cellText
}

// RowObject is a row by its columns, or a struct in it by its fields: texts, whole numbers (int64),
// numbers (float64), truth values, nil, lists ([]any) and structs.
type RowObject = map[string]any

// FiniteOrNil returns x, or nil for NaN and the infinities.
func FiniteOrNil(x float64) any {
	if !loaders.IsFinite(x) {
		return nil
	}
	return x
}
