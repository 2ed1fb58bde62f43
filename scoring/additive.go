package scoring

import (
	"faithscope/loaders"
	"math"
	"slices"
	"strings"
	"sync/atomic"
)

// Column is a score from sums over examples.
type Column struct {
	Metric
	Of string
	// Indices into a row of terms; Over is also the number of examples.
	Sum, Over int
	Why       string // if the sum at Over is 0; "" if Value has the reason
	// nil for the ratio
	Value func(sums []float64) Value
	// nil for the sum at Over
	Count func(sums []float64) int
	// Vacuous explains a vacuous score ([Score]); nil for never.
	Vacuous func(sums []float64) string
}

// Ratio is undefined for the reason if the sum at over is 0.
func (m Metric) Ratio(subject string, sum, over int, reason string) Column {
	return Column{Metric: m, Of: subject, Sum: sum, Over: over, Why: reason}
}

// Mean returns the column "overall" of a ratio to whose divisor each example adds at most 1, the
// mean of m's column. If higher is better, it marks m as a share (0..1).
func (m Metric) Mean(sum, over int, reason string) Column {
	m.Share = m.Better == Higher
	return m.AsColumn().Ratio("overall", sum, over, reason)
}

// Sum is undefined for the reason if the sum at over is 0.
func (m Metric) Sum(subject string, sum, over int, reason string) Column {
	return m.Ratio(subject, sum, over, reason).Computed(func(sums []float64) float64 { return sums[sum] })
}

// Computed replaces the ratio by value, undefined if not finite. A column with a Why stays
// undefined if the sum at Over is 0.
func (c Column) Computed(value func(sums []float64) float64) Column {
	c.Value = func(sums []float64) Value { return Defined(value(sums)) }
	return c
}

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

// ColumnValues returns the values of columns, in order.
func ColumnValues(columns []Column, sums []float64) []Value {
	values := make([]Value, len(columns))
	for i := range columns {
		values[i] = columns[i].valueFrom(sums)
	}
	return values
}

// ColumnScores keeps the order; nil for no columns.
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

// MetricsOf lists the columns' metrics, each name once, in order.
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
type Row []exactSum

