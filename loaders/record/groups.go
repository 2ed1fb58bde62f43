package record

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// maxGroup bounds how many records one example is made of.
const maxGroup = 10_000

// Groups is [Opening.Lines] for formats that spread an example over several
// records in a row. key is called for every record, in order, in the background;
// neighbours with the same key are one example, and a record of key "" is an
// example of its own. decode gets the records of a group, at least one; those
// that could not be read are left out and reported.
func (o *Opening) Groups(key func(record []byte) string, decode func(group []*Record) *loaders.Example) {
	g := &groups{}
	o.grouped(g, func() { g.neighbours(key) }, func(_ int, group []*Record) *loaders.Example { return decode(group) })
}

// Scattered is [Opening.Groups] for formats that spread an example over records
// anywhere in the file: keys names the examples that a record belongs to, and an
// example is there from its first record on. decode gets the name of an example
// and its records; it waits until the file was looked through.
func (o *Opening) Scattered(keys func(record []byte) []string, decode func(name string, group []*Record) *loaders.Example) {
	g := &groups{scattered: true}
	var names []string
	o.grouped(g, func() { names = g.gather(keys) }, func(i int, group []*Record) *loaders.Example { return decode(names[i], group) })
}

// Unique is [Opening.Lines] for files that programs append to when they run again: of
// records with the same key only the first is an example. key is called for every record,
// in order, in the background; a record of key "" is an example of its own. It reports
// how many were left out, and the first of them one by one.
func (o *Opening) Unique(key func(record []byte) string, decode Decode) {
	g := &groups{single: true}
	o.grouped(g, func() { g.unique(key) }, func(_ int, group []*Record) *loaders.Example { return decode(group[0]) })
}

// grouped opens the groups that find finds in the background.
func (o *Opening) grouped(g *groups, find func(), decode func(i int, group []*Record) *loaders.Example) {
	if g.elements = o.openEntries(""); g.elements == nil {
		return
	}
	g.done = make(chan struct{})
	g.ctx, g.stop = context.WithCancel(o.ctx)
	go func() {
		defer close(g.done)
		find()
		g.Grow(g.Len(), true)
	}()
	o.Records(g, func(i int) *loaders.Example { return g.decoded(o, i, decode) })
}

// groups are lists of elements, an example each.
type groups struct {
	loaders.Growth // of lists
	elements       *index.Elements
	ctx            context.Context // of the search
	stop           context.CancelFunc
	done           chan struct{} // closed when the search has ended
	scattered      bool          // the lists grow until then
	single         bool          // of one record each

	sync.Mutex
	lists [][]int32
}

// each calls f with every element, nil for one that cannot be read. It ends early
// where the search is stopped.
func (g *groups) each(f func(k int, record []byte)) {
	for rec, err := range elementsOf(g.ctx, g.elements) {
		if err != nil {
			rec.Bytes = nil
		}
		f(rec.Index, rec.Bytes)
	}
}

// keyOf is the key of a record, "" for one that cannot be read.
func keyOf(record []byte, key func(record []byte) string) string {
	if record == nil {
		return ""
	}
	return key(record)
}

// neighbours makes groups of neighbours with one key.
func (g *groups) neighbours(key func(record []byte) string) {
	last := ""
	var group []int32
	g.each(func(k int, record []byte) {
		name := keyOf(record, key)
		if len(group) > 0 && (name == "" || name != last || len(group) == maxGroup) {
			g.add(group)
			group = nil
		}
		group, last = append(group, int32(k)), name
	})
	if group != nil {
		g.add(group)
	}
}

// unique makes a group of every new key.
func (g *groups) unique(key func(record []byte) string) {
	seen := map[string]struct{}{}
	again := 0
	g.each(func(k int, record []byte) {
		name := keyOf(record, key)
		if _, twice := seen[name]; twice {
			if again++; again <= maxListed {
				g.elements.Report(loaders.Problem{File: g.elements.Path(), Line: g.elements.Number(k),
					Example: name}.Worded("a record whose id has appeared before; left out"))
			}
			return
		}
		if name != "" {
			seen[name] = struct{}{}
		}
		g.add([]int32{int32(k)})
	})
	if again > 0 {
		g.elements.Report(loaders.Problem{File: g.elements.Path()}.Worded("%d records repeat an id that has appeared before; each id is one "+
			"example, the first", again))
	}
}

// gather makes a group of every name, and returns the names.
func (g *groups) gather(keys func(record []byte) []string) (names []string) {
	at := map[string]int{}
	g.each(func(k int, record []byte) {
		if record == nil {
			return
		}
		g.Lock()
		defer g.Unlock()
		for _, name := range keys(record) {
			i, ok := at[name]
			if !ok {
				i = len(names)
				at[name] = i
				names, g.lists = append(names, name), append(g.lists, nil)
			}
			if list := g.lists[i]; len(list) < maxGroup && (len(list) == 0 || list[len(list)-1] != int32(k)) {
				g.lists[i] = append(list, int32(k))
			}
		}
		g.Grow(len(names), false)
	})
	return names
}

func (g *groups) add(group []int32) {
	g.Lock()
	defer g.Unlock()
	g.lists = append(g.lists, group)
	g.Grow(len(g.lists), false)
}

// of are the elements of group i that were found.
func (g *groups) of(i int) []int32 {
	g.Lock()
	defer g.Unlock()
	return slices.Clip(g.lists[i])
}

// all are the elements of group i; scattered ones are waited for.
func (g *groups) all(i int) []int32 {
	if g.scattered {
		<-g.done
	}
	return g.of(i)
}

func (g *groups) decoded(o *Opening, i int, decode func(i int, group []*Record) *loaders.Example) *loaders.Example {
	var all, group []*Record
	var failed error
	list := g.all(i)
	for _, k := range list {
		rec, err := element(g.elements, int(k))
		rec.Index = i
		all = append(all, rec)
		if err == nil {
			group = append(group, rec)
			continue
		}
		failed = err
		if len(list) > 1 {
			rec.Problem("%w; left out of its example", err)
		}
	}
	if len(group) > 0 {
		failed = nil
	}
	ex := o.decoded(all[0], failed, func(*Record) *loaders.Example { return decode(i, group) })
	for _, rec := range all[1:] {
		rec.Report(&o.Run.Problems, o.Run.Path, ex.ID)
	}
	return ex
}

// Following follows the elements if each may be an example by itself; a growing group
// would already have been decoded.
func (g *groups) Following() (f loaders.Follow) {
	if g.single {
		f = g.elements.Following()
	}
	return f
}

// Progress is the progress of the elements.
func (g *groups) Progress() (done, total int64) { return g.elements.Progress() }

// Number is the line in which group i begins.
func (g *groups) Number(i int) int { return g.elements.Number(int(g.of(i)[0])) }

// Size is the bytes of group i that were found.
func (g *groups) Size(i int) int {
	return loaders.Sum(loaders.Map(g.of(i), func(k int32) int { return g.elements.Size(int(k)) }))
}

// Record returns the elements of group i, a line each.
func (g *groups) Record(i int) (record []byte, number int, err error) {
	return g.elements.Records(g.all(i))
}

// Close ends the search and closes the elements.
func (g *groups) Close() error {
	g.stop()
	<-g.done
	return g.elements.Close()
}
