package scoring

import (
	"math"
	"sync/atomic"
)

// Column is one score of a protocol whose scores are functions of sums over
// examples: one of its metrics, of one thing.
type Column struct {
	Metric
	Of string
	// Sum and Over are places in a row of terms. The score is the sum at Sum
	// over the sum at Over, and rests on as many examples as the latter.
	Sum, Over int
	Why       string // the score is undefined: the sum at Over is 0
	// Value is what the score is instead, nil for the ratio.
	Value func(sums []float64) float64
	// Count is what the score rests on instead, nil for the sum at Over.
	Count func(sums []float64) int
}

func (c *Column) value(sums []float64) Value {
	switch {
	case sums[c.Over] == 0:
		return Undefined(c.Why)
	case c.Value != nil:
		return Defined(c.Value(sums))
	}
	return Defined(sums[c.Sum] / sums[c.Over])
}

func (c *Column) count(sums []float64) int {
	if c.Count != nil {
		return c.Count(sums)
	}
	return int(math.Round(sums[c.Over]))
}

// ColumnValues returns the values of columns, given the sums of rows of terms.
func ColumnValues(columns []Column, sums []float64) []Value {
	values := make([]Value, len(columns))
	for i := range columns {
		values[i] = columns[i].value(sums)
	}
	return values
}

// ColumnScores returns the scores of columns.
func ColumnScores(protocol string, settings Settings, columns []Column, sums []float64) []Score {
	scores := make([]Score, len(columns))
	for i := range columns {
		c := &columns[i]
		scores[i] = Score{Protocol: protocol, Metric: c.Name, Of: c.Of, Value: c.value(sums), Count: c.count(sums), Settings: settings}
	}
	return scores
}

// MetricsOf lists the metrics of columns, each once, in their order.
func MetricsOf(columns []Column) (list []Metric) {
	known := map[string]bool{}
	for _, c := range columns {
		if !known[c.Name] {
			known[c.Name] = true
			list = append(list, c.Metric)
		}
	}
	return list
}

// Row adds up rows of terms exactly.
type Row []exact

// Add adds one example's terms.
func (r Row) Add(terms []float64) {
	for i, x := range terms {
		if x != 0 { // most of a row is
			r[i].add(x)
		}
	}
}

// Merge adds another row of the same length.
func (r Row) Merge(o Row) {
	for i := range o {
		r[i].merge(&o[i])
	}
}

// Floats returns the sums, each rounded once.
func (r Row) Floats() []float64 {
	sums := make([]float64, len(r))
	for i := range r {
		sums[i] = r[i].float()
	}
	return sums
}

// exact is a [Sum] that takes little room while it adds whole numbers up to
// 2^32, as most terms are.
type exact struct {
	whole float64 // at most 2^53, so that it is exact
	rest  *Sum    // nil for 0
}

func (e *exact) add(x float64) {
	if x == math.Trunc(x) && math.Abs(x) <= 1<<32 && math.Abs(e.whole) <= 1<<52 {
		e.whole += x
		return
	}
	if e.rest == nil {
		e.rest = &Sum{}
	}
	e.rest.Add(x)
}

func (e *exact) merge(o *exact) {
	if o.rest != nil {
		if e.rest == nil {
			e.rest = &Sum{}
		}
		e.rest.Merge(o.rest)
	}
	if math.Abs(e.whole+o.whole) > 1<<52 {
		e.flush()
	}
	e.whole += o.whole
}

// flush moves the whole numbers to the sum that has room for all.
func (e *exact) flush() {
	if e.rest == nil {
		e.rest = &Sum{}
	}
	e.rest.Add(e.whole)
	e.whole = 0
}

func (e *exact) float() float64 {
	if e.rest == nil {
		return e.whole
	}
	sum := *e.rest
	sum.Add(e.whole)
	return sum.Float()
}

// Additive is the [Summed] aggregate of a protocol whose scores are functions
// of sums over examples: it adds up the terms of examples, and columns make
// scores of them.
type Additive struct {
	protocol string
	settings Settings
	terms    func(e Evidence, row []float64)
	columns  func(sums []float64) []Column
	row      Row
	own      []float64 // the terms of the example being added
	known    atomic.Pointer[[]Column]
}

// NewAdditive returns an empty aggregate. terms writes width terms of an
// example into a row of zeros; columns returns the columns that there are,
// given the sums of all examples.
func NewAdditive(protocol string, settings Settings, width int, terms func(e Evidence, row []float64), columns func(sums []float64) []Column) *Additive {
	return &Additive{
		protocol: protocol, settings: settings, terms: terms, columns: columns,
		row: make(Row, width), own: make([]float64, width),
	}
}

// Add adds one example's evidence.
func (a *Additive) Add(e Evidence) {
	a.Terms(e, a.own)
	a.row.Add(a.own)
	a.known.Store(nil)
}

// Merge adds another aggregate of the same protocol and settings.
func (a *Additive) Merge(other Aggregate) {
	a.row.Merge(other.(*Additive).row)
	a.known.Store(nil)
}

// Width is the number of terms of an example.
func (a *Additive) Width() int { return len(a.row) }

// Terms writes an example's terms into row.
func (a *Additive) Terms(e Evidence, row []float64) {
	clear(row)
	a.terms(e, row)
}

// Scores returns the scores of the columns.
func (a *Additive) Scores() []Score {
	sums := a.row.Floats()
	return ColumnScores(a.protocol, a.settings, a.columns(sums), sums)
}

// Values returns the scores' values from sums of rows.
func (a *Additive) Values(sums []float64) []Value {
	columns := a.known.Load()
	if columns == nil {
		list := a.columns(a.row.Floats())
		columns = &list
		a.known.Store(columns)
	}
	return ColumnValues(*columns, sums)
}
