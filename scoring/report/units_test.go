package report

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

// A score rests on as many units whether it is tested by sums or by a pass over the evidence.
func TestUnitsOfSumsAndEvidence(t *testing.T) {
	t.Parallel()
	for _, by := range []session.ClusterKind{session.ByExample, session.ByPicture} {
		var all []string
		for _, protocols := range [][]scoring.Protocol{session.Protocols(), withoutSums(session.Protocols())} {
			a := scoredRun(t, 60, protocols, func(i int) *loaders.Example {
				ex := scoringtest.Seen(i)
				ex.Images[0].Path = fmt.Sprint(i / 3)
				if i > 7 {
					ex.Program = ex.Program[:0]
				}
				return ex
			})
			settings := scoring.Defaults()
			settings.Trials = 10 // of intervals, which are not looked at
			c := compare(t, a, a, settings, clustered(20, by))
			var text string
			for _, d := range c.Tests {
				if d.P.Why() == "" {
					text += fmt.Sprintln(d.Protocol, d.Metric, d.Of, d.Units)
				}
			}
			all = append(all, text)
		}
		units := map[session.ClusterKind]string{session.ByExample: "faithful overall 8\n", session.ByPicture: "faithful overall 3\n"}[by]
		if all[0] != all[1] || !strings.Contains(all[0], units) {
			t.Errorf("%s: of sums\n%s\nof evidence\n%s", by, all[0], all[1])
		}
	}
}

// A score rests on every unit that changes it if it is swapped by itself, and on no more units
// than there are, in every protocol: also where terms depend on other examples.
func TestUnitsThatChangeAScore(t *testing.T) {
	t.Parallel()
	const n = 16
	protocols := session.Protocols()
	examples := [2][]*loaders.Example{scoringtest.SomeOfEach(protocols, n, 1), scoringtest.SomeOfEach(protocols, n, 2)}
	run := func(k int) *session.ScoredRun {
		return scoredRun(t, len(examples[k]), protocols, func(i int) *loaders.Example {
			ex := *examples[k][i]
			ex.ID, ex.Groups = fmt.Sprint(i), [][]string{nil, {fmt.Sprint("g", i/4)}}[i%2]
			return &ex
		})
	}
	a, b := run(0), run(1)
	settings := scoring.Defaults()
	moved := 0
	for _, by := range []session.ClusterKind{session.ByExample, session.BySet} {
		c := &Comparison{A: factsOf(a), B: factsOf(b), Settings: settings,
			ComparisonDesign: clustered(20, by)}
		inA, err := readableExamples(t.Context(), a, settings)
		check.NoError(t, err)
		inB, err := readableExamples(t.Context(), b, settings)
		check.NoError(t, err)
		clustered, err := a.Clusters(t.Context(), by)
		check.NoError(t, err)
		pairs, _ := pairByID(inA, inB)
		for k := range protocols {
			p := &protocols[k]
			in := evidenceOf(pairs, k, clustered.First)
			pooled := poolOf(p, settings, append(presentEvidence(in.a), presentEvidence(in.b)...))
			sides := func(swapped int) string {
				x, y := pooled.aggregate(), pooled.aggregate()
				for i := range in.a {
					left, right := in.a[i], in.b[i]
					if in.unit[i] == swapped {
						left, right = right, left
					}
					addTo(x, left)
					addTo(y, right)
				}
				var list []string
				ofY := pooled.valuesOf(y)
				for i, v := range pooled.valuesOf(x) {
					list = append(list, fmt.Sprint(v, ofY[i]))
				}
				return strings.Join(list, "\x00")
			}
			changing := map[scoreKey]int{}
			whole := strings.Split(sides(-1), "\x00")
			for unit := range in.units {
				for i, text := range strings.Split(sides(unit), "\x00") {
					if text != whole[i] {
						changing[pooled.keys[i]]++
					}
				}
			}
			_, related := pooled.whole.(scoring.RelatedAggregate)
			for _, d := range c.testScores(p, in) {
				least := changing[scoreKey{d.Metric, d.Of}]
				moved += least
				// The gold of these examples is not the same in both runs, and so neither is what is related.
				if d.P.Why() == "" && d.Leads() && (d.Units < 1 || d.Units > in.units && in.isClustered() ||
					!related && d.Units < least || related && d.Units != min(in.units, d.Count)) {
					t.Errorf("%s, %s %s %s: %d units, but %d change it", by, d.Protocol, d.Metric, d.Of, d.Units, least)
				}
			}
		}
	}
	if moved == 0 {
		t.Error("no swap changes a score")
	}
}
