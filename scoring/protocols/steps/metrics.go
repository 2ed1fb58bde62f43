package steps

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
)

const (
	processBench = "ProcessBench, Zheng et al. 2025"
	whoWhen      = "Who&When, Zhang et al. 2025"
	agentProcess = "AgentProcessBench 2026, compare.py"
	prmBench     = "PRMBench, Song et al. 2025, task.py"

	whyNoJudge = "no judge: pass one with --judge"
	whyNoWrong = "annotators call no step wrong"
	whyNoSound = "annotators call a step wrong in every example"
)

var (
	higher = scoring.Higher.Metric
	auc    = higher("step_auc", "area under the ROC curve of a judge's scores",
		"steps that annotators call right, or that come before the first wrong one, against first wrong steps; later steps are left out")

	// earliest judge the first wrong step.
	earliest = []scoring.Column{
		ratioF1(ofSoundHits),
		share("error_acc", processBench, "examples with a wrong step in which the judge names the first / examples with a wrong step").
			Overall(ofWrongHits, ofWrong, whyNoWrong),
		share("correct_acc", processBench, "examples without a wrong step in which the judge finds none / examples without a wrong step; "+
			"AgentProcessBench counts a missing verdict as finding none").
			Overall(ofSoundHits, ofSound, whyNoSound),
		higher("exact", processBench+"; step accuracy of Who&When",
			"examples in which the judge names the first wrong step, or correctly names none / all examples; a missing verdict counts as wrong").
			AsHeadline().Mean(ofHits, ofExample, whyNoJudge),
		share("error_acc_right", processBench, "error_acc over right final answers; a judge that only reads the answer misses these errors").
			Overall(ofAnswerHits, ofAnswerOnly, "no right final answer has a wrong step"),
	}
	distances = []scoring.Column{
		withinSteps(0), withinSteps(1), withinSteps(2),
		share("agent", whoWhen, "examples in which the judge blames the annotated agent / examples with an annotated agent").
			Overall(ofAgentHits, ofAgents, "no example has an annotated agent"),
	}
	// throughout are for data in which people judged every step.
	throughout = []scoring.Column{
		share("first_err_acc", agentProcess, "like exact, but a missing verdict counts as finding no wrong step").
			Overall(ofNone, ofExample, whyNoJudge),
		overSteps("step_acc", agentProcess, "steps on which the judge gives the annotators' verdict (right, neutral or wrong) / annotated steps",
			nil, func(sums []float64) float64 { return countSame(sums) / sums[ofLabels] }),
		kappa,
		overSteps("prmscore", prmBench, "mean of the F1 of right steps and the F1 of wrong steps, over all steps annotated as right or wrong",
			nil, prmScore),
	}
	// agreed are for two people, of whom either may leave out steps.
	agreed = []scoring.Column{earliest[3],
		overSteps("same_verdict", "Cohen 1960", "steps with the same verdict (right, neutral or wrong) / steps that both judged", countBoth,
			func(sums []float64) float64 { return countSame(sums) / float64(countBoth(sums)) }),
		kappa}
	kappa = overSteps("step_kappa", "Cohen 1960", "agreement of judge and annotators beyond chance, over the steps that both judged",
		countBoth, func(sums []float64) float64 { return cohenKappa(sums, classes-1) })
	outcomes = []scoring.Column{
		countColumn("with_error", "examples with a wrong step", ofWrong), countColumn("sound", "examples without a wrong step", ofSound),
		countColumn("right_but_wrong_step", "right final answers with a wrong step", ofAnswerOnly),
		countColumn("judge_silent", "examples without a verdict from the judge", ofUnparsed),
		countColumn("judge_early", "examples in which the judge's first wrong step comes before the annotators'", ofEarly),
		countColumn("judge_late", "examples in which the judge's first wrong step comes after the annotators'", ofLate),
		countColumn("judge_missed", "examples with a wrong step in which the judge finds none", ofMissed),
		countColumn("judge_false_alarm", "examples without a wrong step in which the judge finds one", ofFalseAlarms),
	}
)

// A share has Wilson's interval at 0 and 1.
func share(name, paperSource, formula string) scoring.Metric {
	m := higher(name, paperSource, formula)
	m.Share = true
	return m
}

func countColumn(metric, paperSource string, termIndex int) scoring.Column {
	return scoring.Counting(metric, paperSource).Sum("overall", termIndex, ofExample, "no examples")
}

// overSteps is over the steps that countSteps counts, the annotated ones for nil.
func overSteps(metric, source, formula string, countSteps func([]float64) int, value func(sums []float64) float64) scoring.Column {
	c := higher(metric, source, formula).Overall(ofHits, ofLabels, "no step is annotated").Computed(value)
	c.Count = countSteps
	return c
}

func countSame(termSums []float64) float64 {
	return countCell(termSums, 0, 0) + countCell(termSums, 1, 1) + countCell(termSums, 2, 2)
}

