package session

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

func TestSummaries(t *testing.T) {
	run, asked := scoringtest.Run(scoringtest.NewRecords(6, true), scoringtest.Seen)
	s := New(run, Protocols())
	rows := s.Summaries(scoring.Defaults())
	if rows.Len() != 6 || rows.Read(0) || rows.Overall(0).Why() == "" {
		t.Fatalf("before reading: %+v", rows)
	}
	read(t, s)
	if rows.Read(0) {
		t.Error("what was returned before has changed")
	}
	types := s.Summaries(scoring.Defaults()).Types()
	if want := []string{"find", "filter", "with-relation", "relocate"}; !slices.Equal(types, want) {
		t.Fatalf("types %q, want those of the paper's table, %q", types, want)
	}
	before := asked.Load()
	// One box is predicted: gold is that one, the other one, or both.
	f1 := []float64{1, 0, 2.0 / 3}
	summaries := s.Summaries(scoring.Defaults())
	for i := range summaries.Len() {
		row := at(summaries, i)
		got, _ := row.Overall.Float()
		if !row.Read || got != f1[i%3] || row.Metric != "f1" || row.Faithful != loaders.VerdictOf(f1[i%3] >= 0.5) {
			t.Errorf("row %d: %+v, want an F1 of %v", i, row, f1[i%3])
		}
		for k, v := range row.Types {
			if x, ok := v.Float(); ok != (k == i%2) || ok && x != f1[i%3] || !ok && v.Why() == "" {
				t.Errorf("row %d, %s: %+v", i, types[k], v)
			}
		}
	}
	// Where gold is the other box, its proposal has no probability at all.
	for i := range summaries.Len() {
		m := summaries.Matters(i, i%2)
		if got, want := m.Bits&(1<<scoring.Elsewhere) != 0, i%3 == 1; got != want || m.NothingWanted() || m.Bits&(1<<scoring.TooMany) != 0 {
			t.Errorf("row %d: the matter is %b, want elsewhere %v", i, m, want)
		}
	}
	higher := scoring.Defaults()
	higher.FaithfulF1 = 0.7
	check.Equal(t, "faithful at .67, with a threshold above", s.Summaries(higher).Faithful(2), loaders.Wrong)
	check.Equal(t, "decoded examples after new settings", asked.Load(), before)
}

// What a list shows as the cause is that of the module which the example's
// screen marks, whatever type comes first in the paper's table.
func TestCulpritIsThatOfTheProgram(t *testing.T) {
	seen := func(i int) *loaders.Example {
		ex := scoringtest.Varied(i)
		for k := range ex.Program {
			for c := 2*k + 1; c <= 2*k+2 && c < len(ex.Program); c++ {
				ex.Program[k].Children = append(ex.Program[k].Children, c)
			}
		}
		if i%2 == 1 {
			ex.Program[3].Gold = nil // the find that runs first
		}
		return ex
	}
	s := readRun(t, 5, seen)
	strict := scoring.Defaults()
	strict.Threshold, strict.FaithfulF1 = 0.95, 0.9
	types := map[string]bool{}
	for _, settings := range []scoring.Settings{scoring.Defaults(), strict} {
		rows := s.Summaries(settings)
		for i := range 5 {
			score, _ := s.Example(i, settings)
			want := score.Module(score.Culprit())
			k, why := rows.Culprit(i)
			if want == nil {
				t.Fatalf("example %d has no culprit", i)
			}
			if k < 0 || rows.Types()[k] != want.Type || why != want.Cause || why == scoring.NoCause {
				t.Errorf("example %d: the culprit is a type %d, %s, want a %s, %s", i, k, why, want.Type, want.Cause)
			}
			types[want.Type] = true
		}
	}
	if len(types) < 2 {
		t.Errorf("culprits of %v alone", types)
	}
}

func TestSummariesAreKeptUntilSomethingChanges(t *testing.T) {
	records := scoringtest.NewRecords(4, true)
	run, _ := scoringtest.Run(records, scoringtest.Seen)
	s := New(run, Protocols())
	read(t, s)
	first := s.Summaries(scoring.Defaults())
	check.Equal(t, "computed again with nothing new", s.Summaries(scoring.Defaults()), first)
	records.Grow(6, true)
	if rows := s.Summaries(scoring.Defaults()); rows.Len() != 6 || rows.Read(5) || !rows.Read(3) {
		t.Errorf("with two unread: %+v", rows)
	}
	read(t, s)
	if rows := s.Summaries(scoring.Defaults()); !rows.Read(5) {
		t.Errorf("after reading: %+v", at(rows, 5))
	}
}

func TestQuadrant(t *testing.T) {
	verdicts := []loaders.Verdict{loaders.Right, loaders.Right, loaders.Wrong, loaders.Wrong, loaders.Right, loaders.Unknown}
	s := newRun(6, func(i int) *loaders.Example {
		ex := scoringtest.Seen(i) // faithful, not, faithful, and so on
		ex.Answer.Correct = verdicts[i]
		return ex
	})
	check.Equal(t, "before reading", s.Summaries(scoring.Defaults()).Quadrant(), (scoring.VerdictCounts{}))
	read(t, s)
	want := scoring.VerdictCounts{loaders.Right: {0, 1, 2}, loaders.Wrong: {0, 2, 0}, loaders.Unknown: {0, 1, 0}}
	check.Equal(t, "the quadrant", s.Summaries(scoring.Defaults()).Quadrant(), want)
}

