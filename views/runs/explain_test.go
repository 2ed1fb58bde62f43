package runs

import (
	"strings"
	"testing"
)

// What explains a count lists the settings that change it: those of the number that is judged, its
// bar and, for answers, whether missing ones count.
func TestCountsAreExplainedByTheirSettings(t *testing.T) {
	const boxes, missing = "iou: 0.5 · negative iou: 0.5 · threshold: 0.5 · inclusive: no · upper bound: no", "missing: zero"
	for keys, want := range map[string]string{
		"tab l": boxes + ";" + missing, "l l": boxes + ";" + missing, "tab tab l": boxes + ";faithful f1: 0.5",
		"j j l l":     "geometric mean: no;faithful mass: 0.5;" + missing,
		"j j l l l l": "geometric mean: no", // a mean
	} {
		s := sample(t, 160, 60)
		s.Press(strings.Fields(keys + " .")...)
		s.Want(strings.Split(want, ";")...)
		s.Without("average example", "average: ")
		if !strings.HasSuffix(want, missing) {
			s.Without("missing: ")
		}
	}
}
