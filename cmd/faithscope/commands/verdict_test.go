package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/results"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
)

var (
	judgedSentence = regexp.MustCompile(`^(first error|\S+) (-?\d*\.\d+) (<|≥) (\d*\.\d+)(, blamed on [a-z ]+)? (● faithful|○ unfaithful)$`)
	sentenceWhy    = regexp.MustCompile(`^(?:first error|\S+) – \(.+\)$`)
)

// movedThresholds are the defaults, and thresholds below and above them.
func movedThresholds() []scoring.Settings {
	list := []scoring.Settings{scoring.Defaults(), scoring.Defaults(), scoring.Defaults()}
	for i, x := range []float64{.2, .8} {
		s := &list[1+i]
		s.FaithfulF1, s.FaithfulMass, s.FaithfulGroundP, s.FaithfulC, s.FaithfulHPD = x, x, x, x/2, x
	}
	return list
}

// An example is what its sentence says and nothing else makes it so: whoever reads the number, the
// threshold and the blame there, and the rule of the run, can tell which examples are faithful.
func TestVerdictsAreWhatTheirSentencesSay(t *testing.T) {
	for _, run := range programtest.ScoredDemo(t) {
		for _, s := range movedThresholds() {
			table := facts.New(run).Table(s, nil)
			counts, blames, rule := map[loaders.Verdict]int{}, false, facts.RuleOf(table)
			for i := range run.Run.Len() {
				score, judged := run.Example(i, s)
				if !judged {
					continue
				}
				want, sentence := loaders.Unknown, score.Sentence()
				if m := judgedSentence.FindStringSubmatch(sentence); m != nil {
					x, _ := strconv.ParseFloat(m[2], 64)
					least, _ := strconv.ParseFloat(m[4], 64)
					want = loaders.VerdictOf(x >= least && m[5] == "")
					if (m[3] == "≥") != (x >= least) || (m[6] == "● faithful") != (want == loaders.Right) {
						t.Errorf("%s, %s: %s", run.Run.Name, run.Run.Row(i).ID, sentence)
					}
					if begins := fmt.Sprintf("%s ≥ %s", m[1], strings.TrimPrefix(fmt.Sprintf("%.2f", least), "0")); !strings.HasPrefix(rule, begins) {
						t.Errorf("%s: the rule is %q, but %s", run.Run.Name, rule, sentence)
					}
					blames = blames || m[5] != ""
				} else if !sentenceWhy.MatchString(sentence) {
					t.Errorf("%s, %s: %q", run.Run.Name, run.Run.Row(i).ID, sentence)
				}
				check.Equal(t, "faithful in the table", table.Faithful(i), want, run.Run.Name, run.Run.Row(i).ID)
				check.Equal(t, "faithful", score.Faithful, want, run.Run.Name, run.Run.Row(i).ID)
				if score.Metric == "groundp" && run.Run.Row(i).Gold == "0" && want != loaders.Unknown {
					t.Errorf("%s, %s: a gold count of 0 is judged: %s", run.Run.Name, run.Run.Row(i).ID, sentence)
				}
				counts[want]++
			}
			check.Equal(t, run.Run.Name+": the rule is "+rule+", some are blamed", strings.Contains(rule, "blame"), blames)
			for _, x := range run.Scores(s) {
				if share, _ := x.Value.Float(); x.Protocol == "faithfulness" && x.Metric == "faithful" {
					if n := counts[loaders.Right] + counts[loaders.Wrong]; x.Count != n || share != float64(counts[loaders.Right])/float64(n) {
						t.Errorf("%s: %v of %d are faithful, by their sentences %d of %d", run.Run.Name, share, x.Count, counts[loaders.Right], n)
					}
				}
			}
			says := loaders.IfElse(strings.HasPrefix(rule, "first error"), "if its verdict differs from the annotators'", "unless "+rule+" ·")
			if blame := table.Blame(table.All()); blame.Judged > 0 && !strings.Contains(blame.Sheet().Notes[1], says) {
				t.Errorf("%s: %q does not say when a module is wrong: %s", run.Run.Name, blame.Sheet().Notes[1], rule)
			}
		}
	}
}

// readNote returns the text of the note over a screen, its lines joined: the widest part of each line between borders.
func readNote(sc *viewtest.Screen) string {
	var words []string
	for line := range strings.Lines(sc.Text()) {
		widest := slices.MaxFunc(strings.Split(line, "│"), func(a, b string) int {
			return utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
		})
		words = append(words, strings.Fields(widest)...)
	}
	return strings.Join(words, " ")
}

