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

// Ratio is undefined for the reason if the sum at denominatorIndex is 0.
func (m Metric) Ratio(scoreSubject string, numeratorIndex, denominatorIndex int, undefinedReason string) Column {
	return Column{Metric: m, Of: scoreSubject, Sum: numeratorIndex, Over: denominatorIndex, Why: undefinedReason}
}

// Overall is [Metric.Ratio] for the part "overall".
func (m Metric) Overall(numeratorIndex, denominatorIndex int, undefinedReason string) Column {
	return m.Ratio("overall", numeratorIndex, denominatorIndex, undefinedReason)
}

// Mean returns the column "overall" of a ratio to whose divisor each example adds at most 1, the
// mean of m's column. If higher is better, it marks m as a share (0..1).
func (m Metric) Mean(numeratorIndex, denominatorIndex int, undefinedReason string) Column {
	m.Share = m.Better == Higher
	return m.AsColumn().Overall(numeratorIndex, denominatorIndex, undefinedReason)
}

// Sum is undefined for the reason if the sum at denominatorIndex is 0.
func (m Metric) Sum(scoreSubject string, sumIndex, denominatorIndex int, undefinedReason string) Column {
	return m.Ratio(scoreSubject, sumIndex, denominatorIndex, undefinedReason).Computed(func(sums []float64) float64 { return sums[sumIndex] })
}

// Computed replaces the ratio by computeValue, undefined if not finite. A column with a Why stays
// undefined if the sum at Over is 0.
func (c Column) Computed(computeValue func(sums []float64) float64) Column {
	c.Value = func(sums []float64) Value { return Defined(computeValue(sums)) }
	return c
}

func (c *Column) valueFrom(termSums []float64) Value {
	switch {
	case c.Why != "" && termSums[c.Over] == 0:
		return Undefined(c.Why)
	case c.Value != nil:
		return c.Value(termSums)
	}
	return Defined(termSums[c.Sum] / termSums[c.Over])
}

func (c *Column) countFrom(termSums []float64) int {
	if c.Count != nil {
		return c.Count(termSums)
	}
	return int(math.Round(termSums[c.Over]))
}

// ColumnValues returns the values of columns, in order.
func ColumnValues(columns []Column, termSums []float64) []Value {
	values := make([]Value, len(columns))
	for i := range columns {
		values[i] = columns[i].valueFrom(termSums)
	}
	return values
}

// ColumnScores keeps the order; nil for no columns.
func ColumnScores(protocol string, settings Settings, columns []Column, termSums []float64) []Score {
	list := ScoreList{protocol, settings, slices.Grow([]Score(nil), len(columns))}
	for i := range columns {
		c := &columns[i]
		list.AddScore(c.Name, c.Of, c.valueFrom(termSums), c.countFrom(termSums))
		if c.Vacuous != nil {
			list.Scores[i].Vacuous = c.Vacuous(termSums)
		}
	}
	return list.Scores
}

// MetricsOf lists the columns' metrics, each name once, in order.
func MetricsOf(columns []Column) (list []Metric) {
	for _, c := range columns {
		FindOrAppend(&list, func(m Metric) bool { return m.Name == c.Name }, c.Metric)
	}
	return list
}

// TermSums adds up rows of terms exactly.
type TermSums []exactSum

