package boxes

import "faithscope/scoring"

// Protocol scores examples with box probabilities over images.
var Protocol = scoring.Protocol{
	Name:      "module-boxes",
	Source:    "Subramanian et al. 2020, section 3.1 and Table 1",
	Types:     Types,
	Boxes:     true,
	Prepare:   prepare,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
}

// aggregate gathers one tally per type and, last, one for overall.
type aggregate struct {
	settings scoring.Settings
	tallies  []tally
}

func newAggregate(s scoring.Settings) *aggregate {
	return &aggregate{settings: s, tallies: make([]tally, len(Types)+1)}
}

// tally gathers what all three averages need of one type.
type tally struct {
	counts   Counts // of all examples
	examples int    // in which the type occurs
	sum      Metrics
	terms    int // of sum: examples or occurrences
	here     Counts
	occurs   bool // in the example being added, with the counts in here
}

func (t *tally) add(m Metrics) {
	t.sum.Precision += m.Precision
	t.sum.Recall += m.Recall
	t.sum.F1 += m.F1
	t.terms++
}

// Add takes up one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	overall := &a.tallies[len(Types)]
	for _, m := range ev.modules {
		if m.silent {
			continue
		}
		t := &a.tallies[m.kind]
		t.occurs, overall.occurs = true, true
		for k := m.images.from; k < m.images.to; k++ {
			c := ev.count(&ev.outcomes[k], &a.settings)
			t.here.Add(c)
			overall.here.Add(c)
			if a.settings.Average == scoring.OverOccurrences {
				metrics := c.Metrics()
				t.add(metrics)
				overall.add(metrics)
			}
		}
	}
	for k := range a.tallies {
		a.tallies[k].close(a.settings.Average)
	}
}

// close ends an example.
func (t *tally) close(average scoring.Average) {
	if !t.occurs {
		return
	}
	t.examples++
	t.counts.Add(t.here)
	if average == scoring.OverExamples {
		t.add(t.here.Metrics())
	}
	t.here, t.occurs = Counts{}, false
}

// Merge takes up another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	for k, o := range other.(*aggregate).tallies {
		t := &a.tallies[k]
		t.counts.Add(o.counts)
		t.examples += o.examples
		t.sum.Precision += o.sum.Precision
		t.sum.Recall += o.sum.Recall
		t.sum.F1 += o.sum.F1
		t.terms += o.terms
	}
}

// termsPerTally are the sums of precision, recall and F1 and how many there
// are; under the cumulative average the four counts and the examples.
const termsPerTally = 5

// Width is the number of terms: a tally's for each type and for overall.
func (a *aggregate) Width() int { return len(a.tallies) * termsPerTally }

// Terms writes what an example adds to the tallies.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	one := newAggregate(a.settings)
	one.Add(e)
	one.terms(row)
}

func (a *aggregate) terms(row []float64) {
	for k := range a.tallies {
		t, to := &a.tallies[k], row[k*termsPerTally:]
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
	values := make([]scoring.Value, 0, 3*(len(Types)+1))
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
	return values
}

// Parts returns a row per pair of a module and an image under the average
// over occurrences, whose unit they are; else nil.
func (a *aggregate) Parts(e scoring.Evidence) [][]float64 {
	if a.settings.Average != scoring.OverOccurrences {
		return nil
	}
	ev := e.(*evidence)
	rows := [][]float64{}
	for _, m := range ev.modules {
		for k := m.images.from; !m.silent && k < m.images.to; k++ {
			part := *ev
			part.modules = []module{{kind: m.kind, images: reach{k, k + 1}}}
			row := make([]float64, a.Width())
			a.Terms(&part, row)
			rows = append(rows, row)
		}
	}
	return rows
}

// Scores returns precision, recall and F1: overall, then of each type in the
// order of Table 1.
func (a *aggregate) Scores() []scoring.Score {
	var scores []scoring.Score
	for i := range len(Types) + 1 {
		k, of := place(i)
		scores = append(scores, a.scores(of, &a.tallies[k])...)
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
