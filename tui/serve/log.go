package serve

import (
	"sync"
	"time"

	"faithscope/loaders"
)

// serverLog writes at most one line a second for each guest, so that none can flood it.
type serverLog struct {
	write func(line string)
	sync.Mutex
	of map[string]*recentLogLines
}

type recentLogLines struct {
	more int
	last string
}

// addLine writes at most one line a second for guestName, so that no guest can fill the log: the last
// one at its end, with the number before it.
func (l *serverLog) addLine(guestName, logLine string) {
	l.Lock()
	defer l.Unlock()
	if recent := l.of[guestName]; recent != nil {
		recent.more++
		recent.last = logLine
		return
	}
	l.of[guestName] = &recentLogLines{}
	l.write(logLine)
	time.AfterFunc(time.Second, func() { l.catchUp(guestName) })
}

func (l *serverLog) catchUp(guestName string) {
	l.Lock()
	defer l.Unlock()
	since := *l.of[guestName]
	if since.more == 0 {
		delete(l.of, guestName)
		return
	}
	*l.of[guestName] = recentLogLines{}
	if since.more > 1 {
		since.last += " (after skipping " + loaders.Count(since.more-1, "line") + ")"
	}
	l.write(since.last)
	time.AfterFunc(time.Second, func() { l.catchUp(guestName) })
}
