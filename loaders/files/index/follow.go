package index

import (
	"context"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// followEvery is how often a file that is followed is looked at. It is asked
// by name, which shows news from another machine over NFS sooner than an open
// file does.
const followEvery = 500 * time.Millisecond

// Following implements [loaders.Growing].
func (l *Lines) Following() loaders.Follow {
	l.mu.Lock()
	defer l.mu.Unlock()
	return loaders.Follow{On: l.following && !l.Complete(), Changed: l.changed}
}

// await waits until the file has more than was read. A non-empty answer says
// that it is no longer the file that was opened.
func (l *Lines) await(ctx context.Context, watch *files.Watch) (changed string) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	for {
		if more, changed := watch.Grown(); more || changed != "" {
			return changed
		}
		select {
		case <-ctx.Done():
			return ""
		case <-ticker.C:
		}
	}
}

// changes ends the following of a file that is no longer the one opened.
func (l *Lines) changes(why string) {
	l.mu.Lock()
	l.changed = why
	l.mu.Unlock()
	l.problems.Add(loaders.Problem{File: l.src.Path, What: loaders.Say("%s while it was followed", why), Done: loaders.Say("reopened")})
}
