package views

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/causes"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// Explain explains a run's numbers: formula, inputs, reading, interval and basis. Intervals take
// many draws, so the background computes them.
func (c *Console) Explain(scoredRun *session.ScoredRun, settings scoring.Settings, n MetricName, moreFacts ...string) tea.Cmd {
	return c.InTime(func() tea.Msg {
		total, alone := totalOf(scoredRun, n.Protocol, settings), scoredRun.Run.Len() == 1
		if total == nil {
			return FlashMessage{Text: loaders.IfElse(n.Protocol == "", "computed from other columns: "+n.Metric,
				scoredRun.Run.Name+" has no scores from "+n.Protocol)}
		}
		var modules []scoring.Score
		if counts := totalOf(scoredRun, causes.Name, settings); counts != nil && n.Protocol != causes.Name {
			modules = slices.DeleteFunc(counts.Scores(), func(x scoring.Score) bool { return x.Of != n.Of })
		}
		var facts, common [][2]string
		scores := total.Scores()
		metrics := append([]string{n.Metric}, moreFacts...)
		for _, metric := range metrics {
			score, ok := scoring.Pick(scores, metric, n.Of)
			if !ok {
				return FlashMessage{Text: scoredRun.Run.Name + " has no " + MetricName{n.Protocol, metric, n.Of}.String()}
			}
			score.Interval, _ = report.IntervalOf(context.Background(), scoredRun, score)
			m := session.MetricIn(n.Protocol, metric)
			facts = append(facts, [][2]string{
				{loaders.IfElse(moreFacts != nil, widget.MetricName(metric), "value"), valueText(&score)},
				{"formula", m.Formula + widget.If(alone, "; here for this example only")},
				{"inputs", inputsText(total, scores, &score)}, {"interval", widget.If(!alone, intervalText(&score))},
			}...)
			count := loaders.IfElse(alone, "one example, so there is no interval", strconv.Itoa(score.Count))
			common = [][2]string{{"reading", m.Source}, {"n", count}, {"protocol", n.Protocol}}
		}
		facts = append(append(facts, common...), [2]string{"modules", modulesText(modules)},
			[2]string{"settings", SettingsBehind(settings, n.Protocol, scoredRun.Judged())})
		named := strings.Join(loaders.Map(metrics, widget.MetricName), ", ")
		title := strings.Replace(n.String(), widget.MetricName(n.Metric), named, 1) + widget.If(alone, " · "+scoredRun.Run.Name)
		return PushView{c.NewNote(title, facts)}
	})
}

// ExplainOwn explains a single example's number like a run's of one example; or says that it lacks
// it.
func (s *Session) ExplainOwn(scoredRun *session.ScoredRun, exampleIndex int, n MetricName) tea.Cmd {
	settings := s.Settings
	return s.InTime(func() tea.Msg {
		scoredRun.Hold(exampleIndex)                                                                             // may not have been read
		one, _ := scoredRun.Group(context.Background(), scoredRun.Run.Row(exampleIndex).ID, []int{exampleIndex}) // Background never ends
		return s.Explain(one, settings, n)()
	})
}

func totalOf(scoredRun *session.ScoredRun, protocol string, settings scoring.Settings) scoring.Aggregate {
	k := scoring.Place(scoredRun.Protocols(), protocol)
	if k < 0 {
		return nil
	}
	total, _ := scoredRun.Total(context.Background(), k, settings) // Background never ends
	return total
}

func valueText(score *scoring.Score) string {
	x, ok := score.Value.Float()
	switch {
	case !ok:
		return "undefined: " + score.Value.Why()
	case score.Vacuous != "":
		return "undefined: " + score.Vacuous + "; the authors' code gives " + widget.SixDigits(x)
	}
	return widget.SixDigits(x)
}

