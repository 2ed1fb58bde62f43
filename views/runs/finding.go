package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

func (r *runScores) describeProgress() string {
	switch {
	case r.complete && r.lost:
		return fmt.Sprintf("%d read, the rest missing", r.read)
	case r.complete, r.found == 0:
		return ""
	case r.rescored < r.read:
		return fmt.Sprintf("rescoring, %d of %d", r.rescored, r.read)
	case r.following && r.read == r.found:
		return "following"
	}
	return fmt.Sprintf("scoring, %d of %d", r.read, r.found)
}

func (r *runScores) isProvisional() bool { return strings.Contains(r.describeProgress(), "scoring") }

// areUnread reports whether a run has nothing to show so far.
func areUnread(groupScores []runScores) bool {
	return slices.ContainsFunc(groupScores, func(r runScores) bool { return r.read == 0 && !r.complete && !r.following })
}

// findingSentences counts partial credit, because the accuracy beside it does.
func (r *runScores) findingSentences(runName string) string {
	if text := r.judgeSentences(runName); text != "" {
		return text
	}
	q := &r.quadrant
	right, judged := q.Answers()
	credited := r.credited()
	judged += credited
	text := "The answers of " + runName + " aren't judged: " + cmp.Or(r.numbers[accuracy].Value.Why(), "none has a verdict")
	if judged > 0 {
		text = fmt.Sprintf("%s is right on %d of %d", runName, right, judged)
		if credited > 0 {
			share, _ := r.numbers[accuracy].Value.Float()
			text += fmt.Sprintf(" and partly right on %d more, %s overall", credited, widget.Percent(share))
		}
		if n := q.N() - judged; n > 0 {
			text += fmt.Sprintf(", with %d more unjudged", n)
		}
	}
	return text + r.faithfulnessClause(right) + r.wrongFirst() +
		widget.If(r.complete && r.lost, " The other examples in the file are missing.")
}

func (r *runScores) faithfulnessClause(rightAnswers int) string {
	of := r.quadrant[loaders.Right]
	faithful, not := of[loaders.Right], of[loaders.Wrong]
	ones := fmt.Sprintf("%d right answers", faithful+not)
	if faithful+not < rightAnswers {
		ones += " judged for faithfulness"
	}
	switch n, scored := r.quadrant.Faithful(); {
	case scored == 0:
		return ". Faithfulness is not judged: " + cmp.Or(r.mean.Why(), "no protocol judges it") + "."
	case faithful+not == 0:
		return fmt.Sprintf("; faithful examples: %d of %d.", n, scored)
	case faithful+not == 1:
		return "; the right answer" + widget.If(rightAnswers > 1, " judged for faithfulness") + " is " + widget.If(not == 1, "not ") + "faithful."
	case not == 0:
		return "; all " + ones + " are faithful."
	case faithful == 0:
		return "; none of the " + ones + " is faithful."
	case not == 1:
		return "; 1 of the " + ones + " is not faithful."
	}
	return fmt.Sprintf("; %d of the %s are not faithful.", not, ones)
}

func (r *runScores) wrongFirst() string {
	if r.blame == nil || len(r.blame.Types) == 0 || r.blame.Types[0].Culprits() == 0 {
		return ""
	}
	worst := &r.blame.Types[0]
	text := fmt.Sprintf(" %s goes wrong first in %d", worst.Type, worst.Culprits())
	var most scoring.Cause
	for _, c := range scoring.Causes() {
		if worst.Causes[c] > worst.Causes[most] || most == scoring.NoCause && worst.Causes[c] > 0 {
			most = c
		}
	}
	switch n := worst.Causes[most]; {
	case most == scoring.NoCause:
	case n == worst.Culprits():
		text += ": " + most.Sentence()
	default:
		text += fmt.Sprintf("; most often (%d): %s", n, most.Sentence())
	}
	return text + "."
}

func (r *runScores) whyMissing() string {
	_, judged := r.quadrant.Answers()
	switch _, scored := r.quadrant.Faithful(); {
	case r.quadrant.Placed() > 0 || r.quadrant.N() == 0:
		return ""
	case scored == 0:
		return "faithfulness is unknown because " + cmp.Or(r.mean.Why(), "no module of this run is scored")
	case judged == 0:
		return "the run's answers are unjudged"
	}
	return "no example has both verdicts"
}
