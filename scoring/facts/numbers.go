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

// number is a protocol's number of one example: the score of the example alone
// in a metric that names a column.
type number struct {
	protocol string
	metric   scoring.Metric
	of       string // "overall", or one of the protocol's parts
	short    string // its name, without the protocol's
	name     string
}

// numbers lists the numbers of examples of every protocol, in their order.
var numbers = sync.OnceValue(func() (list []number) {
	named := map[string]int{}
	for _, c := range Examples {
		named[c.Name]++
	}
	for _, p := range session.Protocols() {
		for _, m := range p.Metrics {
			if m.Column != "" {
				list = append(list, number{p.Name, m, "overall", m.Column, m.Column})
			}
			for _, part := range p.Parts {
				if part.Metric == m.Name {
					list = append(list, number{p.Name, m, part.Of, part.Column, part.Column})
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

// asColumn declares the column of an example's own score in n's protocol, in the group "Protocols",
// computed a block at a time; NaN where the protocol says nothing. Its short name is an alias,
// unless a number of another protocol in has, or a column of every run, has it too.
func (n number) asColumn(has []number) Column {
	of := strings.TrimSuffix(", of "+n.of, ", of overall")
	c := Column{Field: query.Field{Meaning: scoring.Meaning{Name: n.name, Better: n.metric.Better,
		Help: "score of the example alone" + of + ": " + cmp.Or(n.metric.Formula, n.metric.Source)}, Group: "Protocols"},
		Ruled: n.metric.Untested, pages: []string{n.protocol},
		From: []string{loaders.IfElse(strings.Contains(ofAnswers, n.protocol), answered, scores)}}
	alone := !slices.ContainsFunc(has, func(o number) bool { return o.short == n.short && o.protocol != n.protocol })
	if fixed := slices.ContainsFunc(Examples, func(c Column) bool { return c.Name == n.short }); n.name != n.short && alone && !fixed {
		c.Aliases = []string{n.short}
	}
	c.Of = func(t *Table) query.Column {
		at := pageFinder(&t.aim, func(t *aim, i int) *protocolPage {
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

// protocolPage has the numbers of a protocol under one settings, by their short
// names.
type protocolPage struct {
	settings scoring.Settings
	has      [size]bool
	of       int // examples of the run of which the others were taken
	values   map[string][]float64
}

func (p *protocolPage) holdsExample(t *aim, k int) bool {
	return p.settings == t.settings && p.has[k] && p.of == t.read
}

func (p *protocolPage) countBytes() int { return size * (1 + 8*len(p.values)) }

// computeScores returns the page of block n with the scores of its single examples in a protocol,
// by their short names, NaN where undefined, with modules averaged over the example. The whole run
// is aggregated first (wholeScores), since some numbers depend on other examples. Examples not read
// have none.
func (t *aim) computeScores(protocol string, n int) *protocolPage {
	p, alone := &protocolPage{settings: t.settings, of: t.read, values: map[string][]float64{}}, t.settings
	alone.Average = scoring.OverExamples // of an example's modules together
	whole := t.run.wholeScores(protocol, alone, t.read)
	for k, held := range t.run.blockOf(n) {
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

// wholeScores returns the aggregate of a protocol over the run under settings, kept for the
// protocol until settings, or read, the number of examples read, differ. Making it locks out other
// callers. If the aggregate is not a function of sums, the result has no sum.
func (r *Run) wholeScores(protocol string, settings scoring.Settings, read int) *whole {
	r.aggregating.Lock()
	defer r.aggregating.Unlock()
	if w := r.wholes[protocol]; w != nil && w.settings == settings && w.read == read {
		return w
	}
	w := &whole{protocol: protocol, settings: settings, read: read}
	k := scoring.Place(r.Scored.Protocols(), protocol)
	total, _ := r.Scored.Total(context.Background(), k, settings) // without an end to the context there is no error
	if sum, ok := total.(scoring.Summed); ok {
		w.sum, w.scores, w.row = sum, shortNames(protocol, sum.Scores()), make([]float64, sum.Width())
	}
	if r.wholes == nil {
		r.wholes = map[string]*whole{}
	}
	r.wholes[protocol] = w
	return w
}

func shortNames(protocol string, scores []scoring.Score) []string {
	return loaders.Map(scores, func(s scoring.Score) string { return numberOf(protocol, s.Metric, s.Of).short })
}

func numberOf(protocol, metric, of string) (none number) {
	for _, n := range numbers() {
		if n.protocol == protocol && n.metric.Name == metric && n.of == of {
			return n
		}
	}
	return none
}

// ownScores calls yield with each defined score of a single example that has a column, under the
// column's short name: computed from the example's terms in w.sum, under lock, or from an aggregate
// of the example alone if there is none. Nothing if the protocol has no evidence of it.
func (w *whole) ownScores(held session.Held, settings scoring.Settings, yield func(short string, x float64)) {
	e := held.Evidence(w.protocol)
	if e == nil {
		return
	}
	put := func(short string, v scoring.Value) {
		if x, ok := v.Float(); ok && short != "" {
			yield(short, x)
		}
	}
	if w.sum == nil {
		scores := held.Total(w.protocol, settings).Scores()
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

// ColumnOf names the column of the table of examples whose mean a score of a protocol is, "" if
// there is none or the score pools what examples have.
func ColumnOf(protocol, metric, of string) string {
	n := numberOf(protocol, metric, of)
	if n.metric.Pooled {
		return ""
	}
	return n.name
}
