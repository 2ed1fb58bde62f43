package files

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/maruel/natural"

	"faithscope/loaders"
)

// maxShards bounds the files of one run; each that is open holds a handle.
const maxShards = 20_000

// shardNames are the files of one run, in natural order.
type shardNames struct {
	path    string // the folder or the pattern
	names   []string
	folders []string // in the folder
	any     bool     // a pattern: the user says that they belong together
}

// shardsAt returns the files that path stands for, nil if it is one file or none.
func shardsAt(files fs.FS, path string) (*shardNames, error) {
	if !isLocal(files, path) {
		return nil, nil
	}
	switch info, err := fs.Stat(files, path); {
	case err == nil && info.IsDir():
		entries, err := fs.ReadDir(files, path)
		if err != nil {
			return nil, err
		}
		s := &shardNames{path: path}
		for _, e := range entries {
			switch name := filepath.Join(path, e.Name()); {
			case strings.HasPrefix(e.Name(), "."):
			case e.Type().IsRegular():
				s.names = append(s.names, name)
			case e.IsDir():
				s.folders = append(s.folders, name)
			}
		}
		return s.sorted()
	case err == nil || !strings.ContainsAny(path, "*?["):
		return nil, nil
	}
	names, err := filepath.Glob(path)
	if err != nil {
		return nil, loaders.Errorf("%s: %w", path, err)
	}
	if names = slices.DeleteFunc(names, holdsMarks); len(names) == 0 {
		return nil, nil // OpenSource says that there is none
	}
	s := &shardNames{path: path, names: names, any: true}
	return s.sorted()
}

func (s *shardNames) sorted() (*shardNames, error) {
	slices.SortFunc(s.names, natural.Compare) // shard 10 comes after shard 9
	if len(s.names) > maxShards {
		return nil, loaders.Errorf("%s: %d files; at most %d make one run", s.path, len(s.names), maxShards)
	}
	return s, nil
}

// number matches digits.
var number = regexp.MustCompile(`[0-9]+`)

// withoutDigits returns a name without its digits, which the shards of one run share.
func withoutDigits(name string) string {
	return number.ReplaceAllLiteralString(filepath.Base(name), "")
}

// shardFile is one of several files of a run, of a known format.
type shardFile struct {
	name string
	size int64
}

// shardGroup is the files of one run.
type shardGroup struct {
	format *loaders.Format
	shards []shardFile
}

// openGroup opens files as run, which gets the problems of finding them.
func (op Opener) openGroup(ctx context.Context, path string, g shardGroup, run *loaders.Run, o loaders.Options) (*loaders.Run, error) {
	f, shards := g.format, g.shards
	inner, stop := context.WithCancel(ctx)
	j := &joined{
		opener: op, options: o, of: run, shards: shards, format: f.Name,
		stop: stop, done: make(chan struct{}),
	}
	j.Places = j.place
	first, err := j.open(inner, 0)
	if err != nil {
		stop()
		return nil, err
	}
	run.Read(path, f.Name, j, j.decode)
	run.Name, run.Model, run.Dataset, run.Note = filepath.Base(path), first.Model, first.Dataset, first.Note
	run.Facts, run.Boxes, run.Gold, run.Pictures, run.Unused = first.Facts, first.Boxes, first.Gold, first.Pictures, first.Unused
	if run.Columns = first.Columns; run.Columns.Map != "" { // all are read alike
		j.options = o.With(loaders.ColumnMap, run.Columns.Map)
	}
	go j.join(inner)
	return run, nil
}

// groups finds the files that some format recognises, and groups them into runs: files of
// one run have the same format, and names that differ only in digits unless the format's
// files belong together ([loaders.Format.Together]). The files that match a pattern are one
// run. Other files in a folder, such as gold, notes and logs, are ignored. It is an error if
// there is no group.
func (op Opener) groups(ctx context.Context, s *shardNames, problems *loaders.Problems) (groups []shardGroup, err error) {
	for _, name := range s.names {
		src, err := OpenSource(op.files(), name)
		if err != nil {
			problems.Add(loaders.Problem{File: name, Lost: true}.Worded("%s; left out of the run", Reason(err, name)))
			continue
		}
		f, _ := op.format(ctx, src, loaders.Options{}) // nil for none
		src.Close()
		if f == nil {
			if s.any {
				problems.Add(loaders.Problem{File: name, Lost: true}.Worded("%w; left out of the run", ErrFormat))
			}
			continue
		}
		if s.any && len(groups) > 0 && groups[0].format.Name != f.Name {
			return nil, loaders.Errorf("holds runs of two formats, %s (%s) and %s (%s); name files", groups[0].format.Name,
				groups[0].shards[0].name, f.Name, name)
		}
		at := slices.IndexFunc(groups, func(g shardGroup) bool {
			return s.any || g.format.Name == f.Name && (f.Together || withoutDigits(g.shards[0].name) == withoutDigits(name))
		})
		if at < 0 {
			at, groups = len(groups), append(groups, shardGroup{format: f})
		}
		groups[at].shards = append(groups[at].shards, shardFile{name, src.Size})
	}
	if len(groups) == 0 {
		return nil, ErrFormat
	}
	return dropClaimed(groups), nil
}

