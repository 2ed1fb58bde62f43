package steps

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

// newChain sets the example's program to a root and a step for each text, whose places count from
// firstPlace.
func newChain(ex *loaders.Example, stepTexts []string, firstPlace int) {
	ex.Program = []loaders.Module{{Op: "answer", Place: -1}}
	for i, text := range stepTexts {
		addStep(ex, loaders.Module{Op: "step", Text: text, Place: firstPlace + i})
	}
}

func addStep(ex *loaders.Example, step loaders.Module) {
	ex.Program[0].Children = append(ex.Program[0].Children, len(ex.Program))
	ex.Program = append(ex.Program, step)
}

// markFirst gives the steps before the first wrong one the gold right, that step wrong, and those
// after it none; with none all are right. A step beyond the chain is a problem, and then nothing is
// marked.
func markFirst(rec *record.Record, ex *loaders.Example, firstWrongIndex int, opinion loaders.StepOpinion) {
	steps := ex.Program[1:]
	if firstWrongIndex >= len(steps) || firstWrongIndex < none {
		rec.Problem("the first wrong step is number %d, outside a chain of length %d; shown without marks", firstWrongIndex+1, len(steps))
		return
	}
	for i := range steps {
		switch {
		case firstWrongIndex == none || i < firstWrongIndex:
			setGold(&steps[i], loaders.StepOpinion{Verdict: loaders.Right})
		case i == firstWrongIndex:
			opinion.Verdict = loaders.Wrong
			setGold(&steps[i], opinion)
		}
	}
}

func setGold(m *loaders.Module, o loaders.StepOpinion) {
	m.Gold = &loaders.Gold{Verdict: &o, Source: "in the file"}
}

// problemReporter is [record.Record.Problem] or the like.
type problemReporter func(messagePattern string, args ...any)

// chainVerdicts are a judge's on one chain.
type chainVerdicts struct {
	id string
	// first is the position of the first wrong step from 0, -1 for none; nil if steps or scores say it, or
	// if the judge's answer could not be read.
	first  *int
	steps  map[int]loaders.Verdict // by position or, if isPlaced, by the file's own index
	scores []*float64              // 0..1 for each step in turn, nil for none; lower is worse
	agent  string                  // whom the judge blames, "" unknown
	reason string                  // of the first wrong step, or of the whole
	why    map[int]string          // reasons by the keys of steps
	stamp  string                  // when it was written: the newest of several counts

	isPlaced bool
}

// addVerdicts writes a judge's verdicts into a chain, none if v is nil: the judge was asked and said
// nothing. If there are more or fewer scores than steps, it reports that and leaves them out.
func addVerdicts(ex *loaders.Example, v *chainVerdicts, judgeName string, reportProblem problemReporter) {
	if len(ex.Program) == 0 {
		return
	}
	whole := loaders.StepOpinion{By: judgeName}
	ex.Program[0].Output = loaders.Output{Verdict: &whole}
	if v == nil {
		return
	}
	whole.Category, whole.Reason = v.agent, v.reason
	if v.scores != nil && len(v.scores) != len(ex.Program)-1 {
		reportProblem("the judge has %d scores for %d steps; its scores are left out", len(v.scores), len(ex.Program)-1)
		return
	}
	known, steps := map[int]bool{}, ex.Program[1:]
	for i := range steps {
		m, key := &steps[i], i
		if v.isPlaced {
			key = m.Place
		}
		known[key] = true
		said := loaders.StepOpinion{By: judgeName, Verdict: v.steps[key], Reason: v.why[key]}
		switch {
		case v.scores != nil:
			said.Score = v.scores[i]
		case v.first != nil && (*v.first == none || i < *v.first):
			said.Verdict = loaders.Right
		case v.first != nil && i == *v.first:
			said.Verdict, said.Reason = loaders.Wrong, v.reason
			whole.Reason = ""
		}
		if said.Verdict != loaders.Unknown || said.Score != nil {
			m.Output.Verdict = &said
		}
	}
	v.addUnknown(ex, known, judgeName, reportProblem)
	whole.Verdict = verdictOfWhole(ex.Program[1:])
}

// verdictOfWhole returns Wrong if a judge calls a step wrong, Right if it calls none so, and Unknown
// if it says nothing or has scores.
func verdictOfWhole(chainSteps []loaders.Module) (whole loaders.Verdict) {
	for i := range chainSteps {
		if o := chainSteps[i].Output.Verdict; o != nil && whole != loaders.Wrong && o.Score == nil {
			whole = loaders.VerdictOf(o.Verdict != loaders.Wrong)
		}
	}
	return whole
}

// addUnknown adds a step without text for each that the judge marks and the chain lacks, because it
// may be the judge's first wrong one.
func (v *chainVerdicts) addUnknown(ex *loaders.Example, knownSteps map[int]bool, judgeName string, reportProblem problemReporter) {
	marked := v.steps
	if v.first != nil && *v.first != none {
		marked = map[int]loaders.Verdict{*v.first: loaders.Wrong}
	}
	for _, key := range loaders.SortedKeys(marked) {
		if knownSteps[key] {
			continue
		}
		reportProblem("the judge marks index %d, but the chain has no such step", key)
		said := loaders.StepOpinion{By: judgeName, Verdict: marked[key]}
		addStep(ex, loaders.Module{Op: "step", Place: key, Output: loaders.Output{Verdict: &said}})
	}
}
