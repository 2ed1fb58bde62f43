package steps

import (
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

	whyNoJudge = "no judge: give one with --judge"
	whyNoWrong = "people call no step wrong"
	whyNoSound = "people call a step wrong in every example"
)

var (
	higher = scoring.Higher.Metric
	auc    = higher("step_auc", "the area under the ROC curve of a judge's scores",
		"steps that people call right, or that come before the first wrong one, against first wrong steps; later steps are left out")

	// earliest judge the first wrong step.
	earliest = []scoring.Column{
		ratioF1(ofSoundHits),
		higher("error_acc", processBench, "examples with a wrong step whose first one the judge names / examples with a wrong step").
			Ratio("overall", ofWrongHits, ofWrong, whyNoWrong),
		higher("correct_acc", processBench, "examples without a wrong step in which the judge finds none / examples without a wrong step").
			Ratio("overall", ofSoundHits, ofSound, whyNoSound),
		higher("exact", processBench+"; step accuracy of Who&When",
			"examples in which the judge names the first wrong step, or none where none is / all; a judge that says nothing is wrong").
			AsHeadline().Mean(ofHits, ofJudged, whyNoJudge),
	}
	distances = []scoring.Column{
		withinSteps(0), withinSteps(1), withinSteps(2),
		higher("agent", whoWhen, "examples in which the judge blames the agent that people blame / examples in which people blame one").
			Ratio("overall", ofAgentHits, ofAgents, "people blame no agent"),
	}
	// throughout are for data in which people judged every step.
	throughout = []scoring.Column{
		higher("first_err_acc", agentProcess, "exact, with a judge that says nothing read as finding no wrong step").
			Ratio("overall", ofNone, ofJudged, whyNoJudge),
		higher("step_acc", agentProcess, "steps with people's verdict of three (right, neutral, wrong) / steps that people judged").
			Ratio("overall", ofHits, ofLabels, "people judged no step").Computed(func(sums []float64) float64 {
			return (countCell(sums, 0, 0) + countCell(sums, 1, 1) + countCell(sums, 2, 2)) / sums[ofLabels]
		}),
		kappaColumn(),
		higher("prmscore", prmBench, "mean of the F1 of right steps and that of wrong ones, over all steps that people call right or wrong").
			Ratio("overall", ofHits, ofLabels, "people judged no step").Computed(prmScore),
	}
	outcomes = []scoring.Column{
		countColumn("with_error", "examples with a wrong step", ofWrong), countColumn("sound", "examples without a wrong step", ofSound),
		countColumn("right_but_wrong_step", "right final answers with a wrong step", ofAnswerOnly),
		countColumn("judge_silent", "examples on which the judge says nothing", ofUnparsed),
		countColumn("judge_early", "examples in which the judge's first wrong step comes before people's", ofEarly),
		countColumn("judge_late", "examples in which it comes after people's", ofLate),
		countColumn("judge_missed", "examples with a wrong step in which the judge finds none", ofMissed),
		countColumn("judge_false_alarm", "examples without a wrong step in which the judge finds one", ofFalseAlarms),
	}
)

func countColumn(metric, what string, place int) scoring.Column {
	return scoring.Counting(metric, what).Sum("overall", place, ofExample, "no example")
}

func kappaColumn() scoring.Column {
	c := higher("step_kappa", "Cohen 1960", "agreement of the judge with people beyond chance, over the steps that both judged").
		Ratio("overall", ofHits, ofLabels, "people judged no step").Computed(cohenKappa)
	c.Count = countBoth
	return c
}

func withinSteps(k int) scoring.Column {
	t := strconv.Itoa(within[k])
	return higher("within_"+t, whoWhen,
		"examples in which the judge's first wrong step is at most "+t+" from people's / examples with a wrong step").
		Ratio("overall", ofWithin+k, ofWrong, whyNoWrong)
}

// ratioF1 takes the hits in examples without a wrong step from the term soundHits.
func ratioF1(soundHits int) scoring.Column {
	m := higher("f1", processBench, "harmonic mean of error_acc and correct_acc, 0 if both are").AsHeadline()
	c := m.Ratio("overall", ofHits, ofJudged, whyNoJudge)
	c.Value = func(sums []float64) scoring.Value {
		switch {
		case sums[ofWrong] == 0:
			return scoring.Undefined(whyNoWrong)
		case sums[ofSound] == 0:
			return scoring.Undefined(whyNoSound)
		}
		return scoring.Defined(scoring.F1(sums[ofWrongHits]/sums[ofWrong], sums[soundHits]/sums[ofSound]))
	}
	return c
}

// columnsFor leaves out what people or a judge did not mark: without a judge, only examples are counted.
func columnsFor(sums []float64) []scoring.Column {
	if sums[ofJudged] == 0 {
		return outcomes[:3]
	}
	list := slices.Clone(earliest)
	if sums[ofAgents] > 0 {
		list = append(list, distances...)
	}
	if sums[ofThroughout] > 0 {
		list[0], list[2].Sum = ratioF1(ofSoundNone), ofSoundNone
		list = append(list, throughout[:3]...)
		if hasNone(sums, loaders.Neutral) {
			list = append(list, throughout[3])
		}
	}
	return append(list, outcomes...)
}

// hasNone reports whether people gave no step a verdict.
func hasNone(sums []float64, verdict loaders.Verdict) bool {
	row := ofClasses + classes*classOf[verdict]
	return loaders.Sum(sums[row:row+classes]) == 0
}

func countCell(sums []float64, gold, judged int) float64 { return sums[ofClasses+classes*gold+judged] }

func countBoth(sums []float64) int {
	n := 0.0
	for i := range classes - 1 {
		for k := range classes - 1 {
			n += countCell(sums, i, k)
		}
	}
	return int(n)
}

// cohenKappa is over the steps that both judged; NaN if agreement by chance is certain.
func cohenKappa(sums []float64) float64 {
	var n, same, chance float64
	for i := range classes - 1 {
		var people, judge float64
		for k := range classes - 1 {
			people += countCell(sums, i, k)
			judge += countCell(sums, k, i)
		}
		n, same, chance = n+people, same+countCell(sums, i, i), chance+people*judge
	}
	return (same/n - chance/n/n) / (1 - chance/n/n)
}

// prmScore counts a step that the judge leaves out as judged wrongly.
func prmScore(sums []float64) float64 {
	right, wrong := countCell(sums, 0, 0), countCell(sums, 2, 2)
	notRight := countCell(sums, 0, 1) + countCell(sums, 0, 2) + countCell(sums, 0, 3)
	notWrong := countCell(sums, 2, 0) + countCell(sums, 2, 1) + countCell(sums, 2, 3)
	return (f1Of(right, notRight+notWrong) + f1Of(wrong, notRight+notWrong)) / 2
}

// f1Of is 0 without hits, like PRMBench.
func f1Of(hits, errors float64) float64 {
	if hits == 0 {
		return 0
	}
	return 2 * hits / (2*hits + errors)
}
