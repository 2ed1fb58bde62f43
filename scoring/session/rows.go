package session

import (
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

// page holds the rows of a block: some 20 bytes an example, and 16 for each
// module type that some example of the block has a number for, with 8 for what
// is the matter with its modules.
type page struct {
	State   [blockSize]uint8
	Metric  [blockSize]uint8 // index into rowSpace.metrics
	Overall [blockSize]scoring.Value
	Culprit [blockSize]culprit
	Types   []*typeColumn // by index into rowSpace.types, nil for none
}

// typeColumn is what the rows of a block have of one module type.
type typeColumn struct {
	Value   [blockSize]scoring.Value
	Matters [blockSize]Matters
}

// valid reports whether the indices of a page that was read lie within types and
// metrics.
func (p *page) valid(types, metrics int) bool {
	return len(p.Types) <= types && int(slices.Max(p.Metric[:])) < metrics && !slices.ContainsFunc(p.Culprit[:], func(c culprit) bool {
		return int(c.Type) > types || int(c.Cause) > len(scoring.Causes())
	})
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

// nothingWanted is the bit of [scoring.NoCause], which no cause needs, and
// somethingWanted one beyond those of the causes.
const nothingWanted, somethingWanted uint16 = 1 << scoring.NoCause, 1 << 15

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

// rowSpace is what the rows of a run share.
type rowSpace struct {
	types   []string // of all protocols, each once, their numbers, and what other types were met
	numbers []string // of all protocols
	first   int      // place of the numbers in types
	metrics []string
	means   []scoring.Mean // per type, of the example being written
	matters []Matters      // the same
}

// Why a row has no number, beside what its protocol says.
var (
	unread   = scoring.Undefined("not read yet")
	outdated = scoring.Undefined("not yet scored under these settings")
	broken   = scoring.Undefined("the record could not be read")
	noGold   = scoring.Undefined("no module with gold")
	noType   = scoring.Undefined("no such module with gold")
)

func newRowSpace(protocols []scoring.Protocol) rowSpace {
	numbers, types := []string(nil), ModuleTypes(protocols)
	for _, p := range protocols {
		numbers = append(numbers, p.Numbers...)
	}
	r := rowSpace{types: slices.Concat(types, numbers), numbers: numbers, first: len(types), metrics: []string{""}}
	r.means, r.matters = make([]scoring.Mean, len(r.types)), make([]Matters, len(r.types))
	return r
}

// write puts the row of an example that was read into place k of page.
func (r *rowSpace) write(page *page, k int, p *prepared, answer loaders.Verdict, score *scoring.ExampleScore) {
	page.State[k] = rowRead | rowCurrent | uint8(answer)<<answerAt
	page.Metric[k], page.Culprit[k] = 0, culprit{}
	for _, column := range page.Types {
		if column != nil {
			column.Value[k], column.Matters[k] = noType, Matters{}
		}
	}
	switch {
	case p.broken:
		page.Overall[k] = broken
		return
	case p.by < 0:
		page.Overall[k] = noGold
		return
	}
	page.State[k] |= uint8(score.Faithful) << faithfulAt
	page.Metric[k] = r.metric(score.Metric)
	page.Overall[k] = score.Overall
	clear(r.means)
	clear(r.matters)
	for i := range score.Modules {
		m := &score.Modules[i]
		t := r.kind(m.Type)
		r.means[t].Add(m.Value)
		r.matters[t].add(m)
		if m.First {
			page.Culprit[k] = culprit{uint8(t + 1), m.Cause}
		}
	}
	for _, n := range score.Numbers {
		if at := slices.Index(r.numbers, n.Metric); at >= 0 {
			page.column(r.first + at).Value[k] = n.Value
		}
	}
	for t, mean := range r.means {
		if mean.Count > 0 {
			column := page.column(t)
			column.Value[k], column.Matters[k] = mean.Value(""), r.matters[t]
		}
	}
}

// mostTypes bounds the types of modules that a run's rows tell apart: a file may name
// any number.
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

// last adds a type after the others, unless it is the last already.
func (r *rowSpace) last(moduleType string) int {
	if n := len(r.types); n == 0 || r.types[n-1] != moduleType {
		r.types = append(r.types, moduleType)
		r.means, r.matters = append(r.means, scoring.Mean{}), append(r.matters, Matters{})
	}
	return len(r.types) - 1
}

// number reports whether place t of types belongs to a number.
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
	p.Types = append(p.Types, make([]*typeColumn, max(0, t+1-len(p.Types)))...)
	if p.Types[t] == nil {
		p.Types[t] = &typeColumn{}
		for k := range p.Types[t].Value {
			p.Types[t].Value[k] = noType
		}
	}
	return p.Types[t]
}

// has reports whether the page has numbers of a type.
func (p *page) has(t int) bool { return p != nil && t < len(p.Types) && p.Types[t] != nil }

func (p *page) clone() *page {
	c := *p
	c.Types = slices.Clone(p.Types)
	for t, column := range c.Types {
		if column != nil {
			own := *column
			c.Types[t] = &own
		}
	}
	return &c
}

// outdated is the page under settings for which nothing is scored yet.
func (p *page) outdated() *page {
	o := &page{State: p.State}
	for k := range o.State {
		o.State[k] &^= rowCurrent | 3<<faithfulAt
		o.Overall[k] = outdated
	}
	return o
}
