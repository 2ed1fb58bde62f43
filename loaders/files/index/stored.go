package index

import "math"

// linesKind is the cache's kind of the places of lines. A change of what is in
// it changes the name.
const linesKind = "lines2"

// places are those of all lines, by columns: encoding/gob writes and reads a
// slice of numbers at once.
type places struct {
	Starts          []int64
	Lengths, Number []uint32
	Cut             bool // the last has no line end
}

// places returns where all lines are.
func (l *Lines) places() places {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.at)
	p := places{make([]int64, n), make([]uint32, n), make([]uint32, n), l.cut}
	for i, at := range l.at {
		p.Starts[i], p.Lengths[i], p.Number[i] = at.start, at.length, at.number
	}
	return p
}

// lines returns the lines at places that lie one behind the other within size
// bytes, ok false for any others.
func (p *places) lines(size int64) (at []lineAt, ok bool) {
	n := len(p.Starts)
	if len(p.Lengths) != n || len(p.Number) != n {
		return nil, false
	}
	at = make([]lineAt, n)
	end, number := int64(0), uint32(0)
	for i, start := range p.Starts {
		length := int64(p.Lengths[i])
		if start < end || start > math.MaxInt64-length || start+length > size || p.Number[i] <= number {
			return nil, false
		}
		end, number = start+length, p.Number[i]
		at[i] = lineAt{start, p.Lengths[i], number}
	}
	return at, true
}

// restore takes the places of all lines from the cache, if it has them.
func (l *Lines) restore(size int64) bool {
	var p places
	if !l.kept.Load(linesKind, &p) {
		return false
	}
	at, ok := p.lines(size)
	if !ok {
		return false
	}
	l.examined.Store(l.src.Size)
	l.grow(at, true, p.Cut)
	return true
}
