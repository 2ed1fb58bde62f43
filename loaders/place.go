package loaders

// Line returns where example i, 0 ≤ i < Len, begins in the run's file,
// 1-based, or 0 where the format's records are not told by line. It reads no
// file.
func (r *Run) Line(i int) int {
	if numbered, ok := r.records.(interface{ Number(i int) int }); ok {
		return numbered.Number(i)
	}
	return 0
}

// Number is the 1-based line in which record i, 0 ≤ i < Len, begins.
func (l *Lines) Number(i int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.at[i].number)
}

// Number is that of the example.
func (a after) Number(i int) int { return a.Lines.Number(i + a.first) }

// Unnamed reports whether id is the name that example i got after its place,
// since its record has none: no other file knows it by that.
func Unnamed(id string, i int) bool { return id == place(i) }
