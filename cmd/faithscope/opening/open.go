package opening

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/adrg/xdg"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
)

// Unopened is a run that did not open, and why.
type Unopened struct {
	Path string
	Err  error // begins with the path
}

// Options is how the flags say that runs are opened.
type Options struct {
	loaders.Options
	Files           fs.FS // nil for the disk
	Follow, NoCache bool
	Ask             bool // what the columns of a table hold, where nobody can tell
}

// Opener opens runs in any format, with nothing kept of them.
func (o Options) Opener() files.Opener {
	op := files.NewOpener(o.Files, Formats()...)
	op.Follow = o.Follow
	return op
}

// cached is opener with the person's cache, unless they want none or it cannot
// be made.
func (o Options) cached() files.Opener {
	op := o.Opener()
	if o.NoCache {
		return op
	}
	// Another build may score in another way.
	path, unknown := os.Executable()
	info, err := os.Stat(path)
	if unknown != nil || err != nil {
		return op
	}
	program := fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
	if kept, err := cache.Open(filepath.Join(xdg.CacheHome, "faithscope"), program); err == nil {
		op.Cache = kept
	}
	return op
}

// Runs opens the runs at paths on disk and gives them names. A run that does
// not open does not lose the others.
func Runs(ctx context.Context, paths []string, o Options) *Joined {
	j := &Joined{}
	opener := o.cached()
	kept := readMaps(mapsPath())
	o.Maps = kept
	mapped := false // by what the person was asked
	for _, path := range paths {
		parts, err := opener.OpenAll(ctx, path, o.Options)
		if err != nil && len(parts) == 0 && o.Ask && o.Map == "" {
			said, asked := askColumns(ctx, o.Files, path, err)
			if own := o.Options; asked != nil {
				err = asked
			} else if own.Map = said; said != "" {
				parts, err = opener.OpenAll(ctx, path, own)
				mapped = mapped || err == nil
			}
		}
		if err != nil {
			j.Failed = append(j.Failed, Unopened{path, err})
		}
		j.Runs = append(j.Runs, parts...)
	}
	if err := unused(j.Runs); err != nil {
		j.Close()
		return &Joined{Failed: append(j.Failed, Unopened{paths[0], err})}
	}
	if (o.Map != "" || mapped) && len(j.Runs) > 0 {
		if err := kept.save(mapsPath(), j.Runs); err != nil {
			j.Runs[0].Problems.Add(loaders.Problem{File: mapsPath(), What: loaders.Because(err), Done: loaders.Say("the map is not kept for the next table")})
		}
	}
	NameApart(j.Runs)
	return j
}

// OpenOne opens the run at a path, with nothing kept of it.
func (o Options) OpenOne(ctx context.Context, path string) (*loaders.Run, error) {
	o.Maps = readMaps(mapsPath())
	run, err := o.Opener().Open(ctx, path, o.Options)
	if err != nil {
		return nil, err
	}
	if err := unused([]*loaders.Run{run}); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// unused is an error where a flag names a file that no run has a use for.
func unused(runs []*loaders.Run) error {
	for _, run := range runs {
		for _, flag := range run.Unused {
			if !slices.ContainsFunc(runs, func(other *loaders.Run) bool { return !slices.Contains(other.Unused, flag) }) {
				return fmt.Errorf("%s: %s is not used: a run in the format %s has no such file", run.Path, flag, run.Format)
			}
		}
	}
	return nil
}

// ReopenerOf opens the runs at paths again as they were opened, nil for the
// demo, which has no paths.
func ReopenerOf(paths []string, o Options) func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
	if len(paths) == 0 {
		return nil
	}
	return func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
		o := o
		o.Follow = follow
		again, err := o.cached().Open(ctx, run.Path, o.Options)
		if err != nil {
			return nil, err
		}
		again.Name = run.Name
		return again, nil
	}
}

// Problem is how the screen says that the run did not open.
func (f Unopened) Problem() loaders.Problem {
	what := files.Reason(f.Err, f.Path)
	var file *fs.PathError
	if errors.As(f.Err, &file) {
		what = loaders.Because(file.Err)
	}
	return loaders.Problem{File: f.Path, What: what, Done: loaders.Say("the other runs are open")}
}

// CloseAll closes runs.
func CloseAll(runs []*loaders.Run) {
	for _, run := range runs {
		run.Close()
	}
}
