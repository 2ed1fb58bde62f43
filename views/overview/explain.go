package overview

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// explain shows where the selected number comes from: its formula, its inputs,
// which reading it is, its interval and what it rests on.
func (v *screen) explain() tea.Cmd {
	r := v.run()
	m, at := v.module(), v.modules.table.Selected()
	switch {
	case !v.inModules:
		return v.explainCell(r)
	case m == nil && at < len(r.headlines):
		s := r.headlines[at]
		return note(v.s, s.Metric, scoreFacts(s.Protocol, s.Metric, s.Value, s.Count))
	case m == nil:
		return nil
	case v.modules.spot != spot{}:
		n, all := m.in(v.modules.spot), m.scored
		facts := shareFacts("modules of which this is the matter / modules with a score", n, all)
		return note(v.s, m.of, append(facts, [2]string{"means", m.words(v.modules.spot) + "; " + v.modules.spot.cause.Sentence()}, [2]string{"reading", "this program's own, of no paper"}))
	}
	var facts [][2]string
	for _, c := range metrics(r.protocol) {
		facts = append(facts, scoreFacts(r.protocol, c.metric, m.values[c.metric], m.count)...)
	}
	return note(v.s, m.of, append(facts,
		[2]string{"inputs", loaders.Count(m.scored, "module") + " with gold, of which " + strconv.Itoa(m.wrong) + " below the bar and " + strconv.Itoa(m.empty) + " with nothing wanted and nothing predicted"},
		[2]string{"settings", views.SettingsText(v.shown.settings)},
		[2]string{"interval", "`faithscope score` draws it by a bootstrap over examples"}))
}

// explainCell explains the selected count of a run.
func (v *screen) explainCell(r *runScores) tea.Cmd {
	c := v.selected()
	facts := shareFacts("examples in this cell / examples with both verdicts", c.count(r.quadrant), placed(r.quadrant))
	if c == allExamples || c == noVerdict || c == neither {
		facts = [][2]string{{"n", strconv.Itoa(c.count(r.quadrant)) + " examples"}}
	}
	return note(v.s, v.s.Run(v.runs.Selected()).Name, append(facts,
		[2]string{"faithful", "an example is when the number of its own protocol reaches the bar: the F1 of all its scored modules together with boxes, the mean attention on gold tokens with spans"},
		[2]string{"reading", "this program's own; the papers average scores and give no verdict on an example"},
		[2]string{"settings", views.SettingsText(v.shown.settings)}))
}

func note(s *views.Session, title string, facts [][2]string) tea.Cmd {
	return s.Push(views.NewNote(s, title, facts))
}

// scoreFacts tell about one metric.
func scoreFacts(protocol, metric string, value scoring.Value, n int) [][2]string {
	text := widget.Number(value)
	if why := value.Why(); why != "" {
		text = "undefined: " + why
	}
	known := session.MetricIn(protocol, metric)
	facts := [][2]string{{metric, text}, {"n", strconv.Itoa(n)}, {"formula", known.Formula}, {"source", known.Source}}
	if x, ok := value.Float(); ok && metric == "accuracy" && n > 0 {
		_, interval := stats.Share(int(x*float64(n)+0.5), n)
		facts = append(facts, [2]string{"interval", intervalText(interval)})
	}
	return append(facts, [2]string{"protocol", protocol})
}

// shareFacts tell about a count and its share.
func shareFacts(formula string, n, all int) [][2]string {
	value, interval := stats.Share(n, max(n, all))
	facts := [][2]string{{"formula", formula}, {"inputs", strconv.Itoa(n) + " of " + strconv.Itoa(all)}, {"share", widget.Number(value)}}
	if interval != nil {
		facts = append(facts, [2]string{"interval", intervalText(interval)})
	}
	return facts
}

func intervalText(i *scoring.Interval) string {
	return widget.Decimal(i.Low) + " to " + widget.Decimal(i.High) + " (95 %, Wilson 1927)"
}

// rest is the filter of what a headline rests on.
type rest struct {
	view   *screen
	run    int
	filter examples.Filter
}

// openHeadline lists what the selected headline rests on: the wrong answers of
// an accuracy, the inconsistent questions of a consistency, else all.
func (v *screen) openHeadline() tea.Cmd {
	r := v.run()
	if v.modules.table.Selected() >= len(r.headlines) {
		return v.list(examples.Filter{})
	}
	switch metric := r.headlines[v.modules.table.Selected()].Metric; metric {
	case "accuracy":
		return v.list(examples.Filter{Answer: loaders.Wrong})
	case "consistency", "consistency_groups":
		run, scored := v.runs.Selected(), v.s.Runs[v.runs.Selected()]
		return func() tea.Msg {
			return rest{v, run, examples.Filter{Only: inconsistent(scored.Run, metric == "consistency_groups"), Named: "inconsistent"}}
		}
	}
	return v.list(examples.Filter{})
}

// inconsistent returns the examples of a run, ascending, that make it
// inconsistent: those of a group of which some answer is wrong and another is
// not unknown, or those answered right that entail one answered wrong.
func inconsistent(run *loaders.Run, grouped bool) []int {
	wrong, judged := map[string]bool{}, map[string]int{}
	sets := make([][]string, run.Len())
	verdicts := make([]loaders.Verdict, run.Len())
	for i := range sets {
		ex := run.Scan(i)
		names := []string{ex.ID}
		if sets[i] = ex.Entailed; grouped {
			sets[i] = slices.Compact(slices.Sorted(slices.Values(ex.Groups)))
			names = sets[i]
		}
		if verdicts[i] = ex.Answer.Correct; verdicts[i] == loaders.Unknown {
			continue
		}
		for _, name := range names {
			judged[name]++
			wrong[name] = wrong[name] || verdicts[i] == loaders.Wrong
		}
	}
	found := []int{}
	for i, names := range sets {
		if verdicts[i] == loaders.Unknown || !grouped && verdicts[i] == loaders.Wrong {
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return wrong[name] && (!grouped || judged[name] > 1) }) {
			found = append(found, i)
		}
	}
	return found
}
