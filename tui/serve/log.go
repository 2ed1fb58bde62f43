package serve

import (
	"fmt"
	"sync"
	"time"

	"faithscope/loaders"
)

// log writes at most one line a second for each guest, so that none can flood
// it.
type log struct {
	write func(line string)
	sync.Mutex
	of map[string]*lately
}

// lately holds what a guest has logged since the last line written.
type lately struct {
	more int
	last string
}

// addLine logs a line for a guest: at once if none was written within the last second. Otherwise
// only the last line of that second is written at its end, with the number of lines before it.
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

// catchUp writes the last line that has come from who since the last one written, with how many
// came before it, every second until nothing more comes.
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
