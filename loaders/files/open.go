package files

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"slices"
	"strings"

	"faithscope/loaders"
)

// nameOf splits a path at the last # behind a file's name, because the names of files and parts may contain the sign too.
func (op RunOpener) nameOf(path string) (file, part string) {
	isThere := func(file string) bool {
		_, err := fs.Stat(op.Files, file)
		return !errors.Is(err, fs.ErrNotExist)
	}
	for file = path; file != "" && !isThere(file); {
		file = file[:max(0, strings.LastIndexByte(file, '#'))]
	}
	if file == "" {
		file = path[:max(0, strings.LastIndexByte(path, '#'))]
	}
	if file == "" {
		return path, ""
	}
	_, part, _ = strings.Cut(path[len(file):], "#")
	return file, part
}

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
		return nil, fmt.Errorf("is a single %s run and has no part %q", f.Name, asked)
	}
	return nil, fmt.Errorf("has no run %q; choose from %q", asked, all)
}

// src.Files becomes [openedFiles], so that the run knows its unused flags and what its cache
// entries depend on.
func (op RunOpener) openPart(ctx context.Context, f *loaders.Format, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
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
	if src.Path == Stdin {
		run.Stream = fmt.Sprintf("%s %08x", Stdin, crc32.ChecksumIEEE(src.Head))
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

func (op RunOpener) openFile(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	file, part := op.nameOf(path)
	src, err := OpenSource(op.Files, file)
	if err != nil {
		return nil, err
	}
	var parts []string
	f, err := op.findFormat(ctx, src, o)
	if err == nil {
		o.Part = part
		parts, err = partsOf(ctx, f, src, o)
	}
	if err != nil {
		src.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var runs []*loaders.Run
	var errs []error
	for i, part := range parts {
		if i > 0 { // every run owns its source
			src, err = OpenSource(op.Files, file)
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

func onlyRun(path string, openedRuns []*loaders.Run, err error) (*loaders.Run, error) {
	if err == nil && len(openedRuns) > 1 {
		err = fmt.Errorf("%s: contains several runs; name one, such as %s", path, openedRuns[0].Path)
	}
	if err != nil {
		for _, run := range openedRuns {
			run.Close()
		}
		return nil, err
	}
	return openedRuns[0], nil
}
