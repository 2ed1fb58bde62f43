package evidence

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/views/widget"
)

// MainTexts returns question, prediction and correct answer with labels.
func MainTexts(ex *loaders.Example) [][2]string {
	return [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"expected", ex.Answer.Gold}}
}

// WholeTexts returns labelled texts that the screen cuts: question and answers; input, arguments,
// output, error and gold of steps and of modules with an output in words, an error or arguments; and
// the passage.
func WholeTexts(ex *loaders.Example) [][2]string {
	text, chain := MainTexts(ex), steps.ChainOf(ex.Program, scoring.Settings{})
	for i := range ex.Program {
		m, number := &ex.Program[i], i
		kind := m.Output.Kind()
		if chain != nil {
			number = chain.NumberOf(i)
		} else if kind < loaders.TextKind && m.Error == "" && m.Arguments == "" {
			continue
		}
		arguments, returned := widget.If(m.Arguments != m.Text, m.Arguments), ""
		if kind >= loaders.TextKind {
			returned = outputWords(&m.Output, 0)
		}
		text = append(text, [][2]string{{fmt.Sprintf("%d %s", number, m.Op), m.Text},
			{"arguments", arguments}, {"returned", returned}, {"error", m.Error}, {"gold", GoldText(m.Gold)}}...)
	}
	if p := ex.Passage; p != nil {
		text = append(text, [2]string{"passage", cmp.Or(p.Text, strings.Join(p.Tokens, " "))})
	}
	return text
}
