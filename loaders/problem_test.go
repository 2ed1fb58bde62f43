package loaders

import "testing"

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
