package loaders

import (
	"strings"
	"testing"
)

// Ids that several examples have are one problem of the run; examples without an id of
// their own, and broken ones, have none in common.
func TestReportTwice(t *testing.T) {
	t.Parallel()
	ids := []string{"a", "b", "a", "c", Place(4), Place(4), "b", "a", "", ""}
	run := NewRun("p", "f", counted{n: len(ids)}, func(i int) (*Example, error) { return &Example{ID: ids[i]}, nil })
	run.ReportTwice()
	problems, count := run.Problems.All()
	want := `p: 3 of 10 examples repeat an earlier id, such as "a" in example 1 and example 3; each still counts as an example`
	if count != 1 || problems[0].String() != want {
		t.Errorf("%v, want %s", problems, want)
	}
	long := strings.Repeat("long", maxCell)
	run = NewRun("p", "f", counted{n: 2}, func(i int) (*Example, error) { return &Example{ID: long + string(rune('a'+i))}, nil })
	run.ReportTwice()
	if _, count := run.Problems.All(); count > 0 {
		t.Error("ids that only begin alike are called the same")
	}
}
