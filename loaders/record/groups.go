package record

import (
	"bytes"
	"context"
	"fmt"
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
	inner, stop := context.WithCancel(ctx)
	g := &groups{elements: elements, stop: stop, done: make(chan struct{})}
	go g.find(inner, key)
	run.Read(src.Path, format, g, func(i int) (*loaders.Example, error) {
		return decodedGroup(run, i, g, decode), nil
	})
	return run, nil
}

func decodedGroup(run *loaders.Run, i int, g *groups, decode func(group []*Record) (*loaders.Example, error)) *loaders.Example {
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
			rec.Problem(err.Error(), "left out of its example")
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

// groups are neighbouring elements taken together.
type groups struct {
	loaders.Growth // of ends
	elements       *index.Elements
	stop           context.CancelFunc
	done           chan struct{}

	mu   sync.Mutex
	ends []int // per group that has ended, the element after it
}

// find tells the groups apart until the elements end, or ctx does.
func (g *groups) find(ctx context.Context, key func(record []byte) string) {
	defer close(g.done)
	last, size, k := "", 0, 0
	for ; g.elements.Wait(ctx, k+1) == nil && k < g.elements.Len(); k++ {
		name := ""
		if element, err := g.elements.Element(k); err == nil {
			name = key(element.Bytes)
		}
		if size > 0 && (name == "" || name != last || size == maxGroup) {
			g.grow(k, false)
			size = 0
		}
		last = name
		size++
	}
	g.grow(k, true)
}

// grow notes that a group ends before element k.
func (g *groups) grow(k int, complete bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if k > 0 {
		g.ends = append(g.ends, k)
	}
	g.Grow(len(g.ends), complete)
}

// bounds are the elements of group i: from first up to, but without, end.
func (g *groups) bounds(i int) (first, end int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i > 0 {
		first = g.ends[i-1]
	}
	return first, g.ends[i]
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
		element, err := g.elements.Element(k)
		if err != nil {
			return nil, element.Line, fmt.Errorf("record %d: %w", k+1, err)
		}
		if k == first {
			number = element.Line
		}
		all = append(all, element.Bytes)
	}
	return bytes.Join(all, []byte("\n")), number, nil
}

// Close ends the search and closes the elements.
func (g *groups) Close() error {
	g.stop()
	<-g.done
	return g.elements.Close()
}
