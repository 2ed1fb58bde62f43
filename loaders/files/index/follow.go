package index

import (
	"context"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// followEvery is how often a followed file is looked up, by name because over NFS that shows
// another machine's changes sooner than an open file does.
const followEvery = 500 * time.Millisecond

// Following implements [loaders.Growing].
func (l *Elements) Following() loaders.FollowState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return loaders.FollowState{On: l.following && !l.Complete(), Changed: l.changed}
}

// awaitMore waits until the file has more than was read, or ctx ends, and returns ""; or why it
// isn't the opened file any more.
func (l *Elements) awaitMore(ctx context.Context, watch *files.Watch) (changed string) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	for {
		if more, changed := watch.CheckGrowth(); more || changed != "" {
			return changed
		}
		select {
		case <-ctx.Done():
			return ""
		case <-ticker.C:
		}
	}
}

func (l *Elements) endFollowing(why string) {
	l.mu.Lock()
	l.changed = why
	l.mu.Unlock()
	l.problems.Report(l.src.Path, "%s while it was followed; reopened", why)
}
