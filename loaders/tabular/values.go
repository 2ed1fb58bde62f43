package tabular

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// textOf is a value as text: of several, or of a struct with a list called
// text, all with "or" between them.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case json.Number:
		return v.String()
	case []any:
		if said := lastSaid(v); said != "" {
			return said
		}
		var texts []string
		for _, x := range v {
			if s := textOf(x); s != "" && !slices.Contains(texts, s) {
				texts = append(texts, s)
			}
		}
		return strings.Join(texts, " or ")
	case map[string]any:
		return textOf(v["text"])
	}
	return ""
}

// lastSaid is what the user said last in a conversation, a list of structs with
// role and content; "" for another list.
func lastSaid(list []any) string {
	said := ""
	for _, x := range list {
		message, ok := x.(map[string]any)
		if _, hasRole := message["role"]; !ok || !hasRole {
			return ""
		}
		if text := textOf(message["content"]); text != "" && (said == "" || message["role"] == "user") {
			said = text
		}
	}
	return said
}

// numberOf is a value as a number; a truth value is 0 or 1.
func numberOf(v any) (x float64, ok bool) {
	switch v := v.(type) {
	case bool:
		if v {
			x = 1
		}
		return x, true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return x, err == nil && x-x == 0
	}
	return 0, false
}

// jsonValue is a JSON value in which whole numbers are int64.
type jsonValue struct{ value any }

// UnmarshalJSON implements [json.Unmarshaler].
func (f *jsonValue) UnmarshalJSON(b []byte) error {
	in := json.NewDecoder(bytes.NewReader(b))
	in.UseNumber()
	if err := in.Decode(&f.value); err != nil {
		return err
	}
	f.value = plainNumbers(f.value)
	return nil
}

// plainNumbers makes int64 and float64 of numbers, nil of those that are too large.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if k, err := v.Int64(); err == nil {
			return k
		}
		if x, err := v.Float64(); err == nil {
			return x
		}
		return nil
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plainNumbers(v[key])
		}
	}
	return v
}

// cellValue is a cell as text, or the list or object that is written in it.
func cellValue(cell string) any {
	if cell[0] == '[' || cell[0] == '{' {
		var v jsonValue
		in := json.NewDecoder(strings.NewReader(cell))
		if in.Decode(&v) == nil {
			if _, err := in.Token(); err == io.EOF {
				return v.value
			}
		}
	}
	return cell
}
