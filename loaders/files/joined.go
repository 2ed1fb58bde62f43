package files

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sort"
	"sync"

	"faithscope/loaders"
)

// openGroup opens the files of g as one run and returns run, which already has its path and the
// problems of finding them. The first file is opened at once, and run gets what is known about it,
// its pictures and unused flags; its name is the last part of its own path. The others follow in the
// background, until ctx ends or run is closed, with the first's map of columns if it has one. It fails
// if the first does not open.
func (op Opener) openGroup(ctx context.Context, g shardGroup, run *loaders.Run, o loaders.Options) (*loaders.Run, error) {
	f, shards := g.format, g.shards
	inner, stop := context.WithCancel(ctx)
	j := &joinedShards{
		opener: op, options: o, of: run, shards: shards, format: f.Name,
		stop: stop, done: make(chan struct{}),
	}
	j.RecordPlaces = j.placeOf
	first, err := j.openShard(inner, 0)
	if err != nil {
		stop()
		return nil, err
	}
	run.Read(run.Path, f.Name, j, j.decode)
	run.Name, run.About, run.Pictures, run.Unused = filepath.Base(run.Path), first.About, first.Pictures, first.Unused
	if run.Columns.Map != "" { // all are read alike
		j.options = o.With(loaders.ColumnMap, run.Columns.Map)
	}
	if _, ok := run.Pictures.(embeddedPictures); ok {
		EmbedPictures(run, j.readPicture)
	}
	go j.joinShards(inner)
	return run, nil
}

// joinedShards are the records of several files, one after the other. While files
// are followed, records come in the order in which they are written.
type joinedShards struct {
	loaders.Growth
	loaders.RecordPlaces
	opener  Opener
	options loaders.Options
	of      *loaders.Run // the whole
	shards  []shardFile
	format  string
	stop    context.CancelFunc
	done    chan struct{}

	sync.Mutex
	runs    []*loaders.Run // opened; nil for one that did not open
	extents []recordExtent
	n       int
}

// recordExtent is records in a row of one shard.
type recordExtent struct {
	first int // of the joined run
	run   *loaders.Run
	from  int // in the shard
}

// openShard opens shard k as a run whose problems go to the whole, and appends it to j.runs, nil if
// that fails. It has the pictures of the first if it is in the same folder. It fails for a file of
// several runs, and one that is of another format by now.
func (j *joinedShards) openShard(ctx context.Context, k int) (*loaders.Run, error) {
	options := j.options
	options.Shard = true
	if k > 0 && filepath.Dir(j.shards[k].name) == filepath.Dir(j.shards[0].name) {
		options.First = j.runs[0]
	}
	runs, err := j.opener.withContext(ctx).openFile(ctx, j.shards[k].name, options)
	run, err := onlyRun(j.shards[k].name, runs, err)
	if err == nil && run.Format != j.format {
		run.Close()
		run, err = nil, loaders.Errorf("%s: has become %s", j.shards[k].name, run.Format)
	}
	if err == nil {
		run.JoinInto(j.of)
	}
	j.Lock()
	defer j.Unlock()
	j.runs = append(j.runs, run)
	return run, err
}

// joinShards opens the shards after the first and adds the records of all, one shard after the
// other, or all at once if they are followed; then it adds what no shard answers, marks the
// records complete and closes j.done. A shard that does not open is a problem that loses examples,
// unless ctx has ended.
func (j *joinedShards) joinShards(ctx context.Context) {
	defer close(j.done)
	var following sync.WaitGroup
	for k := range j.shards {
		run := j.runs[0]
		if k > 0 {
			var err error
			if run, err = j.openShard(ctx, k); err != nil {
				if ctx.Err() == nil {
					j.of.Problems.Add(loaders.Problem{File: j.shards[k].name, Lost: true}.Worded("%s; left out of the run", Reason(err, j.shards[k].name)))
				}
				continue
			}
		}
		if j.opener.Follow {
			following.Go(func() { j.addExamples(ctx, run) })
			continue
		}
		j.addExamples(ctx, run)
	}
	following.Wait()
	j.addUnasked(ctx)
	j.growBy(nil, 0, 0, loaders.AllThere)
}