// BenchmarkSummaries measures what a changed threshold costs a list of 2,000 examples of
// 6 modules, 2 images and 36 proposals.
func BenchmarkSummaries(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := newRun(2000, func(int) *loaders.Example { return scoringtest.Large(r) })
	for i := range 2000 { // not by Read: r is not for several goroutines
		s.Example(i, scoring.Defaults())
	}
	settings := scoring.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		settings.Threshold = 0.8 - settings.Threshold // moves between .3 and .5
		s.Summaries(settings)
	}
}

// What a protocol has of an example beside the number that judges it is scored alone.
func TestNumbersOfAnExample(t *testing.T) {
	gold := 0
	sample := func(id string, scores ...float64) *loaders.Example {
		return &loaders.Example{
			ID: id, Answer: loaders.Answer{Correct: loaders.Right},
			Attributions: []loaders.Attribution{{Name: "m", Over: "sentences", Scores: scores}},
			Rationales:   []loaders.Rationale{{Name: "answer", Sentence: &gold}},
		}
	}
	examples := []*loaders.Example{sample("a", 4, 2, 0), sample("b", 1, 2, 2), {ID: "c"}}
	run, _ := scoringtest.Run(scoringtest.NewRecords(3, true), func(i int) *loaders.Example { return examples[i] })
	s, settings := New(run, Protocols()), scoring.Defaults()
	read(t, s)
	rows := s.Summaries(settings)
	if beside := BarOf("hpd").Beside; !slices.Equal(beside, []string{"iou", "snr"}) || !slices.Equal(s.Judged(), []string{"hpd"}) {
		t.Fatalf("numbers %v, judged by %v", beside, s.Judged())
	}
	// 4 over the mean 1, variance 1; the others of the second do not vary, and there is no SNR.
	for name, want := range map[string][]ExampleValue{"iou": {{0, 1}, {1, 0}}, "snr": {{0, 9}}} {
		of := scoring.Score{Protocol: "sentences", Metric: name, Of: "overall", Settings: settings}
		if owns, err := s.Owns(t.Context(), of); err != nil || !slices.Equal(owns, want) {
			t.Errorf("%s is %v, want %v: %v", name, owns, want, err)
		}
	}
	if rows.Faithful(0) != loaders.Right || rows.Faithful(1) != loaders.Wrong || rows.Faithful(2) != loaders.Unknown {
		t.Error("the best sentence decides")
	}
	if q := s.Summaries(settings).Quadrant(); q[loaders.Right] != [3]int{0, 1, 1} || q.N() != 3 {
		t.Errorf("quadrant %+v", q)
	}
}

// A program names its operators as it likes: those of no paper are types too, and
// so many that they would fill a row stand together.
func TestTypesOfNoPaper(t *testing.T) {
	const examples, ops = 3, 100
	s := readRun(t, examples, func(i int) *loaders.Example {
		ex := &loaders.Example{ID: fmt.Sprint(i)}
		for k := range ops {
			ex.Program = append(ex.Program, loaders.Module{
				Op: fmt.Sprintf("op %d", i*ops+k), Output: loaders.Output{Tokens: []float64{.9, .1}},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: k % 2, End: k%2 + 1}}},
			})
		}
		return ex
	})
	fork := s.Fork().Summaries(scoring.Defaults())
	for _, rows := range []*Summaries{s.Summaries(scoring.Defaults()), fork} {
		used, wrong := 0, 0
		for i := range rows.Len() {
			for _, k := range rows.Present() {
				used, wrong = used+int(rows.Matters(i, k).Used), wrong+int(rows.Matters(i, k).Wrong)
			}
			if k, why := rows.Culprit(i); k < 0 || why != scoring.Elsewhere && why != scoring.Partial {
				t.Errorf("the culprit of %d is of type %d, %s", i, k, why)
			}
		}
		if n := len(rows.Types()); used != examples*ops || wrong != examples*ops/2 || n > mostTypes+1 || rows.Types()[n-1] != otherTypes {
			t.Errorf("%d modules, %d wrong, of %d types", used, wrong, n)
		}
	}
}

// summary holds what [Summaries] says of one example.
type summary struct {
	Read     bool
	Answer   loaders.Verdict
	Overall  scoring.Value
	Metric   string
	Faithful loaders.Verdict
	Types    []scoring.Value // in the order of [Summaries.Types]
}

// A page that was read names types and causes that there are.
func TestPagesNameWhatThereIs(t *testing.T) {
	for c, valid := range map[culpritModule]bool{
		{}: true, {1, scoring.Partial, 1}: true, {2, scoring.Partial, 1}: false, {1, scoring.Cause(len(scoring.Causes()) + 1), 1}: false,
	} {
		p := &blockRows{}
		p.Culprit[blockSize-1] = c
		check.Equal(t, "valid", p.isValid(1, 1), valid, "culprit", c.Type, "because of", c.Cause)
	}
}

func rowsOf(s *Summaries) (rows []summary) {
	for i := range s.Len() {
		rows = append(rows, at(s, i))
	}
	return rows
}

// at is the row of example i as a whole.
func at(s *Summaries, i int) summary {
	row := summary{Read: s.Read(i), Answer: s.Answer(i), Overall: s.Overall(i), Metric: s.Metric(i), Faithful: s.Faithful(i)}
	for k := range s.types {
		row.Types = append(row.Types, s.Type(i, k))
	}
	return row
}
