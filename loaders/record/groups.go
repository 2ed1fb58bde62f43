package record

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

const maxGroup = 10_000

// GroupDecoder makes an example of readable records, at least one. name is "" unless they are scattered.
type GroupDecoder func(name string, group []*Record) *loaders.Example

// Groups is [Opening.Lines] for examples of several neighbours with the same key, up to 10,000. A
// record of key "" is one of its own. entryNamer is called in order, in the background.
func (o *RunBuilder) Groups(entryNamer EntryNamer, decode GroupDecoder) {
	o.openGroups(&recordGroups{}, o.openEntries(""), onlyKey(entryNamer), decode)
}

// RowGroups is [Opening.Groups] for a separated table with a header, read by [RowOf].
func (o *RunBuilder) RowGroups(entryNamer EntryNamer, decode GroupDecoder) {
	_, _, rows := o.openRows()
	o.openGroups(&recordGroups{}, rows, onlyKey(entryNamer), decode)
}

// Scattered is [Opening.Groups] for records anywhere in the file. listKeys returns a record's examples;
// each appears with its first record, and decode waits until the whole file was searched.
func (o *RunBuilder) Scattered(listKeys EntriesNamer, decode GroupDecoder) {
	o.openGroups(&recordGroups{scattered: true}, o.openEntries(""), listKeys, decode)
}

// ScatteredRows is [Opening.Scattered] for a separated table with a header, by a column's texts; rows
// without a text are in no group.
func (o *RunBuilder) ScatteredRows(column string, decode GroupDecoder) {
	names, comma, rows := o.openRows()
	o.openGroups(&recordGroups{scattered: true}, rows, func(rec *Record) []string {
		row, _ := cellsOf(rec.Bytes, -1, comma)
		return loaders.Distinct([]string{CellsOf(names, row)[column]})
	}, decode)
}

// Unique is [Opening.Lines] for files that programs append to when they run again: of records with
// the same key only the first is an example; those of key "" all are. entryNamer is called in order, in
// the background. The rest is counted, and the first 100 reported.
func (o *RunBuilder) Unique(entryNamer EntryNamer, decode ExampleDecoder) {
	o.openGroups(&recordGroups{single: true}, o.openEntries(""), onlyKey(entryNamer), func(_ string, group []*Record) *loaders.Example {
		return decode(group[0])
	})
}

func onlyKey(entryNamer EntryNamer) EntriesNamer {
	return func(rec *Record) []string { return []string{entryNamer(rec)} }
}

func (o *RunBuilder) openGroups(g *recordGroups, allElements *index.FileElements, listKeys EntriesNamer, decode GroupDecoder) {
	if g.elements, g.problems = allElements, &o.Run.Problems; allElements == nil {
		return
	}
	g.done = make(chan struct{})
	g.ctx, g.stop = context.WithCancel(o.ctx)
	go func() {
		defer close(g.done)
		g.findGroups(listKeys)
	}()
	o.Records(g, func(i int) *loaders.Example { return g.decodeGroup(o, i, decode) })
}

type recordGroups struct {
	loaders.Growth // of lists
	elements       *index.FileElements
	problems       *loaders.Problems
	ctx            context.Context
	stop           context.CancelFunc
	done           chan struct{} // closed at the end of the search
	scattered      bool          // lists grow until done
	single         bool

	sync.Mutex
	lists [][]int32
	names []string
}

// Unreadable elements are groups of their own so that they are reported, or in none if scattered.
func (g *recordGroups) findGroups(listKeys EntriesNamer) {
	indices, again := map[string]int{}, 0
	for rec, err := range elementsOf(g.ctx, g.elements) {
		names := make([]string, 1)
		if err == nil {
			names = listKeys(rec)
		} else if g.scattered {
			continue
		}
		for _, name := range names {
			i, known := indices[name]
			beginsGroup := !known || !g.scattered && (name == "" || len(g.lists[i]) == maxGroup)
			if beginsGroup {
				g.beginGroup(int32(rec.Index), name, indices)
			} else if !g.single {
				g.Lock()
				if list := g.lists[i]; len(list) < maxGroup && list[len(list)-1] != int32(rec.Index) {
					g.lists[i] = append(list, int32(rec.Index))
				}
				g.Unlock()
			} else if again++; again <= maxListed {
				rec.Problem("the record repeats an earlier id; left out")
				rec.Report(g.problems, g.elements.Path(), name)
			}
		}
	}
	if again > 0 {
		g.problems.Report(g.elements.Path(), "records that repeat an earlier id: %d; only the first record with each id is kept", again)
	}
	g.Grow(len(g.lists), loaders.AllThere)
}

// A new neighbour only completes the group before, because it may grow itself; scattered and single
// groups count at once.
func (g *recordGroups) beginGroup(k int32, groupName string, groupIndices map[string]int) {
	g.Lock()
	defer g.Unlock()
	whole := len(g.lists)
	if g.scattered || g.single {
		whole++
	} else {
		clear(groupIndices)
	}
	if g.scattered {
		g.names = append(g.names, groupName)
	}
	groupIndices[groupName] = len(g.lists)
	g.lists = append(g.lists, []int32{k})
	g.Grow(whole, loaders.MoreToCome)
}

func (g *recordGroups) foundOf(i int) []int32 {
	g.Lock()
	defer g.Unlock()
	return slices.Clip(g.lists[i])
}

func (g *recordGroups) allOf(i int) []int32 {
	if g.scattered {
		<-g.done
	}
	return g.foundOf(i)
}

func (g *recordGroups) decodeGroup(o *RunBuilder, i int, decode GroupDecoder) *loaders.Example {
	var all, group []*Record
	var failed error
	list, name := g.allOf(i), ""
	if g.scattered {
		name = g.names[i]
	}
	for _, k := range list {
		rec, err := ElementRecord(g.elements, int(k))
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
	ex := o.decodeRecord(all[0], failed, func(*Record) *loaders.Example { return decode(name, group) })
	for _, rec := range all[1:] {
		rec.Report(&o.Run.Problems, o.Run.Path, ex.ID)
	}
	return ex
}

// Following follows a file only for single groups, because a growing group would already have been
// decoded.
func (g *recordGroups) Following() (f loaders.FollowState) {
	if g.single {
		f = g.elements.Following()
	}
	return f
}

func (g *recordGroups) Progress() (done, total int64) { return g.elements.Progress() }

func (g *recordGroups) Number(i int) int { return g.elements.Number(int(g.foundOf(i)[0])) }

func (g *recordGroups) Size(i int) int {
	return loaders.Sum(loaders.Map(g.foundOf(i), func(k int32) int { return g.elements.Size(int(k)) }))
}

func (g *recordGroups) Record(i int) ([]byte, error) {
	return g.elements.Records(g.allOf(i))
}

func (g *recordGroups) Close() error {
	g.stop()
	<-g.done
	return g.elements.Close()
}
