package sentences

import (
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const (
	whyNoScores = "the run has no scores for sentences or for the passage's tokens"
	whyNoGold   = "no gold sentence"
)

var whyOutcome = [...]string{
	FalseNegative: "false negative: the model calls an answerable question unanswerable",
	FalsePositive: "false positive: the model calls an unanswerable question answerable",
	TrueNegative:  "true negative: the model correctly calls the question unanswerable",
}

type evidence struct {
	Sum        []float64 // finite
	Largest    []float64 // by maximum; nil if the scores are sentences'
	Golds      []int     // per reference answer; none if it can't be answered
	Failed     string
	Answerable *float64 // nil if unknown
	distinct   int
}

// Fields codes e. Missing gold sentences and other lengths are errors of the coder.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(len(e.Golds) > 0 || e.Answerable != nil, "no gold sentence")
	if e.Failed != "" || len(e.Golds) == 0 || !c.Reads() {
		return
	}
	c.Check(e.Largest == nil || len(e.Largest) == len(e.Sum), "the numbers of sums (%d) and maxima (%d) differ", len(e.Sum), len(e.Largest))
	var err error
	e.distinct, err = countDistinct(e.Golds, len(e.Sum))
	c.Check(err == nil, "%w", err)
}

func countDistinct(goldIndices []int, n int) (count int, err error) {
	for i, g := range goldIndices {
		if g < 0 || g >= n {
			return 0, fmt.Errorf("gold sentence %d is not one of the %d sentences", g, n)
		}
		if !slices.Contains(goldIndices[:i], g) {
			count++
		}
	}
	return count, nil
}

// prepareSentences is nil without P(answerable), and without gold or an attribution. If the
// attribution explains answerability, p_full is P(answerable), because that is what its model
// predicts.
func prepareSentences(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Golds: Golds(ex)}
	isKnown := e.Golds != nil || Unanswerable(ex)
	if p, ok := ex.Answer.Scores[Answerable]; ok && p-p == 0 && isKnown {
		e.Answerable = &p
	}
	i := slices.IndexFunc(ex.Attributions, func(a loaders.Attribution) bool { return ofSentences(ex, &a) })
	switch {
	case i >= 0 && e.Golds != nil:
		isPredicted := e.Answerable == nil && ex.Attributions[i].Class == "" &&
			!slices.ContainsFunc(ex.Rationales, func(r loaders.Rationale) bool { return r.Sentence != nil && r.Over == loaders.OverPassage })
		if p, ok := ex.Answer.Scores["p_full"]; ok && p-p == 0 && isPredicted {
			e.Answerable = &p
		}
		e.Failed = e.readScores(ex.Passage, &ex.Attributions[i])
	case e.Answerable == nil:
		return nil
	default:
		e.Failed = whyNoScores
	}
	return e
}

// Answerable is the answer's score P(answerable).
const Answerable = "p_answerable"

// Unanswerable reports whether a rationale says that no sentence holds an answer
// ([loaders.NoSentence]).
func Unanswerable(ex *loaders.Example) bool {
	return Golds(ex) == nil && slices.ContainsFunc(ex.Rationales, func(r loaders.Rationale) bool {
		return r.Name == loaders.NoSentence.Name && r.Over == loaders.NoSentence.Over && len(r.Spans) == 0 && r.Scores == nil
	})
}

// AnswerabilityOutcome says whether a model finds a question answerable, and whether that is right.
type AnswerabilityOutcome int

// Unknown means that P(answerable) isn't recorded; such a question is scored like a true positive.
const (
	Unknown AnswerabilityOutcome = iota
	TruePositive
	FalseNegative
	FalsePositive
	TrueNegative
)

var outcomes = [...]string{"", "true_positives", "false_negatives", "false_positives", "true_negatives"}

func (e *evidence) outcomeUnder(s *scoring.Settings) AnswerabilityOutcome {
	switch {
	case e.Answerable == nil:
		return Unknown
	case len(e.Golds) > 0 && *e.Answerable > s.Answerable:
		return TruePositive
	case len(e.Golds) > 0:
		return FalseNegative
	case *e.Answerable > s.Answerable:
		return FalsePositive
	}
	return TrueNegative
}

func ofSentences(ex *loaders.Example, a *loaders.Attribution) bool {
	return a.Over == loaders.OverSentences || a.Over == loaders.OverPassage && ex.Passage != nil && ex.Passage.Sentences != nil
}

