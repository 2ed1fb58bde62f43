package panel

import (
	"cmp"
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func moduleHead(subject *evidence.Subject) (title, score string, facts []string) {
	l := subject.CurrentLayer()
	m := l.ShownModule()
	if subject.Draft != nil {
		return l.Name, "what should it return?  + puts in  - takes out  e types  a mouse draws", nil
	}
	if m == nil {
		return "the example", "no program, so no module to score", nil
	}
	if m.Derived {
		facts = append(facts, "derived from its inputs, not in the file")
	}
	if m.Output.Empty() && m.Lender() == "" {
		facts = append(facts, "the run has no output for this module")
	}
	return m.Label(), scoreText(l), append(facts, whyWrong(l)...)
}

func whyWrong(l *evidence.Layer) []string {
	cause, atRoot := scoring.NoCause, l.Node == 0 && l.Score.Culprit() < 0
	if score := l.ModuleScore(); score != nil {
		cause = score.Cause
	}
	if cause == scoring.NoCause && atRoot && l.Score != nil {
		cause = l.Score.Cause
	}
	switch {
	case cause >= scoring.MissedObject && cause < scoring.MissedDetection:
		return []string{cause.String() + ": mended by " + cmp.Or(l.Example.Answer.MendedBy()...) + ", if the oracle knew it"}
	case cause != scoring.NoCause:
		return []string{cause.String() + ": " + cause.Sentence()}
	case !atRoot || l.Example.Answer.Correct != loaders.Wrong:
		return nil
	case l.ShownModule().Lender() != "":
		return []string{"a bare answer hides which step went wrong"}
	case l.Score == nil:
		return []string{"the answer is wrong, and no scored module says why"}
	}
	return []string{"the answer is wrong, though every scored module reaches the bar"}
}

func scoreText(l *evidence.Layer) string {
	m, score := l.ShownModule(), l.ModuleScore()
	switch {
	case score != nil:
		text := l.Score.Against(score.Value)
		if score.NothingWanted {
			text = evidence.EmptySign + " no gold and no prediction (counts as " + widget.MetricName(l.Score.Metric) + " 1)"
		}
		if loss, ok := score.Loss.Float(); ok {
			text += fmt.Sprintf(" · loss %.2f", loss)
		}
		return text
	case m.Lender() != "":
		return "borrowed from " + m.Lender()
	case m.Gold != nil && !m.Gold.IsScoredAt(l.Node):
		return fmt.Sprintf("– scored together with module %d, which answers the same gold", m.Gold.Merged[0])
	case m.Gold == nil && (m.Output.Boxes != nil || m.Output.Tokens != nil):
		return "– no gold for this module"
	}
	return "– this module is not scored"
}
