package steps

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

type step struct {
	Node         int
	Gold, Judged loaders.Verdict
	Score        float64 // finite; lower is worse
	IsScored     bool
	Agent        string // "" for unknown
	Words        int
}

type evidence struct {
	Key    string
	Steps  []step
	Answer loaders.Verdict // on the final answer
	// A judge was asked. Agent is whom people blame, Named whom the judge blames.
	IsJudged     bool
	Agent, Named string
}

// Fields implements [scoring.Evidence].
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	for _, s := range e.Steps {
		c.Check(s.Node >= 0 && s.Gold <= loaders.Neutral && s.Judged <= loaders.Neutral && !math.IsNaN(s.Score-s.Score),
			"invalid step at node %d: gold %d, judged %d, score %v", s.Node, s.Gold, s.Judged, s.Score)
	}
}

// It is nil if people judged no step.
func prepareSteps(ex *loaders.Example) scoring.Evidence {
	e, isMarked := readSteps(ex.Program)
	if !isMarked {
		return nil
	}
	e.Key, e.Answer, e.Agent = ex.ID, ex.Answer.Correct, ex.Meta[loaders.BlamedAgent]
	for i := range e.Steps {
		e.Steps[i].Words = len(strings.Fields(ex.Program[e.Steps[i].Node].Text))
	}
	return e
}

// readSteps reads verdicts; isMarked if people judged a step. The steps are the modules below a root that
// has children, else all modules.
func readSteps(program []loaders.Module) (e *evidence, isMarked bool) {
	e = &evidence{}
	for i := range program {
		m := &program[i]
		e.IsJudged = e.IsJudged || m.Output.Kind() == loaders.VerdictKind
		if i == 0 && len(m.Children) > 0 {
			if m.Output.Verdict != nil {
				e.Named = m.Output.Verdict.Category
			}
			continue
		}
		s := step{Node: i, Agent: m.Op}
		if m.Gold.Kind() == loaders.VerdictKind {
			s.Gold, isMarked = m.Gold.Verdict.Verdict, true
		}
		if o := m.Output.Verdict; o != nil {
			s.Judged = o.Verdict
			if o.Score != nil && !math.IsNaN(*o.Score-*o.Score) { // a file's NaN or Inf isn't a score
				s.Score, s.IsScored = *o.Score, true
			}
		}
		e.Steps = append(e.Steps, s)
	}
	return e, isMarked
}

// none: no step is wrong; unparsed: the judge says nothing.
const (
	none     = -1
	unparsed = -2
)

func (e *evidence) goldFirst() int {
	return slices.IndexFunc(e.Steps, func(s step) bool { return s.Gold == loaders.Wrong })
}

// judgedAs reads a score below the threshold as wrong.
func (s *step) judgedAs(scoringSettings *scoring.Settings) loaders.Verdict {
	if s.IsScored && s.Judged == loaders.Unknown {
		return loaders.VerdictOf(s.Score >= scoringSettings.StepScore)
	}
	return s.Judged
}

// judgedFirst may be none or unparsed.
func (e *evidence) judgedFirst(scoringSettings *scoring.Settings) int {
	first := unparsed
	for i := range e.Steps {
		switch e.Steps[i].judgedAs(scoringSettings) {
		case loaders.Wrong:
			return i
		case loaders.Right, loaders.Neutral:
			first = none
		}
	}
	return first
}

const name = "steps"

// bar: see package faithfulness.
var bar = scoring.FaithfulThreshold{Protocol: name, Metric: "exact", Title: "first error", Runs: "steps", Columns: "steps exact; steps f1",
	Figure: "scores-over-step-score",
	Beside: []string{"f1", "error_acc", "correct_acc"}, Moves: []string{"step_score"},
	Judgement: scoring.ScoreExplanation{
		Module:   "1 if the judge's verdict on the step matches the annotators', else 0; without a judge, 1 if they call it right, 0 if wrong",
		Example:  "1 if the judge names the first wrong step, or correctly names none, else 0; without a judge, 1 if no step is wrong",
		Reading:  "exact first error of ProcessBench (Zheng et al. 2025); faithscope adds that an example without a wrong step is faithful",
		Settings: []string{"step_score"},
	}.Always,
	In: func(s *scoring.Settings) *float64 { return &s.FaithfulExact }}

