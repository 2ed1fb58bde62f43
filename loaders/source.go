package loaders

import (
	"io"
	"io/fs"
)

// HeadSize is how many (unpacked) bytes a format sees to detect itself.
const HeadSize = 64 << 10

// MarksSuffix ends the name of the file beside a run that holds its marks. Such a file is
// never a run, nor anything that a run depends on.
const MarksSuffix = ".faithscope-marks.jsonl"

// Source is a run file, opened, as a format sees it. Package loaders/files
// opens it; its functions read it beyond its first bytes, so that this package
// knows no disk, no server and no archive.
type Source struct {
	// Files opens names: the run's own, and those of files
	// that travel with it.
	Files fs.FS
	Path  string
	// Size of the file in bytes as stored, for progress.
	Size int64
	// Head is the first unpacked bytes, at most HeadSize, without a byte order
	// mark. It is not changed.
	Head []byte
	// Content is the open file; loaders/files made it and reads it.
	Content io.Closer
}

// Close closes the file, and so ends what reads from it.
func (src *Source) Close() error { return src.Content.Close() }
