package report

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
)

// swaps is a design of so many trials, which swap examples.
func swaps(trials int) ComparisonDesign { return clustered(trials, session.ByExample) }

func clustered(trials int, by session.ClusterKind) ComparisonDesign {
	return ComparisonDesign{PermutationTest: stats.PermutationTest{Trials: trials, Seed: 1}, Cluster: by}
}

func compare(t *testing.T, a, b *session.ScoredRun, settings scoring.Settings, d ComparisonDesign) *Comparison {
	t.Helper()
	c, err := Compare(t.Context(), a, b, settings, d)
	check.NoError(t, err)
	return c
}

// alone returns the comparisons that are this one.
func alone(c *Comparison) *Comparisons {
	return &Comparisons{Agreement: c.Agreement, List: []*Comparison{c}}
}

// better returns Seen with its answer right and its find on the gold more often.
func better(i int) *loaders.Example {
	ex := scoringtest.Seen(i)
	ex.Answer.Correct = loaders.VerdictOf(i%4 > 0)
	if i%3 == 1 {
		ex.Program[1].Output.Boxes[0] = []float64{0.3, 0.9}
	}
	return ex
}

// compared compares 24 examples with 24, of which 22 have one id; A cannot
// read one of those.
func compared(t *testing.T, protocols []scoring.Protocol, settings scoring.Settings, d ComparisonDesign) *Comparison {
	t.Helper()
	a := scoredRun(t, 24, protocols, func(i int) *loaders.Example {
		if i == 4 {
			return nil
		}
		return better(i)
	})
	b := scoredRun(t, 24, protocols, func(i int) *loaders.Example {
		ex := scoringtest.Seen(i)
		ex.ID = fmt.Sprint(i - 2)
		if i >= 2 {
			ex = scoringtest.Seen(i - 2)
		}
		return ex
	})
	a.Run.Name, b.Run.Name = "better|\x1b[31mred\u009b", "worse"
	return compare(t, a, b, settings, d)
}

// Ids that look the same in a list, since they are long or hold what is not
// shown, are of different examples.
func TestCompareTakesWholeIDs(t *testing.T) {
	long := strings.Repeat("x", 400)
	run := func(id func(i int) string, right func(i int) bool) *session.ScoredRun {
		return scoredRun(t, 24, session.Protocols(), func(i int) *loaders.Example {
			return &loaders.Example{ID: id(i), Question: "?", Answer: loaders.Answer{Correct: loaders.VerdictOf(right(i))}}
		})
	}
	forward := func(i int) string { return fmt.Sprint(long, i) }
	a := run(forward, func(i int) bool { return i < 12 })
	for _, c := range []struct {
		why   string
		id    func(i int) string
		right func(i int) bool
		pairs int
	}{
		// Six examples differ, all in favour of one run.
		{"the other way round", func(i int) string { return forward(23 - i) }, func(i int) bool { return i >= 6 }, 24},
		{"others", func(i int) string { return forward(i + 24) }, func(int) bool { return true }, 0},
		{"others, by a control character", func(i int) string { return fmt.Sprint(long, "\a", i) }, func(int) bool { return true }, 0},
	} {
		got := compare(t, a, run(c.id, c.right), scoring.Defaults(), swaps(10_000))
		if got.Pairs != c.pairs || got.OnlyA != 24-c.pairs || got.OnlyB != 24-c.pairs {
			t.Fatalf("%s: %d pairs, %d and %d alone", c.why, got.Pairs, got.OnlyA, got.OnlyB)
		}
		if c.pairs == 0 {
			continue
		}
		accuracy := slices.IndexFunc(got.Tests, func(d Difference) bool { return d.Metric == "accuracy" })
		p, _ := got.Tests[accuracy].P.Float()
		check.Near(t, "p", p, 2.0/64, .01, c.why) // 2 of the 64 ways to swap six
	}
}

