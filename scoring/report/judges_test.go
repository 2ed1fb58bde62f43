package report

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
)

// judgedRun has chains of four steps, several of each query, on which a judge says these verdicts: r, n, w,
// or - for nothing. People call every second step wrong.
func judgedRun(t *testing.T, name, said string, each int) *session.ScoredRun {
	words := map[byte]loaders.Verdict{'r': loaders.Right, 'n': loaders.Neutral, 'w': loaders.Wrong}
	run := scoredRun(t, len(said)/4, session.Protocols(), func(i int) *loaders.Example {
		ex := &loaders.Example{ID: fmt.Sprint(i), Question: fmt.Sprint("query ", i/each), Program: make([]loaders.Module, 5)}
		ex.Program[0] = loaders.Module{Op: "answer", Children: []int{1, 2, 3, 4}, Output: loaders.Output{Verdict: &loaders.StepOpinion{}}}
		for k := 1; k < 5; k++ {
			ex.Program[k] = loaders.Module{Op: "step", Text: "a step"}
			ex.Program[k].Output.Verdict = &loaders.StepOpinion{Verdict: words[said[4*i+k-1]]}
			ex.Program[k].Gold = &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.VerdictOf(k%2 == 1)}}
		}
		return ex
	})
	run.Run.Name = name
	return run
}

// opinions returns random verdicts on 16 chains, of which at least right in eight are people's.
func opinions(seed uint64, right int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for k := range 64 {
		if r.IntN(8) < right {
			b.WriteByte("rw"[k%2])
		} else {
			b.WriteByte("rnw-"[r.IntN(4)])
		}
	}
	return b.String()
}

