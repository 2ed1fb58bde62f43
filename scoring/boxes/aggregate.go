package boxes

import "faithscope/scoring"

// Protocol scores examples with box probabilities over images.
var Protocol = scoring.Protocol{
	Name:      "module-boxes",
	Source:    "Subramanian et al. 2020, section 3.1 and Table 1",
	Types:     Types,
	Boxes:     true,
	Metrics:   metrics,
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	Restore:   restore,
	Version:   1,
}

const source = "Subramanian et al. 2020, section 3.1"

var metrics = []scoring.Metric{
	{Name: "precision", Better: scoring.Higher, Source: source},
	{Name: "recall", Better: scoring.Higher, Source: source},
	{Name: "f1", Better: scoring.Higher, Headline: true, Source: source},
	{Name: "unscored", Counts: true, Source: "modules with gold of which the run has no output"},
}

// aggregate gathers a total per type and, last, one for overall.
type aggregate struct {
	settings scoring.Settings
	totals   []total
	unscored int     // modules with gold of which the run has no output
	example  []tally // of the example being added
}

func newAggregate(s scoring.Settings) *aggregate {
	return &aggregate{settings: s, totals: make([]total, len(Types)+1), example: make([]tally, len(Types)+1)}
}

// tally gathers what all three averages need of one type.
type tally struct {
	counts   Counts // of all examples
	examples int    // in which the type occurs
	sum      Metrics
	terms    int // of sum: examples or occurrences
}

func (t *tally) add(m Metrics) {
	t.sum.Precision += m.Precision
	t.sum.Recall += m.Recall
	t.sum.F1 += m.F1
	t.terms++
}

// total adds up the tallies of examples.
type total struct {
	counts                Counts
	precision, recall, f1 scoring.Sum
	examples, terms       int
}

func (t *total) add(o *tally) {
	t.counts.Add(o.counts)
	t.precision.Add(o.sum.Precision)
	t.recall.Add(o.sum.Recall)
	t.f1.Add(o.sum.F1)
	t.examples += o.examples
	t.terms += o.terms
}

func (t *total) merge(o *total) {
	t.counts.Add(o.counts)
	t.precision.Merge(&o.precision)
	t.recall.Merge(&o.recall)
	t.f1.Merge(&o.f1)
	t.examples += o.examples
	t.terms += o.terms
}

// tally returns the total as a tally, its sums rounded.
func (t *total) tally() tally {
	return tally{t.counts, t.examples, Metrics{t.precision.Float(), t.recall.Float(), t.f1.Float()}, t.terms}
}

// Add adds one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	a.unscored += ev.unscored()
	ev.tally(&a.settings, a.example)
	for k := range a.example {
		if a.example[k].examples > 0 {
			a.totals[k].add(&a.example[k])
		}
	}
}

// unscored counts the modules without an output.
func (e *evidence) unscored() (n int) {
	for i := range e.modules {
		if e.modules[i].silent {
			n++
		}
	}
	return n
}

// tally writes the example's tallies, one per type and one for overall.
func (e *evidence) tally(s *scoring.Settings, tallies []tally) {
	clear(tallies)
	overall := &tallies[len(Types)]
	for _, m := range e.modules {
		if m.silent {
			continue
		}
		t := &tallies[m.kind]
		t.examples, overall.examples = 1, 1
		for k := m.images.from; k < m.images.to; k++ {
			c := e.count(&e.outcomes[k], s)
			t.counts.Add(c)
			overall.counts.Add(c)
			if s.Average == scoring.OverOccurrences {
				metrics := c.Metrics()
				t.add(metrics)
				overall.add(metrics)
			}
		}
	}
	if s.Average != scoring.OverExamples {
		return
	}
	for k := range tallies {
		if t := &tallies[k]; t.examples > 0 {
			t.add(t.counts.Metrics())
		}
	}
}

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.unscored += o.unscored
	for k := range o.totals {
		a.totals[k].merge(&o.totals[k])
	}
}

// termsPerTally are the sums of precision, recall and F1 and how many there
// are; under the cumulative average the four counts and the examples.
const termsPerTally = 5

// Width is the number of terms: a tally's for each type and for overall, and
// the unscored modules.
func (a *aggregate) Width() int { return len(a.totals)*termsPerTally + 1 }

