package steps

import (
	"slices"
	"sync"

	"github.com/maruel/natural"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Protocol scores verdicts on steps.
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025), AgentProcessBench (2026), PRMBench (Song et al. 2025)",
	Types:     []string{"step"},
	Settings:  []string{"step_score"},
	Metrics:   append(scoring.MetricsOf(slices.Concat(earliest, distances, throughout, outcomes)), auc),
	Prepare:   prepareSteps,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   1,
}

// aggregate keeps its examples, because controls and the AUC are chosen over all of them.
type aggregate struct {
	*scoring.Additive
	settings scoring.Settings
	list     []*evidence
	brief    bool
	// pooled returns what scorePooled does, worked out once until an example is added.
	pooled func() []scoring.Score
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	a := &aggregate{settings: s}
	a.Additive = scoring.NewAdditive(name, s, width, a.addTerms, columnsFor)
	a.forget()
	return a
}

func (a *aggregate) forget() { a.pooled = sync.OnceValue(a.scorePooled) }

// Add implements [scoring.Aggregate].
func (a *aggregate) Add(e scoring.Evidence) {
	a.Additive.Add(e)
	a.list = append(a.list, e.(*evidence))
	a.forget()
}

// Merge implements [scoring.Aggregate].
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.Additive.Merge(o.Additive)
	a.list = append(a.list, o.list...)
	a.forget()
}

// Brief implements [scoring.Brief]: without controls and AUC.
func (a *aggregate) Brief() { a.brief = true }

// Scores implements [scoring.Aggregate]: the columns, the AUC of scores, then the controls of each.
func (a *aggregate) Scores() []scoring.Score {
	scores := a.Additive.Scores()
	if a.brief {
		return scores
	}
	return append(scores, a.pooled()...)
}

// scorePooled returns the AUC and the controls, which are not functions of sums over examples.
func (a *aggregate) scorePooled() (scores []scoring.Score) {
	// Folds are every second example: in the order of the file, whatever order they came in.
	slices.SortStableFunc(a.list, func(x, y *evidence) int { return natural.Compare(x.Key, y.Key) })
	if isScored(a.list) {
		v, n := areaUnder(a.list, func(e *evidence, i int) float64 { return e.Steps[i].Score })
		scores = append(scores, scoring.Score{Protocol: name, Metric: auc.Name, Of: "overall", Value: v, Count: n, Settings: a.settings})
	}
	shown := loaders.Map(slices.Concat(a.Additive.Scores(), scores), func(s scoring.Score) string { return s.Metric })
	for _, c := range listControls(a.list) {
		if slices.Contains(shown, c.Metric) {
			scores = append(scores, c.Scores(name, a.settings)...)
		}
	}
	return scores
}

// Values implements [scoring.Summed].
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := a.Additive.Values(sums)
	if a.brief {
		return values
	}
	for range a.pooled() {
		values = append(values, scoring.Undefined("not a function of sums over examples"))
	}
	return values
}

// Terms of an example.
const (
	ofExample     = iota
	ofWrong       // people call a step wrong
	ofSound       // people call none wrong
	ofJudged      // a judge was asked
	ofWrongHits   // the judge names the first wrong step
	ofSoundHits   // the judge finds no wrong step where none is
	ofHits        // either
	ofNone        // either, with a judge that says nothing read as finding none
	ofSoundNone   // the same, where no step is wrong
	ofThroughout  // people judged steps after the first wrong one
	ofUnparsed    // the judge says nothing
	ofEarly       // the judge's first wrong step comes before people's
	ofLate        // after it
	ofMissed      // the judge finds none where one is wrong
	ofFalseAlarms // the judge finds one where none is
	ofAnswerOnly  // the final answer is right, a step is wrong
	ofAgents      // people blame an agent
	ofAgentHits
	ofWithin                           // the judge's first wrong step is at most that far from people's
	ofLabels  = ofWithin + len(within) // steps that people judged
	ofClasses = ofLabels + 1           // of steps that both judged: people's verdict by the judge's
	width     = ofClasses + classes*classes
)

// within lists the distances from the first wrong step, in steps.
var within = [...]int{1, 3, 5}

// classOf orders verdicts as rows and columns of ofClasses; the last is of steps that a judge left
// out.
var classOf = map[loaders.Verdict]int{loaders.Right: 0, loaders.Neutral: 1, loaders.Wrong: 2, loaders.Unknown: 3}

const classes = 4

func (a *aggregate) addTerms(e *evidence, row []float64) {
	gold, judged := e.goldFirst(), e.judgedFirst(&a.settings)
	row[ofExample] = 1
	count := func(place int, isTrue bool) {
		if isTrue {
			row[place]++
		}
	}
	count(ofWrong, gold != none)
	count(ofSound, gold == none)
	count(ofThroughout, e.isJudgedThroughout())
	count(ofAnswerOnly, gold != none && e.Answer == loaders.Right)
	if !e.IsJudged {
		return
	}
	count(ofJudged, true)
	count(ofHits, judged == gold)
	count(ofWrongHits, judged == gold && gold != none)
	count(ofSoundHits, judged == gold && gold == none)
	count(ofNone, judged == gold || judged == unparsed && gold == none)
	count(ofSoundNone, gold == none && judged < 0)
	switch causeOf(gold, judged) {
	case scoring.Unparsed:
		row[ofUnparsed]++
	case scoring.Early:
		row[ofEarly]++
	case scoring.Late:
		row[ofLate]++
	case scoring.MissedError:
		row[ofMissed]++
	case scoring.FalseAlarm:
		row[ofFalseAlarms]++
	}
	for k, t := range within {
		count(ofWithin+k, gold != none && judged >= 0 && max(judged-gold, gold-judged) <= t)
	}
	count(ofAgents, e.Agent != "")
	count(ofAgentHits, e.Agent != "" && e.namedAgent(judged) == e.Agent)
	for i := range e.Steps {
		if s := &e.Steps[i]; s.Gold != loaders.Unknown {
			row[ofLabels]++
			row[ofClasses+classes*classOf[s.Gold]+classOf[s.judgedAs(&a.settings)]]++
		}
	}
}

// namedAgent returns whom the judge blames: by name or, without one, who made the step that it
// calls wrong first.
func (e *evidence) namedAgent(judged int) string {
	if e.Named == "" && judged >= 0 {
		return e.Steps[judged].Agent
	}
	return e.Named
}
