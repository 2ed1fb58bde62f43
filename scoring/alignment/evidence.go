package alignment

import (
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Reasons for undefined scores.
const (
	whyNoScores      = "the attribution has no scores"
	whyNotFinite     = "the attribution has a score that is not a number"
	whyNoNames       = "the attribution names no tokens"
	whyNoExplanation = "no explanation"
)

// correlation is an r, which is undefined of constants, or why there was
// nothing to correlate.
type correlation struct {
	R       scoring.Value
	Missing bool
}

func missing(why string) correlation { return correlation{scoring.Undefined(why), true} }

// c is C under a policy, which has no say where there is nothing.
func (x correlation) c(policy scoring.Policy) scoring.Value {
	if x.Missing {
		return x.R
	}
	return C(x.R, policy)
}

// evidence is one example.
type evidence struct {
	Key        string             // id and explanation: what partners are drawn by
	Tokens     []string           // nil where the attribution names none
	Importance []float64          // finite, of every token; nil where it could not be read
	Words      words              // of the explanation, nil where there is none
	Hard       [2]correlation     // with punctuation and without
	Others     [len(others)]other // in their order
}

// other is an oracle that the file gives.
type other struct {
	With   bool // whether the example has it
	Of     correlation
	Scores []float64 // of every token; nil where there is none or they could not be read
}

// others are the oracles that a file may give.
var others = [...]string{Soft, "expert"}

// Fields declares the evidence.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Tokens == nil || e.Importance == nil || len(e.Tokens) == len(e.Importance), "%d numbers for %d tokens", len(e.Importance),
		len(e.Tokens))
	for _, o := range e.Others {
		c.Check(o.Scores == nil || len(o.Scores) == len(e.Importance), "an oracle of %d numbers for %d tokens", len(o.Scores), len(e.Importance))
	}
}

// prepare returns nil for an example without attribution over its tokens, and
// for one that has no oracle to hold against it.
func prepare(ex *loaders.Example) scoring.Evidence {
	model, given := find(ex)
	explained := isExplained(ex)
	if model == nil || !explained && given == [len(others)]*[]float64{} {
		return nil
	}
	e := &evidence{Key: ex.ID + "\x00" + ex.Explanation}
	for k, name := range others {
		e.Others[k] = other{With: given[k] != nil, Of: missing("no " + name + " oracle")}
	}
	if explained {
		e.Words = wordsOf(explanationOf(ex))
	}
	if why := e.read(ex, model, given); why != "" {
		e.Importance = nil
		e.Hard = [2]correlation{missing(why), missing(why)}
		e.Others[0].Of, e.Others[1].Of = missing(why), missing(why)
	}
	return e
}

// Soft is the name of the attribution that is the soft oracle.
const Soft = "soft"

// find returns the model's attribution, which is the first over the tokens,
// and the scores that others give, nil for none.
func find(ex *loaders.Example) (model *loaders.Attribution, given [len(others)]*[]float64) {
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		switch {
		case !OverTokens(a.Over):
		case a.Name == Soft && given[0] == nil:
			given[0] = &a.Scores
		case a.Name != Soft && model == nil:
			model = a
		}
	}
	for i := range ex.Rationales {
		if r := &ex.Rationales[i]; r.Name == others[1] && OverTokens(r.Over) && given[1] == nil {
			given[1] = &r.Scores
		}
	}
	return model, given
}

// OverTokens reports whether scores over what a file calls so are of tokens of the question.
func OverTokens(over string) bool { return over == "tokens" || over == "question" || over == "" }

// read fills in the correlations and returns why it cannot.
func (e *evidence) read(ex *loaders.Example, model *loaders.Attribution, given [len(others)]*[]float64) (why string) {
	tokens := model.Tokens
	if tokens == nil {
		tokens = ex.Tokens
	}
	if len(model.Scores) == 0 {
		return whyNoScores
	}
	if tokens != nil && len(tokens) != len(model.Scores) {
		return fmt.Sprintf("%d scores for %d tokens", len(model.Scores), len(tokens))
	}
	e.Importance = magnitudes(model.Scores, tokens)
	if !finite(e.Importance) {
		return whyNotFinite
	}
	for _, t := range tokens {
		if !IsSpecial(t) {
			e.Tokens = append(e.Tokens, fold(t))
		}
	}
	for i := range e.Hard {
		e.Hard[i] = e.against(e.Words, i == 1)
	}
	for k, scores := range given {
		if scores != nil {
			e.Others[k].Of, e.Others[k].Scores = e.with(*scores, tokens, len(model.Scores))
		}
	}
	return ""
}

// against correlates importance with the hard oracle of an explanation.
func (e *evidence) against(explanation words, dropPunctuation bool) correlation {
	switch {
	case explanation == nil:
		return missing(whyNoExplanation)
	case e.Tokens == nil:
		return missing(whyNoNames)
	}
	return correlation{R: Pearson(e.Importance, mark(make([]float64, len(e.Tokens)), e.Tokens, explanation, dropPunctuation))}
}

// with correlates importance with an oracle of n scores, one per token of the
// file, and returns the oracle of the tokens that count.
func (e *evidence) with(scores []float64, tokens []string, n int) (correlation, []float64) {
	if len(scores) != n {
		return missing(fmt.Sprintf("an oracle of %d scores for %d tokens", len(scores), n)), nil
	}
	oracle := magnitudes(scores, tokens)
	if !finite(oracle) {
		return missing("the oracle has a score that is not a number"), nil
	}
	return correlation{R: Pearson(e.Importance, oracle)}, oracle
}

// magnitudes are the absolute values of the scores whose tokens are no
// special ones.
func magnitudes(scores []float64, tokens []string) []float64 {
	out := make([]float64, 0, len(scores))
	for i, x := range scores {
		if tokens == nil || !IsSpecial(tokens[i]) {
			out = append(out, math.Abs(x))
		}
	}
	return out
}

func finite(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v-v != 0 })
}

// ofHard returns the correlation with the hard oracle under s.
func (e *evidence) ofHard(s *scoring.Settings) correlation {
	if s.DropPunctuation {
		return e.Hard[1]
	}
	return e.Hard[0]
}

// marked is the hard oracle under s, nil where there is none.
func (e *evidence) marked(s *scoring.Settings) []float64 {
	if e.Importance == nil || e.Words == nil || e.Tokens == nil {
		return nil
	}
	return mark(make([]float64, len(e.Tokens)), e.Tokens, e.Words, s.DropPunctuation)
}

// Judges implements [scoring.Judging].
func (e *evidence) Judges() (metric string, modules bool) { return "c", false }

// Outline returns the example's C with the hard oracle. It knows no modules.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	score := scoring.ExampleScore{Metric: "c", Overall: e.ofHard(&s).c(s.NonFinite)}
	score.Faithful = s.Judges(score.Metric, score.Overall)
	return score
}
