package facts

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// Run has the tables of a run. It is safe for concurrent use.
type Run struct {
	Scored *session.Scored
	// Marks returns what a person marked on the example of an id: its tags, and
	// whether it is marked. Nil where marks cannot be kept. It is set before
	// the tables are used.
	Marks func(id string) (tags []string, marked bool)

	pages pages

	aggregating sync.Mutex
	wholes      map[string]*whole // by protocol; guarded by aggregating

	mu   sync.Mutex
	seen seen
	last listed
}

// listed are the columns of the last table, and what they are the columns of.
type listed struct {
	of      string
	columns []Column
}

// seen says which of the columns that only some runs have were seen so far.
type seen struct {
	meta, scores map[string]bool // keys of metadata, names of the file's scores
	numbers      map[string]bool // of protocols, by the names of their columns
	probable     bool            // some answer has a probability
	whole        bool            // the numbers of all examples
}

// New returns the tables of a run. It reads nothing yet.
func New(scored *session.Scored) *Run {
	return &Run{Scored: scored, pages: pages{limit: budget}, seen: seen{map[string]bool{}, map[string]bool{}, map[string]bool{}, false, false}}
}

// probed is how many examples show which metadata a run has.
const probed = 50

// Probe reads the first examples, so that [Table.Fields] knows what metadata
// and numbers there are.
func (r *Run) Probe() {
	sums := make([]scoring.Aggregate, len(r.Scored.Protocols()))
	for i := range min(probed, r.Scored.Run.Len()) {
		ex := r.Scored.Run.Scan(i)
		r.learn(recordOf(ex))
		held := r.Scored.Weigh(ex)
		for k, p := range r.Scored.Protocols() {
			if e := held.Evidence(p.Name); e != nil {
				if sums[k] == nil {
					sums[k] = p.Aggregate(scoring.Defaults())
				}
				sums[k].Add(e)
			}
		}
	}
	for _, sum := range sums {
		if sum != nil {
			r.learnNumbers(sum.Scores())
		}
	}
}

// learn records which columns a record has.
func (r *Run) learn(rec *record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range rec.meta {
		r.seen.meta[m.name] = true
	}
	for _, s := range rec.scores {
		r.seen.scores[s.name] = true
	}
	r.seen.probable = r.seen.probable || rec.probability == rec.probability
}

// learnNumbers remembers which numbers of examples protocols have, given scores.
func (r *Run) learnNumbers(scores []scoring.Score) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range scores {
		if _, ok := s.Value.Float(); ok {
			if name := ColumnOf(s.Protocol, s.Metric, s.Of); name != "" {
				r.seen.numbers[name] = true
			}
		}
	}
}

// count records the numbers of protocols over all examples, once they are
// scored.
func (r *Run) count(settings scoring.Settings) {
	_, _, complete := r.Scored.Progress()
	r.mu.Lock()
	due := complete && !r.seen.whole
	r.seen.whole = r.seen.whole || complete
	r.mu.Unlock()
	if due {
		r.learnNumbers(r.Scored.Scores(settings))
	}
}

// list lists the columns of a table of examples: those that every run has, those
// of its module types, its protocols and its metadata, and those beside another
// run.
func (r *Run) list(t *Table) []Column {
	r.count(t.settings)
	r.mu.Lock()
	defer r.mu.Unlock()
	shared := loaders.Filter(t.Types(), func(name string) bool { return t.other != nil && slices.Contains(t.other.Types(), name) })
	of := fmt.Sprintf("%q %q %q %v %d %d %d %v", t.Types(), t.Numbers(), shared, t.other != nil, len(r.seen.meta), len(r.seen.scores),
		len(r.seen.numbers), r.seen.probable)
	if r.last.of != of {
		r.last = listed{of, r.seen.columns(t.Types(), t.Numbers())}
		for _, name := range r.Scored.Run.FactNames() {
			r.last.columns = append(r.last.columns, runColumn(name, r.Scored.Run.Fact(name)))
		}
		if t.other != nil {
			r.last.columns = append(r.last.columns, otherColumns(shared)...)
		}
	}
	return r.last.columns
}

// columns are the columns of a table without another run: for its types of modules, and
// for the numbers that a list shows.
func (s *seen) columns(types, shown []string) []Column {
	all := slices.Clone(Examples)
	for k, name := range types {
		all = append(all, typeColumns(k, name)...)
	}
	if s.probable {
		all = append(all, probability)
	}
	if s.numbers[dependence] {
		all = append(all, asked...)
	}
	has := loaders.Filter(numbers(), func(n number) bool { return s.numbers[n.name] })
	for _, n := range has {
		c := n.column(has)
		if k := slices.Index(shown, n.short); k >= 0 {
			c.pages = nil
			c.Of = func(t *Table) query.Column {
				return query.ColumnOf[float64](func(i int) float64 { return float(t.Number(i, k)) })
			}
		}
		all = append(all, c)
	}
	for _, name := range slices.Sorted(maps.Keys(s.scores)) {
		all = append(all, scoreColumn(name))
	}
	for _, key := range slices.Sorted(maps.Keys(s.meta)) {
		all = append(all, metaColumn(key))
	}
	return all
}
