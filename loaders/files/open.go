package files

import (
	"context"
	"fmt"

	"faithscope/loaders"
)

// Open opens the run at path: as OpenAll does, which here must be one. A file
// of several runs is named with the part to open behind a "#":
// "analysis.csv#bert". Its errors begin with the path and wrap [ErrFormat],
// [ErrEmpty] or the file system's error.
func (op Opener) Open(ctx context.Context, path string, o loaders.Options) (*loaders.Run, error) {
	op = op.within(ctx)
	if s, err := shardsAt(op.files(), path); s != nil || err != nil {
		return op.openShards(ctx, s, o, err)
	}
	f, src, parts, err := op.find(ctx, path, o)
	if err != nil {
		return nil, err
	}
	if len(parts) != 1 {
		src.Close()
		return nil, fmt.Errorf("%s: holds %d runs; name one, as in %s#%s", path, len(parts), path, parts[0])
	}
	return op.open(ctx, f, src, parts[0], o)
}
