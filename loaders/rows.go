package loaders

import "strings"

// StoredRows are the rows of a run's first examples and its problems, by
// columns: as a cache writes them, for [Run.RestoreRows].
type StoredRows struct {
	Text     string   // of all rows, one behind the other
	Lengths  []uint32 // of each row's text
	Ends     []uint16 // within it, of id, question, kind and predicted: four a row
	Modules  []int32
	States   []byte
	Problems []Problem
	Count    int // of problems, those included that were not kept
}

// StoredRows returns the rows of examples 0 to n-1, all of which were read.
func (r *Run) StoredRows(n int) StoredRows {
	out := StoredRows{Lengths: make([]uint32, n), Ends: make([]uint16, 0, 4*n), Modules: make([]int32, n), States: make([]byte, n)}
	out.Problems, out.Count = r.Problems.All()
	r.mu.Lock()
	defer r.mu.Unlock()
	var text strings.Builder
	for i := range n {
		var p packed
		if page := r.rows[i/rowsPerPage]; page != nil {
			p = page[i%rowsPerPage]
		}
		text.WriteString(p.text)
		out.Lengths[i], out.Modules[i], out.States[i] = uint32(len(p.text)), p.modules, p.state
		out.Ends = append(out.Ends, p.ends[:]...)
	}
	out.Text = text.String()
	return out
}

// RestoreRows restores the rows of n examples. It reports whether they are
// that; it accepts nothing else.
func (r *Run) RestoreRows(in StoredRows, n int) bool {
	if len(in.Lengths) != n || len(in.Ends) != 4*n || len(in.Modules) != n || len(in.States) != n ||
		in.Count < len(in.Problems) || len(in.Problems) > maxProblems {
		return false
	}
	restored, text := rows{}, in.Text
	for i := range n {
		length := uint64(in.Lengths[i])
		if length > uint64(len(text)) {
			return false
		}
		p := packed{text: text[:length], ends: [4]uint16(in.Ends[4*i:]), modules: in.Modules[i], state: in.States[i]}
		if !p.sound() {
			return false
		}
		restored.set(i, p)
		text = text[length:]
	}
	if text != "" {
		return false
	}
	r.mu.Lock()
	r.rows = restored
	r.mu.Unlock()
	r.Problems.restore(in.Problems, in.Count)
	return true
}

// sound reports whether p is a row that was read.
func (p *packed) sound() bool {
	from := 0
	for _, end := range p.ends {
		if int(end) < from || int(end) >= len(p.text) || p.text[end] != '\n' {
			return false
		}
		from = int(end) + 1
	}
	return p.modules >= 0 && p.state&rowThere != 0 && Verdict(p.state&rowVerdict) <= Unanswered
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
