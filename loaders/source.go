package loaders

import (
	"io"
	"io/fs"
)

// HeadSize is the unpacked bytes that formats see to detect a file.
const HeadSize = 64 << 10

// MarksSuffix ends the name of a file of marks beside a run, which is never a run, nor a dependency
// of one.
const MarksSuffix = ".faithscope-marks.jsonl"

// Source is an opened run file as a format sees it. Package loaders/files opens it and reads it
// beyond its first bytes.
type Source struct {
	// Files opens the run's file and those that travel with it.
	Files fs.FS
	Path  string

	// Size is in bytes as stored.
	Size int64
	// Head is the first unpacked bytes, at most HeadSize, without a byte order mark. It isn't
	// changed.
	Head []byte
	// Content is the open file, which loaders/files made and reads.
	Content io.Closer
}

// Close closes the file, which ends what reads from it.
func (src *Source) Close() error { return src.Content.Close() }
