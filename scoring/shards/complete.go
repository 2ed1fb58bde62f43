package shards

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Complete returns an error that names what is missing, at most mostListed shards, if the reports
// aren't the complete run: expectedShards, or, if that is 0, as many as the reports say. If only
// some reports are numbered, the others are errors; if none is, expectedShards is a number of reports,
// and 0 accepts any. It sorts m.Shards.
func (m *MergedRun) Complete(expectedShards int) error {
	switch {
	case len(m.Shards) == 0 && expectedShards > 0 && len(m.files) != expectedShards:
		return fmt.Errorf("got %s instead of %d", loaders.Count(len(m.files), "partial report"), expectedShards)
	case len(m.Shards) == 0:
		return nil
	case expectedShards > 0 && m.Shards[0].Of != expectedShards:
		return fmt.Errorf("the run is split into %d shards instead of %d", m.Shards[0].Of, expectedShards)
	}
	for _, f := range m.files {
		if len(f.head.Shards) == 0 {
			return fmt.Errorf("%s has no shard number, but the others do", f.path)
		}
	}
	loaders.SortBy(m.Shards, func(s Shard) int { return s.I })
	var missing []string
	for i := range m.Shards[0].Of {
		if _, ok := m.by[Shard{i + 1, m.Shards[0].Of}]; !ok {
			missing = append(missing, fmt.Sprint(i+1))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d shards missing: %s", len(missing), m.Shards[0].Of, record.Listed(missing, mostListed))
}

const mostListed = 20
