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

// Verdicts holds a judge's verdicts on one chain.
type Verdicts struct {
	ID string
	// First is the place of the first wrong step, -1 for none; nil if Steps or Scores say it, or if the
	// judge's answer could not be read.
	First  *int
	Steps  map[int]loaders.Verdict // by place
	Scores []float64               // from 0 to 1 for each step in turn; lower is worse
	Agent  string                  // whom the judge blames, "" unknown
	Reason string                  // of the first wrong step, or of the whole
	Why    map[int]string          // reasons by place
	stamp  string                  // when it was written: the newest of several counts
}

// addVerdicts writes what a judge says into a chain; nil verdicts say that it was asked and said nothing.
// Scores of another number than the steps are a problem, and left out.
func addVerdicts(ex *loaders.Example, v *Verdicts, by string, problem func(kind string, args ...any)) {
	if len(ex.Program) == 0 {
		return
	}
	whole := loaders.Opinion{By: by}
	ex.Program[0].Output = loaders.Output{Verdict: &whole}
	if v == nil {
		return
	}
	whole.Category, whole.Reason = v.Agent, v.Reason
	if v.Scores != nil && len(v.Scores) != len(ex.Program)-1 {
		problem("the judge has %d scores, the chain %d steps; its scores are left out", len(v.Scores), len(ex.Program)-1)
		return
	}
	known := map[int]bool{}
	for i := 1; i < len(ex.Program); i++ {
		m := &ex.Program[i]
		known[m.Place] = true
		said := loaders.Opinion{By: by, Verdict: v.Steps[m.Place], Reason: v.Why[m.Place]}
		switch {
		case v.Scores != nil:
			said.Score = &v.Scores[i-1]
		case v.First != nil && (*v.First == none || m.Place < *v.First):
			said.Verdict = loaders.Right
		case v.First != nil && m.Place == *v.First:
			said.Verdict, said.Reason = loaders.Wrong, v.Reason
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

// addUnknown adds a step without text for each place that the judge marks and the chain lacks: it
// may be the judge's first wrong step.
func (v *Verdicts) addUnknown(ex *loaders.Example, known map[int]bool, by string, problem func(kind string, args ...any)) {
	places := loaders.SortedKeys(v.Steps)
	if v.First != nil && *v.First != none {
		places = append(places, *v.First)
	}
	for _, place := range places {
		if known[place] {
			continue
		}
		problem("the judge marks step %d, which is not a step of the chain", place)
		said := loaders.Opinion{By: by, Verdict: v.Steps[place]}
		if v.Steps == nil {
			said.Verdict = loaders.Wrong
		}
		addStep(ex, loaders.Module{Op: "step", Place: place, Output: loaders.Output{Verdict: &said}})
	}
}

// baseAgent returns the agent of a role such as "Orchestrator (thought)": what comes before the
// bracket.
func baseAgent(role string) string {
	name, _, _ := strings.Cut(role, " (")
	return name
}
