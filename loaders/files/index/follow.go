package index

import (
	"context"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// followEvery is how often a file that is followed is looked at. It is looked
// up by name, which shows changes by another machine over NFS sooner than an
// open file does.
const followEvery = 500 * time.Millisecond

// Following implements [loaders.Growing]: it is on while the file is followed and nothing has ended
// that, and says why it was ended.
func (l *Elements) Following() loaders.FollowState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return loaders.FollowState{On: l.following && !l.Complete(), Changed: l.changed}
}

// awaitMore looks at the file every half second until it has more than was read, or ctx ends, and
// then returns "". If it is no longer the file that was opened it returns why.
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

// endFollowing notes and reports why the file is no longer followed: it is not the one that was
// opened.
func (l *Elements) endFollowing(why string) {
	l.mu.Lock()
	l.changed = why
	l.mu.Unlock()
	l.problems.Report(l.src.Path, "%s while it was followed; reopened", why)
}
