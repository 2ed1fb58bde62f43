package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/scoringtest"
)

// The properties of this file hold for every protocol of [Protocols]. One
// that is added there fails TestEveryProtocolIsInTheCatalogue until it has a
// specimen.

// key names a score among those of a protocol.
type key struct{ metric, of string }

func TestEveryProtocolIsInTheCatalogue(t *testing.T) {
	known := scoringtest.Specimens()
	for _, p := range Protocols() {
		if known[p.Name].Example == nil || known[p.Name].Perfect == nil {
			t.Errorf("%s has no specimen", p.Name)
		}
	}
}

// scored runs a protocol over examples, in their order.
func scored(t *testing.T, p scoring.Protocol, s scoring.Settings, examples []*loaders.Example) []scoring.Score {
	t.Helper()
	a := p.Aggregate(s)
	for _, e := range scoringtest.Evidence(t, p, examples) {
		a.Add(e)
	}
	return a.Scores()
}

func TestOrderDoesNotMatter(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		shuffled := slices.Clone(examples)
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, s := range scoringtest.Readings() {
			same(t, scored(t, p, s, shuffled), scored(t, p, s, examples))
		}
	})
}

func TestMergingEqualsOnePass(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		list := scoringtest.Evidence(t, p, examples)
		for _, s := range scoringtest.Readings() {
			want := scored(t, p, s, examples)
			for _, cut := range []int{0, 1, len(list) / 3, len(list)} {
				a, b := p.Aggregate(s), p.Aggregate(s)
				for i, e := range list {
					part := a
					if i >= cut {
						part = b
					}
					if part.Add(e); i == len(list)/2 {
						part.Scores() // scores computed in between change nothing
					}
				}
				a.Scores()
				a.Merge(b)
				same(t, a.Scores(), want)
			}
		}
	})
}

// What intervals and tests are drawn from gives the scores themselves.
func TestSumsGiveTheScores(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, c scoringtest.ProtocolCheck, examples []*loaders.Example) {
		for _, s := range scoringtest.Readings() {
			a, list := p.Aggregate(s), scoringtest.Evidence(t, p, examples)
			summed, ok := a.(scoring.SummedAggregate)
			if !ok {
				return
			}
			for i, e := range list {
				if a.Add(e); i == 0 {
					summed.Values(make([]float64, summed.Width())) // what is asked in between changes nothing
				}
			}
			sums := make([]float64, summed.Width())
			row := make([]float64, summed.Width())
			for _, e := range list {
				summed.Terms(e, row)
				for k, x := range row {
					sums[k] += x
				}
			}
			scores, values := a.Scores(), summed.Values(sums)
			if len(values) != len(scores) {
				t.Fatalf("%d values of %d scores", len(values), len(scores))
			}
			for k := range scores {
				x, ok := values[k].Float()
				want, defined := scores[k].Value.Float()
				if excepted(c.NotSums, scores[k]) {
					want, defined = math.NaN(), false
				}
				if ok != defined || ok && !near(x, want) || !ok && values[k].Why() == "" {
					t.Errorf("%s of %s: %v (%s) from sums, want %v", scores[k].Metric, scores[k].Of, x, values[k].Why(), scores[k].Value)
				}
			}
		}
	})
}

func TestTwiceTheDataMovesNoMean(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, x scoringtest.ProtocolCheck, examples []*loaders.Example) {
		for _, s := range scoringtest.Readings() {
			once, twice := scored(t, p, s, examples), scored(t, p, s, slices.Concat(examples, examples))
			if len(once) != len(twice) {
				t.Fatalf("%d scores, twice the data has %d", len(once), len(twice))
			}
			for k, score := range once {
				if excepted(x.NotMeans, score) {
					continue
				}
				want, got := score, twice[k]
				want.Count *= 2
				if value, ok := want.Value.Float(); ok && MetricOf(want.Metric).Counts {
					want.Value = scoring.Defined(2 * value)
				}
				sameScore(t, got, want)
			}
		}
	})
}

