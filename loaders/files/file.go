package files

import (
	"io"
	"io/fs"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// Growing is a file that may grow: standard input.
type Growing interface {
	fs.File
	// Ready waits until n bytes have come, or all, or a whole line and then
	// nothing for a moment, and returns how many there are.
	Ready(n int64) int64
}

// Streaming is a file that is read faster from its start than at places.
type Streaming interface {
	fs.File
	Stream() io.ReadCloser
}

// sourceFile is the [loaders.Source.Content] of every source.
type sourceFile struct {
	fs.File
	packed string       // "gzip", "zstd", "UTF-16" or ""
	mark   int64        // bytes of the byte order mark: 0 or 3
	follow bool         // what is appended is read
	cache  *cache.Cache // nil for none
	known  sync.Map     // see [Remember]
}

// Remember returns what f returned when it was first called for this source and name: what is found
// out to recognise a file need not be found out again to open it. Every name has one T.
func Remember[T any](src *loaders.Source, name string, f func() T) T {
	known := &fileOf(src).known
	if v, ok := known.Load(name); ok {
		return v.(T)
	}
	v := f()
	known.Store(name, v)
	return v
}

// Forget drops what [Remember] has for a source, once it is open.
func Forget(src *loaders.Source) { fileOf(src).known.Clear() }

func fileOf(src *loaders.Source) *sourceFile { return src.Content.(*sourceFile) }