// A mean that a few examples rule is not tested; the median of the same is,
// although sums over examples do not tell it.
func TestCompareTestsMedians(t *testing.T) {
	run := func(seed uint64) *session.ScoredRun {
		s := session.New(scoringtest.RunOf("run", scoringtest.SomeOfEach(session.Protocols(), 12, seed)), session.Protocols())
		check.NoError(t, s.Read(t.Context()))
		return s
	}
	settings := scoring.Defaults()
	settings.Trials = 10 // of intervals, which are not looked at
	tested := map[string]bool{}
	for _, d := range compare(t, run(1), run(2), settings, swaps(20)).Tests {
		_, tested[d.Metric] = d.P.Float()
	}
	if _, snr := tested["snr"]; snr || !tested["snr_median"] || !tested["iou"] {
		t.Errorf("tested: %v; want the median of SNR, and not its mean", tested)
	}
}

func TestCompareGolden(t *testing.T) {
	c := compared(t, session.Protocols(), scoring.Defaults(), swaps(1000))
	d := alone(c).Document()
	for _, f := range goldens() {
		t.Run(f.Name, func(t *testing.T) {
			compareGolden(t, d, f, "compare.")
			check.Fails(t, "a full disk is not an error", d.Write(full{}, f))
		})
	}
}

// A kind of verdict that no run has is not listed as 0 of 0.
func TestAgreementLeavesOutWhatNobodyJudges(t *testing.T) {
	for _, test := range []struct {
		protocols []scoring.Protocol
		columns   []string
		said      bool
	}{
		{[]scoring.Protocol{answers.Protocol, boxes.Protocol}, []string{"right", "of", "accuracy", "faithful", "of"}, false},
		{[]scoring.Protocol{answers.Protocol}, []string{"right", "of", "accuracy"}, false},
		{[]scoring.Protocol{boxes.Protocol}, []string{"faithful", "of"}, false},
		{[]scoring.Protocol{counting.Protocol}, nil, true},
	} {
		c := compared(t, test.protocols, scoring.Defaults(), swaps(10))
		part := alone(c).Document().Parts[0]
		var columns []string
		if len(part.Tables) > 0 {
			for _, column := range part.Tables[0].Columns[1:] {
				columns = append(columns, column.Label())
			}
		}
		if said := strings.Contains(part.Lines[0], "no example has a verdict"); said != test.said || !slices.Equal(columns, test.columns) {
			t.Errorf("%s: %q with the columns %q", test.protocols[0].Name, part.Lines, columns)
		}
	}
}

func TestPairs(t *testing.T) {
	c := compared(t, session.Protocols(), scoring.Defaults(), swaps(10))
	// Ids 0 to 21 are in both runs, and A cannot read 4.
	if c.Pairs != 21 || c.OnlyA != 3 || c.OnlyB != 3 || c.A.Unreadable != 1 {
		t.Errorf("%d pairs, %d and %d without a partner", c.Pairs, c.OnlyA, c.OnlyB)
	}
	twice := func(i int) *loaders.Example {
		ex := scoringtest.Seen(i)
		ex.ID = fmt.Sprint(i / 2)
		ex.Answer.Correct = loaders.VerdictOf(i%2 == 0)
		return ex
	}
	a, b := scoredRun(t, 6, session.Protocols(), twice), scoredRun(t, 5, session.Protocols(), twice)
	c = compare(t, a, b, scoring.Defaults(), swaps(10))
	if x, _ := c.Tests[0].Difference.Float(); c.Pairs != 5 || c.OnlyA != 1 || c.OnlyB != 0 || x != 0 {
		t.Errorf("ids that occur twice: %d pairs, a difference of %v", c.Pairs, x)
	}
}

