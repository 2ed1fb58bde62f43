package runs

import (
	"testing"

	"faithscope/views/viewtest"
)

// The runs follow what is typed after a slash; esc, and an empty line, list all again.
func TestTypingNarrowsTheRuns(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("tower", viewtest.BoxExample("a", true, true)),
		viewtest.RunOf("bridge", viewtest.BoxExample("a", true, true)))
	for _, last := range []string{"esc", "enter"} {
		sc := viewtest.New(t, 110, 24, s, New(s))
		sc.Want("tower", "bridge")
		sc.Press("/")
		sc.Typed("BRI")
		sc.Want("bridge")
		sc.Without("tower")
		sc.Press("backspace", "backspace", "backspace", last)
		sc.Want("tower", "bridge")
	}
	sc := viewtest.New(t, 110, 24, s, New(s))
	sc.Press("/")
	sc.Typed("bri")
	sc.Press("enter")
	sc.Want("bridge")
	sc.Without("tower")
	sc.Press("esc")
	sc.Want("tower")
}
