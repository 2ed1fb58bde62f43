package loaders

// RestoreRows takes the rows of n examples from an earlier reading, each from
// next. Where next lacks one, no row changes.
func (r *Run) RestoreRows(n int, next func(i int) (Row, bool)) bool {
	restored := rows{}
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

// Restore adds problems of an earlier reading, count in all.
func (ps *Problems) Restore(list []Problem, count int) {
	for _, p := range list {
		ps.Add(p)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.more = max(0, count-len(list))
}
