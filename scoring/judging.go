package scoring

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// JudgedEvidence is evidence that has a number for its example.
type JudgedEvidence interface {
	Evidence
	// Judges returns the bar, nil for none, and whether modules have numbers, under any settings.
	Judges() (bar *FaithfulThreshold, modules bool)
	// Outline omits Images, so that lists of thousands follow a moving threshold.
	Outline(s Settings) ExampleScore
}

// CauseEvidence is evidence that knows causes.
type CauseEvidence interface {
	JudgedEvidence
	// Explains lists causes in the order of [Causes]; none without modules.
	Explains() []Cause
}

// AmendingEvidence is evidence that corrects modules' scores.
type AmendingEvidence interface {
	Evidence
	Amend(score ExampleScore) ExampleScore
}

// Judge is the evidence that judges an example, and what corrects it.
type Judge struct {
	JudgedEvidence
	Amending AmendingEvidence
}

// JudgeOf returns an example's judge and the index of its evidence: the first that scores modules,
// else the first with a number for the whole example; -1 for none. Amending is the first evidence
// that amends, even if none judges.
func JudgeOf(evidenceByProtocol []Evidence) (j Judge, k int) {
	k = -1
	scores := false
	for i, e := range evidenceByProtocol {
		if a, ok := e.(AmendingEvidence); ok && j.Amending == nil {
			j.Amending = a
		}
		by, ok := e.(JudgedEvidence)
		if !ok || scores {
			continue
		}
		bar, modules := by.Judges()
		if scores = modules; modules || k < 0 && bar != nil {
			j.JudgedEvidence, k = by, i
		}
	}
	return j, k
}

// Outline scores without Images, with amendments; the zero score if nothing judges it. It doesn't
// change s.
func (j Judge) Outline(s *Settings) (score ExampleScore) {
	if j.JudgedEvidence == nil {
		return score
	}
	return j.completeScore(j.JudgedEvidence.Outline(*s), s)
}

// Example returns Outline with Images, if the evidence has them.
func (j Judge) Example(s *Settings) ExampleScore {
	if p, ok := j.JudgedEvidence.(interface{ Example(s Settings) ExampleScore }); ok {
		return j.completeScore(p.Example(*s), s)
	}
	return j.Outline(s)
}

// completeScore amends only a known verdict, because amending can't make one.
func (j Judge) completeScore(score ExampleScore, s *Settings) ExampleScore {
	bar, modules := j.Judges()
	if bar != nil {
		score.Metric, score.Title, score.Bar = bar.Metric, bar.Title, bar.Least(s)
		score.Faithful = bar.Judge(score.Overall, s)
	}
	if j.Amending != nil && modules && score.Faithful != loaders.Unknown {
		return j.Amending.Amend(score)
	}
	return score
}

// CodeFields codes evidence of one of judgingProtocols, then of amendingProtocols. Unknown protocols are
// errors of the coder.
func (j *Judge) CodeFields(c *coding.Coder, judgingProtocols, amendingProtocols []Protocol) {
	by := codeOneOf(c, judgingProtocols, j.JudgedEvidence)
	j.JudgedEvidence, _ = by.(JudgedEvidence)
	if c.There(j.Amending != nil) {
		a := codeOneOf(c, amendingProtocols, j.Amending)
		j.Amending, _ = a.(AmendingEvidence)
	}
}
