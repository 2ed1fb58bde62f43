package alignment

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/protocols/annotators"
	"faithscope/scoring/stats"
)

const (
	whyNoScores      = "the attribution has no scores"
	whyNotFinite     = "the attribution has a score that is not a number"
	whyNoNames       = "the attribution lists no tokens"
	whyNoExplanation = "no explanation"
)

type correlation struct {
	R       scoring.Value
	Missing bool
}

func missingCorrelation(undefinedReason string) correlation {
	return correlation{scoring.Undefined(undefinedReason), true}
}

// The policy doesn't matter if there was nothing to correlate.
func (x correlation) valueUnder(policy scoring.MissingNumberPolicy) scoring.Value {
	if x.Missing {
		return x.R
	}
	return C(x.R, policy)
}

type evidence struct {
	Key        string // draws partners
	Tokens     []string
	Importance []float64 // finite; nil if unreadable
	Words      wordSet   // nil without an explanation
	Hard       [2]correlation
	Others     [given]fileOracle

	// by oracle, because a paired test swaps each partner between two runs in every trial
	latest [1 + len(others)]atomic.Pointer[[2]partnerCorrelation]
}

type partnerCorrelation struct {
	partner         *evidence
	dropPunctuation bool
	of              correlation
}

type fileOracle struct {
	With   bool
	Of     correlation
	Scores []float64 // nil if missing or unreadable
}

// hard is the oracle of the explanation's words, before the others by index.
const hard = -1

var others = [...]string{Soft, "expert"}

const (
	mismatched = len(others)
	given      = mismatched + 1
)

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Tokens == nil || e.Importance == nil || len(e.Tokens) == len(e.Importance), "%d scores for %d tokens", len(e.Importance),
		len(e.Tokens))
	for _, o := range e.Others {
		c.Check(o.Scores == nil || len(o.Scores) == len(e.Importance), "%d oracle scores for %d tokens", len(o.Scores), len(e.Importance))
	}
}

// prepareAlignment gives every correlation the reason why an attribution is unreadable, because that
// is what the numbers show. It returns nil without a model's attribution over the tokens, or with
// neither an explanation nor an oracle.
func prepareAlignment(ex *loaders.Example) scoring.Evidence {
	model, rows := findScores(ex)
	explained := isExplained(ex)
	if model == nil || !explained && rows == [given]*[]float64{} {
		return nil
	}
	e := &evidence{Key: ex.ID + "\x00" + ex.Explanation}
	for k, row := range rows {
		e.Others[k] = fileOracle{With: row != nil, Of: missingCorrelation("no " + append(others[:], softRandom)[k] + " oracle")}
	}
	if explained {
		e.Words = wordsOf(explanationOf(ex))
	}
	if why := e.readCorrelations(ex, model, rows); why != "" {
		missing := missingCorrelation(why)
		e.Importance, e.Hard = nil, [2]correlation{missing, missing}
		for k := range e.Others {
			e.Others[k].Of = missing
		}
	}
	return e
}

// Soft is the attribution of the soft oracle.
const (
	Soft       = loaders.SoftOracle
	softRandom = loaders.SoftRandomOracle
)

// findScores takes the first attribution over the question that isn't an oracle's for the model's,
// because files keep both alike.
func findScores(ex *loaders.Example) (model *loaders.Attribution, rows [given]*[]float64) {
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		switch {
		case !a.Over.OnQuestion():
		case a.Name == Soft && rows[0] == nil:
			rows[0] = &a.Scores
		case a.Name == softRandom && rows[mismatched] == nil:
			rows[mismatched] = &a.Scores
		case !loaders.IsOracle(a.Name) && model == nil:
			model = a
		}
	}
	rows[1] = expertShares(ex)
	return model, rows
}