func TestNothingIsUndefinedWithAReason(t *testing.T) {
	for _, p := range Protocols() {
		for _, s := range scoringtest.Readings() {
			scores := p.Aggregate(s).Scores()
			if len(scores) == 0 {
				t.Errorf("%s: no scores of nothing", p.Name)
			}
			for _, score := range scores {
				x, ok := score.Value.Float()
				switch {
				case score.Count != 0:
					t.Errorf("%s: %s of %s rests on %d of no examples", p.Name, score.Metric, score.Of, score.Count)
				case ok && !(MetricOf(score.Metric).Counts && x == 0):
					t.Errorf("%s: %s of %s is %v of nothing", p.Name, score.Metric, score.Of, x)
				case !ok && score.Value.Why() == "":
					t.Errorf("%s: %s of %s is undefined without a reason", p.Name, score.Metric, score.Of)
				}
			}
		}
	}
}

func TestPerfectionScoresBest(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, x scoringtest.ProtocolCheck, examples []*loaders.Example) {
		s := scoring.Defaults()
		if x.Settings != nil {
			x.Settings(&s)
		}
		any := map[key]scoring.Value{}
		for _, score := range scored(t, p, s, examples) {
			any[key{score.Metric, score.Of}] = score.Value
		}
		for _, ex := range examples {
			x.Perfect(ex)
		}
		for _, score := range scored(t, p, s, examples) {
			checkBest(t, x, score, any[key{score.Metric, score.Of}])
		}
	})
}

// checkBest compares a score of a perfect run with one of any run.
func checkBest(t *testing.T, x scoringtest.ProtocolCheck, perfect scoring.Score, any scoring.Value) {
	t.Helper()
	direction := MetricOf(perfect.Metric).Better
	other, compared := any.Float()
	if direction == scoring.Neither || !compared || excepted(x.Unmeasured, perfect) {
		return
	}
	best, ok := perfect.Value.Float()
	if !ok {
		t.Errorf("%s of %s is undefined of a perfect run: %s", perfect.Metric, perfect.Of, perfect.Value.Why())
		return
	}
	if direction.Better(other, best) {
		t.Errorf("%s of %s: %v of a perfect run, %v of any (%v is better)", perfect.Metric, perfect.Of, best, other, direction)
	}
	if want, known := x.Best[perfect.Metric]; known && !near(best, want) {
		t.Errorf("%s of %s: %v of a perfect run, want %v", perfect.Metric, perfect.Of, best, want)
	}
}

// Every metric of a protocol is in the table of metrics, every setting means the same
// everywhere, and no name controls a terminal.
func TestNamesAreKnown(t *testing.T) {
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		for _, s := range scoringtest.Readings() {
			seen := map[key]bool{}
			for _, score := range scored(t, p, s, examples) {
				if !slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return m.Name == score.Metric && m.Source != "" }) {
					t.Errorf("%s has no metric %q with a source", p.Name, score.Metric)
				}
				if seen[key{score.Metric, score.Of}] {
					t.Errorf("%s of %s occurs twice", score.Metric, score.Of)
				}
				seen[key{score.Metric, score.Of}] = true
				if score.Protocol != p.Name || score.Settings != s {
					t.Errorf("%s of %s is said to be of %q under %+v", score.Metric, score.Of, score.Protocol, score.Settings)
				}
			}
		}
		for _, name := range p.Settings {
			scoring.SettingOf(name) // panics
		}
	})
}

// excepted reports whether a score is among exceptions, by its metric or by
// what it is of; [%] are all slices, [control] all controls.
func excepted(from map[string]string, s scoring.Score) bool {
	of := "[" + s.Of + "]"
	if strings.Contains(s.Of, "%") {
		of = "[%]"
	}
	if strings.HasPrefix(s.Of, scoring.ControlOf) {
		of = "[control]"
	}
	return from[s.Metric] != "" || from[of] != ""
}

// same compares scores with each other, up to the rounding of sums.
func same(t *testing.T, got, want []scoring.Score) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d scores, want %d", len(got), len(want))
	}
	for k := range want {
		sameScore(t, got[k], want[k])
	}
}

func sameScore(t *testing.T, got, want scoring.Score) {
	t.Helper()
	x, ok := got.Value.Float()
	y, defined := want.Value.Float()
	if got.Metric != want.Metric || got.Of != want.Of || got.Count != want.Count || ok != defined || ok && !near(x, y) ||
		got.Value.Why() != want.Value.Why() {
		t.Errorf("%s of %s: %v (%s) over %d, want %s of %s: %v (%s) over %d",
			got.Metric, got.Of, x, got.Value.Why(), got.Count, want.Metric, want.Of, y, want.Value.Why(), want.Count)
	}
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x), math.Abs(y)) }

