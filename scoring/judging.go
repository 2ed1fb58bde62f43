package scoring

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Judging is evidence that has a number for its example.
type Judging interface {
	Evidence
	// Judges returns the bar, nil for none, and whether modules have numbers, under any settings.
	Judges() (bar *Bar, modules bool)
	// Outline omits Images, so that lists of thousands follow a moving threshold.
	Outline(s Settings) ExampleScore
}

// Explained is evidence that knows causes.
type Explained interface {
	Judging
	// Explains lists causes in the order of [Causes]; none without modules.
	Explains() []Cause
}

// Amending is evidence that corrects modules' scores.
type Amending interface {
	Evidence
	Amend(score ExampleScore) ExampleScore
}

// Judge is the evidence that judges an example, and what corrects it.
type Judge struct {
	Judging
	Amending Amending
}

// JudgeOf returns an example's judge and the index of its evidence: the first that scores modules,
// else the first with a number for the whole example; -1 for none. Amending is the first evidence
// that amends, even if none judges.
func JudgeOf(evidence []Evidence) (j Judge, k int) {
	k = -1
	scores := false
	for i, e := range evidence {
		if a, ok := e.(Amending); ok && j.Amending == nil {
			j.Amending = a
		}
		by, ok := e.(Judging)
		if !ok || scores {
			continue
		}
		bar, modules := by.Judges()
		if scores = modules; modules || k < 0 && bar != nil {
			j.Judging, k = by, i
		}
	}
	return j, k
}

// Outline scores without Images, with amendments; the zero score if nothing judges it. It doesn't
// change s.
func (j Judge) Outline(s *Settings) (score ExampleScore) {
	if j.Judging == nil {
		return score
	}
	return j.completeScore(j.Judging.Outline(*s), s)
}

// Example returns Outline with Images, if the evidence has them.
func (j Judge) Example(s *Settings) ExampleScore {
	if p, ok := j.Judging.(interface{ Example(s Settings) ExampleScore }); ok {
		return j.completeScore(p.Example(*s), s)
	}
	return j.Outline(s)
}

// Amending needs a known verdict.
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

// CodeFields codes evidence of one of judging, then of amending. Unknown protocols are errors of
// the coder.
func (j *Judge) CodeFields(c *coding.Coder, judging, amending []Protocol) {
	by := codeOneOf(c, judging, j.Judging)
	j.Judging, _ = by.(Judging)
	if c.There(j.Amending != nil) {
		a := codeOneOf(c, amending, j.Amending)
		j.Amending, _ = a.(Amending)
	}
}
