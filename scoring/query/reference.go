package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var plainName = regexp.MustCompile(`^\.?[A-Za-z_]\w*([.-][A-Za-z_]\w*)*$`)

// Reference returns meta["a b"] for meta.a b.
func Reference(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	if plainName.MatchString(name) && !slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(longWords, p) }) {
		return name
	}
	root, rest, _ := strings.Cut(name, ".")
	return root + "[" + strconv.Quote(rest) + "]"
}

// Equal returns a short query for a number, a truth, or a text; "" for any other.
func Equal(name string, value any) string {
	switch v := value.(type) {
	case float64:
		return Reference(name) + "=" + strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		if !v {
			return "-" + name
		}
		return name
	case string:
		return Reference(name) + "=" + strconv.Quote(v)
	}
	return ""
}
