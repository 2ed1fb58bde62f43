package scoring

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Judging is evidence that has a number for its single example.
type Judging interface {
	Evidence
	// Judges returns what that number is compared with, nil for nothing, and whether the modules
	// have numbers of their own. It is the same under all settings.
	Judges() (bar *Bar, modules bool)
	// Outline scores the example under s, without the modules' Images, because a list of thousands
	// of examples follows a moving threshold.
	Outline(s Settings) ExampleScore
}

// Explained is evidence that knows why a module is wrong.
type Explained interface {
	Judging
	// Explains lists the causes that it distinguishes, in the order of [Causes]; none if it scores
	// no modules.
	Explains() []Cause
}

// Amending is evidence that corrects the score by which the modules of an example are judged.
type Amending interface {
	Evidence
	Amend(score ExampleScore) ExampleScore
}

// Judge is the evidence that says whether an example is faithful, and what corrects it.
type Judge struct {
	Judging           // nil if nothing judges it
	Amending Amending // nil for nothing
}

// JudgeOf returns the judge of an example and the index of the evidence that judges: the first that
// scores modules, else the first with a number for the whole example; -1 for none. Amending is the
// first evidence that amends, even if none judges. Nil evidence is skipped.
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

// Outline scores the example without the modules' Images, with bar, verdict and amendments; the
// zero score if nothing judges it. It only reads s, so that many examples can share one.
func (j Judge) Outline(s *Settings) (score ExampleScore) {
	if j.Judging == nil {
		return score
	}
	return j.completeScore(j.Judging.Outline(*s), s)
}

// Example returns Outline with the modules' Images, if the evidence has them.
func (j Judge) Example(s *Settings) ExampleScore {
	if p, ok := j.Judging.(interface{ Example(s Settings) ExampleScore }); ok {
		return j.completeScore(p.Example(*s), s)
	}
	return j.Outline(s)
}

// completeScore adds the bar and the verdict by it. Amending corrects only scores of modules whose
// verdict is known.
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

// CodeFields writes or reads a judge: evidence of one of the protocols judging, then of one of
// those amending, if any. Unknown protocols are errors of the coder.
func (j *Judge) CodeFields(c *coding.Coder, judging, amending []Protocol) {
	by := codeOneOf(c, judging, j.Judging)
	j.Judging, _ = by.(Judging)
	if c.There(j.Amending != nil) {
		a := codeOneOf(c, amending, j.Amending)
		j.Amending, _ = a.(Amending)
	}
}
