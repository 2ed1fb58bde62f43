package loaders

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Format knows one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string // one line for `faithscope formats`
	Boxes string // the box convention it is read with, "" where it has no boxes
	// Detect says from the first bytes (decompressed, up to [HeadSize])
	// whether a file is of this format. It looks at keys, never at the
	// file's name, and claims no other format's file.
	Detect func(head []byte) bool
	// Open reads what it must to show the first examples, joins gold and
	// pictures, and returns; records are found in the background until ctx
	// ends or the run is closed.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// Options say where the files are that travel apart from a run. Names are
// opened from the run's own file system ([Source.Files]).
type Options struct {
	Gold     string // annotations file; "" searches beside the run
	Programs string // program file; "" searches beside the run
	Images   string // image folder; "" searches beside the run
	// ImageFiles overrides Images, for pictures that are not in a folder on
	// disk (the embedded demo).
	ImageFiles fs.FS
}

// Formats is an ordered list: the first that detects a file opens it.
type Formats []Format

// ErrFormat means that no format knows the file.
var ErrFormat = errors.New("not a run in any format that faithscope reads")

// Open opens the run file at path on disk.
func (list Formats) Open(ctx context.Context, path string, o Options) (*Run, error) {
	return list.OpenFrom(ctx, Disk{}, path, o)
}

// OpenFrom opens the run file at path in files. Its errors begin with the
// path and wrap [ErrFormat], [ErrEmpty] or the file system's error.
func (list Formats) OpenFrom(ctx context.Context, files fs.FS, path string, o Options) (*Run, error) {
	src, err := OpenSource(files, path)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if !f.Detect(src.Head()) {
			continue
		}
		run, err := f.Open(ctx, src, o)
		if err != nil {
			src.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return run, nil
	}
	src.Close()
	return nil, fmt.Errorf("%s: %w (`faithscope formats` lists them)", path, ErrFormat)
}
