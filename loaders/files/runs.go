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
func (op RunOpener) openFolder(ctx context.Context, s *shardNames, o loaders.Options) ([]*loaders.Run, error) {
	run := &loaders.Run{Path: s.path}
	groups, err := op.groupShards(ctx, s, o.Of(loaders.ColumnMap), &run.Problems)
	if len(groups) > maxRuns {
		groups = uniteGroups(groups)
	}
	hasFolders := len(s.folders) > 0 && len(s.folders) <= maxRuns
	if hasFolders && !slices.ContainsFunc(groups, func(g shardGroup) bool { return !g.format.Alone }) {
		if runs, err := op.openFolders(ctx, s, o); len(runs) > 0 {
			return runs, err
		}
	}
	switch {
	case errors.Is(err, ErrFormat) && hasFolders:
		return op.openFolders(ctx, s, o)
	case err != nil:
	case len(groups) == 1:
		if run, err = op.openGroup(ctx, groups[0], run, o); err != nil {
			return nil, err
		}
		if g := groups[0]; len(g.shards) == 1 {
			op.reportHalf(run, g.shards[0].name)
		}
		return []*loaders.Run{run}, nil
	case len(groups) > maxRuns:
		err = loaders.Errorf("contains %d runs; at most %d can be opened at once", len(groups), maxRuns)
	}
	if err != nil {
		return nil, loaders.Errorf("%s: %w", s.path, err)
	}
	return op.openGroups(ctx, groups, run, o)
}

// uniteGroups joins groups of one format, because so many files are an example each, whatever their
// names.
func uniteGroups(shardGroups []shardGroup) []shardGroup {
	one := shardGroup{format: shardGroups[0].format}
	for _, g := range shardGroups {
		if g.format.Name != one.format.Name {
			return shardGroups
		}
		one.shards = append(one.shards, g.shards...)
	}
	slices.SortFunc(one.shards, func(a, b shardFile) int { return natural.Compare(a.name, b.name) })
	return []shardGroup{one}
}

// openGroups gives each run a path that opens it again: its file, or a pattern of the first file's
// name with [0-9]* for each number, or * if the format's files belong together.
func (op RunOpener) openGroups(
	ctx context.Context, shardGroups []shardGroup, folderRun *loaders.Run, o loaders.Options,
) (runs []*loaders.Run, err error) {
	var errs []error
	for _, g := range shardGroups {
		path := g.shards[0].name
		if len(g.shards) > 1 {
			pattern := number.ReplaceAllLiteralString(quotePattern(filepath.Base(path)), "[0-9]*")
			if g.format.Together {
				pattern = "*" + filepath.Ext(path)
			}
			if g.format.Halves != nil {
				pattern = g.format.Halves.ReplaceAllLiteralString(pattern, "_[a-z]*")
			}
			path = filepath.Join(quotePattern(folderRun.Path), pattern)
		}
		of, err := op.OpenAll(ctx, path, o)
		runs, errs = append(runs, of...), append(errs, err)
	}
	if len(runs) > 0 {
		folderRun.Problems.ForwardTo(&runs[0].Problems)
	}
	return runs, errors.Join(errs...)
}

func (op RunOpener) openFolders(ctx context.Context, s *shardNames, o loaders.Options) (runs []*loaders.Run, err error) {
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

func quotePattern(fileName string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(fileName)
}

// OpenAll opens all runs at path. A file is one run in most formats; "#" and a part name one of
// several. A folder, or a pattern of [path/filepath] that isn't a file's name, is one run in
// several files; with different names a run per name; without runs, those of its folders. If a part
// doesn't open, the others still do: both runs and an error can be returned.
func (op RunOpener) OpenAll(ctx context.Context, path string, o loaders.Options) ([]*loaders.Run, error) {
	op = op.withContext(ctx) // ends requests to servers
	switch s, err := shardsAt(op.Files, path); {
	case err != nil:
		return nil, err
	case s != nil:
		return op.openFolder(ctx, s, o)
	}
	runs, err := op.openFile(ctx, path, o)
	for _, run := range runs {
		op.reportHalf(run, path)
	}
	return runs, err
}

// Open opens the one run at path; several are an error. A part is "analysis.csv#bert". Errors begin
// with the path and wrap [ErrFormat], [ErrEmpty] or the file system's error.
func (op RunOpener) Open(ctx context.Context, path string, o loaders.Options) (*loaders.Run, error) {
	runs, err := op.OpenAll(ctx, path, o)
	return onlyRun(path, runs, err)
}

func (op RunOpener) reportHalf(run *loaders.Run, fileName string) {
	if slices.ContainsFunc(op.Formats, func(f loaders.Format) bool {
		return f.Name == run.Format && f.Halves != nil && f.Halves.MatchString(filepath.Base(fileName))
	}) {
		run.Problems.Report(fileName, "contains only half of a run, but F1 needs both halves; open both files or their folder")
	}
}

// JoinHalves replaces the two files of a run by a pattern of both names.
func (op RunOpener) JoinHalves(ctx context.Context, typedPaths []string) (joined []string) {
	patterns := loaders.Map(typedPaths, func(path string) string { return op.patternOfHalves(ctx, path) })
	for i, pattern := range patterns {
		switch before := slices.Index(patterns, pattern); {
		case pattern != "" && before < i:
		case pattern != "" && slices.Contains(patterns[i+1:], pattern):
			joined = append(joined, pattern)
		default:
			joined = append(joined, typedPaths[i])
		}
	}
	return joined
}

func (op RunOpener) patternOfHalves(ctx context.Context, filePath string) string {
	dir, name := filepath.Split(filePath)
	isHalf := func(f loaders.Format) bool { return f.Halves != nil && f.Halves.MatchString(name) }
	if !slices.ContainsFunc(op.Formats, isHalf) {
		return ""
	}
	src, err := OpenSource(op.Files, filePath)
	if err != nil {
		return ""
	}
	defer src.Close()
	f, err := op.findFormat(ctx, src, loaders.Options{})
	if err != nil || !isHalf(*f) {
		return ""
	}
	return quotePattern(dir) + f.Halves.ReplaceAllLiteralString(quotePattern(name), "_[a-z]*")
}