// expertShares averages experts, or all but the first would vanish; nil without. A rationale that
// marks another number of tokens than the first is left out.
func expertShares(ex *loaders.Example) *[]float64 {
	var sum []float64
	n := 0
	for _, r := range ex.Rationales {
		isOfOthers := annotators.KindOf(r.Name) != others[1] || !r.Over.OnQuestion() || n > 0 && len(r.Scores) != len(sum)
		if isOfOthers {
			continue
		}
		if n++; sum == nil {
			sum = make([]float64, len(r.Scores))
		}
		floats.Add(sum, r.Scores)
	}
	if n == 0 {
		return nil
	}
	for k := range sum {
		sum[k] /= float64(n)
	}
	return &sum
}

// readCorrelations returns why the attribution can't be read; e may then be half set.
func (e *evidence) readCorrelations(ex *loaders.Example, modelAttribution *loaders.Attribution,
	oracleScores [given]*[]float64) (reason string) {
	tokens := modelAttribution.Tokens
	if tokens == nil {
		tokens = ex.Tokens
	}
	switch {
	case len(modelAttribution.Scores) == 0:
		return whyNoScores
	case tokens != nil && len(tokens) != len(modelAttribution.Scores):
		return fmt.Sprintf("%d scores for %d tokens", len(modelAttribution.Scores), len(tokens))
	}
	if e.Importance = magnitudes(modelAttribution.Scores, tokens); !allFinite(e.Importance) {
		return whyNotFinite
	}
	e.Tokens = loaders.Map(loaders.Filter(tokens, func(t string) bool { return !IsSpecial(t) }), foldToken)
	for i := range e.Hard {
		e.Hard[i] = e.correlateHard(e.Words, i == 1)
	}
	for k, scores := range oracleScores {
		if scores != nil {
			e.Others[k].Of, e.Others[k].Scores = e.correlateWith(*scores, tokens, len(modelAttribution.Scores))
		}
	}
	return ""
}

func (e *evidence) correlateHard(explanationWords wordSet, dropPunctuation bool) correlation {
	switch {
	case explanationWords == nil:
		return missingCorrelation(whyNoExplanation)
	case e.Tokens == nil:
		return missingCorrelation(whyNoNames)
	}
	return correlation{R: stats.Pearson(e.Importance, markTokens(e.Tokens, explanationWords, dropPunctuation))}
}

// correlatePartner keeps what it computes for the last two partners. Safe for concurrent use.
func (e *evidence) correlatePartner(partner *evidence, oracleIndex int, dropPunctuation bool) correlation {
	slot := &e.latest[1+oracleIndex]
	latest := slot.Load()
	if latest == nil {
		latest = &[2]partnerCorrelation{}
	}
	for _, p := range latest {
		if p.partner == partner && p.dropPunctuation == dropPunctuation {
			return p.of
		}
	}
	p := partnerCorrelation{partner: partner, dropPunctuation: dropPunctuation}
	if oracleIndex == hard {
		p.of = e.correlateHard(partner.Words, dropPunctuation)
	} else {
		p.of = e.correlateForeign(partner, oracleIndex)
	}
	slot.Store(&[2]partnerCorrelation{p, latest[0]})
	return p.of
}

// correlateForeign carries another example's oracle over by token, because the texts have no common
// positions: each has the largest score of the same token there, 0 if it doesn't occur.
func (e *evidence) correlateForeign(otherExample *evidence, k int) correlation {
	scores := otherExample.Others[k].Scores
	if scores == nil || otherExample.Tokens == nil || e.Tokens == nil {
		return missingCorrelation("the other example has no " + others[k] + " oracle")
	}
	of := make(map[string]float64, len(scores))
	for i, token := range otherExample.Tokens {
		of[token] = max(of[token], scores[i])
	}
	return correlation{R: stats.Pearson(e.Importance, loaders.Map(e.Tokens, func(token string) float64 { return of[token] }))}
}

