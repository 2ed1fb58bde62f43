package shards

import (
	"fmt"
	"strconv"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Complete returns an error that names what is missing, at most mostListed shards, if the reports
// aren't the complete run: expect shards, or, if expect is 0, as many as the reports say. If only
// some reports are numbered, the others are errors; if none is, expect is a number of reports,
// and 0 accepts any. It sorts m.Shards.
func (m *Merged) Complete(expect int) error {
	switch {
	case len(m.Shards) == 0 && expect > 0 && len(m.files) != expect:
		return fmt.Errorf("%s where %d are expected", loaders.Count(len(m.files), "partial report"), expect)
	case len(m.Shards) == 0:
		return nil
	case expect > 0 && m.Shards[0].Of != expect:
		return fmt.Errorf("the reports are of %d shards where %d are expected", m.Shards[0].Of, expect)
	}
	for _, f := range m.files {
		if len(f.head.Shards) == 0 {
			return fmt.Errorf("%s: does not say which shard it is, but the others do", f.path)
		}
	}
	loaders.SortBy(m.Shards, func(s Shard) int { return s.I })
	var missing []string
	for i := range m.Shards[0].Of {
		if _, ok := m.by[Shard{i + 1, m.Shards[0].Of}]; !ok {
			missing = append(missing, strconv.Itoa(i+1))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d shards missing: %s", len(missing), m.Shards[0].Of, record.Listed(missing, mostListed))
}

const mostListed = 20