// Add adds termRow[i] to sum i of a row at least as long.
func (r TermSums) Add(termRow []float64) {
	for i, x := range termRow {
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
func (r TermSums) Merge(o TermSums) {
	for i := range o {
		r[i].merge(&o[i])
	}
}

// Floats returns the sums, each rounded once.
func (r TermSums) Floats() []float64 {
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

// Additive is the [SummedAggregate] aggregate of a protocol whose scores are functions of sums over
// examples.
//
// A row of terms has a block for the whole, then one per part that occurred, alphabetically.
type Additive struct {
	// Divide returns the rows of an example's units ([DividedAggregate]), or nil.
	Divide func(e Evidence) [][]float64
	// Most bounds the parts, by order; 0 for no bound.
	Most int

	protocol string
	settings Settings
	width    int
	terms    func(e Evidence, whole []float64, part BlockLookup)
	columns  func(parts []string, sums []float64) []Column
	whole    *termBlock
	parts    []*termBlock
	touched  []*termBlock
	touch    BlockLookup
	known    atomic.Pointer[[]Column]
}

// BlockLookup returns a part's block in a row of terms.
type BlockLookup func(part string) []float64

type termBlock struct {
	part string
	sums TermSums
	own  []float64
}

// NewAdditive returns an empty aggregate without parts. fillTerms writes an example's termCount terms
// into a row of zeros; listColumns gets the sums of all examples.
func NewAdditive[E Evidence](
	protocol string, settings Settings, termCount int,
	fillTerms func(e E, row []float64), listColumns func(sums []float64) []Column,
) *Additive {
	return NewParted(protocol, settings, termCount,
		func(e E, whole []float64, _ BlockLookup) { fillTerms(e, whole) },
		func(_ []string, sums []float64) []Column { return listColumns(sums) })
}

// NewParted returns an empty aggregate with parts. fillTerms adds to the blocks of the whole and of its
// parts, all termCount long and zero at first; each call for a part is summed exactly. listColumns gets
// the parts alphabetically and the sums, part i's at (1+i)*termCount.
func NewParted[E Evidence](
	protocol string, settings Settings, termCount int,
	fillTerms func(e E, whole []float64, part BlockLookup), listColumns func(parts []string, sums []float64) []Column,
) *Additive {
	a := &Additive{protocol: protocol, settings: settings, width: termCount, columns: listColumns}
	a.terms = func(e Evidence, whole []float64, part BlockLookup) { fillTerms(e.(E), whole, part) }
	a.whole = a.newBlock("")
	a.touch = func(part string) []float64 {
		b := a.partBlock(part)
		b.flush()
		a.touched = append(a.touched, b)
		return b.own
	}
	return a
}

func (a *Additive) newBlock(partName string) *termBlock {
	return &termBlock{part: partName, sums: make(TermSums, a.width), own: make([]float64, a.width)}
}

func (b *termBlock) flush() {
	b.sums.Add(b.own)
	clear(b.own)
}

func (a *Additive) findPlace(partName string) (i int, ok bool) {
	return slices.BinarySearchFunc(a.parts, partName, func(b *termBlock, part string) int { return strings.Compare(b.part, part) })
}

// partBlock returns a detached block beyond Most parts, so that a hostile file's terms are lost
// instead of filling memory.
func (a *Additive) partBlock(partName string) *termBlock {
	i, ok := a.findPlace(partName)
	switch {
	case ok:
	case a.Most > 0 && len(a.parts) >= a.Most:
		return a.newBlock(partName)
	default:
		a.parts = slices.Insert(a.parts, i, a.newBlock(partName))
	}
	return a.parts[i]
}

// Add adds an example's terms.
func (a *Additive) Add(e Evidence) {
	a.terms(e, a.whole.own, a.touch)
	a.whole.flush()
	for _, b := range a.touched {
		b.flush()
	}
	a.touched = a.touched[:0]
	if a.known.Load() != nil {
		a.known.Store(nil)
	}
}

// Merge needs the same protocol and settings; it adds parts up to Most.
func (a *Additive) Merge(otherAggregate Aggregate) {
	o := otherAggregate.(*Additive)
	a.whole.sums.Merge(o.whole.sums)
	for _, b := range o.parts {
		a.partBlock(b.part).sums.Merge(b.sums)
	}
	a.known.Store(nil)
}

// Width returns the number of terms of a row.
func (a *Additive) Width() int { return a.width * (1 + len(a.parts)) }

// Terms overwrites termRow, of length Width. Parts of no added example are dropped.
func (a *Additive) Terms(e Evidence, termRow []float64) {
	clear(termRow)
	a.terms(e, termRow[:a.width], func(part string) []float64 {
		i, ok := a.findPlace(part)
		if !ok {
			return make([]float64, a.width)
		}
		return termRow[(1+i)*a.width : (2+i)*a.width]
	})
}

// Parts implements [DividedAggregate] with Divide; nil without it.
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
func (a *Additive) Inputs(metric, scoreSubject string) (sum, over float64, ok bool) {
	columns, sums := a.scoredColumns()
	for i := range columns {
		if c := &columns[i]; c.Name == metric && c.Of == scoreSubject && c.Value == nil {
			return sums[c.Sum], sums[c.Over], true
		}
	}
	return 0, 0, false
}

// Values returns the values of the scores, in order, from sums of length Width. It is safe for
// concurrent use.
func (a *Additive) Values(termSums []float64) []Value {
	columns := a.known.Load()
	if columns == nil {
		list, _ := a.scoredColumns()
		columns = &list
		a.known.Store(columns)
	}
	return ColumnValues(*columns, termSums)
}