// flipSigns returns the share of the ways to swap two judges on whole queries whose difference is as far
// from 0.
func flipSigns(differences []int) float64 {
	sum := func(way int) (total int) {
		for q, d := range differences {
			total += d - 2*d*(way>>q&1)
		}
		return max(total, -total)
	}
	extreme := 0
	for way := range 1 << len(differences) {
		if sum(way) >= sum(0) {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(differences))
}

// kappaByHand is over the steps on which both judges say one of these words.
func kappaByHand(a, b, words string) (n int, kappa float64) {
	var same, chance float64
	inA, inB := map[byte]float64{}, map[byte]float64{}
	for k := range a {
		if strings.ContainsRune(words, rune(a[k])) && strings.ContainsRune(words, rune(b[k])) {
			n++
			inA[a[k]]++
			inB[b[k]]++
			if a[k] == b[k] {
				same++
			}
		}
	}
	for word := range inA {
		chance += inA[word] * inB[word] / float64(n*n)
	}
	return n, (same/float64(n) - chance) / (1 - chance)
}

// differences are b's hits less a's, by query.
func differences(a, b string, hit func(chain string) int) []int {
	list := make([]int, 8)
	for i := range 16 {
		list[i/2] += hit(b[4*i:4*i+4]) - hit(a[4*i:4*i+4])
	}
	return list
}

func hits(chain string) (n int) {
	for k := range chain {
		if chain[k] == "rw"[k%2] {
			n++
		}
	}
	return n
}

func holmByHand(p []float64) []float64 {
	want, order, most := make([]float64, len(p)), loaders.Indices(len(p)), 0.
	slices.SortFunc(order, func(i, k int) int { return int(1e6 * (p[i] - p[k])) })
	for rank, i := range order {
		most = max(most, min(1, p[i]*float64(len(p)-rank)))
		want[i] = most
	}
	return want
}

// Calling every step right has half of these, and what a random judge reaches has no paired test.
func TestJudgesAreTestedAgainstControlsOverQueries(t *testing.T) {
	var runs []*session.ScoredRun
	var byHand, got []float64
	for i, right := range []int{2, 5, 6} {
		said := opinions(uint64(i+1), right)
		runs = append(runs, judgedRun(t, fmt.Sprint("judge ", i), said, 2))
		byHand = append(byHand, flipSigns(differences(strings.Repeat("r", 64), said, hits)))
	}
	all, err := TestControls(t.Context(), append(runs, scoredRun(t, 2, session.Protocols(), better)), scoring.Defaults())
	if err != nil || all[3] != nil {
		t.Fatal(err, all[3])
	}
	for i, tests := range all[:3] {
		at := slices.IndexFunc(tests, func(c *ControlTest) bool { return c.Metric == "step_acc" })
		c := tests[at]
		p, _ := c.P.Float()
		if control, _ := c.B.Float(); c.Control != "every step is right" || control != 0.5 || c.Count != 8 || !near(p, byHand[i]) {
			t.Errorf("judge %d: %+v, by hand %v", i, c, byHand[i])
		}
		holm, _ := c.Holm.Float()
		got = append(got, holm)
		if slices.ContainsFunc(tests, func(c *ControlTest) bool { return c.Metric == "step_kappa" || strings.Contains(c.Control, "random") }) {
			t.Error("a control that judges at random is tested")
		}
	}
	if want := holmByHand(byHand); !slices.EqualFunc(got, want, near) || slices.Equal(want, byHand) {
		t.Errorf("Holm over three judges: %v, by hand %v of %v", got, want, byHand)
	}
}

// A query that is asked twice, with the same verdicts, is one.
func TestIntervalsOfJudgesAreOverQueries(t *testing.T) {
	once, twice := opinions(2, 5)[:20], ""
	for i := range 5 {
		twice += strings.Repeat(once[4*i:4*i+4], 2)
	}
	drawn := func(said string, each int) scoring.Interval {
		runs := []*session.ScoredRun{judgedRun(t, "judge", said, each)}
		r := Build(runs, scoring.Defaults())
		check.NoError(t, r.DrawIntervals(t.Context(), runs))
		s, _ := scoring.Pick(r.Runs[0].Scores, "step_acc", "overall")
		return *s.Interval
	}
	if want, got := drawn(once, 1), drawn(twice, 2); got != want || drawn(twice, 1) == want {
		t.Errorf("the interval is %+v, of the queries once %+v", got, want)
	}
}

func TestJudgesAreTestedOverQueries(t *testing.T) {
	said := []string{opinions(1, 2), opinions(2, 5), opinions(3, 6)}
	var runs []*session.ScoredRun
	for i, words := range said {
		runs = append(runs, judgedRun(t, fmt.Sprint("judge ", i), words, 2))
	}
	d := DesignOf(scoring.Defaults(), ClusterOf(runs[0], session.ByExample))
	all, err := CompareAll(t.Context(), runs, scoring.Defaults(), d)
	check.NoError(t, err)
	for k, c := range all.List {
		at := slices.IndexFunc(c.Tests, func(d Difference) bool { return d.Metric == "step_acc" })
		p, _ := c.Tests[at].P.Float()
		if want := flipSigns(differences(said[0], said[k+1], hits)); !near(p, want) || c.Tests[at].Units != 8 {
			t.Errorf("step_acc: p %v over %d units, by hand %v over 8 queries", p, c.Tests[at].Units, want)
		}
		if slices.ContainsFunc(c.Tests, func(d Difference) bool { return strings.HasPrefix(d.Of, scoring.ControlOf) }) {
			t.Error("a control, which is the same for both judges, is tested")
		}
	}
	exact := func(chain string) int { // the second step is wrong first
		if chain[1] == 'w' && chain[0] != 'w' {
			return 1
		}
		return 0
	}
	var byHand, got []float64
	for _, pair := range all.Agreement.Pairs {
		byHand = append(byHand, flipSigns(differences(said[pair.A], said[pair.B], exact)))
		p, _ := pair.Of[FaithfulnessChange].Holm.Float()
		got = append(got, p)
	}
	want := holmByHand(byHand)
	if !slices.EqualFunc(got, want, near) || slices.Equal(want, byHand) {
		t.Errorf("Holm over three judges: %v, by hand %v of %v", got, want, byHand)
	}
	for k, pair := range all.Agreement.Pairs {
		for words, got := range map[string]steps.Kappa{"rnw": pair.Both, "rnw-": pair.All} {
			n, want := kappaByHand(said[pair.A], said[pair.B], words)
			if x, _ := got.Float(); got.N != n || !near(x, want) || n == 0 {
				t.Errorf("pair %d: κ %v over %d steps, by hand %v over %d", k, x, got.N, want, n)
			}
		}
	}
	check.Equal(t, "a run without steps is tested",
		ClusterOf(scoredRun(t, 2, session.Protocols(), better), session.ByPicture), session.ByPicture)
}

// Shares of some of the examples have Wilson's bound at 0 and 1, like exact; controls have none.
func TestSharesOfChainsHaveABound(t *testing.T) {
	run := judgedRun(t, "perfect", strings.Repeat("rwrw", 16), 1)
	r := Build([]*session.ScoredRun{run}, scoring.Defaults())
	check.NoError(t, r.DrawIntervals(t.Context(), []*session.ScoredRun{run}))
	for _, metric := range []string{"exact", "error_acc", "first_err_acc"} {
		if s, ok := scoring.Pick(r.Runs[0].Scores, metric, "overall"); !ok || s.Interval == nil || s.Interval.High != 1 {
			t.Errorf("%s: %+v", metric, s)
		}
	}
	for _, s := range r.Runs[0].Scores {
		if strings.HasPrefix(s.Of, scoring.ControlOf) && s.Interval != nil {
			t.Errorf("%s of %s has %+v", s.Metric, s.Of, s.Interval)
		}
	}
}

// A file without a miss and without a sound chain, like MR-GSM8K's graded outputs, measures nothing, and the
// table of tests says so.
func TestAJudgeWithoutAMissHasANote(t *testing.T) {
	test := func(metric string, x float64) *ControlTest {
		c := &ControlTest{Metric: metric}
		c.A = scoring.Defined(x)
		return c
	}
	for _, c := range []struct {
		tests []*ControlTest
		want  string
	}{
		{[]*ControlTest{test("error_acc", 1), test("exact", 1)}, "error_acc is 1, as if the file contained only errors its judge found"},
		{[]*ControlTest{test("error_acc", 1), test("correct_acc", 1), test("exact", 1)}, ""},
		{[]*ControlTest{test("error_acc", .9), test("exact", .9)}, ""},
		{[]*ControlTest{test("exact", 1)}, ""}, // no step is wrong
	} {
		check.Equal(t, "notes", strings.Join(controlTable(c.tests).Notes, " "), c.want)
	}
}
