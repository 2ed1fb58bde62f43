package record

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// TestUnique leaves out what a second run has appended, says so, and
// keeps lines that cannot be told apart.
func TestUnique(t *testing.T) {
	lines := "a 1\nb 2\na 3\n\n?\n?\nb 4\nc 5"
	src, err := files.OpenSource(fstest.MapFS{"run": {Data: []byte(lines)}}, "run")
	check.NoError(t, err)
	run := opened(t, src, func(o *RunBuilder) {
		o.Unique(func(rec *Record) string {
			key, _, _ := strings.Cut(strings.TrimSuffix(string(rec.Bytes), "?"), " ")
			return key
		}, func(rec *Record) *loaders.Example { return &loaders.Example{ID: string(rec.Bytes)} })
	})
	if err := run.Wait(t.Context(), 1<<60); err != nil || !run.Complete() {
		t.Fatal(err)
	}
	var got []string
	var at []int
	for i := range run.Len() {
		got, at = append(got, run.Example(i).ID), append(at, run.Line(i))
	}
	check.EqualLists(t, "examples begin in lines", at, []int{1, 2, 5, 6, 8})
	check.EqualLists(t, "examples", got, []string{"a 1", "b 2", "?", "?", "c 5"})
	want := []string{"0: records that repeat an earlier id: 2", "3: the record repeats an earlier id",
		"7: the record repeats an earlier id"}
	check.EqualLists(t, "problems", whats(&run.Problems), want)
	if raw, err := run.Raw(4); err != nil || string(raw) != "c 5" {
		t.Errorf("raw %q, %v", raw, err)
	}
}
