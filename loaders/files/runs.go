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

// maxRuns bounds the runs that a folder opens, and the folders in it that are
// searched.
const maxRuns = 256

// openFolder opens the files of a folder or a pattern, by the groups that [Opener.groupShards]
// finds: one group as one run, several as a run each. A folder without a group opens the runs of
// its folders, up to 256. It fails for more than 256 groups, which are one run if all are of one
// format. Its own errors begin with the path; both runs and an error can be returned.
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

// uniteGroups returns groups, at least one, as one if they are of one format, with its files in
// natural order: so many files are an example each, whatever their names. Groups of several formats
// are returned as they are.
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

// openGroups opens each group again through [Opener.OpenAll], by a path: that of its file or, of
// several, a pattern in the folder found.Path that is the first file's name with [0-9]* for each
// number, or * for all of it if the format's files are together whatever their names. The problems
// in found go to the first run that opens. A group that does not open does not stop the others: both
// runs and an error can be returned.
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

// openFolders opens the runs of the folders in a folder that has none itself, and goes no deeper.
// Folders without a run are skipped; if all are, it fails with [ErrFormat]. Both runs and an error
// can be returned.
func (op Opener) openFolders(ctx context.Context, s *shardNames, o loaders.Options) (runs []*loaders.Run, err error) {
	var errs []error
	for _, dir := range s.folders {
		inside, err := shardsAt(op.files(), dir)
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

// OpenAll opens all runs at path. A file has one in most formats; a "#" and a part name one of
// several. A folder, or a pattern of [path/filepath] that is not a file's name, is one run in
// several files; a folder whose files have different names is a run per name, and one without any
// run those of its folders. A part that does not open does not stop the others: both runs and an
// error can be returned.
func (op Opener) OpenAll(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	op = op.withContext(ctx) // whose end ends requests to servers
	switch s, err := shardsAt(op.files(), path); {
	case err != nil:
		return nil, err
	case s != nil:
		return op.openFolder(ctx, s, o)
	}
	return op.openFile(ctx, path, o)
}

// Open opens the run at path as [Opener.OpenAll] does, but there must be only one; several are an
// error. For a file of several runs the path ends with "#" and the part: "analysis.csv#bert". Its
// errors begin with the path and wrap [ErrFormat], [ErrEmpty] or the file system's error.
func (op Opener) Open(ctx context.Context, path string, o loaders.Options) (*loaders.Run, error) {
	runs, err := op.OpenAll(ctx, path, o)
	return onlyRun(path, runs, err)
}