// Terms writes what an example adds to the tallies.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	tallies := make([]tally, len(Types)+1)
	ev := e.(*evidence)
	ev.tally(&a.settings, tallies)
	row[len(tallies)*termsPerTally] = float64(ev.unscored())
	for k := range tallies {
		t, to := &tallies[k], row[k*termsPerTally:]
		if a.settings.Average == scoring.Cumulative {
			c := &t.counts
			to[0], to[1], to[2] = float64(c.PrecisionGood), float64(c.PrecisionBad), float64(c.RecallGood)
			to[3], to[4] = float64(c.RecallBad), float64(t.examples)
			continue
		}
		to[0], to[1], to[2], to[3] = t.sum.Precision, t.sum.Recall, t.sum.F1, float64(t.terms)
	}
}

// Values returns the values of Scores from sums of terms.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := make([]scoring.Value, 0, 3*(len(Types)+1)+1)
	for i := range len(Types) + 1 {
		k, of := place(i)
		from := sums[k*termsPerTally:]
		t := tally{sum: Metrics{from[0], from[1], from[2]}, terms: int(from[3])}
		if a.settings.Average == scoring.Cumulative {
			t = tally{counts: Counts{int(from[0]), int(from[1]), int(from[2]), int(from[3])}, examples: int(from[4])}
		}
		p, r, f1, _ := t.values(a.settings.Average, of)
		values = append(values, p, r, f1)
	}
	if a.unscored > 0 {
		values = append(values, scoring.Defined(sums[len(a.totals)*termsPerTally]))
	}
	return values
}

// Parts returns a row per pair of a module and an image under the average
// over occurrences, whose unit they are, and per unscored module; else nil.
func (a *aggregate) Parts(e scoring.Evidence) [][]float64 {
	if a.settings.Average != scoring.OverOccurrences {
		return nil
	}
	ev := e.(*evidence)
	rows := [][]float64{}
	add := func(m module) {
		part := *ev
		part.modules = []module{m}
		row := make([]float64, a.Width())
		a.Terms(&part, row)
		rows = append(rows, row)
	}
	for _, m := range ev.modules {
		if m.silent {
			add(m)
		}
		for k := m.images.from; k < m.images.to; k++ {
			add(module{kind: m.kind, images: reach{k, k + 1}})
		}
	}
	return rows
}

// Scores returns precision, recall and F1: overall, then of each type in the
// order of Table 1; last how many modules are unscored if there are any.
func (a *aggregate) Scores() []scoring.Score {
	var scores []scoring.Score
	for i := range len(Types) + 1 {
		k, of := place(i)
		t := a.totals[k].tally()
		scores = append(scores, a.scores(of, &t)...)
	}
	if a.unscored > 0 {
		scores = append(scores, a.score("unscored", "overall", scoring.Defined(float64(a.unscored)), a.unscored))
	}
	return scores
}

// place returns the tally that is i-th in a report, where overall comes
// first, and what it is of.
func place(i int) (tally int, of string) {
	if i == 0 {
		return len(Types), "overall"
	}
	return i - 1, Types[i-1]
}

func (a *aggregate) scores(of string, t *tally) []scoring.Score {
	p, r, f1, n := t.values(a.settings.Average, of)
	return []scoring.Score{
		a.score("precision", of, p, n), a.score("recall", of, r, n), a.score("f1", of, f1, n),
	}
}

// values returns what the tally of a type, or of overall, comes to.
func (t *tally) values(average scoring.Average, of string) (p, r, f1 scoring.Value, n int) {
	m, n := t.sum, t.terms
	if average == scoring.Cumulative {
		m, n = t.counts.Metrics(), t.examples
	}
	if n == 0 {
		if of == "overall" {
			of = "module"
		}
		v := scoring.Undefined("no " + of + " with gold boxes and an output")
		return v, v, v, 0
	}
	terms := float64(n)
	if average == scoring.Cumulative {
		terms = 1
	}
	return scoring.Defined(m.Precision / terms), scoring.Defined(m.Recall / terms), scoring.Defined(m.F1 / terms), n
}

func (a *aggregate) score(metric, of string, v scoring.Value, n int) scoring.Score {
	return scoring.Score{Protocol: Protocol.Name, Metric: metric, Of: of, Value: v, Count: n, Settings: a.settings}
}
