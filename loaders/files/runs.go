package files

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"faithscope/loaders"
)

// maxRuns bounds the runs that a folder opens, and the folders in it that are
// looked into.
const maxRuns = 256

// openFolder opens the runs of a folder or a pattern. err is that of shardsAt.
func (op Opener) openFolder(ctx context.Context, s *shardNames, o loaders.Options, err error) ([]*loaders.Run, error) {
	if err != nil {
		return nil, err
	}
	run := &loaders.Run{}
	groups, err := op.groups(ctx, s, &run.Problems)
	switch {
	case errors.Is(err, ErrFormat) && len(s.folders) > 0 && len(s.folders) <= maxRuns:
		return op.openFolders(ctx, s, o)
	case err == nil && len(groups) > maxRuns:
		err = loaders.Errorf("holds %d runs; at most %d are opened at once", len(groups), maxRuns)
	case err == nil && len(groups) == 1:
		if run, err = op.openGroup(ctx, s.path, groups[0], run, o); err != nil {
			return nil, err
		}
		return []*loaders.Run{run}, nil
	}
	if err != nil {
		return nil, loaders.Errorf("%s: %w", s.path, err)
	}
	return op.openGroups(ctx, s.path, groups, run, o)
}

// openGroups opens each group as a run, which has a path of its own: to its
// file, or a pattern of its files. The problems of finding them, in found, go
// to the first.
func (op Opener) openGroups(ctx context.Context, dir string, groups []shardGroup, found *loaders.Run, o loaders.Options) (runs []*loaders.Run, err error) {
	var errs []error
	for _, g := range groups {
		path := g.shards[0].name
		if len(g.shards) > 1 {
			path = patternOf(dir, path)
		}
		of, err := op.OpenAll(ctx, path, o)
		runs, errs = append(runs, of...), append(errs, err)
	}
	if kept, _ := found.Problems.All(); len(runs) > 0 {
		for _, p := range kept {
			runs[0].Problems.Add(p)
		}
	}
	return runs, errors.Join(errs...)
}

// openFolders opens the runs of the folders in a folder that has none itself.
// Folders without a run are left alone.
func (op Opener) openFolders(ctx context.Context, s *shardNames, o loaders.Options) (runs []*loaders.Run, err error) {
	var errs []error
	for _, dir := range s.folders {
		inside, err := shardsAt(op.files(), dir)
		if err == nil {
			inside.folders = nil // no deeper
			var of []*loaders.Run
			of, err = op.openFolder(ctx, inside, o, nil)
			runs = append(runs, of...)
		}
		if err != nil && !errors.Is(err, ErrFormat) {
			errs = append(errs, err)
		}
	}
	if len(runs) == 0 && len(errs) == 0 {
		return nil, loaders.Errorf("%s: %w", s.path, ErrFormat)
	}
	return runs, errors.Join(errs...)
}

// patternOf is a pattern of the files in dir whose names differ from name's in
// digits alone.
func patternOf(dir, name string) string {
	var b strings.Builder
	base := filepath.Base(name)
	for base != "" {
		if n := digits(base); n > 0 {
			b.WriteString("[0-9]*")
			base = base[n:]
			continue
		}
		b.WriteString(quoted(base[:1]))
		base = base[1:]
	}
	return filepath.Join(quoted(dir), b.String())
}

// quoted is text as a pattern matches it.
func quoted(text string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(text)
}

// OpenAll opens all runs of the file at path, one for most formats, or the one
// that the path names behind a "#". A folder, or a pattern of [path/filepath]
// that is not a file's name, is one run in several files; a folder of files
// with different names is a run per name, and one without any run in it is
// those of its folders. A part that does not open does not lose the others:
// both runs and an error can be returned.
func (op Opener) OpenAll(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	op = op.within(ctx)
	if s, err := shardsAt(op.files(), path); s != nil || err != nil {
		return op.openFolder(ctx, s, o, err)
	}
	return op.openFile(ctx, path, o)
}
