package overview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/causes"
	"faithscope/scoring/counting"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// runScores is what the overview shows of one run.
type runScores struct {
	read, found int
	rescored    int // of those read, how many the numbers rest on
	complete    bool
	following   bool
	problems    int
	quadrant    scoring.Quadrant
	accuracy    scoring.Score
	// protocol scores the run's modules, "" where none does.
	protocol string
	overall  moduleScores
	modules  []moduleScores // overall, then by type in the order of the paper's tables
	// headlines are the overall numbers that stand for the other protocols.
	headlines []scoring.Score
	failures  []failure   // the worst first
	kinds     []kindScore // the lowest first
}

// moduleScores are one module type's numbers over a run, or all types'.
type moduleScores struct {
	of     string
	place  int                      // in the order of the paper's tables
	values map[string]scoring.Value // by metric: those of the run's protocol
	count  int
	// scored counts the modules with a score, wrong those below the bar, and
	// empty those for which nothing is wanted and that predict nothing: of no
	// use to anybody, they have an F1 of 1. causes are of the wrong ones.
	scored, wrong, empty int
	// first counts the examples in which a module of the type goes wrong first.
	first  int
	causes []causeCount
}

// causeCount is how many modules are wrong because of a cause; there are some.
type causeCount struct {
	cause scoring.Cause
	n     int
}

// explain fills in what the protocol of causes counts.
func (m *moduleScores) explain(find func(metric string) (scoring.Score, bool)) {
	count := func(metric string) int {
		score, _ := find(metric)
		x, _ := score.Value.Float()
		m.scored = max(m.scored, score.Count)
		return int(x)
	}
	m.wrong, m.empty = count("wrong"), count("nothing_wanted")
	for _, c := range scoring.Causes() {
		if n := count(causes.Metric(c)); n > 0 {
			m.causes = append(m.causes, causeCount{c, n})
		}
	}
}

// column is a metric with the room that its numbers take. A greater drop
// leaves first where the room is short.
type column struct {
	title, metric string
	width, drop   int
}

// protocols are those that score modules, with their metrics: the first one
// stands for all.
var protocols = []struct {
	name, title string
	metrics     []column
}{
	{boxes.Protocol.Name, "F1 by module", []column{{"F1", "f1", 4, 0}, {"P", "precision", 4, 1}, {"R", "recall", 4, 1}}},
	{spans.Protocol.Name, "loss by module", []column{{"loss", "loss", 5, 0}}},
}

// metrics returns the columns of a protocol, nil for one that scores no
// modules.
func metrics(protocol string) []column {
	for _, p := range protocols {
		if p.name == protocol {
			return p.metrics
		}
	}
	return nil
}

// headline is the number that stands for the module; the zero value where
// nobody scored it.
func (m moduleScores) headline(protocol string) scoring.Value {
	for _, c := range metrics(protocol) {
		return m.values[c.metric]
	}
	return scoring.Value{}
}

// progress says how far a run's scoring is, "" when it is done.
func (r *runScores) progress() string {
	switch {
	case r.complete:
		return ""
	case r.rescored < r.read:
		return fmt.Sprintf("rescoring, %d of %d", r.rescored, r.read)
	case r.following && r.read == r.found:
		return "following"
	}
	return fmt.Sprintf("scoring, %d of %d", r.read, r.found)
}

// missingSides says which verdicts the run lacks, and why.
func (r *runScores) missingSides() []string {
	var why []string
	side := sidesOf(r.quadrant)
	if !side.faithful {
		reason := r.overall.headline(r.protocol).Why()
		if r.protocol == "" || reason == "" {
			reason = "nothing in this run is scored as faithful or not"
		}
		why = append(why, "no faithfulness: "+reason)
	}
	if !side.answers {
		why = append(why, "no verdict on answers: "+cmp.Or(r.accuracy.Value.Why(), "unknown"))
	}
	return why
}

// headline is the score that stands for the run in the list of runs, where its
// modules are not scored: the first that is defined. Where the answers have a
// number in the list, one of them stands here only if there is no other. It is nil
// for none.
func (r *runScores) headline() *scoring.Score {
	var first *scoring.Score
	_, answered := r.accuracy.Value.Float()
	for i := range r.headlines {
		h := &r.headlines[i]
		if _, ok := h.Value.Float(); !ok || r.protocol != "" {
			continue
		}
		if !answered || h.Protocol != counting.Protocol.Name && h.Metric != "accuracy" {
			return h
		}
		if first == nil {
			first = h
		}
	}
	return first
}