// The p of a mean over examples is that of the authors' method 2, of a mean
// over occurrences that of method 3: what is swapped is what is averaged.
func TestCompareSwapsTheUnitOfTheAverage(t *testing.T) {
	two := func(example func(int) *loaders.Example) func(int) *loaders.Example {
		return func(i int) *loaders.Example {
			ex, other := example(i), example(i+1)
			ex.Program = append(ex.Program, other.Program[1])
			return ex
		}
	}
	for _, c := range []struct {
		average scoring.Average
		units   int
	}{{scoring.OverExamples, 7}, {scoring.Cumulative, 7}, {scoring.OverOccurrences, 14}} {
		settings := scoring.Defaults()
		settings.Average = c.average
		a, b := scoredRun(t, 7, session.Protocols(), two(better)), scoredRun(t, 7, session.Protocols(), two(scoringtest.Seen))
		for _, d := range compare(t, a, b, settings, swaps(10)).Tests {
			if d.Protocol == "module-boxes" && d.Metric == "f1" && d.Of == "overall" {
				if d.Count != c.units || d.Trials != 1<<c.units || !d.Exact {
					t.Errorf("%s: %+v, want all ways to swap %d", c.average, d, c.units)
				}
				if c.average == scoring.OverOccurrences {
					checkMeans(t, d.Result, a, b, settings)
				}
			}
		}
	}
}

// checkMeans compares a test with one of the occurrences' F1s themselves.
func checkMeans(t *testing.T, got stats.Result, a, b *session.ScoredRun, settings scoring.Settings) {
	t.Helper()
	f1 := func(s *session.ScoredRun) (list []float64) {
		for i := range s.Run.Len() {
			score, _ := s.Example(i, settings)
			for _, m := range score.Modules {
				for _, image := range m.Images {
					x, _ := image.F1.Float()
					list = append(list, x)
				}
			}
		}
		return list
	}
	want := stats.PermutationTest{Trials: 10}.Means(f1(a), f1(b))
	p, _ := got.P.Float()
	q, _ := want.P.Float()
	if p != q || got.Trials != want.Trials {
		t.Errorf("p %v over %d, of the occurrences' F1s %v over %d", p, got.Trials, q, want.Trials)
	}
}

// Adding evidence again finds the same p as swapping sums of terms, if both look at all
// ways to swap.
func TestCompareSumsAndEvidence(t *testing.T) {
	for average := scoring.OverExamples; average <= scoring.Cumulative; average++ {
		settings := scoring.Defaults()
		settings.Average, settings.Trials = average, 10 // of intervals, which are not looked at
		var tables []string
		for _, protocols := range [][]scoring.Protocol{session.Protocols(), withoutSums(session.Protocols())} {
			a, b := scoredRun(t, 9, protocols, better), scoredRun(t, 9, protocols, scoringtest.Seen)
			var lines []string
			for _, d := range compare(t, a, b, settings, swaps(1<<9)).Tests {
				p, ok := d.P.Float()
				difference, _ := d.Difference.Float()
				lines = append(lines, fmt.Sprintf("%s %s %.9f %.9f %v %d", d.Metric, d.Of, difference, p, ok, d.Count))
			}
			tables = append(tables, strings.Join(lines, "\n"))
		}
		check.Equal(t, "from sums from evidence", tables[0], tables[1], average)
	}
}

// A run does not differ from itself; comparing two runs either way gives the same p.
func TestCompareIsSymmetric(t *testing.T) {
	a, b := scoredRun(t, 30, session.Protocols(), better), scoredRun(t, 30, session.Protocols(), scoringtest.Seen)
	settings := scoring.Defaults()
	settings.Trials = 10 // of intervals, which are not looked at
	tests := func(x, y *session.ScoredRun) []Difference { return compare(t, x, y, settings, swaps(500)).Tests }
	forth, back := tests(a, b), tests(b, a)
	for i, d := range forth {
		if d.P != back[i].P && d.P.Why() == "" {
			t.Errorf("%s %s: p %+v and %+v", d.Metric, d.Of, d.P, back[i].P)
		}
	}
	for _, d := range tests(a, a) {
		if p, ok := d.P.Float(); ok && p != 1 {
			t.Errorf("%s %s against itself: p %v", d.Metric, d.Of, p)
		}
	}
}

