package files

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/maruel/natural"

	"faithscope/loaders"
)

// Each open file of a run holds a handle.
const maxShards = 20_000

type shardNames struct {
	path    string
	names   []string
	folders []string
	any     bool // a pattern: the user says that the files belong together
}

// shardsAt leaves out hidden files, which systems and editors put there. It returns nil for a single
// file, a pattern without matches, and elsewhere.
func shardsAt(files fs.FS, path string) (*shardNames, error) {
	if !isLocal(files, path) {
		return nil, nil
	}
	switch info, err := fs.Stat(files, path); {
	case err == nil && info.IsDir():
		entries, err := fs.ReadDir(files, path)
		if err != nil {
			return nil, err
		}
		s := &shardNames{path: path}
		for _, e := range entries {
			switch name := filepath.Join(path, e.Name()); {
			case strings.HasPrefix(e.Name(), "."), e.Name() == "_SUCCESS": // of Spark
			case e.Type().IsRegular():
				s.names = append(s.names, name)
			case e.IsDir():
				s.folders = append(s.folders, name)
			}
		}
		if len(s.names) == 0 && len(s.folders) == 1 { // a program's folders of date and model
			return shardsAt(files, s.folders[0])
		}
		return s.sortNames()
	case err == nil || !strings.ContainsAny(path, "*?["):
		return nil, nil
	}
	names, err := filepath.Glob(path)
	if err != nil {
		return nil, loaders.Errorf("%s: %w", path, err)
	}
	if names = slices.DeleteFunc(names, holdsMarks); len(names) == 0 {
		return nil, nil // OpenSource reports it
	}
	s := &shardNames{path: path, names: names, any: true}
	return s.sortNames()
}

func (s *shardNames) sortNames() (*shardNames, error) {
	slices.SortFunc(s.names, natural.Compare) // shard 10 comes after shard 9
	if len(s.names) > maxShards {
		return nil, loaders.Errorf("%s: %d files; a run can have at most %d", s.path, len(s.names), maxShards)
	}
	return s, nil
}

var number = regexp.MustCompile(`[0-9]+`)

// stemOf is equal for files of one run.
func stemOf(f *loaders.Format, fileName string) string {
	fileName = number.ReplaceAllLiteralString(filepath.Base(fileName), "")
	if f.Halves != nil {
		fileName = f.Halves.ReplaceAllLiteralString(fileName, "")
	}
	return fileName
}

type shardFile struct {
	name string
	size int64
}

type shardGroup struct {
	format *loaders.Format
	shards []shardFile
}

// groupShards joins names that differ only in digits or halves, unless [loaders.Format.Together], and ignores
// unknown files of other names, because anything may lie beside a run.
func (op RunOpener) groupShards(ctx context.Context, s *shardNames, columnMap string, problems *loaders.Problems) (groups []shardGroup,
	err error) {
	var unknown error
	var others []string
	options := loaders.Options{}
	if strings.HasPrefix(columnMap, "rows=.") { // each file is a row of a table
		options = options.With(loaders.ColumnMap, columnMap)
	}
	for _, name := range s.names {
		src, err := OpenSource(op.Files, name)
		if err != nil {
			reportLost(problems, name, err)
			continue
		}
		f, why := op.findFormat(ctx, src, options) // nil for none
		if f == nil {
			f = op.mappedFormat(ctx, src, columnMap)
		}
		src.Close()
		if f == nil {
			unknown, others = cmp.Or(unknown, why), append(others, name)
			continue
		}
		if s.any && len(groups) > 0 && groups[0].format.Name != f.Name {
			return nil, loaders.Errorf("contains runs in two formats, %s (%s) and %s (%s); name the files to open", groups[0].format.Name,
				groups[0].shards[0].name, f.Name, name)
		}
		at := slices.IndexFunc(groups, func(g shardGroup) bool {
			return s.any || g.format.Name == f.Name && (f.Together || stemOf(f, g.shards[0].name) == stemOf(f, name))
		})
		if at < 0 {
			at, groups = len(groups), append(groups, shardGroup{format: f})
		}
		groups[at].shards = append(groups[at].shards, shardFile{name, src.Size})
	}
	if len(groups) == 0 {
		return nil, cmp.Or(unknown, ErrFormat)
	}
	sure, dropped := splitClaimed(groups)
	s.reportOthers(append(others, namesOf(dropped)...), sure, problems)
	return sure, nil
}

// reportOthers reports files that a pattern names, or that are called like a run's.
func (s *shardNames) reportOthers(others []string, shardGroups []shardGroup, problems *loaders.Problems) {
	for _, name := range others {
		if s.any || isShard(name, shardGroups) {
			reportLost(problems, name, ErrFormat)
		}
	}
}

func namesOf(shardGroups []shardGroup) (names []string) {
	for _, g := range shardGroups {
		names = append(names, loaders.Map(g.shards, func(shard shardFile) string { return shard.name })...)
	}
	return names
}

// isShard reports whether a file is called like a group's files, but for digits.
func isShard(fileName string, shardGroups []shardGroup) bool {
	return number.MatchString(filepath.Base(fileName)) && slices.ContainsFunc(shardGroups, func(g shardGroup) bool {
		return stemOf(g.format, g.shards[0].name) == stemOf(g.format, fileName)
	})
}

// mappedFormat returns the format of a table that has a map's columns, nil for none or no map.
func (op RunOpener) mappedFormat(ctx context.Context, src *loaders.Source, columnMap string) *loaders.Format {
	if columnMap == "" {
		return nil
	}
	options := loaders.Options{}.With(loaders.ColumnMap, columnMap)
	return op.Formats.Find(func(f loaders.Format) bool {
		return f.Shape != nil && f.Confirm != nil && f.Confirm(ctx, src, options)
	})
}

// splitClaimed drops groups recognised only by column names, unless all are, because many runs have
// tables of results beside them.
func splitClaimed(shardGroups []shardGroup) (sure, dropped []shardGroup) {
	for _, g := range shardGroups {
		if isGuessed := g.format.Shape != nil && g.format.Confirm != nil; isGuessed {
			dropped = append(dropped, g)
		} else {
			sure = append(sure, g)
		}
	}
	if len(sure) == 0 {
		return shardGroups, nil
	}
	return sure, dropped
}

func reportLost(problems *loaders.Problems, fileName string, err error) {
	problems.Add(loaders.Problem{File: fileName, Lost: true}.Worded("%s; left out of the run", Reason(err, fileName)))
}

// Reason returns err without its leading name and colon.
func Reason(err error, fileName string) loaders.Sentence {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if fileName+": "+inner.Error() == err.Error() {
			return loaders.SentenceOf(inner)
		}
	}
	return loaders.SentenceOf(err)
}
