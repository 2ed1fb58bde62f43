package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// right makes examples right at a rate, in a fixed pattern.
func right(rate float64) func(i int, ex *loaders.Example) {
	return func(i int, ex *loaders.Example) { ex.Answer.Correct = loaders.VerdictOf(float64(i*61%300) < 300*rate) }
}

func shown(g *GateVerdict) string {
	p := g.Document(func(*GateCheck) string { return "a command" }).Parts[0]
	return strings.Join(p.Lines, "\n")
}

// The accuracy of 600 examples falls from .94 to .263 in every passage. It is found wherever
// it could be: where a run is tested against itself, it passes there and nowhere else.
func TestGateTestsOnlyWhatCouldFall(t *testing.T) {
	t.Parallel()
	for _, passages := range []int{1, 2, 3, 4, 5, 6, 8} { // which divide 600, so that all are of one size
		for level, needs := range map[float64]int{.05: 6, .0625: 6, .063: 5, .01: 8} {
			a, b := answered(t, 600, passages, right(.94)), answered(t, 600, passages, right(.263))
			fall, same := gateOf(t, a, b, GateBounds{Level: level}), gateOf(t, a, a, GateBounds{Level: level})
			found, itself := loaders.Wrong, loaders.Right
			if passages < needs {
				found, itself = loaders.Unknown, loaders.Unknown
			}
			if fall.Outcome() != found || same.Outcome() != itself {
				t.Errorf("%d passages at %g: the fall is %v, a run itself %v", passages, level, fall.Outcome(), same.Outcome())
			}
			if c := fall.Checks[0]; c.Units != passages || c.Needs != needs || c.Tested != (passages >= needs) {
				t.Errorf("%d passages at %g: %d units, needs %d: %s", passages, level, c.Units, c.Needs, &c)
			}
			if text := shown(fall); (found == loaders.Unknown) != (strings.Contains(text, "not tested: answers overall accuracy 0.263, was 0.940") &&
				strings.Contains(text, fmt.Sprintf("rests on %s and needs %d; ", loaders.Count(passages, "independent unit"), needs)) &&
				strings.Contains(text, "--cluster example") && strings.Contains(text, "--allow-untested")) {
				t.Errorf("%d passages at %g:\n%s", passages, level, text)
			}
		}
	}
}

// Four falls at the least p of 60 trials aren't significant once corrected. More trials could tell them from chance,
// so that the gate can't tell, whatever else is significant; what rose by as little passes.
func TestGateCannotTellWithFewTrials(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		b    float64
		want loaders.Verdict
	}{{.3, loaders.Unknown}, {.7, loaders.Right}} {
		all := &Comparison{Mismatches: make(MismatchedIDs, len(kindsOfMismatch)), Tests: []Difference{{
			Protocol: boxes.Protocol.Name, Metric: "f1", Of: "overall", Units: 200, Effective: 200,
			Result: stats.Result{A: scoring.Defined(.1), B: scoring.Defined(.9), Difference: scoring.Defined(.8),
				P: scoring.Defined(1e-5), Trials: 100_000}}}}
		for _, of := range boxes.Types {
			all.Tests = append(all.Tests, Difference{Protocol: boxes.Protocol.Name, Metric: "f1", Of: of, Units: 200, Effective: 200,
				Result: stats.Result{A: scoring.Defined(.5), B: scoring.Defined(c.b), Difference: scoring.Defined(c.b - .5),
					P: scoring.Defined(1. / 61), Trials: 60}})
		}
		if g := all.Judge(GateBounds{Level: Level}); g.Outcome() != c.want || g.Tested() != 1 {
			t.Errorf("with .5 → %g: %v, %d tested", c.b, g.Outcome(), g.Tested())
		}
	}
}

// What a score needs is corrected as its p is: with five scores p is five times as large,
// unless others are significant and so come before it.
func TestGateCorrectsWhatAScoreNeeds(t *testing.T) {
	t.Parallel()
	all := slices.Repeat([]outcomes{{true, true, true}}, 32) // of 8 pictures
	a := runOf(t, all)
	for pictures, tested := range map[int]int{6: 0, 7: 0, 8: 5} { // 5 × 2^-6 > .05 > 5 × 2^-7
		part := runOf(t, all[:4*pictures])
		g := gateOf(t, part, part, GateBounds{Level: Level})
		if g.Tested() != tested || g.Checks[0].Needs != 8 || g.Passes() != (tested > 0) {
			t.Errorf("%d pictures: %d of %d are tested, needs %d", pictures, g.Tested(), len(g.Checks), g.Checks[0].Needs)
		}
	}
	worse := slices.Repeat([]outcomes{{false, true, true}}, 32)
	g := gateOf(t, a, runOf(t, worse), GateBounds{Level: Level})
	if g.Outcome() != loaders.Wrong || g.Checks[0].Needs != 8 || g.Checks[1].Needs != 8 {
		t.Errorf("of a fall in one of five %+v", g.Checks[:2])
	}
	few := gateOf(t, a, a, GateBounds{Level: .01, Only: []string{"answers"}})
	if few.Tested() != 1 || few.Checks[0].Needs != 8 {
		t.Errorf("of one score %d are tested", few.Tested())
	}
}

