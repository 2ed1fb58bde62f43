package session

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// both returns a run of n examples read twice: all evidence kept, and none
// that can be let go.
func both(t *testing.T, n int) (kept, released *ScoredRun) {
	t.Helper()
	for _, limit := range []int{1 << 40, 0} {
		s := newRun(n, scoringtest.Varied)
		s.limit = limit
		read(t, s)
		kept, released = released, s
	}
	gone := func(s *ScoredRun) bool { return slices.ContainsFunc(s.blocks, (*evidenceBlock).isGone) }
	if gone(kept) || !gone(released) {
		t.Fatalf("released %v and %v, want the second alone", gone(kept), gone(released))
	}
	for _, s := range []*ScoredRun{kept, released} {
		sum := 0
		for _, b := range s.blocks {
			sum += b.bytes
		}
		check.Equal(t, "the blocks hold", sum, s.held)
	}
	return kept, released
}

// What is let go comes back to the last bit: under the settings of the
// reading from sums, under others by reading again.
func TestReleasedEvidenceChangesNoDigit(t *testing.T) {
	if testing.Short() {
		t.Skip("compares many numbers one after the other")
	}
	const n = blockSize + 100
	kept, released := both(t, n)
	if released.held >= kept.held/2 {
		t.Errorf("holds %d bytes, and %d with everything kept", released.held, kept.held)
	}
	moved := scoring.Defaults()
	moved.Threshold, moved.UpperBound, moved.Trials = 0.3, true, 20
	for _, settings := range []scoring.Settings{scoring.Defaults(), moved} {
		for _, p := range Protocols() {
			a, err := kept.Whole(t.Context(), p.Name, settings)
			b, err2 := released.Whole(t.Context(), p.Name, settings)
			if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s at threshold %v: the scores differ:\n%+v\n%+v", p.Name, settings.Threshold, a, b)
			}
		}
	}
	var evidence [2][][]scoring.Evidence
	for i, s := range []*ScoredRun{kept, released} {
		check.NoError(t, s.Each(t.Context(), func(_ int, _ string, e []scoring.Evidence) { evidence[i] = append(evidence[i], e) }))
	}
	if len(evidence[0]) != n-n/97-1 || !reflect.DeepEqual(evidence[0], evidence[1]) {
		t.Errorf("the evidence of %d and of %d examples differs, or is not that of all", len(evidence[0]), len(evidence[1]))
	}
	if got, ok := released.Example(3, moved); !ok {
		t.Error("an example whose evidence was let go has no score")
	} else if want, _ := kept.Example(3, moved); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A block that was let go and is loaded again is kept, as far as the limit allows.
func TestALoadedBlockIsKept(t *testing.T) {
	_, released := both(t, blockSize)
	for _, limit := range []int{0, 1 << 40} {
		released.limit = limit
		if _, err := released.loadBlock(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if b := released.blocks[0]; b.isGone() != (limit == 0) || released.held != b.bytes {
			t.Errorf("at most %d bytes: gone %v, with %d bytes held of its %d", limit, b.isGone(), released.held, b.bytes)
		}
	}
}

// Settings that move are followed by another Read; until then no number on screen comes
// from the old ones.
func TestReleasedRunIsScoredAnew(t *testing.T) {
	const n = blockSize + 100
	kept, released := both(t, n)
	moved := scoring.Defaults()
	moved.Threshold = 0.3
	rows := released.Summaries(moved)
	if done, all := released.Rescored(); done != 0 || all != n || !released.Behind() {
		t.Errorf("%d of %d are rescored, behind %v", done, all, released.Behind())
	}
	if _, ok := rows.Overall(0).Float(); ok || !rows.Read(0) || rows.Current(0) || rows.Answer(1) != loaders.Right {
		t.Errorf("a row of the settings before: %+v", at(rows, 1))
	}
	check.Equal(t, "counts before anything is scored", released.Summaries(moved).Quadrant(), (scoring.VerdictCounts{}))
	if _, _, complete := released.Progress(); complete {
		t.Error("complete while behind")
	}
	read(t, released)
	if done, all := released.Rescored(); done != n || all != n || released.Behind() {
		t.Errorf("%d of %d after reading, behind %v", done, all, released.Behind())
	}
	got, want := released.Summaries(moved), kept.Summaries(moved)
	for i := range n {
		if !reflect.DeepEqual(at(got, i), at(want, i)) {
			t.Fatalf("row %d: %+v, want %+v", i, at(got, i), at(want, i))
		}
	}
	check.EqualLists(t, "scores", rounded(released.Scores(moved)), rounded(kept.Scores(moved)))
	check.Equal(t, "quadrant", released.Summaries(moved).Quadrant(), kept.Summaries(moved).Quadrant())
}

// Settings may move while a run is read, from the goroutine of the screen.
func TestSettingsMoveWhileReading(t *testing.T) {
	records := scoringtest.NewRecords(blockSize, false)
	run, _ := scoringtest.Run(records, scoringtest.Varied)
	s := New(run, Protocols())
	s.limit = 0
	done := make(chan error)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { done <- s.Read(ctx) }()
	settings := scoring.Defaults()
	for k := range 20 {
		settings.Threshold = float64(k%9+1) / 10
		s.Summaries(settings)
		s.Scores(settings)
		s.Summaries(settings).Quadrant()
		s.Example(k, settings)
		records.Grow(blockSize+50*k, k == 19)
		runtime.Gosched()
	}
	check.NoError(t, <-done)
	if s.Behind() {
		read(t, s) // the last move came as the reading ended
	}
	want := newRun(blockSize+50*19, scoringtest.Varied)
	want.Aim(settings)
	read(t, want)
	check.EqualLists(t, "scores", rounded(s.Scores(settings)), rounded(want.Scores(settings)))
}

// The estimate of what evidence takes is what the allocator gives out, give or
// take a quarter.
func TestSizeOfEvidence(t *testing.T) {
	s := newRun(1, scoringtest.Varied)
	list := make([]*preparedExample, 500)
	examples := make([]*loaders.Example, len(list))
	for i := range examples {
		examples[i] = scoringtest.Large(rand.New(rand.NewPCG(7, uint64(i))))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range list {
		list[i] = s.protocols.prepareExample(examples[i])
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	_, estimate := s.protocols.encodeEvidence(list)
	taken := int(after.HeapAlloc) - int(before.HeapAlloc)
	if estimate < taken*3/4 || estimate > taken*5/4 {
		t.Errorf("estimated %d bytes, taken %d", estimate, taken)
	}
	runtime.KeepAlive(examples)
}

// A row takes little: a run of millions of examples stays in memory.
func TestRowsAreSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("measures the memory of many rows")
	}
	const n = 16 * blockSize
	s := newRun(n, func(i int) *loaders.Example {
		ex := scoringtest.Seen(i)
		ex.ID = ""
		return ex
	})
	s.limit = 0
	var before, after runtime.MemStats
	collect := func(stats *runtime.MemStats) {
		runtime.GC()
		runtime.GC() // pools keep what they hold over one
		runtime.ReadMemStats(stats)
	}
	collect(&before)
	read(t, s)
	s.Summaries(scoring.Defaults())
	collect(&after)
	if perExample := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / n; perExample > 152 {
		t.Errorf("%d bytes an example", perExample)
	}
	runtime.KeepAlive(s)
}
