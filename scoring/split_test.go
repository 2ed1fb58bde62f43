package scoring

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestSplitOutside(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         {""},
		" a , b ,":                 {"a", "b", ""},
		"f(a, b), [c, d], {e, f}":  {"f(a, b)", "[c, d]", "{e, f}"},
		`x == "a, b", y == 'c, "'`: {`x == "a, b"`, `y == 'c, "'`},
	} {
		check.EqualLists(t, text, SplitOutside(text, ','), want)
	}
}
