package loaders

// RestoreRows replaces all rows by those of n examples from an earlier reading, which next returns
// one by one, and cleans their texts. Where next lacks one, it changes nothing and returns false.
func (r *Run) RestoreRows(n int, next func(i int) (Row, bool)) bool {
	restored := rowPages{}
	for i := range n {
		row, ok := next(i)
		if !ok {
			return false
		}
		restored.set(i, row.cleanTexts())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = restored
	return true
}

// Restore adds problems of an earlier reading, which had count problems in all: those that were not
// kept then are counted too.
func (ps *Problems) Restore(list []Problem, count int) {
	for _, p := range list {
		ps.Add(p)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.more = max(0, count-len(list))
}
