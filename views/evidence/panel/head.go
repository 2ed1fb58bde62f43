package panel

import (
	"cmp"
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func moduleHead(shownVersions *evidence.ShownVersions) (title, score string, facts []string) {
	l := &shownVersions.ExampleVersion
	m := l.ShownModule()
	if shownVersions.Draft != nil && shownVersions.Draft.Box == nil {
		return m.Op, "is this step right?", []string{m.Text}
	}
	if shownVersions.Draft != nil {
		return l.Name, "what should it return?  + add  - remove  e type  mouse: draw", nil
	}
	if chain := shownVersions.JudgedChain(); chain != nil && m != nil {
		title, score = evidence.StepHead(l, chain)
		return title, score, nil
	}
	if m == nil {
		return "the example", "no program, so no module to score", nil
	}
	if m.Derived {
		facts = append(facts, "computed from its inputs, not read from the file")
	}
	if m.Output.Empty() && m.Lender() == "" {
		facts = append(facts, "the run has no output for this module")
	}
	return m.Label(), scoreText(l), append(facts, whyWrong(l)...)
}

func isMissed(moduleCause scoring.Cause) bool {
	return moduleCause >= scoring.MissedObject && moduleCause < scoring.MissedDetection
}

// OfferedFix returns the set of predicates in [loaders.Answer].Mending that the panel offers for the
// layer's module, nil for none.
func OfferedFix(l *evidence.ExampleVersion) []int {
	if cause, _ := causeOf(l); isMissed(cause) && len(l.Example.Answer.Mending) > 0 {
		return l.Example.Answer.Mending[0]
	}
	return nil
}

func causeOf(l *evidence.ExampleVersion) (cause scoring.Cause, atRoot bool) {
	atRoot = l.Node == 0 && l.Score.Culprit() < 0
	if score := l.ModuleScore(); score != nil {
		cause = score.Cause
	}
	if cause == scoring.NoCause && atRoot && l.Score != nil {
		cause = l.Score.Cause
	}
	return cause, atRoot
}

func whyWrong(l *evidence.ExampleVersion) []string {
	cause, atRoot := causeOf(l)
	switch {
	case isMissed(cause):
		return []string{cause.String() + ": would be right if the oracle had " + cmp.Or(l.Example.Answer.MendedBy()...) + " right (enter)"}
	case cause != scoring.NoCause:
		return []string{cause.String() + ": " + cause.Sentence()}
	case !atRoot || l.Example.Answer.Correct != loaders.Wrong:
		return nil
	case l.ShownModule().Lender() != "":
		return []string{"a bare answer doesn't show which step went wrong"}
	case l.Score == nil || l.Score.Faithful == loaders.Unknown:
		return []string{"the answer is wrong, but no scored module shows why"}
	}
	return []string{"the answer is wrong, though every scored module reaches its threshold"}
}

func scoreText(l *evidence.ExampleVersion) string {
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
		return fmt.Sprintf("– scored with module %d, which shares its gold", m.Gold.Merged[0])
	case m.Gold == nil && (m.Output.Boxes != nil || m.Output.Tokens != nil):
		return "– no gold for this module"
	}
	return "– this module is not scored"
}
