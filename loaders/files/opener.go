package files

import (
	"context"
	"errors"
	"io/fs"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// ErrFormat means that no format knows the file.
var ErrFormat = errors.New("not a run in any format that faithscope reads")

// Opener opens runs.
type Opener struct {
	Formats loaders.Formats
	// Files opens names; nil for [Disk].
	Files fs.FS
	// Cache keeps on disk what takes long to compute; nil for no cache.
	Cache *cache.Cache
	// Follow reads what is appended to a file, until its run is closed:
	// [loaders.Run.Following].
	Follow bool
}

// NewOpener returns an opener of files of these formats, tried in this order, in a file system, nil
// for [Disk]. It has no cache and does not follow files.
func NewOpener(files fs.FS, formats ...loaders.Format) Opener {
	return Opener{Formats: formats, Files: files}
}

func (op Opener) files() fs.FS {
	if op.Files == nil {
		return Disk{}
	}
	return op.Files
}

func (op Opener) withContext(ctx context.Context) Opener {
	if a, ok := op.Files.(interface {
		Within(ctx context.Context) fs.FS
	}); ok {
		op.Files = a.Within(ctx)
	}
	return op
}