func inputsText(totalAggregate scoring.Aggregate, allScores []scoring.Score, score *scoring.Score) string {
	var parts []string
	if ratio, ok := totalAggregate.(interface {
		Inputs(metric, scope string) (sum, over float64, ok bool)
	}); ok {
		if sum, over, ok := ratio.Inputs(score.Metric, score.Of); ok {
			parts = append(parts, widget.SixDigits(sum)+" / "+widget.SixDigits(over))
		}
	}
	for _, x := range allScores {
		isBeside, of := x.Of == score.Of && x.Metric != score.Metric, session.MetricOf(x.Metric)
		if _, ok := x.Value.Float(); ok && isBeside && !of.Counts {
			parts = append(parts, widget.MetricName(x.Metric)+" "+loaders.IfElse(of.Chance, widget.Chance, widget.Number)(x.Value))
		}
	}
	return strings.Join(parts, " · ")
}

func intervalText(score *scoring.Score) string {
	switch i := score.Interval; {
	case i != nil:
		return fmt.Sprintf("%s to %s (%.0f %%, %s over examples, seed %d; Efron's percentile interval)",
			widget.Measure(i.Low), widget.Measure(i.High), 100*i.Level, loaders.Count(i.Trials, "draw"), score.Settings.Seed)
	case session.MetricOf(score.Metric).Counts:
		return "none: this number is a count"
	case score.Count < 2:
		return "none: a single example cannot be resampled"
	}
	return "none: this number can't be computed from every draw of the examples"
}

func modulesText(countScores []scoring.Score) string {
	n, scored := map[string]int{}, 0
	for _, x := range countScores {
		if v, ok := x.Value.Float(); ok {
			n[x.Metric], scored = int(math.Round(v)), x.Count
		}
	}
	if scored == 0 {
		return ""
	}
	text := fmt.Sprintf("%s scored: %d below the threshold", loaders.Count(scored, "module"), n["wrong"])
	if n["predicting"]+n["nothing_wanted"] > 0 { // else counts, which don't predict boxes
		text += fmt.Sprintf(", %d with predictions, and %d with neither gold nor predictions", n["predicting"], n["nothing_wanted"])
	}
	return text
}

// ExplainCell explains the selected cell: full value, column, share, interval, link and the table's
// making; and more facts.
func (c *Console) ExplainCell(s *widget.Sheet, moreFacts ...[2]string) tea.Cmd {
	cell, of := s.Cell(), s.Of.Heads()[s.Column]
	value, ok := cell.Float()
	facts := [][2]string{{"value", s.CellText()}, {"means", of.Help}}
	why, _ := cell.Value.(scoring.Value)
	switch {
	case s.Column == 0:
		facts[0] = [2]string{"row", s.RowText(s.Chosen())}
	case why.Why() != "":
		facts[0][1] = "undefined: " + why.Why()
	case ok:
		facts[0][1] = widget.SixDigits(value)
	}
	_, counted := cell.Value.(int)
	n := cmp.Or(cell.N, cell.Among)
	if isShare := counted || of.Percent; ok && isShare && n > 0 {
		if !counted {
			value = math.Round(value * float64(n))
		}
		facts = append(facts, shareFacts(int(value), n)...)
	} else if n > 0 {
		facts = append(facts, [2]string{"n", strconv.Itoa(n)})
	}
	if in := cell.Interval; in != nil {
		facts = append(facts, [2]string{"interval", widget.Span(&of, in) + fmt.Sprintf(" (%.0f %%)", 100*in.Level)})
	}
	if cell.Leads != "" {
		facts = append(facts, [2]string{"enter", "lists the examples where " + cell.Leads})
	}
	if t, made := s.Of.(*table.Table); made {
		moreFacts = append(moreFacts, [2]string{"made", strings.Join(t.Notes, "; ")})
	}
	return c.ShowNote(s.RowName()+", "+of.Heading(), append(facts, moreFacts...))
}

func shareFacts(n, totalCount int) [][2]string {
	value, interval := stats.Share(n, max(n, totalCount))
	facts := [][2]string{{"inputs", fmt.Sprintf("%d / %d", n, totalCount)}, {"share", widget.Number(value)}}
	if interval != nil {
		facts = append(facts, [2]string{
			"interval", widget.Decimal(interval.Low) + " to " + widget.Decimal(interval.High) + " (95 %, Wilson 1927)",
		})
	}
	return facts
}
