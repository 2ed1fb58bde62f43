package evidence

import (
	"cmp"
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// headed returns a module's name, its number against the bar or why there is none, and
// the facts shown before any evidence.
func headed(of *Subject) (title, score string, facts []string) {
	m := of.module()
	if of.Draft != nil {
		return of.Named, "what should it return?  + puts in  - takes out  e types  a mouse draws", nil
	}
	if m == nil {
		return "the example", "no program, so no module to score", nil
	}
	if m.Derived {
		facts = append(facts, "derived from its inputs, not in the file")
	}
	if m.Output.Empty() {
		facts = append(facts, "the run has no output for this module")
	}
	cause, atRoot := scoring.NoCause, of.Node == 0 && of.Score.Culprit() < 0
	if score := of.score(); score != nil {
		cause = score.Cause
	}
	if cause == scoring.NoCause && atRoot && of.Score != nil {
		cause = of.Score.Cause
	}
	switch {
	case cause != scoring.NoCause:
		facts = append(facts, cause.String()+": "+cause.Sentence())
	case atRoot && of.Example.Answer.Correct == loaders.Wrong:
		facts = append(facts, "the answer is wrong, "+cmp.Or(widget.If(of.Score == nil, "and no scored module says why"),
			"though every scored module reaches the bar"))
	}
	return Label(m), scoreText(of), facts
}

func scoreText(of *Subject) string {
	m, score := of.module(), of.score()
	switch {
	case score != nil:
		x, ok := score.Value.Float()
		if !ok {
			return "– " + score.Value.Why()
		}
		text := AgainstBar(of.Score.Metric, x, of.Settings)
		if score.NothingWanted {
			text = emptySign + " no gold and no prediction (counts as " + widget.MetricName(of.Score.Metric) + " 1)"
		}
		if loss, ok := score.Loss.Float(); ok {
			text += fmt.Sprintf(" · loss %.2f", loss)
		}
		return text
	case m.Gold != nil && len(m.Gold.Merged) > 0 && m.Gold.Merged[0] != of.Node:
		return fmt.Sprintf("– scored together with module %d, which answers the same gold", m.Gold.Merged[0])
	case m.Gold == nil && (m.Output.Boxes != nil || m.Output.Tokens != nil):
		return "– no gold for this module"
	}
	return "– this module is not scored"
}

// AgainstBar is a metric's number on its side of the bar of faithfulness:
// "F1 .40 < .50".
func AgainstBar(metric string, x float64, settings scoring.Settings) string {
	bar := session.BarOf(metric).Least(&settings)
	value, against := widget.Apart(x, bar)
	return widget.MetricName(metric) + " " + value + " " + cmp.Or(widget.If(x < bar, "<"), "≥") + " " + against
}
