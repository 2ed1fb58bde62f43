package examples

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

// While a filter is typed the list follows, the words stand out where they are, and a word that no example contains
// is doubted: one of their words may be meant, or a field.
func TestTypingFiltersAndHighlights(t *testing.T) {
	sc, _ := open(t, 110, 24, Filter{})
	sc.Press("/")
	sc.Typed("DOG")
	sc.Want("10 of 11", "there is a dog")
	lit := 0
	for y := range sc.Area.Dy() {
		for x := range sc.Area.Dx() {
			if text, st := sc.Frame.At(x, y); st.Underline != 0 {
				if lit++; text != "d" && text != "o" && text != "g" {
					t.Errorf("%q stands out", text)
				}
			}
		}
	}
	check.Equal(t, "letters stand out", lit, 3*10)
	sc.Press("esc", "/")
	for _, c := range []struct{ typed, want string }{
		{"thre", "no example contains thre; did you mean there?"}, {"wrnog", "no example contains wrnog; did you mean wrong?"},
		{"verdict", "no example contains verdict; to compare the field, write verdict=VALUE"},
		{"there zebra", "no examples where there · zebra"},
	} {
		sc.Press("esc", "/")
		sc.Typed(c.typed)
		sc.Want("0 of 11", c.want)
	}
}