// A number that one of the runs lacks has no p, and says so.
func TestCompareTellsWhyThereIsNoP(t *testing.T) {
	a, b := scoredRun(t, 6, session.Protocols(), better), scoredRun(t, 6, session.Protocols(), scoringtest.Attended)
	c := compare(t, a, b, scoring.Defaults(), swaps(10))
	d := alone(c).Document()
	asJSON, asCSV := written(t, d, "json"), written(t, d, "csv")
	var report struct {
		Comparisons []struct {
			Tests []struct {
				Metric, Of, Undefined string
				A, B, Difference, P   *float64
			}
		}
	}
	check.NoError(t, json.Unmarshal([]byte(asJSON), &report))
	tests := report.Comparisons[0].Tests
	rows, err := csv.NewReader(strings.NewReader(asCSV)).ReadAll()
	if err != nil || len(rows) != len(tests)+1 {
		t.Fatalf("%d lines of CSV, %d tests in JSON, %v", len(rows), len(tests), err)
	}
	undefined := slices.Index(rows[0], "undefined")
	seen := map[string]bool{}
	for i, d := range tests {
		if (d.P == nil) != (d.Undefined != "") || (d.P == nil) != (d.Difference == nil) || rows[i+1][undefined] != d.Undefined {
			t.Errorf("%+v, CSV %q", d, rows[i+1])
		}
		seen[d.Metric+" "+d.Of+": "+d.Undefined] = true
	}
	for _, want := range []string{
		"f1 find: B: no find has gold boxes and an output", "loss find: A: no find has gold spans",
		"f1 relocate: no relocate has gold boxes and an output", "accuracy overall: ", "em overall: A: no example has this score",
	} {
		if !seen[want] {
			t.Errorf("no %q in %v", want, seen)
		}
	}
}

func TestCompareEnds(t *testing.T) {
	a := scoredRun(t, 4, session.Protocols(), scoringtest.Seen)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Compare(ctx, a, a, scoring.Defaults(), swaps(10))
	check.Is(t, "a cancelled comparison", err, context.Canceled)
	none := scoredRun(t, 0, session.Protocols(), scoringtest.Seen)
	c := compare(t, a, none, scoring.Defaults(), swaps(10))
	if c.Pairs != 0 || len(c.Tests) != 0 || c.OnlyA != 4 {
		t.Errorf("against nothing: %+v", c)
	}
}

// A precision of nothing cannot be compared: it is undefined, and not tested.
func TestCompareOfWhatPredictsNothing(t *testing.T) {
	box := loaders.Box{X1: 1, Y1: 1}
	run := func(p float64) *session.ScoredRun {
		return scoredRun(t, 30, session.Protocols(), func(i int) *loaders.Example {
			return &loaders.Example{ID: fmt.Sprint(i), Images: []loaders.Image{{Proposals: []loaders.Box{box, {X0: 2, X1: 3, Y1: 1}}}},
				Program: []loaders.Module{
					{Op: "find", Output: loaders.Output{Boxes: [][]float64{{p, .9 * float64(i%2)}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}},
					{Op: "filter", Output: loaders.Output{Boxes: [][]float64{{p, 0}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}},
				}}
		})
	}
	for _, d := range compare(t, run(.1), run(.9), scoring.Defaults(), swaps(100)).Tests {
		_, tested := d.P.Float()
		_, defined := d.Difference.Float()
		vacuous := d.Metric == "precision" && d.Of == "filter"
		if d.Protocol != "module-boxes" || d.Of == "with-relation" || d.Of == "relocate" {
			continue
		}
		if tested == vacuous || defined == vacuous || vacuous && d.Interval != nil {
			t.Errorf("%s of %s: %+v", d.Metric, d.Of, d)
		}
		if a, b := d.A.Why(), d.B.Why(); vacuous && (a != "predicts nothing" || b != "" || d.P.Why() != "A: predicts nothing" || d.Count != 30) {
			t.Errorf("%q and %q: %+v", a, b, d)
		}
	}
}