func withinSteps(k int) scoring.Column {
	t := strconv.Itoa(within[k])
	return share("within_"+t, whoWhen,
		"examples in which the judge's first wrong step is within "+t+" of the annotated one / examples with a wrong step").
		Overall(ofWithin+k, ofWrong, whyNoWrong)
}

// ratioF1 takes the hits in examples without a wrong step from the term at soundHitsIndex.
func ratioF1(soundHitsIndex int) scoring.Column {
	m := higher("f1", processBench, "harmonic mean of error_acc and correct_acc, 0 if both are 0").AsHeadline()
	c := m.Overall(ofHits, ofExample, whyNoJudge)
	c.Value = func(sums []float64) scoring.Value {
		switch {
		case sums[ofWrong] == 0:
			return scoring.Undefined(whyNoWrong)
		case sums[ofSound] == 0:
			return scoring.Undefined(whyNoSound)
		}
		return scoring.Defined(scoring.F1(sums[ofWrongHits]/sums[ofWrong], sums[soundHitsIndex]/sums[ofSound]))
	}
	return c
}

// columnsFor leaves out what people or a judge did not mark: without a judge, only examples are counted.
func columnsFor(termSums []float64) []scoring.Column {
	if termSums[ofJudged] == 0 {
		return outcomes[:3]
	}
	list := slices.Clone(earliest[:loaders.IfElse(termSums[ofAnswerOnly] > 0, 5, 4)])
	if termSums[ofAgents] > 0 {
		list = append(list, distances...)
	}
	if termSums[ofThroughout] > 0 {
		list[0], list[2].Sum = ratioF1(ofSoundNone), ofSoundNone
		list = append(list, throughout[:3]...)
		if row := ofClasses + classes*classOf[loaders.Neutral]; loaders.Sum(termSums[row:row+classes]) == 0 { // no step is called neutral
			list = append(list, throughout[3])
		}
	}
	return append(list, outcomes...)
}

func countCell(termSums []float64, goldVerdict, judgedVerdict int) float64 {
	return termSums[ofClasses+classes*goldVerdict+judgedVerdict]
}

func countBoth(termSums []float64) int {
	n := 0.0
	for i := range classes - 1 {
		for k := range classes - 1 {
			n += countCell(termSums, i, k)
		}
	}
	return int(n)
}

// cohenKappa is over the first classCount classes of verdicts; NaN if agreement by chance is certain.
func cohenKappa(termSums []float64, classCount int) float64 {
	var n, same, chance float64
	for i := range classCount {
		var people, judge float64
		for k := range classCount {
			people += countCell(termSums, i, k)
			judge += countCell(termSums, k, i)
		}
		n, same, chance = n+people, same+countCell(termSums, i, i), chance+people*judge
	}
	return (same/n - chance/n/n) / (1 - chance/n/n)
}

// JudgedSteps returns a judge's verdicts on the steps of a chain, without those that the chain lacks;
// nil without a judge.
func JudgedSteps(chainEvidence scoring.Evidence, scoringSettings *scoring.Settings) (verdicts []loaders.Verdict) {
	e, ok := chainEvidence.(*evidence)
	if !ok || !e.IsJudged {
		return nil
	}
	for i := range e.Steps {
		if s := &e.Steps[i]; s.Words > 0 || s.Gold != loaders.Unknown {
			verdicts = append(verdicts, s.judgedAs(scoringSettings))
		}
	}
	return verdicts
}

// Kappa is Cohen's κ over n steps.
type Kappa struct {
	scoring.Value
	N int
}

// KappaOf compares two judges of the same chains over the steps that both judge, and over all steps,
// with no verdict as a class of its own.
func KappaOf(verdictPairs [][2][]loaders.Verdict) (both, all Kappa) {
	sums := make([]float64, width)
	for _, pair := range verdictPairs {
		for i := range max(len(pair[0]), len(pair[1])) { // one may have none
			sums[ofClasses+classes*classOf[loaders.ElementAt(pair[0], i)]+classOf[loaders.ElementAt(pair[1], i)]]++
			all.N++
		}
	}
	both.N = countBoth(sums)
	both.Value, all.Value = kappaValue(cohenKappa(sums, classes-1)), kappaValue(cohenKappa(sums, classes))
	return both, all
}

func kappaValue(x float64) scoring.Value {
	if math.IsNaN(x) {
		return scoring.Undefined("agreement by chance alone would already be perfect")
	}
	return scoring.Defined(x)
}

// prmScore counts a step that the judge leaves out as judged wrongly.
func prmScore(termSums []float64) float64 {
	right, wrong := countCell(termSums, 0, 0), countCell(termSums, 2, 2)
	steps := loaders.Sum(termSums[ofClasses:ofClasses+classes]) + loaders.Sum(termSums[ofClasses+2*classes:ofClasses+3*classes])
	return (f1Of(right, steps-right-wrong) + f1Of(wrong, steps-right-wrong)) / 2
}

// f1Of is 0 without hits, like PRMBench.
func f1Of(hitRate, errorRate float64) float64 {
	if hitRate == 0 {
		return 0
	}
	return 2 * hitRate / (2*hitRate + errorRate)
}
