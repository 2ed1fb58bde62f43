package loaders

// ReportTwice reports how many examples have an earlier example's id, and the first pair, once unless there are more
// examples. It uses all rows, decoding missing ones. Broken and unnamed examples don't count.
func (r *Run) ReportTwice() {
	n := r.Len()
	if r.comparedIDs == n {
		return
	}
	r.comparedIDs = n
	first, row := map[string]int32{}, r.Walk() // ids share their rows' memory
	twice, with := 0, [2]int{}                 // the first two of one id
	for i := range n {
		x := row(i)
		isAnonymous := x.Broken || x.ID == "" || Unnamed(x.ID, i)
		if isAnonymous {
			continue
		}
		at, known := first[x.ID]
		if !known {
			first[x.ID] = int32(i)
		} else if twice++; twice == 1 {
			with = [2]int{int(at), i}
		}
	}
	if twice > 0 {
		r.ReportProblem("%d of %s repeat an earlier id, such as %.80q in %s and %s; each still counts as an example",
			twice, Count(n, "example"), r.Row(with[0]).ID, r.Locate(with[0]), r.Locate(with[1]))
	}
}

// Locate returns "line 7", or without a line "example 3", counted from 1.
func (r *Run) Locate(i int) Sentence {
	if line := r.Line(i); line > 0 {
		return Sentencef("line %d", line)
	}
	return Sentencef("example %d", i+1)
}
