package loaders

import (
	"io"
	"io/fs"
)

// HeadSize is the unpacked bytes that formats see to detect a file.
const HeadSize = 64 << 10

// MarksSuffix names files of marks beside a run, which are never runs, nor dependencies.
const MarksSuffix = ".faithscope-marks.jsonl"

// Source is an opened run file, read by package loaders/files.
type Source struct {
	Files fs.FS
	Path  string

	// Size is in bytes as stored.
	Size int64
	// Head is at most HeadSize unpacked bytes, without a byte order mark, and not changed.
	Head    []byte
	Content io.Closer
}

// Close closes the file, which ends what reads from it.
func (src *Source) Close() error { return src.Content.Close() }
