package scoring

import (
	"faithscope/loaders"
	"math"
	"slices"
	"strings"
	"sync/atomic"
)

// Column is one score of a protocol whose scores are functions of sums over
// examples: one of its metrics, of one thing.
type Column struct {
	Metric
	Of string
	// Sum and Over are indices into a row of terms. The score is the sum at Sum
	// divided by the sum at Over, which is also the number of examples that it
	// rests on.
	Sum, Over int
	Why       string // why the score is undefined if the sum at Over is 0; "" where Value has the reason
	// Value returns the score instead; nil for the ratio.
	Value func(sums []float64) Value
	// Count returns what the score rests on instead; nil for the sum at Over.
	Count func(sums []float64) int
	// Vacuous returns why the score is vacuous ([Score]), "" if it is not; nil for one that
	// never is.
	Vacuous func(sums []float64) string
}

// Ratio returns the column of metric m for the thing of: the sum at index sum divided by that at
// over. Where the divisor is 0 the score is undefined, for the reason why.
func (m Metric) Ratio(of string, sum, over int, why string) Column {
	return Column{Metric: m, Of: of, Sum: sum, Over: over, Why: why}
}

// Mean returns the column "overall" of the ratio of two sums, of a divisor to which no example adds
// more than 1, so that it is the mean of the examples' column of the metric's name. It also marks
// the metric as a share, of numbers from 0 to 1, if higher is better.
func (m Metric) Mean(sum, over int, why string) Column {
	m.Share = m.Better == Higher
	return m.AsColumn().Ratio("overall", sum, over, why)
}

// Sum returns the column of a sum that is the score itself; it is undefined, for the reason why,
// where the sum at over is 0.
func (m Metric) Sum(of string, sum, over int, why string) Column {
	return m.Ratio(of, sum, over, why).Computed(func(sums []float64) float64 { return sums[sum] })
}

// Computed returns the column with what value makes of all the sums in place of the ratio; an
// infinity or a NaN of it is undefined. With a Why it is still undefined where the sum at Over is
// 0.
func (c Column) Computed(value func(sums []float64) float64) Column {
	c.Value = func(sums []float64) Value { return Defined(value(sums)) }
	return c
}

// valueFrom returns the column's score, given the sums: undefined where it has a Why and the sum at
// Over is 0; else what its Value returns, if set; otherwise the sum at Sum divided by that at Over,
// which may be a NaN or an infinity, and so undefined, without a Why.
func (c *Column) valueFrom(sums []float64) Value {
	switch {
	case c.Why != "" && sums[c.Over] == 0:
		return Undefined(c.Why)
	case c.Value != nil:
		return c.Value(sums)
	}
	return Defined(sums[c.Sum] / sums[c.Over])
}

func (c *Column) countFrom(sums []float64) int {
	if c.Count != nil {
		return c.Count(sums)
	}
	return int(math.Round(sums[c.Over]))
}

// ColumnValues returns the values of columns, in their order, given the sums of rows of terms.
func ColumnValues(columns []Column, sums []float64) []Value {
	values := make([]Value, len(columns))
	for i := range columns {
		values[i] = columns[i].valueFrom(sums)
	}
	return values
}

// ColumnScores returns the scores of columns, in their order, with value, count and vacuity from
// the sums; nil for no columns.
func ColumnScores(protocol string, settings Settings, columns []Column, sums []float64) (scores []Score) {
	scores = slices.Grow(scores, len(columns))
	for i := range columns {
		c := &columns[i]
		score := Score{Protocol: protocol, Metric: c.Name, Of: c.Of, Value: c.valueFrom(sums), Count: c.countFrom(sums), Settings: settings}
		if c.Vacuous != nil {
			score.Vacuous = c.Vacuous(sums)
		}
		scores = append(scores, score)
	}
	return scores
}

// MetricsOf lists the metrics of columns, each name once, in the order of their first columns.
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

