package files

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sort"
	"sync"

	"faithscope/loaders"
)

// openGroup opens the first file at once, to describe the run. All use its map of columns, so that
// they are read alike.
func (op RunOpener) openGroup(ctx context.Context, g shardGroup, folderRun *loaders.Run, o loaders.Options) (*loaders.Run, error) {
	inner, stop := context.WithCancel(ctx)
	j := &joinedShards{
		opener: op, options: o, of: folderRun, shards: g.shards, format: g.format.Name,
		stop: stop, done: make(chan struct{}),
	}
	j.RecordPlaces = j.placeOf
	first, err := j.openShard(inner, 0)
	if err != nil {
		stop()
		return nil, err
	}
	folderRun.Read(folderRun.Path, j.format, j, j.decode)
	folderRun.Name, folderRun.RunDescription, folderRun.Pictures, folderRun.Unused = filepath.Base(folderRun.Path), first.RunDescription,
		first.Pictures, first.Unused
	if folderRun.Columns.Map != "" {
		j.options = o.With(loaders.ColumnMap, folderRun.Columns.Map)
	}
	if _, ok := folderRun.Pictures.(embeddedPictures); ok {
		EmbedPictures(folderRun, j.readPicture)
	}
	reportMissing(g.shards, &folderRun.Problems)
	go j.joinShards(inner)
	return folderRun, nil
}

// joinedShards are in file order, or while followed in the order of writing.
type joinedShards struct {
	loaders.Growth
	loaders.RecordPlaces
	opener  RunOpener
	options loaders.Options
	of      *loaders.Run
	shards  []shardFile
	format  string
	stop    context.CancelFunc
	done    chan struct{}

	sync.Mutex
	runs    []*loaders.Run // nil for a failed one
	extents []recordExtent
}

type recordExtent struct {
	first int
	run   *loaders.Run
	from  int
}

func (j *joinedShards) openShard(ctx context.Context, k int) (*loaders.Run, error) {
	options, name := j.options, j.shards[k].name
	options.Shard = true
	if k > 0 && filepath.Dir(name) == filepath.Dir(j.shards[0].name) {
		options.First = j.runs[0]
	}
	runs, err := j.opener.withContext(ctx).openFile(ctx, name, options)
	run, err := onlyRun(name, runs, err)
	if err == nil && run.Format != j.format {
		run.Close()
		run, err = nil, loaders.Errorf("%s: its format is now %s", name, run.Format)
	}
	if err == nil {
		run.Problems.ForwardTo(&j.of.Problems)
	}
	j.Lock()
	defer j.Unlock()
	j.runs = append(j.runs, run)
	return run, err
}

// Followed shards may never end, so that all are added at once.
func (j *joinedShards) joinShards(ctx context.Context) {
	defer close(j.done)
	var following sync.WaitGroup
	for k := range j.shards {
		run := j.runs[0]
		if k > 0 {
			var err error
			if run, err = j.openShard(ctx, k); err != nil {
				if ctx.Err() == nil {
					reportLost(&j.of.Problems, j.shards[k].name, err)
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

// addUnasked adds no questions if a shard didn't open or can't tell, because then what it asks for
// isn't known.
func (j *joinedShards) addUnasked(ctx context.Context) {
	var first loaders.UnrequestedEntries
	times := map[string]int{}
	for k, run := range j.runs {
		if run == nil {
			return
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

func (j *joinedShards) growBy(run *loaders.Run, firstRecord, endRecord int, complete bool) {
	j.Lock()
	defer j.Unlock()
	last, n := len(j.extents)-1, j.Len()
	beginsExtent := endRecord > firstRecord && (last < 0 || j.extents[last].run != run ||
		j.extents[last].from+n-j.extents[last].first != firstRecord)
	if beginsExtent {
		j.extents = append(j.extents, recordExtent{n, run, firstRecord})
	}
	j.Grow(n+endRecord-firstRecord, complete)
}

func (j *joinedShards) placeOf(i int) (*loaders.Run, int) {
	j.Lock()
	defer j.Unlock()
	e := j.extents[sort.Search(len(j.extents), func(k int) bool { return j.extents[k].first > i })-1]
	return e.run, e.from + i - e.first
}

// decode renames examples without an ID, and embedded pictures, because places in shards repeat.
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

// Progress implements [loaders.Records]: an unopened shard counts by its size, a failed one not at
// all.
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

// Number returns 0, because lines are numbered by file.
func (*joinedShards) Number(int) int { return 0 }

// Following is on while any shard is followed, and changed once one has changed.
func (j *joinedShards) Following() loaders.FollowState {
	j.Lock()
	defer j.Unlock()
	var all loaders.FollowState
	for _, run := range j.runs {
		if run != nil {
			f := run.Following()
			all.On = all.On || f.On
			all.Changed = cmp.Or(f.Changed, all.Changed)
		}
	}
	return all
}

// Close stops opening shards, waits for that, and closes all.
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
