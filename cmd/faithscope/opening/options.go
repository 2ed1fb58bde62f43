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

// Options say how runs are opened.
type Options struct {
	loaders.Options
	FactSources
	Files           fs.FS // nil for the disk
	Follow, NoCache bool
	Ask             bool // a person about the columns of a table
	// Judges are files or folders of judges of steps: each run is opened once for each.
	Judges []string
	// Simulate replaces a run's answers with a golden oracle's: "golden:FILE,noise=.3".
	Simulate func(ctx context.Context, run *loaders.Run, oracle string) error
	// Extend adds to a run what its files don't say; may be nil.
	Extend func(ctx context.Context, run *loaders.Run) error
}

// Opener returns an opener for all formats, the person's own pages first, without a cache,
// following files if o.Follow is set. Unusable pages are ignored.
func (o Options) Opener() files.RunOpener {
	own, _ := OwnPages()
	op := files.NewOpener(o.Files, append(loaders.Map(own, pages.DocumentedFormat.Reads), Formats...)...)
	op.Follow = o.Follow
	return op
}

// cachedOpener adds a cache for this build only, because another build may score differently.
// Without it runs still open, so its errors are ignored.
func (o Options) cachedOpener() files.RunOpener {
	op := o.Opener()
	path, unknown := os.Executable()
	if info, err := os.Stat(path); !o.NoCache && unknown == nil && err == nil {
		program := fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
		op.Cache, _ = cache.Open(Cache.File(""), program) // nil where it fails
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
