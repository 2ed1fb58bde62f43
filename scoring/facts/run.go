package facts

import (
	"maps"
	"slices"
	"sync"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Run has the facts of a run's examples. It is safe for concurrent use.
type Run struct {
	Scored *session.Scored
	// Marks tells what a person noted of the example of an id: its tags, and
	// whether it is marked. Nil where nobody can note anything. It is set
	// before the run is asked.
	Marks func(id string) (tags []string, marked bool)

	mu       sync.RWMutex
	read     []*structure // by example, nil for what nobody asked
	graded   []*grades    // the same, under settings
	settings scoring.Settings
	meta     map[string]bool // keys seen
	scores   map[string]bool // of the file, names seen
	answers  bool            // some answer has a probability
}

// New returns the facts of a run, of which nothing was read.
func New(scored *session.Scored) *Run {
	return &Run{Scored: scored, meta: map[string]bool{}, scores: map[string]bool{}}
}

// probed is how many examples tell which metadata a run has.
const probed = 50

// Probe reads the first examples, so that [Table.Fields] knows what metadata
// there is.
func (r *Run) Probe() {
	for i := range min(probed, r.Scored.Run.Len()) {
		r.structure(i)
	}
}

// keys lists the keys of metadata and the names of the file's scores that were
// seen, sorted.
func (r *Run) keys() (meta, scores []string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Sorted(maps.Keys(r.meta)), slices.Sorted(maps.Keys(r.scores))
}

// probable reports whether an answer with a probability was seen.
func (r *Run) probable() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.answers
}

// at returns what a list has of example i, the zero value for nothing.
func at[T any](list []*T, i int) *T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// put returns the list with x for example i.
func put[T any](list []*T, i int, x *T) []*T {
	for i >= len(list) {
		list = append(list, make([]*T, i+1-len(list))...)
	}
	list[i] = x
	return list
}

// known returns the structure of example i if it was read.
func (r *Run) known(i int) *structure {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return at(r.read, i)
}

// structure returns what does not move with settings. It reads the example
// unless somebody did.
func (r *Run) structure(i int) *structure {
	if s := r.known(i); s != nil {
		return s
	}
	s := structureOf(r.Scored.Run.Scan(i))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read = put(r.read, i, s)
	for key := range s.meta {
		r.meta[key] = true
	}
	r.answers = r.answers || s.probability == s.probability
	for name := range s.scores {
		r.scores[name] = true
	}
	return s
}

// grades returns the scores of the modules of example i under settings.
func (r *Run) grades(i int, settings scoring.Settings) *grades {
	r.mu.RLock()
	g, same := at(r.graded, i), r.settings == settings
	r.mu.RUnlock()
	if g != nil && same {
		return g
	}
	g = r.structure(i).grade(r.Scored, i, settings)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settings != settings {
		r.settings, r.graded = settings, nil
	}
	r.graded = put(r.graded, i, g)
	return g
}