// addUnasked adds the questions that the records of no shard answer, as the first shard reads
// them, and reports how many. It adds none if a shard did not open, since what that asks for is
// not known, or if a shard cannot tell.
func (j *joinedShards) addUnasked(ctx context.Context) {
	var first loaders.UnaskedEntries
	times := map[string]int{}
	for k, run := range j.runs {
		if run == nil {
			return // what it asks for is not known
		}
		own, err := run.Left(ctx)
		if err != nil {
			return
		}
		if k == 0 {
			first = own
		}
		for _, name := range own.Names {
			times[name]++
		}
	}
	n := 0
	for i, name := range first.Names {
		if times[name] == len(j.runs) {
			at := j.runs[0].Len() + i
			j.growBy(j.runs[0], at, at+1, loaders.MoreToCome)
			n++
		}
	}
	if n > 0 {
		j.of.Problems.Add(first.Problem(n))
	}
}

func (j *joinedShards) addExamples(ctx context.Context, run *loaders.Run) {
	for n := 0; run.Wait(ctx, n+1) == nil; {
		more := run.Len()
		if more == n {
			return
		}
		j.growBy(run, n, more, loaders.MoreToCome)
		n = more
	}
}

// growBy adds the records from..to of run to the end of the joined ones, as a new extent unless
// they go on from the last, and wakes those who wait. complete says that no more will come; to =
// from adds nothing.
func (j *joinedShards) growBy(run *loaders.Run, from, to int, complete bool) {
	j.Lock()
	defer j.Unlock()
	last := len(j.extents) - 1
	beginsExtent := to > from && (last < 0 || j.extents[last].run != run || j.extents[last].from+j.n-j.extents[last].first != from)
	if beginsExtent {
		j.extents = append(j.extents, recordExtent{j.n, run, from})
	}
	j.n += to - from
	j.Grow(j.n, complete)
}

// placeOf returns the opened shard that has record i of the whole, which must have been found, and
// the record's index in that shard.
func (j *joinedShards) placeOf(i int) (*loaders.Run, int) {
	j.Lock()
	defer j.Unlock()
	e := j.extents[sort.Search(len(j.extents), func(k int) bool { return j.extents[k].first > i })-1]
	return e.run, e.from + i - e.first
}

// decode decodes example i in its shard. An example without an ID of its own is named after its
// place in the whole, and so are pictures that the shard's file holds. Rows and examples are kept
// once, by the joined run.
func (j *joinedShards) decode(i int) (*loaders.Example, error) {
	run, k := j.placeOf(i)
	ex, err := run.Decode(k) // rows and examples are kept once, by the joined run
	if err != nil {
		return nil, err
	}
	if loaders.Unnamed(ex.ID, k) {
		ex.ID = loaders.Place(i)
	}
	for at := range ex.Images {
		if _, n, own := embeddedAt(ex.Images[at].Path); own {
			ex.Images[at].Path = EmbeddedPath(i, n)
		}
	}
	return ex, nil
}

func (j *joinedShards) readPicture(i, n int) ([]byte, error) {
	if i < 0 || i >= j.Len() {
		return nil, fs.ErrNotExist
	}
	run, k := j.placeOf(i)
	return fs.ReadFile(run.Pictures, EmbeddedPath(k, n))
}

// Progress implements [loaders.Records]: it is the sum over the shards; one that is not open yet
// counts by its size, one that did not open not at all.
func (j *joinedShards) Progress() (done, total int64) {
	j.Lock()
	defer j.Unlock()
	for k, shard := range j.shards {
		if k >= len(j.runs) {
			total += shard.size
		} else if j.runs[k] != nil {
			d, t := j.runs[k].Progress()
			done, total = done+d, total+t
		}
	}
	return done, total
}

// Number implements [loaders.Numbered]: it is always 0, unknown, since lines are numbered by file.
func (*joinedShards) Number(int) int { return 0 }

// Following implements [loaders.Growing]: it is on while any shard is followed, and changed as soon
// as one has changed.
func (j *joinedShards) Following() loaders.FollowState {
	j.Lock()
	defer j.Unlock()
	var all loaders.FollowState
	for _, run := range j.runs {
		if run != nil {
			f := run.Following()
			all.On = all.On || f.On
			if f.Changed != "" {
				all.Changed = f.Changed
			}
		}
	}
	return all
}

// Close stops the opening of shards, waits for its end, and closes all that are open. It returns
// their errors joined.
func (j *joinedShards) Close() error {
	j.stop()
	<-j.done
	var err error
	for _, run := range j.runs {
		if run != nil {
			err = errors.Join(err, run.Close())
		}
	}
	return err
}
