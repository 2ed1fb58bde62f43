package example

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// Explain shows where the number of an example comes from under settings, or, with a module type,
// its modules' number. It scores in the background, because evidence may have to be read again.
func Explain(c *views.Console, scoredRun *session.ScoredRun, settings scoring.Settings, exampleIndex int, moduleType string) tea.Cmd {
	return func() tea.Msg {
		id := scoredRun.Run.Row(exampleIndex).ID
		score, ok := scoredRun.Example(exampleIndex, settings)
		if !ok {
			return views.FlashMessage{Text: "no module of " + id + " is scored"}
		}
		facts := explainedWhole(&score, moduleType, settings)
		if facts == nil {
			return views.FlashMessage{Text: "no " + moduleType + " of " + id + " is scored"}
		}
		return views.PushView{View: c.NewNote(id, facts)}
	}
}

func explainedWhole(exampleScore *scoring.ExampleScore, moduleType string, settings scoring.Settings) [][2]string {
	f := session.JudgementOf(exampleScore.Metric, settings)
	var mean scoring.Mean
	var modules [][2]string
	for _, m := range exampleScore.Modules {
		if moduleType != "" && m.Type != moduleType {
			continue
		}
		mean.Add(m.Value)
		text := m.Type + ", " + exampleScore.Against(m.Value)
		switch {
		case m.NothingWanted:
			text += ", with neither gold nor predictions"
		case m.Cause != scoring.NoCause:
			text += ", " + m.Cause.String()
		}
		for k := range m.Images {
			text += fmt.Sprintf("; image %d: %s", k+1, tallyBoxes(&m.Images[k]))
		}
		modules = append(modules, [2]string{fmt.Sprintf("module %d", m.Node), text})
	}
	facts := [][2]string{{"number", exampleScore.Sentence()}, {"formula", f.Example}}
	if moduleType != "" {
		value, formula := mean.Value("no module of this type has gold"), "the mean over the example's modules of this type: "+f.Module
		if pool, ok := widget.First(exampleScore.Pooled, func(n scoring.MetricValue) bool { return n.Metric == moduleType }); ok {
			value, formula = pool.Value, f.Example+", for this type"
		}
		facts = [][2]string{
			{moduleType, exampleScore.Against(value)}, {"formula", formula},
			{"note", "in Runs, this number is computed from all examples at once, not averaged over them"},
		}
		if len(modules) == 0 {
			return nil
		}
	}
	return append(append(facts, modules...), [2]string{"reading", f.Reading},
		[2]string{"under", report.InWords(settings, f.Settings...)}, [2]string{"n", "one example, so there is no interval"})
}

func tallyBoxes(im *scoring.ImageScore) string {
	hits := loaders.CountFunc(im.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
	found := loaders.CountFunc(im.Gold, func(g scoring.GoldBox) bool { return g.Matched })
	return fmt.Sprintf("%d predicted (%d hit), %d gold (%d found)", len(im.Predicted), hits, len(im.Gold), found)
}

func (r *scoredExample) explainNumber(nodeIndex int) [][2]string {
	m := r.score.Module(nodeIndex)
	if m == nil {
		return nil
	}
	f := session.JudgementOf(r.score.Metric, r.s.Settings)
	facts := [][2]string{{"number", r.score.Against(m.Value)}, {"formula", f.Module}}
	for i := range m.Images {
		facts = append(facts, [2]string{fmt.Sprintf("image %d", i+1), tallyBoxes(&m.Images[i])})
	}
	return append(facts, [2]string{"reading", f.Reading}, [2]string{"why", m.Cause.Sentence()},
		[2]string{"under", report.InWords(r.s.Settings, f.Settings...)}, [2]string{"n", "one module of one example, so there is no interval"})
}
