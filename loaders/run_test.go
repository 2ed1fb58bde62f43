package loaders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// counted are records that are all there, of the given size in bytes.
type counted struct{ n, size int }

func (l counted) Len() int                        { return l.n }
func (l counted) Complete() bool                  { return true }
func (l counted) Wait(context.Context, int) error { return nil }
func (l counted) Progress() (done, total int64)   { return 1, 1 }
func (l counted) Close() error                    { return nil }
func (l counted) Size(int) int                    { return l.size }

func countedRun(records counted) (*Run, *atomic.Int64) {
	var decoded atomic.Int64
	return NewRun("p", "f", records, func(i int) (*Example, error) {
		decoded.Add(1)
		if i == 3 {
			return nil, errors.New("no luck")
		}
		return &Example{ID: fmt.Sprint(i)}, nil
	}), &decoded
}

func TestRunDecodesOnDemand(t *testing.T) {
	run, decoded := countedRun(counted{n: 1_000_000})
	if _, ok := run.Peek(999_999); ok || decoded.Load() != 0 {
		t.Error("a row that nobody read is known")
	}
	first := run.Example(7)
	if run.Example(7) != first || run.Scan(7) != first || decoded.Load() != 1 {
		t.Errorf("decoded %d times, want once: it is cached", decoded.Load())
	}
	if row := run.Row(7); row.ID != "7" || decoded.Load() != 1 {
		t.Errorf("row %+v after %d decodings, want the one kept", row, decoded.Load())
	}
	run.Row(8)
	if row, ok := run.Peek(8); !ok || row.ID != "8" {
		t.Errorf("row %+v, %v", row, ok)
	}
	if run.Scan(8); decoded.Load() != 3 {
		t.Errorf("decoded %d times, want 3: a row keeps no example", decoded.Load())
	}
}

func TestRunKeepsBrokenExamples(t *testing.T) {
	run, _ := countedRun(counted{n: 5})
	for range 3 {
		if ex := run.Scan(3); ex.Broken != "no luck" || ex.ID != "record 4" {
			t.Errorf("example %+v", ex)
		}
	}
	kept, count := run.Problems.All()
	if count != 1 || kept[0].What.String() != "no luck" || !run.Row(3).Broken {
		t.Errorf("problems %+v, want one", kept)
	}
}

func TestCacheIsBounded(t *testing.T) {
	for _, tt := range []struct {
		why        string
		size, want int
	}{
		{"small examples by their number", 1 << 10, recentExamples},
		{"large ones by their bytes", 1 << 20, recentBytes >> 20},
		{"two stay whatever they are", 1 << 40, recentAtLeast},
		{"records without a size by their number", 0, recentExamples},
	} {
		run, decoded := countedRun(counted{n: 1000, size: tt.size})
		for i := range 500 {
			run.Example(i + 10)
		}
		decoded.Store(0)
		for i := range 500 {
			run.Scan(i + 10) // does not change what is kept
		}
		check.Equal(t, "examples kept", 500-int(decoded.Load()), tt.want, tt.why)
		check.Equal(t, "counts bytes", run.recent.bytes, tt.want*tt.size, tt.why)
	}
}

func TestRunConcurrently(t *testing.T) {
	run, _ := countedRun(counted{n: 2000, size: 1 << 20})
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range run.Len() {
				i = (i*7 + worker*131) % run.Len()
				want := fmt.Sprint(i)
				if i == 3 {
					want = "record 4"
				}
				check.Equal(t, "example", run.Example(i).ID, want, i)
				check.Equal(t, "row", run.Row(i).ID, want, i)
			}
		})
	}
	wg.Wait()
}

func TestRowsAreSafeAndShort(t *testing.T) {
	long := strings.Repeat("é", maxCell)
	row := cutRowOf(&Example{ID: "a\x1b[2J", Question: long, Answer: Answer{Gold: "x\ny"}})
	if row.ID != "a\ufffd[2J" || row.Gold != "x y" {
		t.Errorf("row %+v", row)
	}
	check.Equal(t, "question of bytes", row.Question, strings.Repeat("é", maxCell/2)+"…", len(row.Question))
	run := NewRun("p", "f", counted{n: 2}, func(i int) (*Example, error) {
		return &Example{ID: fmt.Sprint(long, i+1), Question: long, Answer: Answer{Predicted: "p\tq …"}}, nil
	})
	if a, b := run.Row(0), run.Row(1); a.ID == b.ID || len(a.ID) > maxCell {
		t.Errorf("rows of long ids are %q and %q", a.ID, b.ID)
	}
	if whole := run.WalkWhole()(0); whole.Question != long || whole.ID != long+"1" || whole.Predicted != "p q …" {
		t.Errorf("whole: %+v", whole)
	}
}

func TestProblems(t *testing.T) {
	var ps Problems
	if kept, count := ps.All(); len(kept) != 0 || count != 0 {
		t.Error("a new list is not empty")
	}
	ps.Add(Problem{File: "b", Line: 1, What: Sentencef("x")})
	ps.Add(Problem{File: "a", Line: 20, What: Sentencef("y")})
	ps.Add(Problem{File: "a", Line: 3, What: Sentencef("z")})
	before, _ := ps.All()
	ps.Add(Problem{File: "a", Line: 3, What: Sentencef("z")})
	ps.Add(Problem{File: "a", Line: 3, What: Sentencef("a")})
	order := func(list []Problem) string {
		s := ""
		for _, p := range list {
			s += p.What.String()
		}
		return s
	}
	if after, count := ps.All(); order(after) != "zayx" || count != 4 || order(before) != "zyx" {
		t.Errorf("sorted by file and line, then arrival: %q (want zayx), before %q (want zyx), %d in all", order(after), order(before), count)
	}
	check.Equal(t, "String", (Problem{File: "r\x1b[m.json", Line: 2, What: Sentencef("bad\nvalue"),
		Done: Sentencef("left out")}).String(), "r\ufffd[m.json:2: bad value; left out")
}

func TestProblemsAreBounded(t *testing.T) {
	var ps Problems
	long := strings.Repeat("w", 100_000)
	for i := range maxProblems + 500 {
		ps.Add(Problem{Line: i, What: Sentencef("holds %s", long)})
		ps.Add(Problem{Line: i, What: Sentencef("holds %s", long)})
		if i == 100 {
			if kept, _ := ps.All(); len(kept[0].What.String()) > 2*maxCell {
				t.Fatalf("a problem of %d bytes is kept", len(kept[0].What.String()))
			}
		}
	}
	if kept, count := ps.All(); len(kept) != maxProblems || count != maxProblems+500 {
		t.Errorf("%d kept of %d, want %d of %d", len(kept), count, maxProblems, maxProblems+500)
	}
}

func TestProblemsConcurrently(t *testing.T) {
	var ps Problems
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 500 {
				ps.Add(Problem{Line: i % 250, What: Sentencef("w")})
				if kept, _ := ps.All(); !slices.IsSortedFunc(kept, func(a, b Problem) int { return a.Line - b.Line }) {
					t.Error("not sorted")
				}
			}
		})
	}
	wg.Wait()
	_, count := ps.All()
	check.Equal(t, "problems", count, 250)
}
