// Package causes counts why modules are wrong: the protocol "causes", this
// program's own, over whatever protocol scores an example's modules. What each
// cause means, and where its thresholds lie, is defined at [scoring.Cause].
//
// Every number is a count of modules, and rests on the scored modules of its
// type ([scoring.Score.Count]). A module is wrong when its own value is below
// the bar of faithfulness. "predicting" counts the modules that predict
// something: where it is 0 a precision rests on nothing. "nothing_wanted"
// counts those for which there is no gold and that predict nothing; the
// authors' code gives them an F1 of 1.
//
// The causes of boxes are left out of a run with spans, and the other way
// round. "overall" pools all types; types stand in alphabetical order.
package causes

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/spans"
)

// Name is the protocol's name.
const Name = "causes"

// Protocol counts the causes of wrong modules.
var Protocol = scoring.Protocol{
	Name:      Name,
	Source:    "scoring.Cause; no paper's",
	Prepare:   func(ex *loaders.Example) scoring.Evidence { return derive(scoring.PrepareAll(explaining, ex)) },
	Metrics:   catalogue(),
	Restore:   restore,
	Derive:    derive,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return newAggregate(s) },
	Version:   1,
}

// explaining are the protocols whose evidence knows why a module is wrong.
var explaining = []scoring.Protocol{boxes.Protocol, spans.Protocol}

// restore reads back what either of them wrote.
func restore(data []byte) (scoring.Evidence, error) {
	e, err := boxes.Protocol.Restore(data)
	if err != nil {
		return spans.Protocol.Restore(data)
	}
	return e, nil
}

// derive returns the first evidence that explains its modules, nil for none.
func derive(evidence []scoring.Evidence) scoring.Evidence {
	for _, e := range evidence {
		if x, ok := e.(scoring.Explained); ok && len(x.Explains()) > 0 {
			return e
		}
	}
	return nil
}

// Metric returns the metric that counts a cause: "low_p".
func Metric(c scoring.Cause) string { return strings.ReplaceAll(c.String(), " ", "_") }

// catalogue lists the metrics: what is counted of a type, then the causes.
func catalogue() (list []scoring.Metric) {
	const source = "scoring.Cause of this program"
	for _, name := range metrics[wrong:] {
		list = append(list, scoring.Metric{Name: name, Counts: true, Source: source})
	}
	list[0].Better = scoring.Lower
	for _, c := range scoring.Causes() {
		list = append(list, scoring.Metric{Name: Metric(c), Better: scoring.Lower, Counts: true, Source: source})
	}
	return list
}

// What is counted of a type, before its causes.
const (
	modules = iota // scored
	wrong
	predicting
	nothingWanted
	firstCause
)

var metrics = []string{wrong: "wrong", predicting: "predicting", nothingWanted: "nothing_wanted"}

// tally is the counts of one type, the causes in the order of
// [scoring.Causes].
type tally []int

func newTally() tally { return make(tally, firstCause+len(scoring.Causes())) }

func (t tally) add(m *scoring.ModuleScore, x *aggregate) {
	value, ok := m.Value.Float()
	if !ok {
		return
	}
	t[modules]++
	if value < x.bar {
		t[wrong]++
	}
	if m.Predicts {
		t[predicting]++
	}
	if m.NothingWanted {
		t[nothingWanted]++
	}
	if m.Cause != scoring.NoCause {
		t[firstCause+int(m.Cause)-1]++
	}
}

// aggregate counts per type. tallies stands in the order of types, which is
// the alphabet's, behind that of overall.
type aggregate struct {
	settings scoring.Settings
	bar      float64 // of the example being added
	explains []scoring.Cause
	types    []string
	tallies  []tally
}

func newAggregate(s scoring.Settings) *aggregate {
	return &aggregate{settings: s, tallies: []tally{newTally()}}
}

// at returns the place of a type's tally, which it makes if need be.
func (a *aggregate) at(kind string) tally {
	if kind == "" {
		return a.tallies[0]
	}
	i, ok := slices.BinarySearch(a.types, kind)
	if !ok {
		a.types = slices.Insert(a.types, i, kind)
		a.tallies = slices.Insert(a.tallies, i+1, newTally())
	}
	return a.tallies[i+1]
}

// Add adds one example's evidence.
func (a *aggregate) Add(e scoring.Evidence) {
	a.explain(e.(scoring.Explained).Explains())
	score := scoring.OutlineOf(e, a.settings)
	a.bar = a.settings.Bar(score.Metric)
	for i := range score.Modules {
		m := &score.Modules[i]
		a.at("").add(m, a)
		a.at(m.Type).add(m, a)
	}
}

func (a *aggregate) explain(causes []scoring.Cause) {
	for _, c := range causes {
		if i, ok := slices.BinarySearch(a.explains, c); !ok {
			a.explains = slices.Insert(a.explains, i, c)
		}
	}
}

// Merge adds another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.explain(o.explains)
	for k, t := range o.tallies {
		kind := ""
		if k > 0 {
			kind = o.types[k-1]
		}
		to := a.at(kind)
		for i, n := range t {
			to[i] += n
		}
	}
}

// Width is the number of terms: the counts of overall and of every type.
func (a *aggregate) Width() int { return len(a.tallies) * (firstCause + len(scoring.Causes())) }

// Terms writes the counts of one example.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	one := &aggregate{settings: a.settings, types: a.types, tallies: make([]tally, len(a.tallies))}
	for k := range one.tallies {
		one.tallies[k] = newTally()
	}
	one.Add(e)
	clear(row)
	at := 0
	for _, t := range one.tallies[:len(a.tallies)] {
		for _, n := range t {
			row[at] = float64(n)
			at++
		}
	}
}

// Values returns the values of Scores from sums of terms.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	var values []scoring.Value
	a.each(func(k, i int) {
		values = append(values, scoring.Defined(sums[k*(firstCause+len(scoring.Causes()))+i]))
	})
	return values
}

// each calls yield with the place of every score: the tally, and what in it.
func (a *aggregate) each(yield func(tally, count int)) {
	for k := range a.tallies {
		for i := wrong; i < firstCause; i++ {
			yield(k, i)
		}
		for _, c := range a.explains {
			yield(k, firstCause+int(c)-1)
		}
	}
}

// Scores returns per type the wrong modules, those that predict something,
// those for which nothing is wanted, and the wrong ones by cause.
func (a *aggregate) Scores() []scoring.Score {
	var scores []scoring.Score
	a.each(func(k, i int) {
		of := "overall"
		if k > 0 {
			of = a.types[k-1]
		}
		scores = append(scores, scoring.Score{
			Protocol: Name, Metric: metric(i), Of: of, Settings: a.settings,
			Value: scoring.Defined(float64(a.tallies[k][i])), Count: a.tallies[k][modules],
		})
	})
	return scores
}

func metric(i int) string {
	if i < firstCause {
		return metrics[i]
	}
	return Metric(scoring.Causes()[i-firstCause])
}

var _ scoring.Summed = (*aggregate)(nil)
