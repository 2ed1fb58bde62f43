package rationales

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const protocol = "rationales"

// Protocol is "rationales".
var Protocol = scoring.Protocol{
	Name:      protocol,
	Source:    "HotpotQA's supporting facts (Yang et al. 2018), FEVER's evidence (Thorne et al. 2018)",
	Settings:  []string{"missing"},
	Prepare:   prepareSentences,
	Metrics:   scoring.MetricsOf(columns),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   3,
}

// mostEvidence is FEVER's limit.
const mostEvidence = 5

var ofAnswer = [...]string{"em", "precision", "recall"}

// evidence is one example.
type evidence struct {
	Golds     [][]int // one set, or several of which one is enough
	Either    bool    // one is enough
	Predicted []int
	Verdict   loaders.Verdict         // on the answer
	Answer    *[len(ofAnswer)]float64 // nil without joint metrics
	NoInfo    bool                    // the claim's label is [noInfo]
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Verdict <= loaders.Unanswered, "invalid verdict %d", e.Verdict)
	c.Check(len(e.Golds) > 0 && (e.Either || len(e.Golds) == 1), "wrong number of gold sets: %d", len(e.Golds))
}

// FEVER's scorer ignores the evidence of these claims.
const noInfo = "NOT ENOUGH INFO"

// prepareSentences takes the last of several "predicted", and the first in the file of one "gold" and
// several "gold N", because these mean different things: one set, or any of several. Rationales with
// scores, over a single sentence or over tokens are left out.
func prepareSentences(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Verdict: ex.Answer.Correct, NoInfo: strings.EqualFold(ex.Answer.Gold, noInfo)}
	predicted := false
	for _, r := range ex.Rationales {
		if r.Over != loaders.OverSentences || r.Sentence != nil || r.Scores != nil {
			continue
		}
		switch {
		case r.Name == "predicted":
			e.Predicted, predicted = sentencesOf(r.Spans), true
		case r.Name == "gold" && e.Golds == nil:
			e.Golds = [][]int{sentencesOf(r.Spans)}
		case strings.HasPrefix(r.Name, "gold ") && (e.Either || e.Golds == nil):
			e.Golds, e.Either = append(e.Golds, sentencesOf(r.Spans)), true
		}
	}
	if !predicted || e.Golds == nil {
		return nil
	}
	if !e.Either {
		e.Answer = scoresOf(&ex.Answer)
	}
	return e
}

func scoresOf(a *loaders.Answer) *[len(ofAnswer)]float64 {
	answer := [len(ofAnswer)]float64{}
	for i, name := range ofAnswer {
		x, ok := a.Scores[name]
		if !ok {
			return nil
		}
		answer[i] = x
	}
	return &answer
}

const mostSentences = 1 << 20

func sentencesOf(sentenceSpans []loaders.Span) (list []int) {
	for _, s := range sentenceSpans {
		for k := s.Start; k < s.End && len(list) < mostSentences; k++ {
			list = append(list, k)
		}
	}
	return list
}

// A count is followed by the sums that it divides.
const (
	together = iota // examples with one set
	ofEM
	ofPrecision
	ofRecall
	ofF1
	joint // those whose answer has scores
	ofJointEM
	ofJointPrecision
	ofJointRecall
	ofJointF1
	either
	strict
	verifiable // those with enough information
	ofEvidencePrecision
	ofEvidenceRecall
	width
)

const (
	hotpot   = "HotpotQA's evaluation code (Yang et al. 2018)"
	fever    = "FEVER's scorer (Thorne et al. 2018)"
	whyHere  = "no example has a single set of gold sentences"
	whyJoint = "no example has em, precision and recall for its answer"
	whyFound = "no claim has enough information"
)

var higher = scoring.Higher.Metric