// Exit 2 is for what was asked for. Other scores are named, and let B pass; a fall or a loss
// wins over what is not tested.
func TestGateOutcomes(t *testing.T) {
	t.Parallel()
	three := func(ok bool) *session.ScoredRun {
		return answered(t, 3, 0, func(_ int, ex *loaders.Example) { ex.Answer.Correct = loaders.VerdictOf(ok) })
	}
	// Of 40 examples, each of its own picture, two have a module.
	rare := scoredRun(t, 40, gated, func(i int) *loaders.Example {
		ex := scoringtest.Seen(i)
		ex.Images[0].Path = fmt.Sprint(i)
		if i > 1 {
			ex.Program = nil
		}
		return ex
	})
	plain := answered(t, 40, 0, func(int, *loaders.Example) {})
	for _, c := range []struct {
		name   string
		a, b   *session.ScoredRun
		bounds GateBounds
		want   loaders.Verdict
		says   []string
	}{
		{"three examples all fall", three(true), three(false), GateBounds{}, loaders.Unknown,
			[]string{"rests on 3 independent units and needs 6"}},
		{"three examples stay", three(true), three(true), GateBounds{}, loaders.Unknown,
			[]string{"can't tell whether B passes: 0 scores tested"}},
		{"that is allowed", three(true), three(false), GateBounds{Untested: true}, loaders.Right,
			[]string{"rests on 3 independent units", "B passes: 0 scores"}},
		{"only what is tested", rare, rare, GateBounds{Only: []string{"answers"}}, loaders.Right, nil},
		{"faithfulness is asked for", rare, rare, GateBounds{}, loaders.Unknown,
			[]string{"faithfulness overall faithful", "module-boxes find f1", "rests on 2"}},
		{"others are named", plain, plain, GateBounds{Only: []string{"answers", "find"}}, loaders.Unknown,
			[]string{"A has no score for find"}},
		{"even if nothing is there", plain, plain, GateBounds{Only: []string{"find"}}, loaders.Unknown, []string{"A has no score for find"}},
		{"a fall wins", plain, answered(t, 40, 0, right(0)), GateBounds{Only: []string{"answers", "find"}}, loaders.Wrong,
			[]string{"A has no score for find"}},
		{"a loss wins", plain, three(true), GateBounds{}, loaders.Wrong,
			[]string{"37 of 40 are missing", "only in A: 37 examples, [\"q3\" \"q4\" \"q5\"]"}},
	} {
		c.bounds.Level = Level
		g := gateOf(t, c.a, c.b, c.bounds)
		text := shown(g)
		if g.Outcome() != c.want || g.Passes() != (c.want == loaders.Right) {
			t.Errorf("%s: %v", c.name, g.Outcome())
		}
		for _, says := range c.says {
			check.Has(t, c.name, text, says)
		}
	}
	// A module type that few examples have is named, and does not stop B.
	modules := gateOf(t, rare, rare, GateBounds{Level: Level})
	for i := range modules.Checks {
		if c := &modules.Checks[i]; c.Protocol == boxes.Protocol.Name && (c.Tested || modules.blocksPassing(*c)) {
			t.Errorf("%s", c)
		}
	}
}

// Too few trials are not too few units.
func TestGateNeedsTrials(t *testing.T) {
	t.Parallel()
	a := answered(t, 100, 0, func(int, *loaders.Example) {})
	for trials, tested := range map[int]bool{10: false, 19: false, 20: true} {
		c := compare(t, a, a, scoring.Defaults(), clustered(trials, session.ByPicture))
		g := c.Judge(GateBounds{Level: Level})
		if g.Passes() != tested || strings.Contains(shown(g), fmt.Sprintf("needs 6, but %d trials are too few", trials)) == tested {
			t.Errorf("%d trials: passes %t\n%s", trials, g.Passes(), shown(g))
		}
	}
}