// A name means the same in every protocol, but for what it is computed from: the F1 of
// boxes is not worked out as that of answers is.
func TestMetricsOfOneNameAreOne(t *testing.T) {
	for _, p := range Protocols() {
		for _, m := range p.Metrics {
			known := MetricOf(m.Name)
			known.Source, known.Formula, known.Column, known.Share = m.Source, m.Formula, m.Column, m.Share
			check.Equal(t, p.Name, m, known)
		}
	}
	check.Equal(t, "an unknown metric is", MetricOf("x"), (scoring.Metric{Name: "x"}))
}

// Whoever asks where a number comes from is told: every metric that is not a
// count of the data has a formula, and so has every number of an example.
func TestEveryNumberHasAFormula(t *testing.T) {
	for _, p := range Protocols() {
		for _, m := range p.Metrics {
			if m.Formula == "" && !m.Counts {
				t.Errorf("%s: %s has no formula", p.Name, m.Name)
			}
		}
	}
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		for _, s := range scoringtest.Readings() {
			for _, e := range scoringtest.Evidence(t, p, examples) {
				score := scoringtest.Example(e, s)
				j := JudgementOf(score.Metric, s)
				if score.Metric != "" && (j.Example == "" || j.Reading == "") || len(score.Modules) > 0 && j.Module == "" {
					t.Fatalf("an example's %s, of %d modules, comes about as %+v", score.Metric, len(score.Modules), j)
				}
			}
		}
	})
}

// A judgement names the settings that change an example's number, a module's, or how they compare
// with the bar: no other one does, and each does in some example.
func TestJudgementsNameTheirSettings(t *testing.T) {
	moved := map[string]bool{"module-boxes oracle": true} // which changes the gold before it is scored
	scoringtest.Each(t, Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		if p.Bar == nil {
			return
		}
		for i, ex := range examples {
			if i%2 == 0 && len(ex.Images) > 0 && len(ex.Images[0].Proposals) > 0 {
				ex.Images[0].Proposals[0] = loaders.Box{} // without an area
			}
			ex.Answer.Scores = map[string]float64{sentences.Answerable: .55}
		}
		evidence := scoringtest.Evidence(t, p, examples)
		numbers := func(s scoring.Settings) (text string) {
			for _, e := range evidence {
				score := scoringtest.Example(e, s)
				for _, m := range append(score.Modules, scoring.ModuleScore{Value: score.Overall}) {
					x, _ := m.Value.Float()
					text += fmt.Sprintln(x, p.Bar.Judge(m.Value, &s))
				}
			}
			return text
		}
		for k, s := range scoringtest.Readings() {
			own, before := JudgementOf(p.Bar.Metric, s).Settings, numbers(s)
			for _, of := range scoring.AllSettings() {
				name := p.Name + " " + of.Name
				for _, text := range strings.Fields("true false 0 1 2 0.1 0.3 0.6 0.9 omit zero cumulative occurrence") {
					x := s
					if of.In(&x).Set(text) == nil && numbers(x) != before {
						moved[name] = true
						if !slices.Contains(own, of.Name) {
							t.Errorf("%s changes what is judged by %s", of.Name, p.Bar.Metric)
						}
					}
				}
				if _, known := moved[name]; !known && k == 0 && slices.Contains(own, of.Name) {
					moved[name] = false
				}
			}
		}
	})
	for name, does := range moved {
		if !does {
			t.Errorf("%s changes nothing that is judged", name)
		}
	}
}

// What counts examples without a verdict is declared once; faithfulness keeps the name that scripts
// read.
func TestExamplesWithoutAVerdictAreDeclaredOnce(t *testing.T) {
	var names []string
	for _, p := range Protocols() {
		for _, m := range p.Metrics {
			if m.Source == scoring.WithoutVerdict.Source || m.Name == scoring.WithoutVerdict.Name {
				names = append(names, p.Name+" "+m.Name)
			}
		}
	}
	want := "answers unknown, counting unknown, grounding unknown, reasoning unknown, faithfulness no_verdict"
	check.Equal(t, "they are counted by", strings.Join(names, ", "), want)
}
