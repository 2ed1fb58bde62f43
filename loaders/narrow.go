package loaders

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// Narrow keeps a complete run's examples at these indices, in this order, and moves the others to
// [Run.Beside]. It drops all caches. Call it before the run is shared.
func (r *Run) Narrow(exampleIndices []int) {
	r.Extend(func(whole *Run) (Records, Decoder) {
		at, outer := func(i int) (*Run, int) { return whole, exampleIndices[i] }, r.Beside
		r.Beside = func() []*Run {
			taken := make([]bool, whole.Len())
			for _, i := range exampleIndices {
				taken[i] = true
			}
			rest := whole.Group("", slices.DeleteFunc(Indices(len(taken)), func(i int) bool { return taken[i] }))
			if outer == nil {
				return []*Run{rest}
			}
			return append(outer(), rest)
		}
		return &selectedRecords{whole.Records, at, len(exampleIndices)}, func(i int) (*Example, error) { return whole.Decode(exampleIndices[i]) }
	})
	r.Cache = nil
	r.forgetExamples()
}

// Group is [Run.Narrow] into a run called runName. It reads through r, which it must not outlive and
// which gets its records' problems.
func (r *Run) Group(runName string, exampleIndices []int) *Run {
	g := &Run{
		Name: runName, Path: r.Path, Part: r.Part, Format: r.Format, RunDescription: r.RunDescription, Pictures: r.Pictures,
		Records: r.Records, decode: r.decode, Beside: r.Beside, Whole: r,
	}
	g.Narrow(exampleIndices)
	return g
}

type memoryRecords struct{ Growth }

func (l *memoryRecords) Progress() (done, total int64) { return 0, 0 }

func (l *memoryRecords) Close() error { return nil }

// ListExamples returns examples in memory as a run called runName, described like r.
func (r *Run) ListExamples(runName string, examples []*Example) *Run {
	l, records := r.Group(runName, nil), &memoryRecords{}
	records.Grow(len(examples), AllThere)
	l.Read(r.Path, r.Format, records, func(i int) (*Example, error) { return examples[i], nil })
	l.Name, l.Beside = runName, nil
	return l
}

// Join concatenates complete runs, at least one, which it must not outlive. It has the facts, model
// and data set that all share, the paths of all, and note, boxes and pictures of the first.
func Join(runName string, runs []*Run) *Run {
	first, ends, n := runs[0], make([]int, len(runs)), 0
	var paths []string
	for i, r := range runs {
		n += r.Len()
		ends[i], paths = n, append(paths, r.Path)
	}
	at := func(i int) (*Run, int) {
		of, _ := slices.BinarySearch(ends, i+1)
		return runs[of], i - ends[of] + runs[of].Len()
	}
	shared := func(fact string) string {
		value := first.Fact(fact)
		if slices.ContainsFunc(runs, func(r *Run) bool { return r.Fact(fact) != value }) {
			return ""
		}
		return value
	}
	j := NewRun(strings.Join(paths, ", "), first.Format, &selectedRecords{first.Records, at, n}, func(i int) (*Example, error) {
		of, k := at(i)
		return of.Decode(k)
	})
	j.Name, j.Model, j.Dataset, j.Note, j.Boxes, j.Pictures = runName, shared("model"), shared("data"), first.Note, first.Boxes, first.Pictures
	j.Facts = maps.Clone(first.Facts)
	maps.DeleteFunc(j.Facts, func(fact, _ string) bool { return shared(fact) == "" })
	return j
}

// RecordPlaces maps a record to record k of another run.
type RecordPlaces func(i int) (run *Run, k int)

// Size implements [SizedRecords].
func (place RecordPlaces) Size(i int) int {
	run, k := place(i)
	return run.Size(k)
}

// Number implements [LineNumberRecords] by the record's run.
func (place RecordPlaces) Number(i int) int {
	run, k := place(i)
	return run.Line(k)
}

// Record implements [RawRecords] by the record's run.
func (place RecordPlaces) Record(i int) ([]byte, error) {
	run, k := place(i)
	return run.Raw(k)
}

type selectedRecords struct {
	Records
	RecordPlaces
	n int
}

func (n *selectedRecords) Len() int { return n.n }

func (n *selectedRecords) Complete() bool { return true }

func (n *selectedRecords) Wait(ctx context.Context, _ int) error { return ctx.Err() }
