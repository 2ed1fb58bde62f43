package scoring

import (
	"slices"
	"testing"
)

func TestSplitOutside(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         {""},
		" a , b ,":                 {"a", "b", ""},
		"f(a, b), [c, d], {e, f}":  {"f(a, b)", "[c, d]", "{e, f}"},
		`x == "a, b", y == 'c, "'`: {`x == "a, b"`, `y == 'c, "'`},
	} {
		if got := SplitOutside(text, ','); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
