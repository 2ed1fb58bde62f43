package runs

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// describeProgress returns how far a run's scoring is: "scoring" or "rescoring" with counts,
// "following" for a file that may grow, missing examples, or "" if complete.
func (r *scores) describeProgress() string {
	switch {
	case r.complete && r.lost:
		return fmt.Sprintf("%d read, the others are missing", r.read)
	case r.complete:
		return ""
	case r.rescored < r.read:
		return fmt.Sprintf("rescoring, %d of %d", r.rescored, r.read)
	case r.following && r.read == r.found:
		return "following"
	}
	return fmt.Sprintf("scoring, %d of %d", r.read, r.found)
}

// findingSentences says what to know first about the run: how many answers are right, or why none
// is judged, then faithfulness and the first wrong module.
func (r *scores) findingSentences(name string) string {
	if text := r.judgeSentences(name); text != "" {
		return text
	}
	q := &r.quadrant
	right, judged := q.Answers()
	credited := r.credited()
	judged += credited
	text := name
	switch {
	case r.read == 0:
		return name + ": nothing has been read so far."
	case judged == 0:
		text = "The answers of " + name + " are unjudged: " + cmp.Or(
			r.numbers[accuracy].Value.Why(), "nobody judged one")
	default:
		text += fmt.Sprintf(" is right in %d of %d", right, judged)
		if credited > 0 {
			share, _ := r.numbers[accuracy].Value.Float()
			text += fmt.Sprintf(" and partly right in %d more, %s in all", credited, widget.Percent(share))
		}
		if n := q.N() - judged; n > 0 {
			text += fmt.Sprintf(", with %d more unjudged", n)
		}
	}
	return strings.Join([]string{text, r.faithfulnessClause(right), r.wrongFirst(),
		widget.If(r.complete && r.lost, " The other examples of the file are missing.")}, "")
}

func (r *scores) faithfulnessClause(right int) string {
	of := r.quadrant[loaders.Right]
	faithful, not := of[loaders.Right], of[loaders.Wrong]
	ones := fmt.Sprintf("%d right ones", faithful+not)
	if faithful+not < right {
		ones += " that are judged"
	}
	switch n, scored := r.quadrant.Faithful(); {
	case scored == 0:
		return ". Faithfulness is not judged: " + cmp.Or(r.mean.Why(), "no protocol judges it") + "."
	case faithful+not == 0:
		return fmt.Sprintf("; %d of %d examples are faithful.", n, scored)
	case faithful+not == 1:
		return "; the right one" + widget.If(right > 1, " that is judged") + " is " + widget.If(not == 1, "not ") + "faithful."
	case not == 0:
		return "; all " + ones + " are faithful."
	case faithful == 0:
		return "; none of the " + ones + " is faithful."
	case not == 1:
		return "; 1 of the " + ones + " is not faithful."
	}
	return fmt.Sprintf("; %d of the %s are not faithful.", not, ones)
}

func (r *scores) wrongFirst() string {
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
		text += fmt.Sprintf("; in %d of them %s", n, most.Sentence())
	}
	return text + "."
}

func (r *scores) whyMissing() string {
	_, judged := r.quadrant.Answers()
	switch _, scored := r.quadrant.Faithful(); {
	case r.quadrant.Placed() > 0 || r.quadrant.N() == 0:
		return ""
	case scored == 0:
		return "no faithfulness: " + cmp.Or(r.mean.Why(), "nothing in this run is scored for faithfulness")
	case judged == 0:
		return "its answers are unjudged"
	}
	return "no example has both verdicts"
}
