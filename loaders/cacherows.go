package loaders

import (
	"encoding/binary"
	"encoding/json"
	"math"
)

// AppendRows appends to b the rows of examples 0 to n-1, all of which were
// read, and the run's problems, for [Run.RestoreRows].
func (r *Run) AppendRows(b []byte, n int) []byte {
	listed, count := r.Problems.All()
	problems, err := json.Marshal(listed)
	if err != nil {
		problems = []byte("[]") // Problem has nothing that JSON cannot write
	}
	b = append(binary.AppendUvarint(b, uint64(len(problems))), problems...)
	b = binary.AppendUvarint(b, uint64(count))
	b = binary.AppendUvarint(b, uint64(n))
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range n {
		var p packed
		if page := r.rows[i/rowsPerPage]; page != nil {
			p = page[i%rowsPerPage]
		}
		b = binary.AppendUvarint(append(b, p.state), uint64(p.modules))
		for _, end := range p.ends {
			b = binary.AppendUvarint(b, uint64(end))
		}
		b = append(binary.AppendUvarint(b, uint64(len(p.text))), p.text...)
	}
	return b
}

// RestoreRows restores what AppendRows wrote of n examples. It reports whether
// b is that; it accepts nothing else.
func (r *Run) RestoreRows(b []byte, n int) bool {
	in := rowReader{b: b, ok: true}
	var problems []Problem
	if json.Unmarshal(in.bytes(), &problems) != nil {
		return false
	}
	count := in.number(math.MaxInt32)
	if in.number(len(b)) != n || count < len(problems) || len(problems) > maxProblems {
		return false
	}
	restored := rows{}
	for i := 0; i < n && in.ok; i++ {
		restored.set(i, in.row())
	}
	if !in.ok || len(in.b) > 0 {
		return false
	}
	r.mu.Lock()
	r.rows = restored
	r.mu.Unlock()
	r.Problems.restore(problems, count)
	return true
}

// rowReader takes numbers and texts from b until one is not there.
type rowReader struct {
	b  []byte
	ok bool
}

func (r *rowReader) number(most int) int {
	x, n := binary.Uvarint(r.b)
	if !r.ok || n <= 0 || x > uint64(most) {
		r.ok = false
		return 0
	}
	r.b = r.b[n:]
	return int(x)
}

func (r *rowReader) bytes() []byte {
	n := r.number(len(r.b))
	if !r.ok || n > len(r.b) {
		r.ok = false
		return nil
	}
	text := r.b[:n]
	r.b = r.b[n:]
	return text
}

func (r *rowReader) row() packed {
	if !r.ok || len(r.b) == 0 {
		r.ok = false
		return packed{}
	}
	p := packed{state: r.b[0]}
	r.b = r.b[1:]
	p.modules = int32(r.number(math.MaxInt32))
	last := uint16(0)
	for i := range p.ends {
		p.ends[i] = uint16(r.number(math.MaxUint16))
		r.ok = r.ok && p.ends[i] >= last
		last = p.ends[i]
	}
	text := r.bytes()
	r.ok = r.ok && int(last) <= len(text) && Verdict(p.state&rowVerdict) <= Wrong
	p.text = string(text)
	return p
}

// restore adds problems that were found before, count in all.
func (ps *Problems) restore(list []Problem, count int) {
	for _, p := range list {
		ps.Add(p)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.more = max(0, count-len(list))
}
