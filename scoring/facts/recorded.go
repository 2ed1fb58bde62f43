package facts

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"

	"faithscope/loaders"
)

// records are what the records of a block say: the examples from the first one
// on, texts by a dictionary, and behind each other the modules and attributions.
type records struct {
	texts        []string // "" first
	rows         []recordRow
	modules      []packedModule
	attributions []Attribution
	sets         []uint32 // tags and groups
	meta         map[string][]uint32
	scores       map[string][]float64
	size         int // bytes
}

// recordRow is an example. Its modules, attributions, tags and groups begin where
// those of the one before it end; there is a last row of none.
type recordRow struct {
	packed
	texts                 [lastText]uint32
	modules, attributions uint32
	tags, groups          uint32 // in sets
}

// packedModule is a module, its texts by the dictionary.
type packedModule struct {
	op, argument    uint32
	gold, proposals uint32
	area            float32
	depth           uint16
}

func (p *records) holds(_ *aim, k int) bool { return k+1 < len(p.rows) }

func (p *records) bytes() int { return p.size }

// records returns the page of what the record of example i says.
func (t *aim) records(i int) *records { return pageOf(t, inRecords, i, t.run.readRecords) }

// readRecords reads the records of a block that were found.
func (r *Run) readRecords(n int) *records {
	run := r.Scored.Run
	var rows []int
	for i := n * size; i < min((n+1)*size, run.Len()); i++ {
		rows = append(rows, i)
	}
	b := builder{records: &records{texts: []string{""}, meta: map[string][]uint32{}, scores: map[string][]float64{}}, known: map[string]uint32{"": 0}, n: len(rows)}
	if len(rows) > 0 {
		_ = loaders.PassOver(context.Background(), run, rows, func(_ int, ex *loaders.Example) (*record, error) { return recordOf(ex), nil }, func(rec *record) error {
			b.add(rec)
			r.learn(rec)
			return nil
		}) // no record fails, and nothing ends the context
	}
	b.add(&record{})
	b.modules, b.rows = slices.Clone(b.modules), slices.Clone(b.rows) // without room to grow
	b.size = b.weigh()
	return b.records
}

// builder puts records into a page.
type builder struct {
	*records
	known map[string]uint32 // texts
	n     int               // examples
}

func (b *builder) text(s string) uint32 {
	at, ok := b.known[s]
	if !ok {
		at = uint32(len(b.texts))
		b.texts, b.known[s] = append(b.texts, s), at
	}
	return at
}

// list adds texts to the sets.
func (b *builder) list(texts []string) (begin uint32) {
	begin = uint32(len(b.sets))
	for _, s := range texts {
		b.sets = append(b.sets, b.text(s))
	}
	return begin
}

func (b *builder) add(rec *record) {
	k := len(b.rows)
	row := recordRow{packed: rec.packed, modules: uint32(len(b.modules)), attributions: uint32(len(b.attributions)), tags: b.list(rec.tags), groups: b.list(rec.groups)}
	for i, s := range rec.texts {
		row.texts[i] = b.text(s)
	}
	for _, m := range rec.modules {
		b.modules = append(b.modules, packedModule{
			op: b.text(m.op), argument: b.text(m.argument), depth: uint16(min(m.depth, math.MaxUint16)),
			gold: uint32(m.gold), proposals: uint32(m.proposals), area: float32(m.area),
		})
	}
	for _, a := range rec.attributions {
		for _, s := range []*string{&a.Method, &a.Class, &a.Over, &a.Top} {
			*s = b.texts[b.text(*s)]
		}
		b.attributions = append(b.attributions, a)
	}
	b.rows = append(b.rows, row)
	for name, s := range rec.meta {
		if b.meta[name] == nil {
			b.meta[name] = make([]uint32, b.n)
		}
		b.meta[name][k] = b.text(s)
	}
	for name, x := range rec.scores {
		if b.scores[name] == nil {
			b.scores[name] = undefined(b.n)
		}
		b.scores[name][k] = x
	}
}

// undefined are n numbers that nobody knows.
func undefined(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = math.NaN()
	}
	return list
}

// room is the bytes that a list takes.
func room[T any](list []T) int { return cap(list) * int(reflect.TypeFor[T]().Size()) }

// weigh counts the page's bytes.
func (p *records) weigh() int {
	n := room(p.rows) + room(p.modules) + room(p.attributions) + room(p.sets) + room(p.texts)
	for _, s := range p.texts {
		n += len(s)
	}
	return n + 4*len(p.meta)*len(p.rows) + 8*len(p.scores)*len(p.rows)
}

// text is a single text of example k.
func text(of int) func(p *records, k int) string {
	return func(p *records, k int) string { return p.texts[p.rows[k].texts[of]] }
}

// modulesOf are the modules of example k.
func (p *records) modulesOf(k int) []packedModule {
	return p.modules[p.rows[k].modules:p.rows[k+1].modules]
}

func (p *records) attributionsOf(k int) []Attribution {
	return p.attributions[p.rows[k].attributions:p.rows[k+1].attributions]
}

// tags and groups are those of the file. The groups of an example stand behind
// its tags.
func (p *records) tags(k int) []string   { return p.set(p.rows[k].tags, p.rows[k].groups) }
func (p *records) groups(k int) []string { return p.set(p.rows[k].groups, p.rows[k+1].tags) }

func (p *records) set(from, to uint32) (list []string) {
	for _, at := range p.sets[from:to] {
		list = append(list, p.texts[at])
	}
	return list
}

// distinct are texts of the modules of example k, each once; without the empty
// one.
func (p *records) distinct(k int, of func(m *packedModule) uint32) (list []string) {
	for i := range p.modulesOf(k) {
		if s := p.texts[of(&p.modulesOf(k)[i])]; s != "" {
			list = appendNew(list, s)
		}
	}
	return list
}

func (p *records) ops(k int) []string {
	return p.distinct(k, func(m *packedModule) uint32 { return m.op })
}

func (p *records) arguments(k int) []string {
	return p.distinct(k, func(m *packedModule) uint32 { return m.argument })
}

func (p *records) words(k int) (list []string) {
	for _, argument := range p.arguments(k) {
		for word := range strings.FieldsSeq(argument) {
			list = appendNew(list, word)
		}
	}
	return list
}
