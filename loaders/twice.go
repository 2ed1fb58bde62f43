package loaders

import "hash/maphash"

// ReportTwice reports how many examples have an earlier example's id, and the first pair, once unless there are more
// examples. It uses all rows, decoding missing ones. Broken and unnamed examples don't count.
func (r *Run) ReportTwice() {
	n := r.Len()
	if r.comparedIDs == n {
		return
	}
	r.comparedIDs = n
	seed, first, row := maphash.MakeSeed(), map[uint64]int32{}, r.Walk()
	twice, with := 0, [2]int{} // the first two of one id
	var id string
	for i := range n {
		x := row(i)
		isAnonymous := x.Broken || x.ID == "" || Unnamed(x.ID, i)
		if isAnonymous {
			continue
		}
		hash := maphash.String(seed, x.ID)
		at, known := first[hash]
		switch {
		case !known:
			first[hash] = int32(i)
		case r.Row(int(at)).ID == x.ID:
			if twice++; twice == 1 {
				id, with = x.ID, [2]int{int(at), i}
			}
		}
	}
	if twice > 0 {
		r.ReportProblem("%d of %s repeat an earlier id, such as %.80q in %s and %s; each still counts as an example",
			twice, Count(n, "example"), id, r.Locate(with[0]), r.Locate(with[1]))
	}
}

// Locate returns "line 7", or without a line "example 3", counted from 1.
func (r *Run) Locate(i int) Sentence {
	if line := r.Line(i); line > 0 {
		return Sentencef("line %d", line)
	}
	return Sentencef("example %d", i+1)
}
