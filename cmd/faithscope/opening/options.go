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
	Family
	Files           fs.FS // nil for the disk
	Follow, NoCache bool
	Ask             bool // what the columns of a table hold, where there is nobody to ask
	Foreign         bool // a file names the runs and the flags: a map of columns is not kept
	// Extend adds to a run what its files do not say; nil for nothing.
	Extend func(ctx context.Context, run *loaders.Run) error
}

// diskFiles returns where runs are.
func (o Options) diskFiles() fs.FS {
	if o.Files == nil {
		return files.Disk{}
	}
	return o.Files
}

// FlagNames returns the names of the flags that formats take.
func FlagNames() []string {
	return loaders.Map(Formats.Flags(), func(f loaders.Flag) string { return f.Name })
}

// Opener opens runs in any format, the person's own among them, without a cache.
func (o Options) Opener() files.Opener {
	own, _ := OwnPages()
	op := files.NewOpener(o.Files, append(loaders.Map(own, pages.Page.Reads), Formats...)...)
	op.Follow = o.Follow
	return op
}

// cachedOpener returns opener with the person's cache, unless they want none or it cannot
// be made.
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
