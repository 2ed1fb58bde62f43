package session

import (
	"maps"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// blockSize is how many examples in a row are aggregated apart. Sums are
// those of the blocks, added in the order of the file, so that they have the
// same digits whatever is kept in memory and however many cores there are.
const blockSize = BlockSize

// BlockSize is blockSize, for what is kept of a run by blocks elsewhere.
const BlockSize = 1024

// What a row's state holds beside its two verdicts.
const (
	rowRead    = 1 << 0
	rowCurrent = 1 << 1 // scored under the settings aimed at
	answerAt   = 2      // of the answer's verdict, two bits
	faithfulAt = 4
)

// page holds the rows of a block: some 16 bytes an example, and 8 for each
// module type that some example of the block has a number for, with 8 for what
// is the matter with its modules.
type page struct {
	state   [blockSize]uint8
	metric  [blockSize]uint8 // index into rowSpace.metrics
	overall [blockSize]scalar
	culprit [blockSize]culprit
	types   map[int]*typeColumn // by index into rowSpace.types
}

// typeColumn is what the rows of a block have of one module type.
type typeColumn struct {
	value   [blockSize]scalar
	matters [blockSize]Matters
}

// Matters says of the modules of one type how many have a score, are wrong, and
// are wrong by themselves, at most 65535 of each; why any of them is wrong, and
// whether for any of them nothing is wanted and nothing predicted.
type Matters struct {
	Used, Wrong, Local uint16
	Bits               uint16 // by cause, and in the places of none
}

// add counts a module.
func (x *Matters) add(m *scoring.ModuleScore) {
	if _, ok := m.Value.Float(); !ok {
		return
	}
	count := func(n *uint16, so bool) {
		if so && *n < math.MaxUint16 {
			*n++
		}
	}
	count(&x.Used, true)
	count(&x.Wrong, m.Fault != scoring.NoFault)
	count(&x.Local, m.Fault == scoring.Local)
	if m.Cause != scoring.NoCause {
		x.Bits |= 1 << m.Cause
	}
	if m.NothingWanted {
		x.Bits |= nothingWanted
	} else {
		x.Bits |= somethingWanted
	}
}

// nothingWanted has the place of no cause, which nothing is the matter of, and
// somethingWanted one behind the causes.
const nothingWanted, somethingWanted uint16 = 1 << scoring.NoCause, 1 << 15

// Has reports whether one of the modules is wrong because of c.
func (x Matters) Has(c scoring.Cause) bool { return c != scoring.NoCause && x.Bits&(1<<c) != 0 }

// SomethingWanted reports whether one of the modules has gold or predicts
// something.
func (x Matters) SomethingWanted() bool { return x.Bits&somethingWanted != 0 }

// NothingWanted reports whether for one of the modules there is no gold, and it
// predicts nothing.
func (x Matters) NothingWanted() bool { return x.Bits&nothingWanted != 0 }

// culprit is the first module that went wrong by itself: its type, 1 + an index
// into rowSpace.types, 0 for none, and why.
type culprit struct {
	Type  uint8
	Cause scoring.Cause
}

// scalar is a scoring.Value in 8 bytes: a float64, or as a NaN the number of a
// reason.
type scalar uint64

const noNumber = 0x7ff8_0000_0000_0000 // a NaN; no Value holds one

// rowSpace is what the rows of a run share.
type rowSpace struct {
	types   []string // of all protocols, each once, their numbers, and what other types were met
	numbers []string // of all protocols
	first   int      // place of the numbers in types
	metrics []string
	reasons []string
	known   map[string]int // reasons by text
	means   []scoring.Mean // per type, of the example being written
	matters []Matters      // the same
}

// The reasons that every run has, by their places in rowSpace.reasons.
const (
	whyUnread = iota
	whyOutdated
	whyBroken
	whyNoGold
	whyNoType
	whyOther
)

// mostReasons bounds the reasons kept: they may quote a file.
const mostReasons = 1000

func newRowSpace(protocols []scoring.Protocol) rowSpace {
	numbers := numbersOf(protocols)
	types := ModuleTypes(protocols)
	r := rowSpace{types: slices.Concat(types, numbers), numbers: numbers, first: len(types), metrics: []string{""}, known: map[string]int{}}
	r.means, r.matters = make([]scoring.Mean, len(r.types)), make([]Matters, len(r.types))
	for _, why := range []string{
		"not read yet", "not yet scored under these settings", "the record could not be read",
		"no module with gold", "no such module with gold", "undefined",
	} {
		r.reason(why)
	}
	return r
}

// reason returns the number of a reason.
func (r *rowSpace) reason(why string) int {
	k, ok := r.known[why]
	switch {
	case ok:
		return k
	case len(r.reasons) >= mostReasons:
		return whyOther
	}
	k = len(r.reasons)
	r.reasons, r.known[why] = append(r.reasons, why), k
	return k
}

func (r *rowSpace) scalar(v scoring.Value) scalar {
	if x, ok := v.Float(); ok {
		return scalar(math.Float64bits(x))
	}
	return noNumber | scalar(r.reason(v.Why()))
}

// value is the Value that n stands for.
func value(n scalar, reasons []string) scoring.Value {
	if x := math.Float64frombits(uint64(n)); x == x {
		return scoring.Defined(x)
	}
	return scoring.Undefined(reasons[n&0xffff])
}

// write puts the row of an example that was read into place k of page.
func (r *rowSpace) write(page *page, k int, p *prepared, answer loaders.Verdict, score *scoring.ExampleScore) {
	page.state[k] = rowRead | rowCurrent | uint8(answer)<<answerAt
	page.metric[k], page.culprit[k] = 0, culprit{}
	for _, column := range page.types {
		column.value[k], column.matters[k] = noNumber|whyNoType, Matters{}
	}
	switch {
	case p.broken:
		page.overall[k] = noNumber | whyBroken
		return
	case p.by < 0:
		page.overall[k] = noNumber | whyNoGold
		return
	}
	page.state[k] |= uint8(score.Faithful) << faithfulAt
	page.metric[k] = r.metric(score.Metric)
	page.overall[k] = r.scalar(score.Overall)
	clear(r.means)
	clear(r.matters)
	for i := range score.Modules {
		m := &score.Modules[i]
		t := r.kind(m.Type)
		r.means[t].Add(m.Value)
		r.matters[t].add(m)
		if m.First {
			page.culprit[k] = culprit{uint8(t + 1), m.Cause}
		}
	}
	for _, n := range score.Numbers {
		if at := slices.Index(r.numbers, n.Metric); at >= 0 {
			page.column(r.first + at).value[k] = r.scalar(n.Value)
		}
	}
	for t, mean := range r.means {
		if mean.Count > 0 {
			column := page.column(t)
			column.value[k], column.matters[k] = r.scalar(mean.Value("")), r.matters[t]
		}
	}
}

// mostTypes bounds the types of modules that a run's rows tell apart: a file
// names what it likes.
const mostTypes, otherTypes = 200, "other"

// kind returns the place of a type of module, new if need be.
func (r *rowSpace) kind(moduleType string) int {
	for t, name := range r.types {
		if name == moduleType && !r.number(t) {
			return t
		}
	}
	if len(r.types) >= mostTypes {
		return r.last(otherTypes)
	}
	return r.last(moduleType)
}

// last adds a type behind the others, unless it is the last.
func (r *rowSpace) last(moduleType string) int {
	if n := len(r.types); n == 0 || r.types[n-1] != moduleType {
		r.types = append(r.types, moduleType)
		r.means, r.matters = append(r.means, scoring.Mean{}), append(r.matters, Matters{})
	}
	return len(r.types) - 1
}

// number reports whether place t of types is that of a number.
func (r *rowSpace) number(t int) bool { return t >= r.first && t < r.first+len(r.numbers) }

// metric returns the number of a metric's name.
func (r *rowSpace) metric(name string) uint8 {
	k := slices.Index(r.metrics, name)
	if k < 0 && len(r.metrics) < math.MaxUint8 {
		k, r.metrics = len(r.metrics), append(r.metrics, name)
	}
	return uint8(max(0, k))
}

// column returns what the page has of a type.
func (p *page) column(t int) *typeColumn {
	if c := p.types[t]; c != nil {
		return c
	}
	c := &typeColumn{}
	for k := range c.value {
		c.value[k] = noNumber | whyNoType
	}
	if p.types == nil {
		p.types = map[int]*typeColumn{}
	}
	p.types[t] = c
	return c
}

func (p *page) clone() *page {
	c := *p
	c.types = maps.Clone(p.types)
	for t, column := range c.types {
		own := *column
		c.types[t] = &own
	}
	return &c
}

// outdated is the page under settings for which nothing is scored yet.
func (p *page) outdated() *page {
	o := &page{state: p.state}
	for k := range o.state {
		o.state[k] &^= rowCurrent | 3<<faithfulAt
		o.overall[k] = noNumber | whyOutdated
	}
	return o
}