// readScores returns why the scores can't be read; fields may then stay set.
func (e *evidence) readScores(p *loaders.Passage, a *loaders.Attribution) (reason string) {
	n := len(a.Scores)
	if p != nil && p.Sentences != nil {
		n = len(p.Sentences)
	}
	switch {
	case len(a.Scores) == 0:
		return "the scores are missing"
	case loaders.CountFunc(a.Scores, loaders.IsFinite) < len(a.Scores):
		return "a score is not a number"
	}
	if a.Over == loaders.OverSentences {
		if len(a.Scores) != n {
			return fmt.Sprintf("%d scores for %d sentences", len(a.Scores), n)
		}
		e.Sum = a.Scores
	} else {
		tokens := len(p.Tokens)
		if tokens == 0 && n > 0 {
			tokens = p.Sentences[n-1].End
		}
		var ok bool
		if e.Sum, ok = aggregateSpans(a.Scores, p.Sentences, tokens, loaders.Sum[float64]); !ok {
			return fmt.Sprintf("%d scores for %d tokens", len(a.Scores), tokens)
		}
		e.Largest, _ = aggregateSpans(a.Scores, p.Sentences, tokens, slices.Max[[]float64])
	}
	if slices.ContainsFunc(e.Sum, func(x float64) bool { return math.IsInf(x, 0) }) {
		return "the scores are too large to add"
	}
	var err error
	if e.distinct, err = countDistinct(e.Golds, n); err != nil {
		return err.Error()
	}
	return ""
}

func (e *evidence) scoresUnder(s *scoring.Settings) []float64 {
	if s.TokenMax && e.Largest != nil {
		return e.Largest
	}
	return e.Sum
}

func (e *evidence) Judges() (by *scoring.FaithfulThreshold, modules bool) { return &bar, false }

// Outline implements [scoring.JudgedEvidence] by HPD, undefined if the scores don't fit or it isn't a true
// positive.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	why := e.Failed
	if o := e.outcomeUnder(&s); o > TruePositive {
		why = whyOutcome[o]
	}
	if why != "" {
		return scoring.ExampleScore{Overall: scoring.Undefined(why)}
	}
	m := measureSentences(e.scoresUnder(&s), e.Golds, topK(&s))
	return scoring.ExampleScore{Overall: scoring.Defined(m.HPD)}
}

func topK(s *scoring.Settings) int { return max(s.TopK, 1) }

// Golds returns the gold sentences' indices, one per reference answer; nil for none.
func Golds(ex *loaders.Example) []int {
	var golds []int
	for _, r := range ex.Rationales {
		if r.Sentence != nil {
			golds = append(golds, *r.Sentence)
		}
	}
	return golds
}

// Result returns what QUACKIE's code keeps of a true positive. ok is false for other examples, and
// if the scores don't fit.
func Result(ex *loaders.Example, s scoring.Settings) (golds []int, scores []float64, ok bool) {
	e, _ := prepareSentences(ex).(*evidence)
	if e == nil || e.Failed != "" || e.outcomeUnder(&s) > TruePositive {
		return nil, nil, false
	}
	return e.Golds, e.scoresUnder(&s), true
}

// Ranking is how an attribution ranks sentences.
type Ranking struct {
	Scores   []float64 // per sentence, under Rank's settings
	Selected []bool
	Measures
	Random Baseline
	// RandomSNR is the mean SNR over all orders of the scores; undefined if several sentences are
	// gold.
	RandomSNR scoring.Value
}

// Rank returns how an attribution ranks the sentences, or why it can't: without gold, without
// scores of sentences, or if they don't fit.
func Rank(ex *loaders.Example, a *loaders.Attribution, s scoring.Settings) (r Ranking, reason string) {
	e := &evidence{Golds: Golds(ex)}
	switch {
	case e.Golds == nil:
		return r, whyNoGold
	case !ofSentences(ex, a):
		return r, whyNoScores
	}
	if why := e.readScores(ex.Passage, a); why != "" {
		return r, why
	}
	r.Scores = e.scoresUnder(&s)
	k := topK(&s)
	r.Selected, r.Measures = selectBest(r.Scores, k), measureSentences(r.Scores, e.Golds, k)
	r.Random = randomBaseline(len(r.Scores), e.distinct, k)
	r.RandomSNR = scoring.Undefined("several sentences are gold")
	if e.distinct == 1 {
		var snr scoring.Mean
		for i := range r.Scores {
			snr.Add(SNR(r.Scores, i))
		}
		r.RandomSNR = snr.Value(whyStill)
	}
	return r, ""
}

const protocol = "sentences"

var bar = scoring.FaithfulThreshold{Protocol: protocol, Metric: "hpd", Title: "HPD", Runs: "sentences", Beside: []string{"iou", "snr"},
	Columns: "sentences iou; sentences hpd; sentences snr_median; intervention faithful_by_intervention",
	Moves:   []string{"answerable"}, Judgement: scoring.ScoreExplanation{
		Example: "1 / rank of the gold sentence; ties count against the method",
		Reading: "the paper's HPD for one sample (Rychener et al. 2020); the threshold is faithscope's: " +
			"at 1, a gold sentence must rank first",
		Settings: []string{"top_k", "token_max", "answerable"},
	}.Always,
	Help: "`:bar-hpd .5` sets the HPD threshold for a faithful ranking of sentences: at 1, a gold sentence must rank first",
	In:   func(s *scoring.Settings) *float64 { return &s.FaithfulHPD }}
