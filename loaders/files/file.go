package files

import (
	"errors"
	"io/fs"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// MostContent bounds a file's unpacked bytes.
const MostContent = 16 << 30

// ErrEmpty means [loaders.HeadSize] bytes of white space.
var ErrEmpty = errors.New("the file is empty")

type sourceFile struct {
	fs.File
	packed string // "gzip", "zstd", "Excel", "UTF-16" or ""
	mark   int64  // length of the byte order mark: 0 or 3
	follow bool
	cache  *cache.Cache // nil for none
	known  sync.Map     // see [Remember]
}

// Remember caches f's result, so that recognising and opening a file share the work. Each name has
// one T.
func Remember[T any](src *loaders.Source, resultName string, f func() T) T {
	known := &fileOf(src).known
	if v, ok := known.Load(resultName); ok {
		return v.(T)
	}
	v := f()
	known.Store(resultName, v)
	return v
}

// Forget drops a source's [Remember] results.
func Forget(src *loaders.Source) { fileOf(src).known.Clear() }

func fileOf(src *loaders.Source) *sourceFile { return src.Content.(*sourceFile) }
