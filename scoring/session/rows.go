package session

import (
	"math"
	"slices"

	"faithscope/scoring"
)

// blockSize is how many consecutive examples are aggregated together. A total adds the
// sums of blocks in the order of the file, so that it has the same digits whatever is
// kept in memory and however many cores there are.
const blockSize = BlockSize

// BlockSize is blockSize, for other packages that keep something per block.
const BlockSize = 1024

// The bits of a row's state besides its two verdicts.
const (
	rowRead    = 1 << 0
	rowCurrent = 1 << 1 // scored under the current settings
	answerAt   = 2      // the shift of the answer's verdict, two bits
	faithfulAt = 4
)

// page holds the rows of a block: some 20 bytes per example, and for each module type of
// which some example has a number 16 bytes, with 8 more for what is wrong with the
// modules.
type page struct {
	State   [blockSize]uint8
	Metric  [blockSize]uint8 // index into rowSpace.metrics
	Overall [blockSize]scoring.Value
	Culprit [blockSize]culprit
	Types   []*typeColumn // by index into rowSpace.types, nil if there are none
}

// typeColumn holds what the rows of a block hold for one module type.
type typeColumn struct {
	Value   [blockSize]scoring.Value
	Matters [blockSize]Matters
}

func (p *page) isValid(types, metrics int) bool {
	return len(p.Types) <= types && int(slices.Max(p.Metric[:])) < metrics && !slices.ContainsFunc(p.Culprit[:], func(c culprit) bool {
		return int(c.Type) > types || int(c.Cause) > len(scoring.Causes())
	})
}

// Matters counts the modules of one type: how many have a score, are wrong, and are
// wrong by themselves, at most 65535 of each. It also says why any of them is wrong, and
// whether any of them has neither gold nor a prediction.
type Matters struct {
	Used, Wrong, Local uint16
	Bits               uint16 // a bit per cause of a module, and those declared below
}

// addModule counts a module of a score in x: as used, as wrong if it has any fault, and as locally
// wrong if its fault is local, each up to the largest uint16; it sets the bit of its cause, and the
// one of whether anything was wanted of it. A module without a value counts for nothing.
func (x *Matters) addModule(m *scoring.ModuleScore) {
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
// somethingWanted that of [scoring.MissedDetection], which no module has.
const nothingWanted, somethingWanted uint16 = 1 << scoring.NoCause, 1 << 15

// SomethingWanted reports whether one of the modules has gold or predicts something.
func (x Matters) SomethingWanted() bool { return x.Bits&somethingWanted != 0 }

// NothingWanted reports whether one of the modules has no gold and predicts nothing.
func (x Matters) NothingWanted() bool { return x.Bits&nothingWanted != 0 }

// culprit is the first module that went wrong by itself. Type is 1 + an index into
// rowSpace.types, or 0 if there is none, whose cause is that of a wrong answer.
type culprit struct {
	Type  uint8
	Cause scoring.Cause
	Node  uint16 // 1 + its node, 0 if there is none
}

// rowSpace holds what the rows of a run share.
type rowSpace struct {
	types   []string // those of all protocols, each once; other types found
	first   int      // how many are the protocols'
	metrics []string
	means   []scoring.Mean // per type, of the example being written
	matters []Matters      // per type, of the example being written
}

// Why a row has no number, apart from what its protocol says.
var (
	unread   = scoring.Undefined("not read yet")
	outdated = scoring.Undefined("not yet scored under these settings")
	broken   = scoring.Undefined("the record could not be read")
	noGold   = scoring.Undefined("no module with gold")
	noType   = scoring.Undefined("no such module with gold")
)

func newRowSpace(protocols []scoring.Protocol) rowSpace {
	types := ModuleTypes(protocols)
	return rowSpace{types: types, first: len(types), metrics: []string{""}, means: make([]scoring.Mean, len(types)),
		matters: make([]Matters, len(types))}
}

// writeRow writes the row of an example to index k of page, as read, current and without a verdict
// on its answer, and, if it is not broken and something judges it, the score's verdict, metric, value,
// culprit, and for each module type the mean over its modules or what the protocol pools. It adds
// types and metrics that are new.
func (r *rowSpace) writeRow(page *page, k int, p *prepared, score *scoring.ExampleScore) {
	page.State[k] = rowRead | rowCurrent
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
	page.Metric[k] = r.metricIndex(score.Metric)
	page.Overall[k] = score.Overall
	clear(r.means)
	clear(r.matters)
	for i := range score.Modules {
		m := &score.Modules[i]
		t := r.kindIndex(m.Type)
		r.means[t].Add(m.Value)
		r.matters[t].addModule(m)
		if m.First {
			page.Culprit[k] = culprit{uint8(t + 1), m.Cause, uint16(m.Node + 1)}
		}
	}
	if score.Cause != scoring.NoCause {
		page.Culprit[k].Cause = score.Cause
	}
	for _, n := range score.Pooled {
		t := r.kindIndex(n.Metric)
		r.means[t] = scoring.Mean{}
		r.means[t].Add(n.Value)
	}
	for t, mean := range r.means {
		if mean.Count > 0 {
			column := page.columnOf(t)
			column.Value[k], column.Matters[k] = mean.Value(""), r.matters[t]
		}
	}
}

// mostTypes bounds the module types that a run's rows distinguish, since a file may name
// any number; the rest count as otherTypes.
const mostTypes, otherTypes = 200, "other"

func (r *rowSpace) kindIndex(moduleType string) int {
	if t := slices.Index(r.types, moduleType); t >= 0 {
		return t
	}
	if len(r.types) >= mostTypes {
		return r.addLast(otherTypes)
	}
	return r.addLast(moduleType)
}

// addLast adds a type after the others, with its entry in the scratch lists means and matters,
// unless it is already the last, and returns the last index.
func (r *rowSpace) addLast(moduleType string) int {
	if n := len(r.types); n == 0 || r.types[n-1] != moduleType {
		r.types = append(r.types, moduleType)
		r.means, r.matters = append(r.means, scoring.Mean{}), append(r.matters, Matters{})
	}
	return len(r.types) - 1
}

func (r *rowSpace) metricIndex(name string) uint8 {
	k := slices.Index(r.metrics, name)
	if k < 0 && len(r.metrics) < math.MaxUint8 {
		k, r.metrics = len(r.metrics), append(r.metrics, name)
	}
	return uint8(max(0, k))
}

func (p *page) columnOf(t int) *typeColumn {
	p.Types = append(p.Types, make([]*typeColumn, max(0, t+1-len(p.Types)))...)
	if p.Types[t] == nil {
		p.Types[t] = &typeColumn{}
		for k := range p.Types[t].Value {
			p.Types[t].Value[k] = noType
		}
	}
	return p.Types[t]
}

func (p *page) hasType(t int) bool { return p != nil && t < len(p.Types) && p.Types[t] != nil }

// clone returns a copy of the page that shares nothing with it.
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

func (p *page) outdatedCopy() *page {
	o := &page{State: p.State}
	for k := range o.State {
		o.State[k] &^= rowCurrent | 3<<faithfulAt
		o.Overall[k] = outdated
	}
	return o
}