// dropClaimed leaves out the tables that are taken for runs only by the names of
// their columns, where a format claims other files of the folder: many runs
// have tables of results beside them.
func dropClaimed(groups []shardGroup) []shardGroup {
	guessed := func(g shardGroup) bool { return g.format.Shape != nil && g.format.Confirm != nil }
	sure := slices.DeleteFunc(slices.Clone(groups), guessed)
	if len(sure) == 0 {
		return groups
	}
	return sure
}

// joined are the records of several files, one after the other. While files
// are followed, records come in the order in which they are written.
type joined struct {
	loaders.Growth
	loaders.Places
	opener  Opener
	options loaders.Options
	of      *loaders.Run // the whole
	shards  []shardFile
	format  string
	stop    context.CancelFunc
	done    chan struct{}

	mu      sync.Mutex
	runs    []*loaders.Run // opened; nil for one that did not open
	extents []extent
	n       int
}

// extent is records in a row of one shard.
type extent struct {
	first int // of the joined run
	run   *loaders.Run
	from  int // in the shard
}

// open opens shard k.
func (j *joined) open(ctx context.Context, k int) (*loaders.Run, error) {
	options := j.options
	options.Shard = true
	if k > 0 && filepath.Dir(j.shards[k].name) == filepath.Dir(j.shards[0].name) {
		options.First = j.runs[0]
	}
	var run *loaders.Run
	runs, err := j.opener.within(ctx).openFile(ctx, j.shards[k].name, options, true)
	if err == nil {
		run = runs[0]
	}
	if err == nil && run.Format != j.format {
		run.Close()
		run, err = nil, loaders.Errorf("%s: has become %s", j.shards[k].name, run.Format)
	}
	if err == nil {
		run.JoinInto(j.of)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.runs = append(j.runs, run)
	return run, err
}

// join opens the shards and adds their records: one shard after the
// other, or all at once where they are followed.
func (j *joined) join(ctx context.Context) {
	defer close(j.done)
	var following sync.WaitGroup
	for k := range j.shards {
		run := j.runs[0]
		if k > 0 {
			var err error
			if run, err = j.open(ctx, k); err != nil {
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
	j.grow(nil, 0, 0, true)
}

// addUnasked adds the questions that the records of no shard answer, read as
// the first shard reads them.
func (j *joined) addUnasked(ctx context.Context) {
	var first loaders.Left
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
			j.grow(j.runs[0], at, at+1, false)
			n++
		}
	}
	if n > 0 {
		j.of.Problems.Add(first.Problem(n))
	}
}

// addExamples adds the records of run until there are no more.
func (j *joined) addExamples(ctx context.Context, run *loaders.Run) {
	for n := 0; run.Wait(ctx, n+1) == nil; {
		more := run.Len()
		if more == n {
			return
		}
		j.grow(run, n, more, false)
		n = more
	}
}

// grow adds the records of run from one on, up to another.
func (j *joined) grow(run *loaders.Run, from, to int, complete bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	last := len(j.extents) - 1
	if to > from && (last < 0 || j.extents[last].run != run || j.extents[last].from+j.n-j.extents[last].first != from) {
		j.extents = append(j.extents, extent{j.n, run, from})
	}
	j.n += to - from
	j.Grow(j.n, complete)
}

// place returns the run and the index in it of record i.
func (j *joined) place(i int) (*loaders.Run, int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e := j.extents[sort.Search(len(j.extents), func(k int) bool { return j.extents[k].first > i })-1]
	return e.run, e.from + i - e.first
}

func (j *joined) decode(i int) (*loaders.Example, error) {
	run, k := j.place(i)
	ex, err := run.Decode(k) // rows and examples are kept once, by the joined run
	if err == nil && loaders.Unnamed(ex.ID, k) {
		ex.ID = loaders.Place(i)
	}
	return ex, err
}

// Progress is the sum of the shards'.
func (j *joined) Progress() (done, total int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
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

// Number is not known: lines are numbered by file.
func (*joined) Number(int) int { return 0 }

// Following is on while any shard's is, and changed as soon as any is.
func (j *joined) Following() loaders.Follow {
	j.mu.Lock()
	defer j.mu.Unlock()
	var all loaders.Follow
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

// Close ends the search and closes all shards.
func (j *joined) Close() error {
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

// Reason is err without the name that it begins with.
func Reason(err error, name string) loaders.Sentence {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if name+": "+inner.Error() == err.Error() {
			return loaders.SentenceOf(inner)
		}
	}
	return loaders.SentenceOf(err)
}
