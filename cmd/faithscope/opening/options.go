package opening

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/pages"
)

// Options is how the flags ask for runs to be opened.
type Options struct {
	loaders.Options
	RunFacts
	Files           fs.FS // nil for the disk
	Follow, NoCache bool
	Ask             bool // what the columns of a table hold, where there is nobody to ask
	// Simulate replaces a run's answers by those of a golden oracle, "golden:FILE,noise=.3".
	Simulate func(ctx context.Context, run *loaders.Run, oracle string) error
	// Extend adds to a run what its files do not say; nil for nothing.
	Extend func(ctx context.Context, run *loaders.Run) error
}

func (o Options) diskFiles() fs.FS {
	if o.Files == nil {
		return files.Disk{}
	}
	return o.Files
}

// FlagNames returns the names of the flags that formats take, such as gold and images, without
// dashes.
func FlagNames() []string {
	return loaders.Map(Formats.Flags(), func(f loaders.Flag) string { return f.Name })
}

// Opener returns what opens runs in any format, the person's own pages first, without a cache,
// following files if o.Follow is set. Pages that cannot be used are passed over.
func (o Options) Opener() files.Opener {
	own, _ := OwnPages()
	op := files.NewOpener(o.Files, append(loaders.Map(own, pages.Page.Reads), Formats...)...)
	op.Follow = o.Follow
	return op
}

// cachedOpener returns [Options.Opener] with a cache in the person's folder, which only this build
// of the program uses. It has no cache with --no-cache, or if the program's file or the cache
// cannot be opened.
func (o Options) cachedOpener() files.Opener {
	op := o.Opener()
	path, unknown := os.Executable()
	if info, err := os.Stat(path); !o.NoCache && unknown == nil && err == nil {
		program := fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano()) // another build may score in another way
		op.Cache, _ = cache.Open(Cache.File(""), program)                       // nil where it fails
	}
	return op
}

func (o Options) extendRuns(ctx context.Context, runs []*loaders.Run) (err error) {
	for _, run := range runs {
		if o.Extend != nil {
			err = cmp.Or(err, o.Extend(ctx, run))
		}
	}
	return err
}
