package shards

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/scoring"
)

// addShards adds a report's shards, because two reports of one shard, or of different numbers of
// shards, don't belong together.
func (m *MergedRun) addShards(f *partialFile) error {
	for _, s := range f.head.Shards {
		if len(m.Shards) > 0 && m.Shards[0].Of != s.Of {
			return fmt.Errorf("it is shard %d of %d, but the other reports are from a run split into %d", s.I, s.Of, m.Shards[0].Of)
		}
		if other, twice := m.by[s]; twice {
			return fmt.Errorf("it is shard %d of %d, and so is %s", s.I, s.Of, other.path)
		}
		m.by[s] = f
		m.Shards = append(m.Shards, s)
	}
	return nil
}

// SameIDPolicy tells what happens to an example that several shards have. Copies within one shard
// belong to the run and are kept.
type SameIDPolicy = scoring.EnumChoice[sameIDPolicies]

type sameIDPolicies struct{}

func (sameIDPolicies) Enumerate() (what string, words []string) {
	return "a way to handle duplicates", []string{"error", "once", "all"}
}

// The choices: fail, the default because the shards overlap; keep one copy, whatever the order of
// the reports; keep all.
const (
	RefuseSameID SameIDPolicy = iota
	KeepOne
	CollectAll
)

// MergedRun is a run put together from partial reports. Its Run has an example per line, sorted by
// id whatever the order of the reports, with only the evidence, which its Protocols return.
type MergedRun struct {
	Run       *loaders.Run
	Protocols []scoring.Protocol
	Settings  scoring.Settings
	Dropped   int // copies left out
	Unnamed   int // examples without an id: random draws and look-ups by id depend on their order

	// Shards are the reports' shards, each once; nil if none are numbered.
	Shards []Shard

	by     map[Shard]*partialFile
	files  []*partialFile
	places []exampleLocation
	// prepared holds evidence by weak pointer, so that it keeps no example alive.
	prepared sync.Map
	failed   atomic.Pointer[error]
}

// partialFile is an open partial report.
type partialFile struct {
	path  string
	lines *index.FileElements
	head  reportHead
	last  reportTail
}

// exampleLocation locates an example.
type exampleLocation struct {
	id      string
	unnamed bool
	file    int32
	run     int32 // index into the file's runs
	line    int32 // among the file's records; 0 is the head
}

func (m *MergedRun) findExamples(f *partialFile) error {
	for i := 1; i < f.lines.Len()-1; i++ {
		number := f.lines.Number(i)
		line, err := f.lines.Record(i)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", f.path, number, err)
		}
		fields := gjson.GetManyBytes(line, "id", "unnamed", "run")
		run := fields[2].Int()
		if fields[0].Type != gjson.String || run < 0 || run >= int64(len(f.head.Runs)) {
			return fmt.Errorf("%s:%d: the example isn't in the report's runs", f.path, number)
		}
		m.places = append(m.places, exampleLocation{
			strings.Clone(fields[0].Str), fields[1].Bool(), int32(len(m.files) - 1), int32(run), int32(i),
		})
	}
	return nil
}

// joinExamples sorts m.places by id, those without an id last, so that the reports' order doesn't
// matter.
func (m *MergedRun) joinExamples(sameIDPolicy SameIDPolicy) error {
	var named, unnamed []exampleLocation
	for _, p := range m.places {
		if p.unnamed {
			unnamed = append(unnamed, p)
		} else {
			named = append(named, p)
		}
	}
	loaders.SortBy(named, func(p exampleLocation) string { return p.id })
	m.Unnamed = len(unnamed)
	var kept []exampleLocation
	var twice []string
	for len(named) > 0 {
		n := 1
		for n < len(named) && named[n].id == named[0].id {
			n++
		}
		copies := named[:n]
		named = named[n:]
		if n > 1 {
			if err := m.sortCopies(copies); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(copies, func(p exampleLocation) bool { return p.file != copies[0].file || p.run != copies[0].run }) {
			twice = append(twice, m.sharingShards(copies))
			if sameIDPolicy == KeepOne {
				m.Dropped += n - 1
				copies = copies[:1]
			}
		}
		kept = append(kept, copies...)
	}
	kept = append(kept, unnamed...)
	m.places = kept
	if len(twice) > 0 && sameIDPolicy == RefuseSameID {
		return overlapError(twice)
	}
	return nil
}

func overlapError(duplicateIDs []string) error {
	const most = 3
	text := strings.Join(duplicateIDs[:min(len(duplicateIDs), most)], "; ")
	if rest := len(duplicateIDs) - most; rest > 0 {
		text += fmt.Sprintf("; and %d more", rest)
	}
	return fmt.Errorf("shards overlap: %s; use --same-id once to count each example once, or all to count every copy", text)
}

// sortCopies orders an example's copies by their lines' texts, so that the order of the reports
// doesn't matter.
func (m *MergedRun) sortCopies(copyLocations []exampleLocation) error {
	lines := map[exampleLocation]string{}
	for _, p := range copyLocations {
		line, err := m.files[p.file].lines.Record(int(p.line))
		if err != nil {
			return err
		}
		lines[p] = string(line)
	}
	loaders.SortBy(copyLocations, func(p exampleLocation) string { return lines[p] })
	return nil
}

func (m *MergedRun) sharingShards(copyLocations []exampleLocation) string {
	paths := loaders.Map(copyLocations, func(p exampleLocation) string { return m.files[p.file].path })
	slices.Sort(paths)
	return loaders.Clean(fmt.Sprintf("%.80q is in %s", copyLocations[0].id, strings.Join(slices.Compact(paths), " and ")))
}
