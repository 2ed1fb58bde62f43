package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"faithscope/loaders"
)

func (op Opener) nameOf(path string) (file, part string) {
	at := strings.LastIndexByte(path, '#')
	if at > 0 {
		if _, err := fs.Stat(op.files(), path); errors.Is(err, fs.ErrNotExist) {
			return path[:at], path[at+1:]
		}
	}
	return path, "" // a file may have the sign in its name
}

func (op Opener) openSource(name string) (*loaders.Source, error) {
	return OpenSource(op.files(), name)
}

// findFile opens the file that path names, and returns it, its format and which of its parts are
// meant, [""] for a file of one run. The caller closes src; errors begin with the path.
func (op Opener) findFile(
	ctx context.Context, path string, o loaders.Options,
) (f *loaders.Format, src *loaders.Source, parts []string, err error) {
	file, part := op.nameOf(path)
	if src, err = op.openSource(file); err != nil {
		return nil, nil, nil, err
	}
	if f, err = op.findFormat(ctx, src, o); err == nil {
		o.Part = part
		parts, err = partsOf(ctx, f, src, o)
	}
	if err != nil {
		src.Close()
		return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, src, parts, nil
}

// partsOf returns the parts of src to open: o.Part, or all if that is "", [""] for a file of one
// run. It fails if the file has no such part.
func partsOf(ctx context.Context, f *loaders.Format, src *loaders.Source, o loaders.Options) ([]string, error) {
	asked := o.Part
	o.Part = ""
	var all []string
	if f.Parts != nil {
		var err error
		if all, err = f.Parts(ctx, src, o); err != nil {
			return nil, err
		}
	}
	switch {
	case asked == "" && len(all) > 0:
		return all, nil
	case asked == "" || slices.Contains(all, asked):
		return []string{asked}, nil
	case len(all) == 0:
		return nil, fmt.Errorf("is %s, of one run: it has no part %q", f.Name, asked)
	}
	return nil, fmt.Errorf("no run %q in it; it has %q", asked, all)
}

// openPart opens the part o.Part of src, "" for a file of one run. Before, it sets from op whether
// src is followed and its cache, and makes src.Files a [openedFiles] of what is opened. The run gets
// the flags that were not used and, if the cache keeps anything for src, its Cache, closed with
// it; a part gives it its Name and Part, and ends its Path. If opening fails, src is closed;
// errors begin with the path.
func (op Opener) openPart(ctx context.Context, f *loaders.Format, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	file := fileOf(src)
	file.follow, file.cache = op.Follow, op.Cache
	seen := &openedFiles{FS: src.Files, seen: map[string]bool{}}
	src.Files = seen
	path := src.Path
	if o.Part != "" {
		path += "#" + o.Part
	}
	run, err := f.Open(ctx, src, o)
	if err != nil {
		if run != nil {
			run.Close()
		}
		src.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	run.Unused = seen.unusedFlags(f, o.Named)
	if o.Part != "" {
		run.Name, run.Path, run.Part = o.Part, path, o.Part
	}
	if kept := CachedFor(src); kept != nil {
		options := fmt.Sprintf("%q %q %q %q %v", f.Name, o.Named, o.Part, run.Columns.Map, o.Outside)
		of := &runCache{SourceCache: kept, witness: seen, options: options}
		run.Cache = of
		run.Own(of)
	}
	return run, nil
}

// openFile opens the runs of one file, or the one that is named after a "#". A part that does not
// open does not stop the others: both runs and an error can be returned.
func (op Opener) openFile(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	f, src, parts, err := op.findFile(ctx, path, o)
	if err != nil {
		return nil, err
	}
	file := src.Path
	var runs []*loaders.Run
	var errs []error
	for i, part := range parts {
		if i > 0 { // every run owns its source
			src, err = op.openSource(file)
		}
		var run *loaders.Run
		if err == nil {
			o.Part = part
			run, err = op.openPart(ctx, f, src, o)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		runs = append(runs, run)
	}
	return runs, errors.Join(errs...)
}

// onlyRun returns the run at a path. If err is set, or there are several, it closes them and fails.
func onlyRun(path string, runs []*loaders.Run, err error) (*loaders.Run, error) {
	if err == nil && len(runs) > 1 {
		err = fmt.Errorf("%s: holds several runs; name one, as in %s", path, runs[0].Path)
	}
	if err != nil {
		for _, run := range runs {
			run.Close()
		}
		return nil, err
	}
	return runs[0], nil
}