// Add adds one example's terms, the i-th to the i-th sum. The row must be at least as long.
func (r Row) Add(terms []float64) {
	for i, x := range terms {
		if x == 0 { // most of a row is
			continue
		}
		e := &r[i]
		if n := int32(x); float64(n) == x && math.Abs(e.whole) <= 1<<52 {
			e.whole += x
		} else {
			e.add(x)
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
	return loaders.Fill(len(r), func(i int) float64 { return r[i].toFloat() })
}

// exact is a [Sum] that takes little memory while it adds whole numbers that
// fit in 32 bits, as most terms do.
type exact struct {
	whole float64 // at most 2^53, so that it is exact
	rest  *Sum    // nil for 0
}

func (e *exact) add(x float64) {
	if e.rest == nil {
		e.rest = &Sum{}
	}
	e.rest.Add(x)
}

// merge adds another sum, which it leaves as it is, exactly. Where both whole parts together would
// exceed 2^52, it first moves e's own to the rest.
func (e *exact) merge(o *exact) {
	if o.rest != nil {
		e.add(0) // so that there is a sum
		e.rest.Merge(o.rest)
	}
	if math.Abs(e.whole+o.whole) > 1<<52 {
		e.add(e.whole)
		e.whole = 0
	}
	e.whole += o.whole
}

func (e *exact) toFloat() float64 {
	if e.rest == nil {
		return e.whole
	}
	sum := *e.rest
	sum.Add(e.whole)
	return sum.Float()
}

// Additive is the [Summed] aggregate of a protocol whose scores are functions
// of sums over examples: it adds up the terms of examples, and columns turn the
// sums into scores. A row of terms is one block for the whole, then, in
// alphabetical order, one for every part that occurred in an example.
type Additive struct {
	// Divide returns the rows of terms of the units that an example is made of
	// ([Divided]); a nil Divide, or nil rows, make the example the unit.
	Divide func(e Evidence) [][]float64
	// Most bounds the parts, 0 for no bound: what belongs to others is left out, and which
	// ones there are then depends on the order.
	Most int

	protocol string
	settings Settings
	width    int // of a block
	terms    func(e Evidence, whole []float64, part Blocks)
	columns  func(parts []string, sums []float64) []Column
	whole    *block
	parts    []*block
	touched  []*block // parts, by the example being added
	touch    Blocks
	known    atomic.Pointer[[]Column]
}

// Blocks returns the block of a part in a row of terms.
type Blocks func(of string) []float64

// block holds the sums of the whole or of a part, and what the example being
// added adds to them.
type block struct {
	of      string
	sums    Row
	own     []float64
	touched bool
}

// NewAdditive returns an empty aggregate without parts. terms writes the width terms of an example
// into a row of zeros; columns returns the columns, given the sums of all examples.
func NewAdditive[E Evidence](
	protocol string, settings Settings, width int,
	terms func(e E, row []float64), columns func(sums []float64) []Column,
) *Additive {
	return NewParted(protocol, settings, width,
		func(e E, whole []float64, _ Blocks) { terms(e, whole) },
		func(_ []string, sums []float64) []Column { return columns(sums) })
}

// NewParted returns an empty aggregate with parts. terms adds the terms of an
// example to the block of the whole and to those of its parts, which part makes
// if needed. All are zeros at first, and of the same width; a part may be asked
// for several times, and what each call adds is summed exactly. columns returns
// the columns, given the parts in alphabetical order and the sums of all
// examples: those of part i begin at (1+i)*width.
func NewParted[E Evidence](
	protocol string, settings Settings, width int,
	terms func(e E, whole []float64, part Blocks), columns func(parts []string, sums []float64) []Column,
) *Additive {
	a := &Additive{protocol: protocol, settings: settings, width: width, columns: columns}
	a.terms = func(e Evidence, whole []float64, part Blocks) { terms(e.(E), whole, part) }
	a.whole = a.newBlock("")
	a.touch = func(of string) []float64 {
		b := a.partBlock(of)
		if b.touched {
			b.flush() // what each call adds is rounded by itself
		} else {
			b.touched, a.touched = true, append(a.touched, b)
		}
		return b.own
	}
	return a
}

func (a *Additive) newBlock(of string) *block {
	return &block{of: of, sums: make(Row, a.width), own: make([]float64, a.width)}
}

func (b *block) flush() {
	b.sums.Add(b.own)
	clear(b.own)
}

// findPlace returns the index of a part among the sorted parts, or where it would be inserted with
// ok false.
func (a *Additive) findPlace(of string) (i int, ok bool) {
	return slices.BinarySearchFunc(a.parts, of, func(b *block, of string) int { return strings.Compare(b.of, of) })
}

// partBlock returns the block of sums of a part, which it makes and inserts in alphabetical order
// if there is none. Once there are Most parts, if Most is set, it returns for a new one a block
// that belongs to nothing, so that what is added to it is lost.
func (a *Additive) partBlock(of string) *block {
	i, ok := a.findPlace(of)
	switch {
	case ok:
	case a.Most > 0 && len(a.parts) >= a.Most:
		return a.newBlock(of)
	default:
		a.parts = slices.Insert(a.parts, i, a.newBlock(of))
	}
	return a.parts[i]
}

// Add adds the terms of one example's evidence to the sums of the whole and of its parts, which are
// made if needed, and forgets the columns that Values keeps.
func (a *Additive) Add(e Evidence) {
	a.terms(e, a.whole.own, a.touch)
	a.whole.flush()
	for _, b := range a.touched {
		b.flush()
		b.touched = false
	}
	a.touched = a.touched[:0]
	if a.known.Load() != nil { // a load costs less than a store
		a.known.Store(nil)
	}
}

// Merge adds another aggregate of the same protocol and settings, which must be an *Additive, and
// its parts, as far as Most allows.
func (a *Additive) Merge(other Aggregate) {
	o := other.(*Additive)
	a.whole.sums.Merge(o.whole.sums)
	for _, b := range o.parts {
		a.partBlock(b.of).sums.Merge(b.sums)
	}
	a.known.Store(nil)
}

// Width returns the number of terms of an example's row: a block for the whole and one for each
// part so far.
func (a *Additive) Width() int { return a.width * (1 + len(a.parts)) }

// Terms clears row, of length Width, and writes an example's terms into it. Terms of parts that
// occurred in no added example are lost.
func (a *Additive) Terms(e Evidence, row []float64) {
	clear(row)
	a.terms(e, row[:a.width], func(of string) []float64 {
		i, ok := a.findPlace(of)
		if !ok {
			return make([]float64, a.width)
		}
		return row[(1+i)*a.width : (2+i)*a.width]
	})
}

// Parts implements [Divided]: it returns what Divide does, nil if there is no Divide.
func (a *Additive) Parts(e Evidence) [][]float64 {
	if a.Divide == nil {
		return nil
	}
	return a.Divide(e)
}

func (a *Additive) scoredColumns() (columns []Column, sums []float64) {
	sums = a.whole.sums.Floats()
	parts := make([]string, len(a.parts))
	for i, b := range a.parts {
		parts[i], sums = b.of, append(sums, b.sums.Floats()...)
	}
	return a.columns(parts, sums), sums
}

// Scores returns the scores of the columns from the sums of all examples added so far.
func (a *Additive) Scores() []Score {
	columns, sums := a.scoredColumns()
	return ColumnScores(a.protocol, a.settings, columns, sums)
}

// Inputs returns the two sums whose ratio the score of a metric and thing is; ok is false for a
// score that is not a ratio or does not exist.
func (a *Additive) Inputs(metric, of string) (sum, over float64, ok bool) {
	columns, sums := a.scoredColumns()
	for i := range columns {
		if c := &columns[i]; c.Name == metric && c.Of == of && c.Value == nil {
			return sums[c.Sum], sums[c.Over], true
		}
	}
	return 0, 0, false
}

// Values returns the values of the scores, in their order, from sums of rows of length Width. Which
// columns there are follows from the examples added, not from sums; they are kept until another is
// added. It may be called from several goroutines.
func (a *Additive) Values(sums []float64) []Value {
	columns := a.known.Load()
	if columns == nil {
		list, _ := a.scoredColumns()
		columns = &list
		a.known.Store(columns)
	}
	return ColumnValues(*columns, sums)
}
