package loaders

import (
	"math"
	"testing"
)

func TestLineOfAnExample(t *testing.T) {
	decode := func(rec *Record) (*Example, error) { return &Example{ID: rec.Key}, nil }
	lines, err := OpenJSONL(t.Context(), sourceOf(t, "{\"header\":1}\n\n{}\n{}\n"), "lines", 1, decode)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	elements, err := OpenElements(t.Context(), sourceOf(t, "{\n\"a\": {},\n\n\"b\": {}}"), "elements", "*", decode)
	if err != nil {
		t.Fatal(err)
	}
	defer elements.Close()
	for _, c := range []struct {
		why  string
		run  *Run
		want []int
	}{
		{"the header and blank lines count", lines, []int{3, 4}},
		{"an element begins in the line of its value", elements, []int{2, 4}},
	} {
		if err := c.run.Wait(t.Context(), math.MaxInt); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if got := c.run.Line(i); got != want {
				t.Errorf("%s: example %d is in line %d, want %d", c.why, i, got, want)
			}
		}
	}
	if other := NewRun("", "", list{n: 3}, nil); other.Line(1) != 0 {
		t.Error("records that know no lines have one")
	}
	if !Unnamed(lines.Example(0).ID, 0) || Unnamed(elements.Example(0).ID, 0) || Unnamed(lines.Example(1).ID, 0) {
		t.Error("what is named after its place is not told")
	}
}

// sourceOf is a file with this content.
func sourceOf(t *testing.T, content string) *Source {
	t.Helper()
	src, err := OpenSource(Disk{}, written(t, []byte(content)))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestKeepAllProblems(t *testing.T) {
	const n = maxProblems + 10
	var some, all Problems
	all.KeepAll()
	for i := range n {
		some.Add(Problem{File: "run", Line: i + 1})
		all.Add(Problem{File: "run", Line: i + 1})
	}
	if kept, count := some.All(); len(kept) != maxProblems || count != n {
		t.Errorf("%d of %d problems are kept, want %d", len(kept), count, maxProblems)
	}
	if kept, count := all.All(); len(kept) != n || count != n {
		t.Errorf("%d of %d problems are kept, want all", len(kept), count)
	}
}
