package shards

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Shard is the place of a shard among those of a run: I of Of, 1 ≤ I ≤ Of. The
// zero Shard is one that nobody numbered.
type Shard struct{ I, Of int }

// mostShards bounds how many shards a run may have.
const mostShards = 1_000_000

func (s Shard) valid() bool { return 1 <= s.I && s.I <= s.Of && s.Of <= mostShards }

// String returns "3/100", and "" for the zero Shard.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.Of)
}

// Numbers is the shard as [WritePartial] takes it, nil for the zero Shard.
func (s Shard) Numbers() []Shard {
	if s == (Shard{}) {
		return nil
	}
	return []Shard{s}
}

// Set makes a Shard a flag value.
func (s *Shard) Set(word string) error {
	i, of, ok := strings.Cut(word, "/")
	var in Shard
	var err, wrong error
	in.I, err = strconv.Atoi(i)
	in.Of, wrong = strconv.Atoi(of)
	if !ok || err != nil || wrong != nil || !in.valid() {
		return fmt.Errorf("%q is not a shard: 3/100 is the third of a hundred", word)
	}
	*s = in
	return nil
}

// Type names the flag's value in help.
func (s *Shard) Type() string { return "i/n" }

// Share returns those of paths that are the shard's: every Of-th from the I-th on,
// all for the zero Shard. It fails where some shard would have none.
func (s Shard) Share(paths []string) ([]string, error) {
	if s == (Shard{}) {
		return paths, nil
	}
	if len(paths) < s.Of {
		return nil, fmt.Errorf("%s cannot make %d shards: name at least one file for each", loaders.Count(len(paths), "run"), s.Of)
	}
	var mine []string
	for k := s.I - 1; k < len(paths); k += s.Of {
		mine = append(mine, paths[k])
	}
	return mine, nil
}

// number takes the shards of a report over, of which no other may have one.
func (m *Merged) number(f *partialFile) error {
	for _, s := range f.head.Shards {
		if len(m.Shards) > 0 && m.Shards[0].Of != s.Of {
			return fmt.Errorf("is shard %d of %d, but others are of %d", s.I, s.Of, m.Shards[0].Of)
		}
		if other, twice := m.by[s]; twice {
			return fmt.Errorf("is shard %d of %d, and so is %s", s.I, s.Of, other.path)
		}
		if m.by == nil {
			m.by = map[Shard]*partialFile{}
		}
		m.by[s] = f
		m.Shards = append(m.Shards, s)
	}
	return nil
}

// Complete returns an error that names what is missing where the reports are not
// all of the run: expect shards, or as many as the reports say where expect is 0.
// Where no report says which shard it is, expect counts reports.
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
	slices.SortFunc(m.Shards, func(a, b Shard) int { return cmp.Compare(a.I, b.I) })
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

// mostListed bounds how many missing shards an error names.
const mostListed = 20
