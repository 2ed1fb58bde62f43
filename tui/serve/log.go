package serve

import (
	"fmt"
	"sync"
	"time"
)

// log writes a line a second of everybody, who would else fill it.
type log struct {
	write func(line string)
	mu    sync.Mutex
	of    map[string]*lately
}

// lately is what somebody had written since the last line.
type lately struct {
	more int
	last string
}

func newLog(write func(line string)) *log { return &log{write: write, of: map[string]*lately{}} }

// say writes a line of somebody: at once where that is the first of the second,
// else with the others of the second, as their number and the last of them.
func (l *log) say(who, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[who] != nil {
		l.of[who].more++
		l.of[who].last = line
		return
	}
	l.of[who] = &lately{}
	l.write(line)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}

// catchUp writes what came since the last line, every second until nothing does.
func (l *log) catchUp(who string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := *l.of[who]
	if since.more == 0 {
		delete(l.of, who)
		return
	}
	*l.of[who] = lately{}
	if since.more > 1 {
		since.last += fmt.Sprintf(" (and %d lines before)", since.more-1)
	}
	l.write(since.last)
	time.AfterFunc(time.Second, func() { l.catchUp(who) })
}
