package index

import (
	"encoding/binary"
	"math"
)

// linesKind is the cache's kind of the places of lines. A change of what is in
// it changes the name.
const linesKind = "lines1"

// index writes the places of all lines: whether the last is cut, then for
// each how many bytes and lines it is behind the one before, and its length.
func (l *Lines) index() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := make([]byte, 0, 4*len(l.at)+16)
	cut := byte(0)
	if l.cut {
		cut = 1
	}
	b = binary.AppendUvarint(append(b, cut), uint64(len(l.at)))
	end, number := int64(0), uint32(0)
	for _, at := range l.at {
		b = binary.AppendUvarint(b, uint64(at.start-end))
		b = binary.AppendUvarint(b, uint64(at.length))
		b = binary.AppendUvarint(b, uint64(at.number-number))
		end, number = at.start+int64(at.length), at.number
	}
	return b
}

// placesIn reads what index wrote, ok false for anything else, or for places
// that are not all within size bytes.
func placesIn(b []byte, size int64) (at []lineAt, cut, ok bool) {
	if len(b) < 2 || b[0] > 1 {
		return nil, false, false
	}
	cut, b = b[0] == 1, b[1:]
	next := func() uint64 {
		x, n := binary.Uvarint(b)
		if ok = ok && n > 0; ok {
			b = b[n:]
		}
		return x
	}
	ok = true
	n := next()
	if !ok || n > uint64(len(b))/3+1 {
		return nil, false, false
	}
	at = make([]lineAt, 0, n)
	end, number := int64(0), uint64(0)
	for range n {
		skip, length, lines := next(), next(), next()
		number += lines
		if !ok || skip > uint64(size-end) || length > uint64(size-end)-skip || length > math.MaxUint32 || lines == 0 || number > math.MaxUint32 {
			return nil, false, false
		}
		start := end + int64(skip)
		at = append(at, lineAt{start, uint32(length), uint32(number)})
		end = start + int64(length)
	}
	return at, cut, len(b) == 0
}

// restore takes the places of all lines from the cache, if it has them.
func (l *Lines) restore(size int64) bool {
	b, ok := l.kept.Load(linesKind)
	if !ok {
		return false
	}
	at, cut, ok := placesIn(b, size)
	if !ok {
		return false
	}
	l.examined.Store(l.src.Size)
	l.grow(at, true, cut)
	return true
}
