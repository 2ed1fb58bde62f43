package files

import (
	"io/fs"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// file is the [loaders.Source.Content] of every source.
type file struct {
	fs.File
	packed string       // "gzip", "zstd" or ""
	mark   int64        // bytes of the byte order mark: 0 or 3
	follow bool         // what is written behind the end is read
	cache  *cache.Cache // nil for none
}

func fileOf(src *loaders.Source) *file { return src.Content.(*file) }