// In Runs `.` explains each count by the protocol that judges this run, out of as many as can have it.
func TestCountsOfARunAreExplainedByItsProtocol(t *testing.T) {
	demo := demoSession(t, movedThresholds()[1])
	for k, run := range demo.Runs {
		table := facts.New(run).Table(demo.Settings, nil)
		if facts.RuleOf(table) == "" {
			continue
		}
		placed := 0
		for i := range run.Run.Len() {
			if table.Answer(i) != loaders.Unknown && table.Faithful(i) != loaders.Unknown {
				placed++
			}
		}
		own := &views.Session{Data: demo.Data, Console: demo.Console}
		own.Scope.Run = k
		sc := viewtest.New(t, 160, 60, own, runs.New(own))
		sc.Act("run", run.Run.Name)
		sc.Press("tab")
		sc.Press(".")
		text := readNote(sc)
		judged := session.JudgementOf(run.Judged()[0], demo.Settings)
		check.Contains(t, text, "faithful "+facts.RuleOf(table), "/ "+strconv.Itoa(placed), judged.Example, judged.Reading)
		for _, other := range session.Bars() {
			j := session.JudgementOf(other.Metric, demo.Settings)
			if !slices.Contains(run.Judged(), other.Metric) && strings.Contains(text, j.Example) {
				t.Errorf("%s is explained by %s", run.Run.Name, other.Metric)
			}
		}
	}
}

// In Results `.` explains a number of a figure by the score that it is, with its own n and interval,
// or else says what it counts: never by the title.
func TestNumbersOfFiguresAreExplained(t *testing.T) {
	demo := demoSession(t, scoring.Defaults())
	demo.Settings.Trials = 40
	for _, c := range []struct {
		result, run, keys string
		want              []string
	}{
		{"alignment-accuracy", "bilstm-lime", ".", []string{"right answers / answers with a verdict", "n 100", "interval"}},
		{"alignment-accuracy", "bilstm-lime", "l .", []string{session.MetricIn("alignment", "delta_a").Formula, "n 86", "interval"}},
		{"faithfulness-accuracy", "scn-normal", "l .", []string{"faithful examples / examples judged faithful or not", "interval"}},
		{"accuracy-per-count", "scn-normal", ".", []string{"rounded half to even", "interval"}},
		{"accuracy-over-p", "scn-normal", ".", []string{"rounded half to even", "interval"}},
		{"methods", "qa-lime", ".", []string{session.MetricIn("sentences", "hpd").Formula, "interval"}},
		{"reliability", "layer_count", ".", []string{"answers whose confidence is in the bin"}},
		{"likelihoods", "fol-weak", ".", []string{"objects whose likelihood is in the bin"}},
		{"histograms", "scn-normal", ".", []string{"number of examples", "/ 80"}},
		{"scatter", "layer_count", ".", []string{"over the examples at the cursor"}},
	} {
		own := &views.Session{Data: demo.Data, Console: demo.Console}
		own.Scope.Run = runOf(t, own, c.run)
		sc := viewtest.New(t, 160, 60, own, results.New(own, own.Scope.Run, ""))
		sc.Act("result", c.result)
		for range 40 {
			if text := sc.Text(); regexp.MustCompile(`▸ .*`+c.run).MatchString(text) || !strings.Contains(text, c.run) {
				break
			}
			sc.Press("j")
		}
		sc.Press(strings.Fields(c.keys)...)
		text := readNote(sc)
		check.Contains(t, text, c.want...)
	}
}

// A score of a count slice is over all draws, the column slice is one, and both say so; modules that
// answer one gold list are one.
func TestWordsAgreeWithTheirNumbers(t *testing.T) {
	k := slices.IndexFunc(facts.Examples, func(c facts.Column) bool { return c.Name == "slice" })
	help := facts.Examples[k].Help
	check.Contains(t, help, "in the test half, for seed 1337", "average all draws")
	for geometric, want := range map[bool]string{
		false: "the attention on gold tokens, summed per gold list and averaged over the lists; ",
		true:  "exp(-loss / spans), the geometric mean of the attention on each gold span, averaged over the gold lists; ",
	} {
		s := scoring.Defaults()
		s.GeometricMean = geometric
		if of := session.JudgementOf("mass", s).Example; !strings.HasPrefix(of, want) {
			t.Error(of)
		}
	}
}

// What an export says of its columns is what they are: the mean of groundp is groundp_mean.
func TestExportNamesTheMeanOfGroundP(t *testing.T) {
	got := facts.ColumnOf("grounding", "groundp_mean", "overall")
	if got != "groundp" || facts.ColumnOf("grounding", "groundp", "overall") != "" {
		t.Errorf("the mean of %q is groundp_mean", got)
	}
	help := strings.Join(strings.Fields(printed(t, "export --help")), " ")
	check.Contains(t, help, "is the metric of the same name (for groundp, groundp_mean)")
}
