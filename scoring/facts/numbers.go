package facts

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// protocolNumber is a protocol's score of one example, in a metric that names a column.
type protocolNumber struct {
	protocol string
	metric   scoring.Metric
	of       string // "overall", or a part of the protocol
	short    string // name without the protocol
	name     string
}

// numbers lists every protocol's numbers of examples.
var numbers = sync.OnceValue(func() (list []protocolNumber) {
	named := map[string]int{}
	for _, c := range Examples {
		named[c.Name]++
	}
	for _, p := range session.Protocols() {
		for _, m := range p.Metrics {
			if m.Column != "" {
				list = append(list, protocolNumber{p.Name, m, "overall", m.Column, m.Column})
			}
			for _, part := range p.Parts {
				if part.Metric == m.Name {
					list = append(list, protocolNumber{p.Name, m, part.Of, part.Column, part.Column})
				}
			}
		}
	}
	for _, n := range list {
		named[n.short]++
	}
	for i, n := range list {
		if named[n.short] > 1 {
			list[i].name = n.protocol + "." + n.short
		}
	}
	return list
})

// asColumn makes the short name an alias only if nothing else has it, or a query would mean either.
// The column is NaN where the protocol has no number.
func (n protocolNumber) asColumn(allNumbers []protocolNumber) Column {
	of := strings.TrimSuffix(", of "+n.of, ", of overall")
	c := Column{Field: query.Field{ColumnMeaning: scoring.ColumnMeaning{Name: n.name, Better: n.metric.Better,
		Help: "the example's own score" + of + ": " + cmp.Or(n.metric.Formula, n.metric.Source)}, Group: "Protocols"},
		Ruled: n.metric.Untested, pages: []string{n.protocol},
		From: []string{loaders.IfElse(strings.Contains(ofAnswers, n.protocol), answered, scores)}}
	alone := !slices.ContainsFunc(allNumbers, func(o protocolNumber) bool { return o.short == n.short && o.protocol != n.protocol })
	if n.name != n.short && alone && placeOf(Examples, n.short) < 0 {
		c.Aliases = []string{n.short}
	}
	c.Of = func(t *Table) query.Column {
		at := pageFinder(&t.runSnapshot, func(t *runSnapshot, i int) *protocolPage {
			return pageOf(t, n.protocol, i, func(block int) *protocolPage { return t.computeScores(n.protocol, block) })
		})
		return query.ColumnOf[float64](func(i int) float64 {
			if values := at(i).values[n.short]; values != nil {
				return values[i%size]
			}
			return math.NaN()
		})
	}
	return c
}

// protocolPage holds a protocol's numbers under one settings, by short name.
type protocolPage struct {
	settings scoring.Settings
	has      [size]bool
	of       int // examples read when it was made
	values   map[string][]float64
}

func (p *protocolPage) holdsExample(t *runSnapshot, k int) bool {
	return p.settings == t.settings && p.has[k] && p.of == t.read
}

func (p *protocolPage) countBytes() int { return size * (1 + 8*len(p.values)) }

// computeScores makes the page of a block: scores of single examples, NaN where undefined,
// averaged over an example's modules. It aggregates the whole run first, because some numbers
// depend on other examples.
func (t *runSnapshot) computeScores(protocol string, blockIndex int) *protocolPage {
	p, alone := &protocolPage{settings: t.settings, of: t.read, values: map[string][]float64{}}, t.settings
	alone.Average = scoring.OverExamples
	whole := t.run.wholeScores(protocol, alone, t.read)
	for k, held := range t.run.blockOf(blockIndex) {
		if p.has[k] = held.Read(); !p.has[k] {
			continue
		}
		whole.ownScores(held, alone, func(short string, x float64) {
			if p.values[short] == nil {
				p.values[short] = slices.Repeat([]float64{math.NaN()}, size)
			}
			p.values[short][k] = x
		})
	}
	return p
}

func (r *Run) wholeScores(protocol string, settings scoring.Settings, examplesRead int) *runAggregate {
	r.aggregating.Lock()
	defer r.aggregating.Unlock()
	if w := r.wholes[protocol]; w != nil && w.settings == settings && w.read == examplesRead {
		return w
	}
	w := &runAggregate{protocol: protocol, settings: settings, read: examplesRead}
	k := scoring.Place(r.Scored.Protocols(), protocol)
	total, _ := r.Scored.Total(context.Background(), k, settings) // only the context fails
	if sum, ok := total.(scoring.SummedAggregate); ok {
		w.sum, w.scores, w.row = sum, shortNames(protocol, sum.Scores()), make([]float64, sum.Width())
	}
	r.wholes[protocol] = w
	return w
}

func shortNames(protocol string, scores []scoring.Score) []string {
	return loaders.Map(scores, func(s scoring.Score) string { return numberOf(protocol, s.Metric, s.Of).short })
}

func numberOf(protocol, metric, partName string) (none protocolNumber) {
	for _, n := range numbers() {
		if n.protocol == protocol && n.metric.Name == metric && n.of == partName {
			return n
		}
	}
	return none
}

// ownScores calls addScore with each defined score of one example that has a column. If scores
// follow from sums, it uses the example's terms, so that no aggregate is made for every example.
func (w *runAggregate) ownScores(scorableExample session.ScorableExample, settings scoring.Settings, addScore func(short string,
	x float64)) {
	e := scorableExample.Evidence(w.protocol)
	if e == nil {
		return
	}
	put := func(short string, v scoring.Value) {
		if x, ok := v.Float(); ok && short != "" {
			addScore(short, x)
		}
	}
	if w.sum == nil {
		scores := scorableExample.Total(w.protocol, settings).Scores()
		for i, short := range shortNames(w.protocol, scores) {
			put(short, scores[i].Value)
		}
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sum.Terms(e, w.row)
	for i, v := range w.sum.Values(w.row) {
		put(w.scores[i], v)
	}
}

// ColumnOf names the column of the table of examples whose mean a protocol's score is; "" if
// there is none or the score pools what examples have.
func ColumnOf(protocol, metric, partName string) string {
	n := numberOf(protocol, metric, partName)
	if n.metric.Pooled {
		return ""
	}
	return n.name
}
