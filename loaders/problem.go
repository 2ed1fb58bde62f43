package loaders

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
)

// Problem is a fault of a file.
type Problem struct {
	File    string
	Line    int      // 1-based, 0 for the whole file
	Example string   // id, "" if unknown
	What    Sentence // problems of one kind share What.Kind
	Done    Sentence // what was done about it
	// Lost means that an unknown number of the file's examples is missing.
	Lost bool
}

// String returns one cleaned line: file:line, or the id without a line: what; what was done.
func (p Problem) String() string {
	where := p.File
	switch {
	case p.Line > 0:
		where = fmt.Sprintf("%s:%d", p.File, p.Line)
	case p.Example != "":
		where = fmt.Sprintf("%s (id %s)", p.File, p.Example)
	}
	s := where + ": " + p.What.String()
	if p.Done.Kind != "" {
		s += "; " + p.Done.String()
	}
	return Clean(s)
}

// Worded fills What and, after the first "; ", Done by fmt's verbs: "%d boxes have no width; they
// match nothing". args are used in turn, as in [Sentencef].
func (p Problem) Worded(messagePattern string, args ...any) Problem {
	what, done, _ := strings.Cut(messagePattern, "; ")
	p.What, args = fillVerbs(what, args)
	p.Done, _ = fillVerbs(done, args)
	return p
}

func (p *Problem) hash(hashSeed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	maphash.WriteComparable(&h, [...]string{p.File, p.Example, p.What.Kind, p.Done.Kind})
	maphash.WriteComparable(&h, p.Line)
	for _, arg := range slices.Concat(p.What.Args, p.Done.Args) {
		maphash.WriteComparable(&h, arg)
	}
	return h.Sum64()
}

// maxProblems bounds a run's kept problems; more are only counted.
const maxProblems = 10_000

// Problems collects from several goroutines, equal problems once, because an example may be decoded
// again. The zero value is ready.
type Problems struct {
	mu     sync.Mutex
	list   []Problem
	sorted bool
	seed   maphash.Seed
	// seen has a hash per problem, which is small even for millions.
	seen map[uint64]struct{}
	more int // counted but not kept in an earlier reading
	all  bool
	lost error
	to   *Problems // forwards to it; may be nil
}

// CollectAll lifts the bound of 10,000 problems. Call it before examples are read.
func (ps *Problems) CollectAll() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.all = true
}

// Add keeps a new p, with long texts cut; beyond the bound it is only counted. A Lost p makes
// [Problems.Lost] fail.
func (ps *Problems) Add(p Problem) {
	p.Example, p.What, p.Done = strings.Clone(cleanCell(p.Example)), p.What.cutTexts(), p.Done.cutTexts()
	ps.mu.Lock()
	if to := ps.to; to != nil {
		ps.mu.Unlock()
		to.Add(p)
		return
	}
	defer ps.mu.Unlock()
	if ps.seen == nil {
		ps.seed, ps.seen = maphash.MakeSeed(), map[uint64]struct{}{}
	}
	hash := p.hash(ps.seed)
	if _, ok := ps.seen[hash]; ok {
		return
	}
	ps.seen[hash] = struct{}{}
	if p.Lost && ps.lost == nil {
		ps.lost = errors.New(p.File + ": " + p.What.String() + "; examples are missing")
	}
	if ps.all || len(ps.list) < maxProblems {
		ps.list, ps.sorted = append(ps.list, p), false
	}
}

// Report adds a problem of a whole file, worded by [Problem.Worded].
func (ps *Problems) Report(file, messagePattern string, args ...any) {
	ps.Add(Problem{File: file}.Worded(messagePattern, args...))
}

// Drop removes the kept problems that isForeign accepts.
func (ps *Problems) Drop(isForeign func(p *Problem) bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var kept []Problem
	for i := range ps.list {
		if p := &ps.list[i]; isForeign(p) {
			delete(ps.seen, p.hash(ps.seed))
		} else {
			kept = append(kept, *p)
		}
	}
	ps.list = kept
}

// ForwardTo moves problems to target, also later ones.
func (ps *Problems) ForwardTo(target *Problems) {
	ps.mu.Lock()
	list := ps.list
	ps.list, ps.seen, ps.to = nil, nil, target
	ps.mu.Unlock()
	for _, p := range list {
		target.Add(p)
	}
}

// Lost returns an error if examples are missing, so that figures over the run aren't figures over
// the files.
func (ps *Problems) Lost() error {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.lost
}

// All returns the kept problems by file, line and example, and the number of all. Callers must not change
// the slice.
func (ps *Problems) All() (kept []Problem, count int) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if !ps.sorted {
		ps.list = slices.Clone(ps.list) // a caller may hold the old order
		SortProblems(ps.list)
		ps.sorted = true
	}
	return slices.Clip(ps.list), len(ps.seen) + ps.more
}

// Restore adds problems of an earlier reading, and counts unkept ones.
func (ps *Problems) Restore(problemList []Problem, totalCount int) {
	for _, p := range problemList {
		ps.Add(p)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.more = max(0, totalCount-len(problemList))
}

// SortProblems sorts in place by file, line and example, stably.
func SortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Example, b.Example))
	})
}