func (e *evidence) correlateWith(scores []float64, tokens []string, n int) (correlation, []float64) {
	if len(scores) != n {
		return missingCorrelation(fmt.Sprintf("%d oracle scores for %d tokens", len(scores), n)), nil
	}
	oracle := magnitudes(scores, tokens)
	if !allFinite(oracle) {
		return missingCorrelation("the oracle has a score that is not a number"), nil
	}
	return correlation{R: stats.Pearson(e.Importance, oracle)}, oracle
}

func magnitudes(scores []float64, tokens []string) []float64 {
	out := make([]float64, 0, len(scores))
	for i, x := range scores {
		if tokens == nil || !IsSpecial(tokens[i]) {
			out = append(out, math.Abs(x))
		}
	}
	return out
}

func allFinite(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v-v != 0 })
}

func (e *evidence) hardCorrelation(s *scoring.Settings) correlation {
	if s.DropPunctuation {
		return e.Hard[1]
	}
	return e.Hard[0]
}

// nil if there is no explanation or the tokens aren't named
func (e *evidence) markedWords(s *scoring.Settings) []float64 {
	if e.Importance == nil || e.Words == nil || e.Tokens == nil {
		return nil
	}
	return markTokens(e.Tokens, e.Words, s.DropPunctuation)
}

func (e *evidence) Judges() (by *scoring.FaithfulThreshold, modules bool) { return &bar, false }

func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	return scoring.ExampleScore{Overall: e.hardCorrelation(&s).valueUnder(s.NonFinite)}
}

const clip = 1 - 1e-6

const whyNoPairs = "no example has both a finite C and a finite C_R"

// C returns arctanh r. Non-finite values are undefined under [scoring.Omit]; under [scoring.Zero]
// an undefined r becomes 0, and r is clipped to ±(1 - 1e-6).
func C(r scoring.Value, policy scoring.MissingNumberPolicy) scoring.Value {
	x, ok := r.Float()
	switch {
	case policy == scoring.Zero && !ok:
		return scoring.Defined(0)
	case policy == scoring.Zero:
		return scoring.Defined(math.Atanh(min(max(x, -clip), clip)))
	case !ok:
		return r
	case math.Abs(x) >= 1:
		return scoring.Undefined("r is 1 or -1, so its arctanh is infinite")
	}
	return scoring.Defined(math.Atanh(x))
}

// RandomContrast compares C with C_R.
type RandomContrast struct {
	Used, Dropped int           // pairs
	DeltaA        scoring.Value // tanh of the mean difference
	Test          stats.TTest
}

// compareWithRandom pairs its t-test, because an example's C and its C_R depend on each other. Only
// places where both are defined count.
func compareWithRandom(c, randomValues []scoring.Value) RandomContrast {
	var a, b []float64
	for i := range c {
		x, ok := c[i].Float()
		y, defined := randomValues[i].Float()
		if ok && defined {
			a, b = append(a, x), append(b, y)
		}
	}
	contrast := RandomContrast{Used: len(a), Dropped: len(c) - len(a), DeltaA: scoring.Undefined(whyNoPairs), Test: stats.PairedT(a, b)}
	if x, ok := contrast.Test.Mean.Float(); ok {
		contrast.DeltaA = scoring.Defined(math.Tanh(x))
	}
	return contrast
}

const name = "alignment"

var bar = scoring.FaithfulThreshold{Protocol: name, Metric: "c", Title: "C", Runs: "words", Figure: "alignment-accuracy",
	Means:   []string{"r", "auc"},
	Columns: "alignment delta_a; r=r with people; auc=AUC; best_r; intervention faithful_by_intervention",
	Judgement: scoring.ScoreExplanation{
		Example: "arctanh r, where r is Pearson's correlation of absolute attributions with the hard oracle (1 for the explanation's " +
			"words except stop words, else 0)",
		Reading:  "the paper's C for one example (Prasad et al. 2021); the threshold is faithscope's",
		Settings: []string{"non_finite", "drop_punctuation"},
	}.Always, Help: "`:bar-c .1` sets the C threshold for a faithful attribution, measured with the hard oracle",
	In: func(s *scoring.Settings) *float64 { return &s.FaithfulC }}