// Add adds terms[i] to sum i of a row at least as long.
func (r Row) Add(terms []float64) {
	for i, x := range terms {
		if x == 0 {
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

// exactSum saves memory for whole numbers of 32 bits, like most terms.
type exactSum struct {
	whole float64 // at most 2^53, and so exact
	rest  *Sum
}

func (e *exactSum) add(x float64) {
	if e.rest == nil {
		e.rest = &Sum{}
	}
	e.rest.Add(x)
}

// Beyond 2^52, e's own moves to the rest, because larger sums aren't exact.
func (e *exactSum) merge(o *exactSum) {
	if o.rest != nil {
		e.add(0)
		e.rest.Merge(o.rest)
	}
	if math.Abs(e.whole+o.whole) > 1<<52 {
		e.add(e.whole)
		e.whole = 0
	}
	e.whole += o.whole
}

func (e *exactSum) toFloat() float64 {
	if e.rest == nil {
		return e.whole
	}
	sum := *e.rest
	sum.Add(e.whole)
	return sum.Float()
}

// Additive is the [Summed] aggregate of a protocol whose scores are functions of sums over
// examples.
//
// A row of terms has a block for the whole, then one per part that occurred, alphabetically.
type Additive struct {
	// Divide returns the rows of an example's units ([Divided]), or nil.
	Divide func(e Evidence) [][]float64
	// Most bounds the parts, by order; 0 for no bound.
	Most int

	protocol string
	settings Settings
	width    int
	terms    func(e Evidence, whole []float64, part Blocks)
	columns  func(parts []string, sums []float64) []Column
	whole    *block
	parts    []*block
	touched  []*block
	touch    Blocks
	known    atomic.Pointer[[]Column]
}

// Blocks returns a part's block in a row of terms.
type Blocks func(part string) []float64

type block struct {
	part    string
	sums    Row
	own     []float64
	touched bool
}

// NewAdditive returns an empty aggregate without parts. terms writes an example's width terms into
// a row of zeros; columns gets the sums of all examples.
func NewAdditive[E Evidence](
	protocol string, settings Settings, width int,
	terms func(e E, row []float64), columns func(sums []float64) []Column,
) *Additive {
	return NewParted(protocol, settings, width,
		func(e E, whole []float64, _ Blocks) { terms(e, whole) },
		func(_ []string, sums []float64) []Column { return columns(sums) })
}

// NewParted returns an empty aggregate with parts. terms adds to the blocks of the whole and of its
// parts, all width long and zero at first; each call for a part is summed exactly. columns gets the
// parts alphabetically and the sums, part i's at (1+i)*width.
func NewParted[E Evidence](
	protocol string, settings Settings, width int,
	terms func(e E, whole []float64, part Blocks), columns func(parts []string, sums []float64) []Column,
) *Additive {
	a := &Additive{protocol: protocol, settings: settings, width: width, columns: columns}
	a.terms = func(e Evidence, whole []float64, part Blocks) { terms(e.(E), whole, part) }
	a.whole = a.newBlock("")
	a.touch = func(part string) []float64 {
		b := a.partBlock(part)
		if b.touched {
			b.flush()
		} else {
			b.touched, a.touched = true, append(a.touched, b)
		}
		return b.own
	}
	return a
}

func (a *Additive) newBlock(part string) *block {
	return &block{part: part, sums: make(Row, a.width), own: make([]float64, a.width)}
}

func (b *block) flush() {
	b.sums.Add(b.own)
	clear(b.own)
}

func (a *Additive) findPlace(part string) (i int, ok bool) {
	return slices.BinarySearchFunc(a.parts, part, func(b *block, part string) int { return strings.Compare(b.part, part) })
}

// Beyond Most parts, terms go to a detached block.
func (a *Additive) partBlock(part string) *block {
	i, ok := a.findPlace(part)
	switch {
	case ok:
	case a.Most > 0 && len(a.parts) >= a.Most:
		return a.newBlock(part)
	default:
		a.parts = slices.Insert(a.parts, i, a.newBlock(part))
	}
	return a.parts[i]
}

// Add adds an example's terms.
func (a *Additive) Add(e Evidence) {
	a.terms(e, a.whole.own, a.touch)
	a.whole.flush()
	for _, b := range a.touched {
		b.flush()
		b.touched = false
	}
	a.touched = a.touched[:0]
	if a.known.Load() != nil {
		a.known.Store(nil)
	}
}

// Merge needs the same protocol and settings; it adds parts up to Most.
func (a *Additive) Merge(other Aggregate) {
	o := other.(*Additive)
	a.whole.sums.Merge(o.whole.sums)
	for _, b := range o.parts {
		a.partBlock(b.part).sums.Merge(b.sums)
	}
	a.known.Store(nil)
}

// Width returns the number of terms of a row.
func (a *Additive) Width() int { return a.width * (1 + len(a.parts)) }

// Terms overwrites row, of length Width. Parts of no added example are dropped.
func (a *Additive) Terms(e Evidence, row []float64) {
	clear(row)
	a.terms(e, row[:a.width], func(part string) []float64 {
		i, ok := a.findPlace(part)
		if !ok {
			return make([]float64, a.width)
		}
		return row[(1+i)*a.width : (2+i)*a.width]
	})
}

// Parts implements [Divided] with Divide; nil without it.
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
		parts[i], sums = b.part, append(sums, b.sums.Floats()...)
	}
	return a.columns(parts, sums), sums
}

// Scores returns the columns' scores over all examples added.
func (a *Additive) Scores() []Score {
	columns, sums := a.scoredColumns()
	return ColumnScores(a.protocol, a.settings, columns, sums)
}

// Inputs returns the two sums of a ratio; ok is false for other scores.
func (a *Additive) Inputs(metric, subject string) (sum, over float64, ok bool) {
	columns, sums := a.scoredColumns()
	for i := range columns {
		if c := &columns[i]; c.Name == metric && c.Of == subject && c.Value == nil {
			return sums[c.Sum], sums[c.Over], true
		}
	}
	return 0, 0, false
}

// Values returns the values of the scores, in order, from sums of length Width. It is safe for
// concurrent use.
func (a *Additive) Values(sums []float64) []Value {
	columns := a.known.Load()
	if columns == nil {
		list, _ := a.scoredColumns()
		columns = &list
		a.known.Store(columns)
	}
	return ColumnValues(*columns, sums)
}
