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

// Scores returns precision, recall and F1: overall, then of each type in the
// order of Table 1.
func (a *aggregate) Scores() []scoring.Score {
	scores := a.scores("overall", &a.tallies[len(Types)], "no module with gold boxes and an output")
	for k, name := range Types {
		scores = append(scores, a.scores(name, &a.tallies[k], "no "+name+" with gold boxes and an output")...)
	}
	return scores
}

func (a *aggregate) scores(of string, t *tally, why string) []scoring.Score {
	p, r, f1, n := t.values(a.settings.Average, why)
	return []scoring.Score{
		a.score("precision", of, p, n), a.score("recall", of, r, n), a.score("f1", of, f1, n),
	}
}

func (t *tally) values(average scoring.Average, why string) (p, r, f1 scoring.Value, n int) {
	m, n := t.sum, t.terms
	if average == scoring.Cumulative {
		m, n = t.counts.Metrics(), t.examples
	}
	if n == 0 {
		v := scoring.Undefined(why)
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
