package files

import (
	"cmp"
	"context"
	"errors"
	"io/fs"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// ErrFormat means that no format knows the file.
var ErrFormat = errors.New("not a run in any format that faithscope reads")

// RunOpener opens runs.
type RunOpener struct {
	Formats loaders.Formats
	Files   fs.FS
	// Cache keeps slow results on disk; nil for none.
	Cache *cache.Cache
	// Follow reads appended records until the run is closed: [loaders.Run.Following].
	Follow bool
}

// NewOpener tries formats in order on files, nil for [DiskFiles], without cache and following.
func NewOpener(files fs.FS, formats ...loaders.Format) RunOpener {
	return RunOpener{Formats: formats, Files: cmp.Or[fs.FS](files, DiskFiles{})}
}

func (op RunOpener) withContext(ctx context.Context) RunOpener {
	if a, ok := op.Files.(interface {
		Within(ctx context.Context) fs.FS
	}); ok {
		op.Files = a.Within(ctx)
	}
	return op
}