// facts says every headline, and why one is undefined.
func (r *runScores) facts() [][2]string {
	var facts [][2]string
	for _, s := range r.headlines {
		m := session.MetricOf(s.Metric)
		text := widget.MetricLabel(m) + " " + widget.ScoreText(m, s.Value) + " over " + strconv.Itoa(s.Count)
		if why := s.Value.Why(); why != "" {
			text = widget.MetricLabel(session.MetricOf(s.Metric)) + ": " + why
		}
		facts = append(facts, [2]string{s.Protocol, text})
	}
	return facts
}

// rows returns how many rows the table of modules has: a run whose modules
// nobody scores shows its headlines in their place.
func (r *runScores) rows() int {
	if r.protocol == "" {
		return len(r.headlines)
	}
	return len(r.modules)
}

// halves are the parts of a counting run that the paper's main figure sets
// against each other: questions of one parity, and the tests of which one is
// mostly removed.
var halves = []string{"even", "odd", "odd-even-90%", "even-odd-90%"}

// ofHalf reports whether a score is the accuracy of a half that has questions.
func ofHalf(s *scoring.Score) bool {
	return s.Protocol == counting.Protocol.Name && s.Metric == "accuracy" && s.Count > 0 && slices.Contains(halves, s.Of)
}

// headlineName is a headline's metric, with what it is of where that is not the
// whole run.
func headlineName(s *scoring.Score) string {
	name := widget.MetricLabel(session.MetricOf(s.Metric))
	if s.Of != "overall" {
		name += " " + s.Of
	}
	return name
}

func scoresOf(scored *session.Scored, settings scoring.Settings) runScores {
	var r runScores
	r.rescored, _ = scored.Rescored() // before the numbers, which rest on no fewer
	r.read, r.found, r.complete = scored.Progress()
	r.following = scored.Run.Following().On
	_, r.problems = scored.Run.Problems.All()
	r.quadrant = scored.Summaries(settings).Quadrant(nil)
	r.accuracy.Value = scoring.Undefined("no answer was scored yet")
	find := map[[3]string]scoring.Score{}
	var parts []scoring.Score // those of halves, which come last
	for _, score := range scored.Scores(settings) {
		find[[3]string{score.Protocol, score.Metric, score.Of}] = score
		switch overall := score.Of == "overall"; {
		case metrics(score.Protocol) != nil:
			r.protocol = cmp.Or(r.protocol, score.Protocol)
		case ofHalf(&score):
			parts = append(parts, score)
		case !overall:
		case score.Protocol != answers.Protocol.Name && session.MetricOf(score.Metric).Headline:
			r.headlines = append(r.headlines, score)
		case score.Protocol == answers.Protocol.Name && score.Metric == "accuracy":
			r.accuracy = score
		}
	}
	r.headlines = append(r.headlines, parts...)
	r.failures, r.kinds = failuresOf(scored, settings), kindsOf(scored, settings)
	if r.protocol == "" {
		return r
	}
	for _, of := range append([]string{"overall"}, scored.Summaries(settings).Types()...) {
		m := moduleScores{of: of, place: len(r.modules), values: map[string]scoring.Value{}}
		for _, c := range metrics(r.protocol) {
			m.values[c.metric] = scoring.Undefined("not scored by " + r.protocol)
			if score, ok := find[[3]string{r.protocol, c.metric, of}]; ok {
				m.values[c.metric], m.count = score.Resting(), max(m.count, score.Count)
			}
		}
		m.explain(func(metric string) (scoring.Score, bool) {
			score, ok := find[[3]string{causes.Name, metric, of}]
			return score, ok
		})
		r.modules = append(r.modules, m)
	}
	rows := scored.Summaries(settings)
	for i := range rows.Len() {
		if k, _ := rows.Culprit(i); k >= 0 {
			r.modules[0].first++
			r.modules[1+k].first++
		}
	}
	r.overall = r.modules[0]
	return r
}