// Judges implements [scoring.JudgedEvidence].
func (e *evidence) Judges() (*scoring.FaithfulThreshold, bool) { return &bar, true }

// Explains implements [scoring.CauseEvidence].
func (e *evidence) Explains() []scoring.Cause {
	if !e.IsJudged {
		return []scoring.Cause{scoring.WrongStep}
	}
	causes := []scoring.Cause{scoring.Early, scoring.Late, scoring.MissedError, scoring.FalseAlarm, scoring.Unparsed}
	if slices.ContainsFunc(e.Steps, func(s step) bool { return s.Gold == loaders.Neutral || s.Judged == loaders.Neutral }) {
		causes = append(causes, scoring.NeutralStep)
	}
	return causes
}

// Outline implements [scoring.JudgedEvidence] with a module per step that people judged.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	gold, judged := e.goldFirst(), e.judgedFirst(&s)
	isExact := gold == none
	if e.IsJudged {
		isExact = judged == gold
	}
	score := scoring.ExampleScore{Overall: shareOfOne(isExact)}
	place := gold // of the first error
	if judged >= 0 && judged < gold && e.Steps[judged].Gold != loaders.Unknown {
		place = judged
	}
	for i := range e.Steps {
		step := &e.Steps[i]
		if step.Gold == loaders.Unknown {
			continue
		}
		m := e.scoreStep(step, &s, judged == unparsed)
		if e.IsJudged && i == place && m.Cause != scoring.NoCause {
			m.Cause = causeOf(gold, judged)
		}
		score.Modules = append(score.Modules, m)
	}
	return score
}

// scoreStep reads silence on the whole chain as wrong on each step.
func (e *evidence) scoreStep(step *step, s *scoring.Settings, isSilent bool) scoring.ModuleScore {
	m := scoring.ModuleScore{Node: step.Node, Type: "step", Predicts: true, Loss: scoring.Undefined("a verdict has no loss")}
	judged := step.judgedAs(s)
	switch {
	case !e.IsJudged && step.Gold == loaders.Neutral:
		m.Value = scoring.Undefined("annotators call the step neutral")
	case !e.IsJudged:
		m.Value = shareOfOne(step.Gold == loaders.Right)
	case judged == loaders.Unknown && step.Gold != loaders.Wrong && !isSilent:
		m.Value = scoring.Undefined("the judge has no verdict on this step")
	default:
		m.Value = shareOfOne(judged == step.Gold)
	}
	if x, ok := m.Value.Float(); !ok || x == 1 {
		return m
	}
	switch {
	case !e.IsJudged:
		m.Cause = scoring.WrongStep
	case isSilent:
		m.Cause = scoring.Unparsed
	case step.Gold == loaders.Wrong:
		m.Cause = scoring.MissedError
	case judged == loaders.Wrong:
		m.Cause = scoring.FalseAlarm
	default:
		m.Cause = scoring.NeutralStep
	}
	return m
}

func shareOfOne(isTrue bool) scoring.Value { return scoring.Defined(loaders.IfElse(isTrue, 1., 0)) }

func causeOf(goldVerdict, judgedVerdict int) scoring.Cause {
	switch {
	case judgedVerdict == unparsed:
		return scoring.Unparsed
	case judgedVerdict == goldVerdict:
		return scoring.NoCause
	case goldVerdict == none:
		return scoring.FalseAlarm
	case judgedVerdict == none:
		return scoring.MissedError
	case judgedVerdict < goldVerdict:
		return scoring.Early
	}
	return scoring.Late
}
