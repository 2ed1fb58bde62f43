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
const blockSize = 1024

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

// Summaries are the rows of all examples found when they were asked for, in
// the order of the file, under one settings. They never change.
type Summaries struct {
	settings scoring.Settings
	types    []string
	at       []int // of types in the pages
	numbers  []string
	numberAt []int
	metrics  []string
	reasons  []string
	pages    []*page // nil where nothing was read
	n        int
	news     int
}

// Len is the number of examples found.
func (s *Summaries) Len() int { return s.n }

// Types are the module types that the rows have values of, as
// [Scored.Types] was.
func (s *Summaries) Types() []string { return s.types }

func (s *Summaries) page(i int) *page {
	if k := i / blockSize; k < len(s.pages) {
		return s.pages[k]
	}
	return nil
}

// Read reports whether example i, 0 ≤ i < Len, was read.
func (s *Summaries) Read(i int) bool {
	p := s.page(i)
	return p != nil && p.state[i%blockSize]&rowRead != 0
}

// Current reports whether example i was read and its row is under the
// settings of the rows: else its numbers and its faithfulness are unknown.
func (s *Summaries) Current(i int) bool {
	p := s.page(i)
	return p != nil && p.state[i%blockSize]&rowCurrent != 0
}

// Answer is the verdict on the answer of example i, Unknown while it is not
// read.
func (s *Summaries) Answer(i int) loaders.Verdict { return s.verdict(i, answerAt) }

// Faithful is the verdict on the faithfulness of example i, Unknown while it
// is not scored.
func (s *Summaries) Faithful(i int) loaders.Verdict { return s.verdict(i, faithfulAt) }

func (s *Summaries) verdict(i, at int) loaders.Verdict {
	p := s.page(i)
	if p == nil {
		return loaders.Unknown
	}
	return loaders.Verdict(p.state[i%blockSize] >> at & 3)
}

// Overall is the number that example i is called faithful by.
func (s *Summaries) Overall(i int) scoring.Value {
	p := s.page(i)
	if p == nil || p.state[i%blockSize]&rowRead == 0 {
		return scoring.Undefined(s.reasons[whyUnread])
	}
	return value(p.overall[i%blockSize], s.reasons)
}

// Metric is what Overall of example i is, "" where it is nothing.
func (s *Summaries) Metric(i int) string {
	p := s.page(i)
	if p == nil {
		return ""
	}
	return s.metrics[p.metric[i%blockSize]]
}

// Type is the mean over the modules of type k, an index into Types, of
// example i.
func (s *Summaries) Type(i, k int) scoring.Value { return s.column(i, s.at[k]) }

func (s *Summaries) column(i, at int) scoring.Value {
	p := s.page(i)
	switch {
	case p == nil || p.state[i%blockSize]&rowRead == 0:
		return scoring.Undefined(s.reasons[whyUnread])
	case p.state[i%blockSize]&rowCurrent == 0:
		return scoring.Undefined(s.reasons[whyOutdated])
	}
	column := p.types[at]
	if column == nil {
		return scoring.Undefined(s.reasons[whyNoType])
	}
	return value(column.value[i%blockSize], s.reasons)
}

// Quadrant counts those of rows, all examples for nil, that are scored under the
// settings of the rows.
func (s *Summaries) Quadrant(rows []int) (q scoring.Quadrant) {
	add := func(i int) {
		if s.Current(i) {
			q[s.Answer(i)][s.Faithful(i)]++
		}
	}
	for _, i := range rows {
		add(i)
	}
	for i := 0; rows == nil && i < s.n; i++ {
		add(i)
	}
	return q
}

// Matters tells what is the matter with the modules of type k, an index into
// Types, of example i; nothing while they are not scored.
func (s *Summaries) Matters(i, k int) Matters {
	p := s.page(i)
	if p == nil || p.types[s.at[k]] == nil {
		return Matters{}
	}
	return p.types[s.at[k]].matters[i%blockSize]
}

// Culprit tells which module of example i went wrong first by itself: its type,
// an index into Types, and why; -1 and no cause where none did, or while it is
// not scored.
func (s *Summaries) Culprit(i int) (moduleType int, why scoring.Cause) {
	p := s.page(i)
	if p == nil || p.culprit[i%blockSize].Type == 0 {
		return -1, scoring.NoCause
	}
	c := p.culprit[i%blockSize]
	return slices.Index(s.at, int(c.Type)-1), c.Cause
}

// Numbers names what else the rows have of examples as a whole: "snr".
func (s *Summaries) Numbers() []string { return s.numbers }

// Number is number k, an index into Numbers, of example i.
func (s *Summaries) Number(i, k int) scoring.Value { return s.column(i, s.numberAt[k]) }

// Present lists the types, by their indices in Types, of which some example
// has a number.
func (s *Summaries) Present() []int {
	var present []int
	for k, t := range s.at {
		if slices.ContainsFunc(s.pages, func(p *page) bool { return p != nil && p.types[t] != nil }) {
			present = append(present, k)
		}
	}
	return present
}

// Summary is one example's scores in brief: a row of a list.
type Summary struct {
	Read     bool            // false while nobody has scored the example yet
	Answer   loaders.Verdict // Unknown while not read
	Overall  scoring.Value
	Metric   string // what Overall is: "f1", "mass"
	Faithful loaders.Verdict
	// Types has a value per module type, in the order of [Scored.Types] when
	// the summaries were asked for: the mean over the example's modules of
	// that type, 0..1, higher is better.
	Types []scoring.Value
}

// At is the row of example i as a whole.
func (s *Summaries) At(i int) Summary {
	row := Summary{
		Read: s.Read(i), Answer: s.Answer(i), Overall: s.Overall(i), Metric: s.Metric(i), Faithful: s.Faithful(i),
		Types: make([]scoring.Value, len(s.types)),
	}
	for k := range row.Types {
		row.Types[k] = s.Type(i, k)
	}
	return row
}
