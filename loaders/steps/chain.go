package steps

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// none is the index of the first wrong step where no step is wrong.
const none = -1

// newChain sets the example's program to a root and a step for each text, whose places count from
// first.
func newChain(ex *loaders.Example, texts []string, first int) {
	ex.Program = []loaders.Module{{Op: "answer", Place: -1}}
	for i, text := range texts {
		addStep(ex, loaders.Module{Op: "step", Text: text, Place: first + i})
	}
}

func addStep(ex *loaders.Example, step loaders.Module) {
	ex.Program[0].Children = append(ex.Program[0].Children, len(ex.Program))
	ex.Program = append(ex.Program, step)
}

// markFirst gives the steps before the first wrong one the gold right, that step wrong, and those
// after it none; with none all are right. A step beyond the chain is a problem, and then nothing is
// marked.
func markFirst(rec *record.Record, ex *loaders.Example, first int, wrong loaders.Opinion) {
	steps := ex.Program[1:]
	if first >= len(steps) || first < none {
		rec.Problem("the first wrong step is number %d of %d; shown without marks", first+1, len(steps))
		return
	}
	for i := range steps {
		switch {
		case first == none || i < first:
			setGold(&steps[i], loaders.Opinion{Verdict: loaders.Right})
		case i == first:
			wrong.Verdict = loaders.Wrong
			setGold(&steps[i], wrong)
		}
	}
}

func setGold(m *loaders.Module, o loaders.Opinion) {
	m.Gold = &loaders.Gold{Verdict: &o, Source: "in the file"}
}

// verdicts are a judge's on one chain.
type verdicts struct {
	id string
	// first is the position of the first wrong step from 0, -1 for none; nil if steps or scores say it, or
	// if the judge's answer could not be read.
	first  *int
	steps  map[int]loaders.Verdict // by position or, if isPlaced, by the file's own index
	scores []float64               // 0..1 for each step in turn; lower is worse
	agent  string                  // whom the judge blames, "" unknown
	reason string                  // of the first wrong step, or of the whole
	why    map[int]string          // reasons by the keys of steps
	stamp  string                  // when it was written: the newest of several counts

	isPlaced bool
}

// addVerdicts writes a judge's verdicts into a chain, none if v is nil: the judge was asked and said
// nothing. If there are more or fewer scores than steps, it reports that and leaves them out.
func addVerdicts(ex *loaders.Example, v *verdicts, by string, problem func(kind string, args ...any)) {
	if len(ex.Program) == 0 {
		return
	}
	whole := loaders.Opinion{By: by}
	ex.Program[0].Output = loaders.Output{Verdict: &whole}
	if v == nil {
		return
	}
	whole.Category, whole.Reason = v.agent, v.reason
	if v.scores != nil && len(v.scores) != len(ex.Program)-1 {
		problem("the judge has %d scores, the chain %d steps; its scores are left out", len(v.scores), len(ex.Program)-1)
		return
	}
	known := map[int]bool{}
	for i := range ex.Program[1:] {
		m, key := &ex.Program[1+i], i
		if v.isPlaced {
			key = m.Place
		}
		known[key] = true
		said := loaders.Opinion{By: by, Verdict: v.steps[key], Reason: v.why[key]}
		switch {
		case v.scores != nil:
			said.Score = &v.scores[i]
		case v.first != nil && (*v.first == none || i < *v.first):
			said.Verdict = loaders.Right
		case v.first != nil && i == *v.first:
			said.Verdict, said.Reason = loaders.Wrong, v.reason
		}
		if said.Verdict != loaders.Unknown || said.Score != nil {
			m.Output = loaders.Output{Verdict: &said}
		}
	}
	v.addUnknown(ex, known, by, problem)
	whole.Verdict = verdictOfWhole(ex.Program[1:])
}

// verdictOfWhole returns Wrong if a judge calls a step wrong, Right if it calls none so, and Unknown
// if it says nothing or has scores.
func verdictOfWhole(steps []loaders.Module) (whole loaders.Verdict) {
	for i := range steps {
		if o := steps[i].Output.Verdict; o != nil && whole != loaders.Wrong && o.Score == nil {
			whole = loaders.VerdictOf(o.Verdict != loaders.Wrong)
		}
	}
	return whole
}

// addUnknown adds a step without text for each that the judge marks and the chain lacks, because it
// may be the judge's first wrong one.
func (v *verdicts) addUnknown(ex *loaders.Example, known map[int]bool, by string, problem func(kind string, args ...any)) {
	marked := v.steps
	if v.first != nil && *v.first != none {
		marked = map[int]loaders.Verdict{*v.first: loaders.Wrong}
	}
	for _, key := range loaders.SortedKeys(marked) {
		if known[key] {
			continue
		}
		problem("the judge marks index %d, but the chain has no such step", key)
		said := loaders.Opinion{By: by, Verdict: marked[key]}
		addStep(ex, loaders.Module{Op: "step", Place: key, Output: loaders.Output{Verdict: &said}})
	}
}

// baseAgent returns the agent of a role such as "Orchestrator (thought)": what comes before the
// bracket.
func baseAgent(role string) string {
	name, _, _ := strings.Cut(role, " (")
	return name
}