// A run has either together's or either's columns.
var columns = []scoring.Column{
	higher("em", hotpot, "examples whose predicted sentences are exactly the gold sentences / examples").Mean(ofEM, together, whyHere),
	higher("precision", hotpot, "predicted sentences that are gold / predicted sentences, averaged over examples; 0 if none is predicted").
		Mean(ofPrecision, together, whyHere),
	higher("recall", hotpot, "gold sentences that are predicted / gold sentences, averaged over examples; 0 if none is gold").
		Mean(ofRecall, together, whyHere),
	higher("f1", hotpot, "2PR / (P+R), averaged over examples").AsHeadline().Mean(ofF1, together, whyHere),
	higher("joint_em", hotpot, "examples with the correct answer and exactly the gold sentences / examples").Mean(ofJointEM, joint, whyJoint),
	higher("joint_precision", hotpot, "mean of the answer's precision times the sentences' precision").
		Mean(ofJointPrecision, joint, whyJoint),
	higher("joint_recall", hotpot, "mean of the answer's recall times the sentences' recall").Mean(ofJointRecall, joint, whyJoint),
	higher("joint_f1", hotpot, "mean over examples of the F1 of joint precision and joint recall").AsHeadline().
		Mean(ofJointF1, joint, whyJoint),
	higher("fever_score", fever, "claims with the right label and, unless it is NOT ENOUGH INFO, a complete evidence set among the first "+
		"5 predicted sentences / claims").AsHeadline().Mean(strict, either, "no example has alternative sets of evidence sentences"),
	higher("evidence_precision", fever, "mean share of the first 5 predicted sentences that are in an evidence set; 1 if none is predicted").
		Mean(ofEvidencePrecision, verifiable, whyFound),
	higher("evidence_recall", fever, "claims with a complete evidence set among the first 5 predicted sentences / "+
		"claims with enough information").
		Mean(ofEvidenceRecall, verifiable, whyFound),
	higher("evidence_f1", fever, "2PR / (P+R) of evidence_precision and evidence_recall").AsHeadline().
		Overall(ofEvidenceRecall, verifiable, whyFound).Computed(func(sums []float64) float64 {
		return scoring.F1(sums[ofEvidencePrecision]/sums[verifiable], sums[ofEvidenceRecall]/sums[verifiable])
	}),
}

const firstEither = 8

// newAggregate has HotpotQA's four, undefined, if there are no examples, so that a report says what is
// missing.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(protocol, s, width, func(e *evidence, row []float64) {
		if !s.Omits(e.Verdict) {
			e.writeTerms(row)
		}
	}, func(sums []float64) []scoring.Column {
		var list []scoring.Column
		if sums[together] > 0 || sums[either] == 0 {
			list = append(list, columns[:firstEither]...)
			if sums[joint] == 0 {
				list = list[:4]
			}
		}
		if sums[either] > 0 {
			list = append(list, columns[firstEither:]...)
		}
		return list
	})
}

func (e *evidence) writeTerms(termRow []float64) {
	if e.Either {
		e.addAlternatives(termRow)
		return
	}
	em, p, r := compareSentences(e.Predicted, e.Golds[0])
	termRow[together], termRow[ofEM], termRow[ofPrecision], termRow[ofRecall], termRow[ofF1] = 1, em, p, r, scoring.F1(p, r)
	if e.Answer == nil {
		return
	}
	jp, jr := p*e.Answer[1], r*e.Answer[2]
	termRow[joint], termRow[ofJointEM], termRow[ofJointPrecision], termRow[ofJointRecall], termRow[ofJointF1] = 1, em*e.Answer[0], jp, jr,
		scoring.F1(jp, jr)
}

// compareSentences lets two empty sets match, as HotpotQA's evaluation does.
func compareSentences(predictedIndices, goldIndices []int) (em, precision, recall float64) {
	predictedIndices, goldIndices = distinctOf(predictedIndices), distinctOf(goldIndices)
	hits := loaders.CountFunc(predictedIndices, func(k int) bool {
		_, ok := slices.BinarySearch(goldIndices, k)
		return ok
	})
	if hits == len(predictedIndices) && hits == len(goldIndices) {
		em = 1
	}
	if hits > 0 {
		precision, recall = float64(hits)/float64(len(predictedIndices)), float64(hits)/float64(len(goldIndices))
	}
	return em, precision, recall
}

func distinctOf(sentenceIndices []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(sentenceIndices)))
}

// addAlternatives counts like FEVER's scorer, in which a claim without enough information only needs
// the right verdict; an unanswered one counts 0.
func (e *evidence) addAlternatives(termRow []float64) {
	termRow[either] = 1
	right := 0.
	if e.Verdict == loaders.Right {
		right = 1
	}
	if e.NoInfo {
		termRow[strict] = right
		return
	}
	termRow[verifiable] = 1
	if e.Verdict == loaders.Unanswered {
		return
	}
	all := slices.Concat(e.Golds...)
	first := e.Predicted[:min(len(e.Predicted), mostEvidence)]
	hits := loaders.CountFunc(first, func(k int) bool { return slices.Contains(all, k) })
	termRow[ofEvidencePrecision] = 1
	if len(first) > 0 {
		termRow[ofEvidencePrecision] = float64(hits) / float64(len(first))
	}
	switch {
	case len(all) == 0: // nothing is missed, and no set is found
		termRow[ofEvidenceRecall] = 1
	case slices.ContainsFunc(e.Golds, func(set []int) bool {
		return len(set) > 0 && !slices.ContainsFunc(set, func(k int) bool { return !slices.Contains(first, k) })
	}):
		termRow[ofEvidenceRecall], termRow[strict] = 1, right
	}
}
