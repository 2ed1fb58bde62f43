package loaders

// RestoreRows takes the rows of n examples from a reading before this one, each
// from next. Where next has none of them, no row changes.
func (r *Run) RestoreRows(n int, next func(i int) (Row, bool)) bool {
	restored := rows{}
	for i := range n {
		row, ok := next(i)
		if !ok {
			return false
		}
		row = row.shown()
		restored.set(i, pack(&row))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = restored
	return true
}

// Restore adds problems of a reading before this one, count in all.
func (ps *Problems) Restore(list []Problem, count int) {
	for _, p := range list {
		ps.Add(p)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.more = max(0, count-len(list))
}
