package session

import (
	"math"
	"slices"

	"faithscope/scoring"
)

// blockSize is the number of consecutive examples that are aggregated together. A total adds the
// blocks' sums in order, so that it has the same digits whatever is in memory and however many
// cores there are.
const blockSize = BlockSize

// BlockSize is blockSize, for other packages that keep something per block.
const BlockSize = 1024

// Bits of a row's state besides its two verdicts.
const (
	rowRead    = 1 << 0
	rowCurrent = 1 << 1 // scored under the current settings
	answerAt   = 2      // shift of the answer's verdict, two bits
	faithfulAt = 4
)

// blockRows holds a block's rows: some 20 bytes per example, and 24 for each module type that occurs.
type blockRows struct {
	State   [blockSize]uint8
	Metric  [blockSize]uint8 // index into rowSpace.metrics
	Overall [blockSize]scoring.Value
	Culprit [blockSize]culpritModule
	Types   []*moduleTypeBlock // by index into rowSpace.types, nil without any
}

// moduleTypeBlock holds a block's rows for one module type.
type moduleTypeBlock struct {
	Value   [blockSize]scoring.Value
	Matters [blockSize]ModuleCounts
}

func (p *blockRows) isValid(typeCount, metricCount int) bool {
	return len(p.Types) <= typeCount && int(slices.Max(p.Metric[:])) < metricCount && !slices.ContainsFunc(p.Culprit[:],
		func(c culpritModule) bool {
			return int(c.Type) > typeCount || int(c.Cause) > len(scoring.Causes())
		})
}

// ModuleCounts counts the modules of one type: with a score, wrong, and wrong by themselves, at most
// 65535 each. It also tells why any of them is wrong, and whether any has neither gold nor a
// prediction.
type ModuleCounts struct {
	Used, Wrong, Local uint16
	Bits               uint16 // a bit per cause, and those declared below
}

// addModule counts a module with a value, up to the largest uint16, because a file may have any
// number of modules.
func (x *ModuleCounts) addModule(m *scoring.ModuleScore) {
	if !m.Value.IsDefined() {
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

// nothingWanted uses the bit of [scoring.NoCause], which no cause needs, somethingWanted the bit
// of [scoring.MissedDetection], which no module has.
const nothingWanted, somethingWanted uint16 = 1 << scoring.NoCause, 1 << 15

// SomethingWanted reports whether one of the modules has gold or predicts something.
func (x ModuleCounts) SomethingWanted() bool { return x.Bits&somethingWanted != 0 }

// NothingWanted reports whether one of the modules has no gold and predicts nothing.
func (x ModuleCounts) NothingWanted() bool { return x.Bits&nothingWanted != 0 }

// culpritModule is the first module that went wrong by itself. Type is 1 + an index into
// rowSpace.types; 0 for none, with a wrong answer's cause.
type culpritModule struct {
	Type  uint8
	Cause scoring.Cause
	Node  uint16 // 1 + its node, 0 for none
}

// rowDictionary holds what a run's rows share.
type rowDictionary struct {
	types   []string // all protocols', each once, then others found
	first   int      // number of the protocols'
	metrics []string
	means   []scoring.Mean // per type, of the example being written
	matters []ModuleCounts // likewise
}

// Why a row has no number, besides its protocol's reasons.
var (
	unread   = scoring.Undefined("not read yet")
	outdated = scoring.Undefined("not yet scored under these settings")
	broken   = scoring.Undefined("the record could not be read")
	noGold   = scoring.Undefined("no annotated module")
	noType   = scoring.Undefined("no annotated module of this type")
)

func newRowSpace(ps protocols) rowDictionary {
	r := rowDictionary{metrics: []string{""}}
	for _, moduleType := range ModuleTypes(ps) {
		r.addLast(moduleType)
	}
	r.first = len(r.types)
	return r
}

// writeRow writes an example's row, without the verdict on its answer. A pooled number replaces
// the mean over the modules, because the protocol prefers it.
func (r *rowDictionary) writeRow(targetRows *blockRows, k int, p *preparedExample, exampleScore *scoring.ExampleScore) {
	targetRows.State[k] = rowRead | rowCurrent
	targetRows.Metric[k], targetRows.Culprit[k] = 0, culpritModule{}
	for _, column := range targetRows.Types {
		if column != nil {
			column.Value[k], column.Matters[k] = noType, ModuleCounts{}
		}
	}
	switch {
	case p.broken:
		targetRows.Overall[k] = broken
		return
	case p.by < 0:
		targetRows.Overall[k] = noGold
		return
	}
	targetRows.State[k] |= uint8(exampleScore.Faithful) << faithfulAt
	targetRows.Metric[k] = r.metricIndex(exampleScore.Metric)
	targetRows.Overall[k] = exampleScore.Overall
	clear(r.means)
	clear(r.matters)
	for i := range exampleScore.Modules {
		m := &exampleScore.Modules[i]
		t := r.kindIndex(m.Type)
		r.means[t].Add(m.Value)
		r.matters[t].addModule(m)
		if m.First {
			targetRows.Culprit[k] = culpritModule{uint8(t + 1), m.Cause, uint16(m.Node + 1)}
		}
	}
	if exampleScore.Cause != scoring.NoCause {
		targetRows.Culprit[k].Cause = exampleScore.Cause
	}
	for _, n := range exampleScore.Pooled {
		t := r.kindIndex(n.Metric)
		r.means[t] = scoring.Mean{}
		r.means[t].Add(n.Value)
	}
	for t, mean := range r.means {
		if mean.Count > 0 {
			column := targetRows.columnOf(t)
			column.Value[k], column.Matters[k] = mean.Value(""), r.matters[t]
		}
	}
}

// mostTypes limits the module types of a run's rows, because a file may name any number; the rest
// count as otherTypes.
const mostTypes, otherTypes = 200, "other"

func (r *rowDictionary) kindIndex(moduleType string) int {
	if t := slices.Index(r.types, moduleType); t >= 0 {
		return t
	}
	if len(r.types) >= mostTypes {
		moduleType = otherTypes
	}
	return r.addLast(moduleType)
}

func (r *rowDictionary) addLast(moduleType string) int {
	if n := len(r.types); n == 0 || r.types[n-1] != moduleType {
		r.types = append(r.types, moduleType)
		r.means, r.matters = append(r.means, scoring.Mean{}), append(r.matters, ModuleCounts{})
	}
	return len(r.types) - 1
}

func (r *rowDictionary) metricIndex(name string) uint8 {
	k := slices.Index(r.metrics, name)
	if k < 0 && len(r.metrics) < math.MaxUint8 {
		k, r.metrics = len(r.metrics), append(r.metrics, name)
	}
	return uint8(max(0, k))
}

func (p *blockRows) columnOf(typeIndex int) *moduleTypeBlock {
	p.Types = append(p.Types, make([]*moduleTypeBlock, max(0, typeIndex+1-len(p.Types)))...)
	if p.Types[typeIndex] == nil {
		p.Types[typeIndex] = &moduleTypeBlock{}
		for k := range p.Types[typeIndex].Value {
			p.Types[typeIndex].Value[k] = noType
		}
	}
	return p.Types[typeIndex]
}

func (p *blockRows) hasType(typeIndex int) bool {
	return p != nil && typeIndex < len(p.Types) && p.Types[typeIndex] != nil
}

func (p *blockRows) clone() *blockRows {
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

func (p *blockRows) outdatedCopy() *blockRows {
	o := &blockRows{State: p.State}
	for k := range o.State {
		o.State[k] &^= rowCurrent | 3<<faithfulAt
		o.Overall[k] = outdated
	}
	return o
}
