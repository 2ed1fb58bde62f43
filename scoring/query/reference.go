package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var plainName = regexp.MustCompile(`^\.?[A-Za-z_]\w*([.-][A-Za-z_]\w*)*$`)

// Reference returns meta["a b"] for meta.a b.
func Reference(fieldName string) string {
	parts := strings.FieldsFunc(fieldName, func(r rune) bool { return r == '.' || r == '-' })
	if plainName.MatchString(fieldName) && !slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(longWords, p) }) {
		return fieldName
	}
	root, rest, _ := strings.Cut(fieldName, ".")
	return root + "[" + strconv.Quote(rest) + "]"
}

// Equal returns a short query for a number, a truth, or a text; "" for any other.
func Equal(fieldName string, fieldValue any) string {
	switch v := fieldValue.(type) {
	case float64:
		return Reference(fieldName) + "=" + strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		if !v {
			return "-" + fieldName
		}
		return fieldName
	case string:
		return Reference(fieldName) + "=" + strconv.Quote(v)
	}
	return ""
}
