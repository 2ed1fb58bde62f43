package evidence

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/protocols/steps"
	"faithscope/views/widget"
)

// AgentOf names who made a step, "" where only its position tells.
func AgentOf(m *loaders.Module) string {
	if m.Op == "step" || m.Op == "assistant" {
		return ""
	}
	return cmp.Or(m.Name, m.Op)
}

// JudgedChain returns what people and a judge say of the current layer's steps; nil for nothing, or while
// somebody annotates.
func (s *ShownVersions) JudgedChain() *steps.JudgedChain {
	if s.Draft != nil {
		return nil
	}
	return steps.ChainOf(s.Example.Program, s.Settings)
}

// StepHead names the step shown, with the file's own index if that isn't one less, and returns both verdicts.
func StepHead(l *ExampleVersion, judgedChain *steps.JudgedChain) (title, verdicts string) {
	m, number := l.ShownModule(), judgedChain.NumberOf(l.Node)
	if number == 0 {
		return m.Op, judgedChain.String()
	}
	title = fmt.Sprintf("step %d of %d", number, len(judgedChain.Steps))
	isRenumbered := m.Place >= 0 && m.Place != number-1
	title += widget.If(isRenumbered, fmt.Sprintf(" (number %d in the file)", m.Place)) + widget.If(AgentOf(m) != "", " · "+AgentOf(m))
	people, judged := judgedChain.VerdictsOn(l.Node)
	verdicts = "people: " + verdictText(people, "not judged")
	if judgedChain.IsJudged {
		said := verdictText(judged, loaders.IfElse(judgedChain.IsUnparsed(), "? unparsed", "no verdict"))
		verdicts += " · judge: " + said + widget.If(judgedChain.ScoreText(l.Node) != "", ", score "+judgedChain.ScoreText(l.Node))
	}
	return title, verdicts
}

func verdictText(v loaders.Verdict, undefinedText string) string {
	if v == loaders.Unknown {
		return undefinedText
	}
	return v.Sign() + " " + v.String()
}

// StepTexts returns why people judge the step shown as they do, its text, and the words of the judges.
// Those of an unparsed judge, and any on the whole, are the root's.
func (s *ShownVersions) StepTexts(judgedChain *steps.JudgedChain) (texts [][2]string) {
	m := s.ShownModule()
	if m.Gold.Kind() == loaders.VerdictKind {
		texts = append(texts, [2]string{"people", joinWords(m.Gold.Verdict)})
	}
	if judgedChain.NumberOf(s.Node) == 0 {
		texts = append(texts, MainTexts(s.Example)...)
	}
	texts = append(texts, [2]string{"step", m.Text})
	if m.Text == "" && s.Run != nil && judgedChain.NumberOf(s.Node) > 0 {
		texts = append(texts, [2]string{"no text", s.Run.Note})
	}
	if m.Output.Text != nil {
		texts = append(texts, [2]string{"returned", *m.Output.Text})
	}
	for i, judge := range append([]ExampleVersion{s.ExampleVersion}, s.Others...) {
		judged := ModuleAt(judge.Example, s.Node)
		if judged != nil && judged.Output.Verdict == nil && i == 0 && judgedChain.IsUnparsed() {
			judged = ModuleAt(judge.Example, 0)
		}
		if judged != nil && judged.Output.Verdict != nil {
			texts = append(texts, [2]string{loaders.IfElse(i == 0, "judge", judge.Name), joinWords(judged.Output.Verdict)})
		}
	}
	return loaders.Filter(texts, func(text [2]string) bool { return text[1] != "" })
}

// AnswerText returns what a chain's root or its judge says, "" for nothing.
func AnswerText(root *loaders.Module) string {
	text := root.Text
	if root.Output.Text != nil {
		text = cmp.Or(text, *root.Output.Text)
	}
	return cmp.Or(text, joinWords(cmp.Or(root.Output.Verdict, &loaders.StepOpinion{})))
}

func joinWords(o *loaders.StepOpinion) string {
	return strings.Join(loaders.NonEmpty([]string{o.Category, o.Reason}), ": ")
}