// Foreign gold, ids that occur twice and examples of one run alone are counted and three of
// them are named; what cannot be compared makes the outcome of a gate unknown.
func TestMismatches(t *testing.T) {
	t.Parallel()
	named := func(ids, golds []string) *session.ScoredRun {
		return answered(t, len(ids), 0, func(i int, ex *loaders.Example) { ex.ID, ex.Answer.Gold = ids[i], golds[i%len(golds)] })
	}
	ids := strings.Fields("a b c d e f g h i j")
	yes := []string{"yes"}
	a := named(ids, yes)
	asking := func(question string, value float64) *session.ScoredRun {
		return answered(t, len(ids), 0, func(i int, ex *loaders.Example) {
			ex.ID, ex.Answer.Gold, ex.Question = ids[i], "yes", question
			ex.Program = []loaders.Module{{Op: "number", Gold: &loaders.Gold{Value: &value}}}
		})
	}
	asked, places := asking("how many?", 3), loaders.Fill(len(ids), loaders.Place)
	for _, c := range []struct {
		name string
		a, b *session.ScoredRun
		want loaders.Verdict
		says []string
	}{
		{"itself", a, a, loaders.Right, nil},
		{"gold in another case", a, named(ids, []string{" Yes "}), loaders.Right, nil},
		{"gold that one run lacks", a, named(ids, []string{"", "yes"}), loaders.Right, nil},
		{"another gold", a, named(ids, []string{"yes", "no"}), loaders.Unknown,
			[]string{`a different correct answer in B than in A: 5 examples, ["b" "d" "f"]`}},
		{"another gold value", asked, asking("how many?", 4), loaders.Unknown,
			[]string{`different gold annotations for modules, sentences or words in B than in A (up to 500 checked): 10 examples, ["a" "b" "c"]`}},
		{"the question in a prompt", asked, asking("Say: how many?", 3), loaders.Right, nil},
		{"another question", asked, asking("is it?", 3), loaders.Right,
			[]string{`a different question in B than in A: 10 examples, ["a" "b" "c"]`}},
		{"an id twice in both", named(append(ids, "b"), yes), named(append(ids, "b"), yes), loaders.Unknown,
			[]string{`a repeated id in A: 1 example, ["b"]`, `a repeated id in B: 1 example, ["b"]`}},
		{"an id twice in B", a, named(append(ids, "b"), yes), loaders.Unknown,
			[]string{`a repeated id in B: 1 example, ["b"]`}},
		{"an id twice in A", named(append(ids, "b"), yes), a, loaders.Wrong, []string{`only in A: 1 example, ["b"]`}},
		{"more in B", a, named(append(ids, "x", "y", "z", "\x1b[1m"), yes), loaders.Right,
			[]string{`only in B: 4 examples, ["x" "y" "z"]`}},
		{"fewer in B", a, named(ids[:8], yes), loaders.Wrong, []string{`only in A: 2 examples, ["i" "j"]`}},
		{"no ids", named(places, yes), named(places, yes), loaders.Right,
			[]string{`paired by position, without ids: 10 examples, ["record 1" "record 2" "record 3"]`}},
		{"control characters", named(append(ids, "\x1b[1m\u202e"), yes), a, loaders.Wrong,
			[]string{`only in A: 1 example, ["\x1b[1m\u202e"]`}},
	} {
		g := gateOf(t, c.a, c.b, GateBounds{Level: Level})
		check.Equal(t, c.name, g.Outcome(), c.want)
		lines := g.headingLines()
		if got := g.Mismatches.describeLines(); !isSubset(c.says, got) || !isSubset(got, lines) || c.says == nil && got != nil {
			t.Errorf("%s: %q, want %q in %q", c.name, got, c.says, lines)
		}
	}
}

func isSubset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// Where A and B rest on different numbers of examples, both are shown.
func TestCountsOfBothRuns(t *testing.T) {
	t.Parallel()
	a := answered(t, 30, 0, func(int, *loaders.Example) {})
	b := answered(t, 30, 0, func(i int, ex *loaders.Example) {
		if i%3 == 0 {
			ex.Answer.Correct = loaders.Unknown
		}
	})
	g := gateOf(t, a, b, GateBounds{Level: Level})
	markdown := table.Find("markdown")
	for name, doc := range map[string]*table.Document{
		"gate": g.Document(func(*GateCheck) string { return "" }), "compare": alone(g.Comparison).Document(),
	} {
		check.Has(t, name, written(t, doc, markdown.Name), "20 (A 30, B 20)")
	}
	same := gateOf(t, a, a, GateBounds{Level: Level})
	if text := written(t, alone(same.Comparison).Document(), markdown.Name); strings.Contains(text, "(A ") {
		t.Error(text)
	}
}

// Markdown says what is not tested.
func TestGateWritesWhatIsNotTested(t *testing.T) {
	t.Parallel()
	a := answered(t, 3, 0, func(int, *loaders.Example) {})
	for _, allowed := range []bool{false, true} {
		g := gateOf(t, a, a, GateBounds{Level: Level, Untested: allowed})
		text := written(t, g.Document(func(*GateCheck) string { return "" }), "markdown")
		if !strings.Contains(text, "| not tested | 3 | 3 | 6 |") || !strings.Contains(text, "rests on 3 independent units and needs 6") {
			t.Error(text)
		}
	}
}

// A score that only the examples of both runs together have isn't tested, and one that draws leave out keeps its values.
func TestOnlyScoresOfARunAreTested(t *testing.T) {
	few := func(n int) *session.ScoredRun {
		return scoredRun(t, n, session.Protocols(), func(i int) *loaders.Example {
			said := []string{"yes", "no"}[i%2]
			return &loaders.Example{ID: fmt.Sprint(i), Answer: loaders.Answer{Predicted: said, Gold: said, Correct: loaders.Right}}
		})
	}
	for n, want := range map[int]bool{15: false, 25: true} { // 20 make classes
		c := compare(t, few(n), few(n), scoring.Defaults(), swaps(20))
		check.Equal(t, "examples classes are tested",
			slices.ContainsFunc(c.Tests, func(d Difference) bool { return d.Protocol == "classes" }), want, n)
	}
}
