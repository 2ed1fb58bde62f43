package loaders

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Format knows one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string // one line for `faithscope formats`
	Boxes string // the box convention it is read with, "" where it has no boxes
	Sign  string // what Detect goes by, in words
	// Detect says from the first bytes (decompressed, up to [HeadSize])
	// whether a file is of this format. It looks at keys, never at the
	// file's name, and claims no other format's file.
	Detect func(head []byte) bool
	// Parts names the runs of a file that holds several, in its order (the
	// models of a table that has columns for each). Nil for formats of one
	// run a file.
	Parts func(src *Source) ([]string, error)
	// Open reads what it must to show the first examples, joins gold and
	// pictures, and returns; records are found in the background until ctx
	// ends or the run is closed.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// Options say where the files are that travel apart from a run. Names are
// opened from the run's own file system ([Source.Files]).
type Options struct {
	// Files is what names are opened in; nil for [Disk].
	Files    fs.FS
	Gold     string // annotations file; "" searches beside the run
	Programs string // program file; "" searches beside the run
	Scenes   string // scene graphs; "" searches beside the run
	Images   string // image folder; "" searches beside the run
	// ImageFiles overrides Images, for pictures that are not in a folder on
	// disk (the embedded demo).
	ImageFiles fs.FS
	// Follow takes up what is written behind the end of the file, until the
	// run is closed: [Run.Following]. Formats leave it alone.
	Follow bool
	// Cache keeps on disk what takes long to work out; nil for nothing.
	// Formats leave it alone. NoCache says that none is wanted.
	Cache   *Cache
	NoCache bool
	// Part is which run of a file of several to open, one of [Format.Parts].
	// [Formats] sets it from the path.
	Part string
}

// Formats is an ordered list: the first that detects a file opens it.
type Formats []Format

// ErrFormat means that no format knows the file.
var ErrFormat = errors.New("not a run in any format that faithscope reads")

// Open opens the run at path: as OpenAll does, which here must be one.
func (list Formats) Open(ctx context.Context, path string, o Options) (*Run, error) {
	return list.OpenFrom(ctx, o.files(), path, o)
}

func (o *Options) files() fs.FS {
	if o.Files == nil {
		return Disk{}
	}
	return o.Files
}

// OpenFrom opens the run file at path in files. A file of several runs is
// named with the part to open behind a "#": "analysis.csv#bert". Its errors
// begin with the path and wrap [ErrFormat], [ErrEmpty] or the file system's
// error.
func (list Formats) OpenFrom(ctx context.Context, files fs.FS, path string, o Options) (*Run, error) {
	if s, err := shardsAt(files, path); s != nil || err != nil {
		return list.openShards(ctx, files, s, o, err)
	}
	f, src, parts, err := list.find(files, path)
	if err != nil {
		return nil, err
	}
	if len(parts) != 1 {
		src.Close()
		return nil, fmt.Errorf("%s: holds %d runs; name one, as in %s#%s", path, len(parts), path, parts[0])
	}
	return f.open(ctx, src, parts[0], o)
}

// OpenAll opens all runs of the file at path, one for most formats, or the one
// that the path names behind a "#". A folder, or a pattern of [path/filepath]
// that is no file's name, is one run in several files. A part that does not
// open does not lose the others: both runs and an error can be returned.
func (list Formats) OpenAll(ctx context.Context, path string, o Options) ([]*Run, error) {
	files := o.files()
	if s, err := shardsAt(files, path); s != nil || err != nil {
		run, err := list.openShards(ctx, files, s, o, err)
		if err != nil {
			return nil, err
		}
		return []*Run{run}, nil
	}
	f, src, parts, err := list.find(files, path)
	if err != nil {
		return nil, err
	}
	file := src.Path
	var runs []*Run
	var errs []error
	for i, part := range parts {
		if i > 0 { // every run owns its source
			src, err = OpenSource(files, file)
		}
		var run *Run
		if err == nil {
			run, err = f.open(ctx, src, part, o)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		runs = append(runs, run)
	}
	return runs, errors.Join(errs...)
}

// find opens the file that path names, and finds its format and which of its
// parts are meant: [""] for a file of one run.
func (list Formats) find(files fs.FS, path string) (f Format, src *Source, parts []string, err error) {
	src, err = OpenSource(files, path)
	part := ""
	if at := strings.LastIndexByte(path, '#'); at > 0 && errors.Is(err, fs.ErrNotExist) {
		// A file may have the sign in its name, so the whole path comes first.
		part = path[at+1:]
		src, err = OpenSource(files, path[:at])
	}
	if err != nil {
		return Format{}, nil, nil, err
	}
	at := slices.IndexFunc(list, func(f Format) bool { return f.Detect(src.Head()) })
	if at < 0 {
		err = fmt.Errorf("%w (`faithscope formats` lists them)", ErrFormat)
	} else {
		parts, err = list[at].parts(src, part)
	}
	if err != nil {
		src.Close()
		return Format{}, nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return list[at], src, parts, nil
}

// parts returns the parts to open: the one that was asked for, or all.
func (f *Format) parts(src *Source, asked string) ([]string, error) {
	all := []string{""}
	if f.Parts != nil {
		var err error
		if all, err = f.Parts(src); err != nil {
			return nil, err
		}
	}
	switch {
	case asked == "" && len(all) > 0:
		return all, nil
	case asked != "" && slices.Contains(all, asked):
		return []string{asked}, nil
	case f.Parts == nil:
		return nil, fmt.Errorf("is %s, of one run: it has no part %q", f.Name, asked)
	}
	return nil, fmt.Errorf("no run %q in it; it has %q", asked, all)
}

// open opens one part of src, which it closes where that fails.
func (f *Format) open(ctx context.Context, src *Source, part string, o Options) (*Run, error) {
	o.Part = part
	src.follow, src.cache = o.Follow, o.Cache
	seen := &witness{FS: src.Files, seen: map[string]bool{}}
	if o.Cache != nil {
		src.Files = seen
	}
	path := src.Path
	if part != "" {
		path += "#" + part
	}
	run, err := f.Open(ctx, src, o)
	if err != nil {
		src.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if part != "" {
		run.Name, run.Path, run.Part = part, path, part
	}
	if o.Cache != nil {
		options := fmt.Sprintf("%q %q %q %q %q", f.Name, o.Gold, o.Programs, o.Scenes, o.Part)
		run.kept = &kept{o.Cache, src, seen, options, src.identity()}
	}
	return run, nil
}
