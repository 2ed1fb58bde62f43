package files

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/maruel/natural"

	"faithscope/loaders"
)

const maxRuns = 256

// More than 256 groups are one run if they share a format, otherwise an error.
func (op Opener) openFolder(ctx context.Context, s *shardNames, o loaders.Options) ([]*loaders.Run, error) {
	run := &loaders.Run{Path: s.path}
	groups, err := op.groupShards(ctx, s, o.Of(loaders.ColumnMap), &run.Problems)
	if len(groups) > maxRuns {
		groups = uniteGroups(groups)
	}
	hasFolders := len(s.folders) > 0 && len(s.folders) <= maxRuns
	switch {
	case errors.Is(err, ErrFormat) && hasFolders:
		return op.openFolders(ctx, s, o)
	case err != nil:
	case len(groups) == 1:
		if run, err = op.openGroup(ctx, groups[0], run, o); err != nil {
			return nil, err
		}
		return []*loaders.Run{run}, nil
	case len(groups) > maxRuns:
		err = loaders.Errorf("holds %d runs; at most %d are opened at once", len(groups), maxRuns)
	}
	if err != nil {
		return nil, loaders.Errorf("%s: %w", s.path, err)
	}
	return op.openGroups(ctx, groups, run, o)
}

// So many files of one format are an example each, whatever their names.
func uniteGroups(groups []shardGroup) []shardGroup {
	one := shardGroup{format: groups[0].format}
	for _, g := range groups {
		if g.format.Name != one.format.Name {
			return groups
		}
		one.shards = append(one.shards, g.shards...)
	}
	slices.SortFunc(one.shards, func(a, b shardFile) int { return natural.Compare(a.name, b.name) })
	return []shardGroup{one}
}

// A group's path opens it again: its file, or a pattern of the first file's name with [0-9]* for
// each number, or * if the format's files belong together.
func (op Opener) openGroups(
	ctx context.Context, groups []shardGroup, found *loaders.Run, o loaders.Options,
) (runs []*loaders.Run, err error) {
	var errs []error
	for _, g := range groups {
		path := g.shards[0].name
		if len(g.shards) > 1 {
			pattern := number.ReplaceAllLiteralString(quotePattern(filepath.Base(path)), "[0-9]*")
			if g.format.Together {
				pattern = "*" + filepath.Ext(path)
			}
			path = filepath.Join(quotePattern(found.Path), pattern)
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

func (op Opener) openFolders(ctx context.Context, s *shardNames, o loaders.Options) (runs []*loaders.Run, err error) {
	var errs []error
	for _, dir := range s.folders {
		inside, err := shardsAt(op.Files, dir)
		if err == nil {
			inside.folders = nil // no deeper
			var of []*loaders.Run
			of, err = op.openFolder(ctx, inside, o)
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

func quotePattern(text string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(text)
}

// OpenAll opens all runs at path. A file is one run in most formats; "#" and a part name one of
// several. A folder, or a pattern of [path/filepath] that isn't a file's name, is one run in
// several files; with different names a run per name; without runs, those of its folders. If a part
// doesn't open, the others still do: both runs and an error can be returned.
func (op Opener) OpenAll(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	op = op.withContext(ctx) // ends requests to servers
	switch s, err := shardsAt(op.Files, path); {
	case err != nil:
		return nil, err
	case s != nil:
		return op.openFolder(ctx, s, o)
	}
	return op.openFile(ctx, path, o)
}

// Open opens the one run at path; several are an error. A part is "analysis.csv#bert". Errors begin
// with the path and wrap [ErrFormat], [ErrEmpty] or the file system's error.
func (op Opener) Open(ctx context.Context, path string, o loaders.Options) (*loaders.Run, error) {
	runs, err := op.OpenAll(ctx, path, o)
	return onlyRun(path, runs, err)
}
