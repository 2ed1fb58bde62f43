package loaders

import (
	"fmt"
	"sync"
)

// Problem is something wrong in a file, kept and shown.
type Problem struct {
	File    string
	Line    int    // 1-based, 0 where the whole file is meant
	Example string // id, "" where unknown
	What    string // what is wrong
	Done    string // what was done about it
}

// String is one line: file:line: what; what was done. Its parts come from
// files and are cleaned.
func (p Problem) String() string {
	where := p.File
	if p.Line > 0 {
		where = fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	s := where + ": " + p.What
	if p.Done != "" {
		s += "; " + p.Done
	}
	return Clean(s)
}

// maxProblems bounds what one run keeps; the rest is counted.
const maxProblems = 10_000

// Problems collects problems from several goroutines. The same problem
// reported again (an example decoded a second time) is kept once.
type Problems struct {
	mu    sync.Mutex
	list  []Problem
	seen  map[Problem]bool
	count int
}

// Add keeps p unless it is there already.
func (ps *Problems) Add(p Problem) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.seen[p] {
		return
	}
	if ps.count++; len(ps.list) >= maxProblems {
		return
	}
	if ps.seen == nil {
		ps.seen = map[Problem]bool{}
	}
	ps.seen[p] = true
	ps.list = append(ps.list, p)
}

// All returns the problems kept so far, in the order of arrival, and how many
// there were in all.
func (ps *Problems) All() (kept []Problem, count int) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.list[:len(ps.list):len(ps.list)], ps.count
}
