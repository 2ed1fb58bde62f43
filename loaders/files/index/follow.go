package index

import (
	"context"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// A followed file is looked up by name because over NFS that shows another machine's changes sooner
// than an open file does.
const followEvery = 500 * time.Millisecond

// Following implements [loaders.GrowingRecords].
func (l *FileElements) Following() loaders.FollowState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return loaders.FollowState{On: l.following && !l.Complete(), Changed: l.changed}
}

func awaitMore(ctx context.Context, fileWatcher *files.FileWatcher) (changed string) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	for {
		if more, changed := fileWatcher.CheckGrowth(); more || changed != "" {
			return changed
		}
		select {
		case <-ctx.Done():
			return ""
		case <-ticker.C:
		}
	}
}

func (l *FileElements) endFollowing(reason string) {
	l.mu.Lock()
	l.changed = reason
	l.mu.Unlock()
	l.problems.Report(l.src.Path, "%s while being followed; reopened", reason)
}
