package serve

import (
	"fmt"
	"sync"
	"time"

	"faithscope/loaders"
)

// log writes at most one line a second for each guest, so that none can flood it.
type log struct {
	write func(line string)
	sync.Mutex
	of map[string]*lately
}

type lately struct {
	more int
	last string
}

// addLine logs at once if no line was written within the last second; otherwise only the last line
// at its end, with the number before it.
func (l *log) addLine(who, line string) {
	l.Lock()
	defer l.Unlock()
	if l.of[who] != nil {
		l.of[who].more++
		l.of[who].last = line
		return
	}
	l.of[who] = &lately{}
	l.write(line)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}

// catchUp runs every second until nothing more comes from who.
func (l *log) catchUp(who string) {
	l.Lock()
	defer l.Unlock()
	since := *l.of[who]
	if since.more == 0 {
		delete(l.of, who)
		return
	}
	*l.of[who] = lately{}
	if since.more > 1 {
		since.last += fmt.Sprintf(" (and %s before)", loaders.Count(since.more-1, "line"))
	}
	l.write(since.last)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}
