package record

import (
	"bytes"
	"context"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// maxGroup bounds how many records one example is made of.
const maxGroup = 10_000

// OpenGroups is [OpenElements] for formats that spread an example over
// several records in a row; path "" reads JSON Lines. key is called for every
// record, in order, in the background; neighbours with the same key are one
// example, and a record of key "" is an example of its own. decode gets the
// records of a group, at least one; those that could not be read are left out
// and reported.
func OpenGroups(ctx context.Context, src *loaders.Source, format, path string, key func(record []byte) string, decode func(group []*Record) (*loaders.Example, error)) (*loaders.Run, error) {
	run := &loaders.Run{}
	elements, err := entries(ctx, src, path, &run.Problems)
	if err != nil {
		return nil, err
	}
	g := newGroups(ctx, elements)
	go g.find(key)
	run.Read(src.Path, format, g, func(i int) (*loaders.Example, error) { return g.decoded(run, i, decode), nil })
	return run, nil
}

// groups are ranges of elements, an example each.
type groups struct {
	loaders.Growth // of first and end
	elements       *index.Elements
	ctx            context.Context // of the search
	stop           context.CancelFunc
	done           chan struct{}

	mu         sync.Mutex
	first, end []int32 // per group its first element, and the one behind its last
}

func newGroups(ctx context.Context, elements *index.Elements) *groups {
	g := &groups{elements: elements, done: make(chan struct{})}
	g.ctx, g.stop = context.WithCancel(ctx)
	return g
}

// each calls f with every element's key, "" for one that cannot be read, and
// returns how many there were. It ends early where the search is stopped.
func (g *groups) each(key func(record []byte) string, f func(k int, name string)) (n int) {
	for ; g.ctx.Err() == nil && g.elements.Wait(g.ctx, n+1) == nil && n < g.elements.Len(); n++ {
		name := ""
		if record, _, err := g.elements.Record(n); err == nil {
			name = key(record)
		}
		f(n, name)
	}
	return n
}

// find makes groups of neighbours with one key.
func (g *groups) find(key func(record []byte) string) {
	defer close(g.done)
	last, first := "", 0
	n := g.each(key, func(k int, name string) {
		if k > first && (name == "" || name != last || k-first == maxGroup) {
			g.add(first, k)
			first = k
		}
		last = name
	})
	if n > first {
		g.add(first, n)
	}
	g.Grow(g.Len(), true)
}

func (g *groups) add(first, end int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.first, g.end = append(g.first, int32(first)), append(g.end, int32(end))
	g.Grow(len(g.first), false)
}

// bounds are the elements of group i: from first up to, but without, end.
func (g *groups) bounds(i int) (first, end int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int(g.first[i]), int(g.end[i])
}

func (g *groups) decoded(run *loaders.Run, i int, decode func(group []*Record) (*loaders.Example, error)) *loaders.Example {
	first, end := g.bounds(i)
	var all, group []*Record
	var failed error
	for k := first; k < end; k++ {
		rec, err := element(g.elements, k)
		rec.Index = i
		all = append(all, rec)
		if err == nil {
			group = append(group, rec)
			continue
		}
		failed = err
		if end-first > 1 {
			rec.Problem(loaders.Because(err), loaders.Say("left out of its example"))
		}
	}
	if len(group) > 0 {
		failed = nil
	}
	ex := decoded(run, all[0], failed, func(*Record) (*loaders.Example, error) { return decode(group) })
	for _, rec := range all[1:] {
		rec.Report(&run.Problems, run.Path, ex.ID)
	}
	return ex
}

// Progress is that of the elements.
func (g *groups) Progress() (done, total int64) { return g.elements.Progress() }

// Number is the line in which group i begins.
func (g *groups) Number(i int) int {
	first, _ := g.bounds(i)
	return g.elements.Number(first)
}

// Size is the bytes of group i.
func (g *groups) Size(i int) int {
	first, end := g.bounds(i)
	size := 0
	for k := first; k < end; k++ {
		size += g.elements.Size(k)
	}
	return size
}

// Record returns the elements of group i, a line each.
func (g *groups) Record(i int) (record []byte, number int, err error) {
	first, end := g.bounds(i)
	var all [][]byte
	for k := first; k < end; k++ {
		b, line, err := g.elements.Record(k)
		if err != nil {
			return nil, line, loaders.Errorf("record %d: %w", k+1, err)
		}
		if k == first {
			number = line
		}
		all = append(all, b)
	}
	return bytes.Join(all, []byte("\n")), number, nil
}

// Close ends the search and closes the elements.
func (g *groups) Close() error {
	g.stop()
	<-g.done
	return g.elements.Close()
}
