package results

import (
	"fmt"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
)

// Arguments of as many examples share a place: the cursor names them, and enter lists the examples of all.
func TestArgumentsAtTheCursor(t *testing.T) {
	var examples []*loaders.Example
	for i, text := range []string{"dog", "dog", "mitten", "mitten", "safety pin"} {
		ex := viewtest.BoxExample(fmt.Sprint(i), true, i == 0)
		ex.Program[1].Text = text
		examples = append(examples, ex)
	}
	for at, want := range map[string]int{"1": 1, "2": 4} {
		s := viewtest.Of(t, viewtest.RunOf("boxes", examples...))
		sc := shown(t, 100, 24, s, 0, "f1-by-argument")
		sc.Act("at", at)
		check.Equal(t, "status at "+at, sc.View.(*resultsScreen).Status(), map[string]string{
			"1": "cursor: examples with the argument 1: safety pin", "2": "cursor: examples with the argument 2: dog, mitten",
		}[at])
		sc.Want("a safety pin", "dog a", "mitten a")
		sc.Press("enter")
		_, n := list(t, sc).At(0)
		check.Equal(t, "examples", n, want, at)
	}
}
