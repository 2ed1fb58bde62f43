package runs

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

func (r *runScores) judgeNumber(metric string) (s scoring.Score, x float64, ok bool) {
	s = r.numbers[views.NumberOf(steps.Protocol.Name, metric, "overall").Value()]
	x, ok = s.Value.Float()
	return s, x, ok
}

// judgeMetric returns "" for a run that isn't a judge's.
func (r *runScores) judgeMetric() string {
	metric, _ := widget.First([]string{"f1", "exact"}, func(metric string) bool {
		_, _, ok := r.judgeNumber(metric)
		return ok
	})
	return metric
}

// testJudges leaves out runs that are large or still read.
func testJudges(ctx context.Context, groupScores []runScores, runs []*session.ScoredRun, settings scoring.Settings) {
	judges := loaders.Filter(loaders.Indices(len(groupScores)), func(i int) bool {
		return groupScores[i].complete && groupScores[i].read <= mostAsked && groupScores[i].judgeMetric() != ""
	})
	tests, _ := report.TestControls(ctx, loaders.Map(judges, func(i int) *session.ScoredRun { return runs[i] }), settings, "f1", "exact")
	for k := range tests { // nil once ctx ends
		r := &groupScores[judges[k]]
		r.control, _ = widget.First(tests[k], func(t *report.ControlTest) bool { return t.Metric == r.judgeMetric() })
	}
}

// controlClause has the p of the judge against its best control, or against another if that is random.
func (r *runScores) controlClause(controlName string, controlScore float64) string {
	c := r.control
	if c == nil || !c.P.IsDefined() {
		return ""
	}
	text, value := "", widget.Number(c.B)
	how, isHow := strings.CutPrefix(c.Control, controlName+" (")
	switch {
	case isHow:
		text = value + " " + strings.TrimSuffix(how, ")") + ", "
	case c.Control != controlName:
		text = fmt.Sprintf("“%s” %s, ", c.Control, value)
	case value != widget.Decimal(controlScore):
		text = value + " when chosen on the other half, "
	}
	p := widget.Chance(c.Holm)
	p = loaders.IfElse(strings.HasPrefix(p, "<"), "p < "+p[1:], "p = "+p)
	by := widget.If(c.Judges > 1, fmt.Sprintf("; Holm-corrected for %d judges", c.Judges))
	return fmt.Sprintf(" (%s%s over %s%s)", text, p, loaders.Count(c.Count, "problem"), by)
}

// isBelowControl reports whether the judge's score x is significantly below its control's.
func (r *runScores) isBelowControl(x float64) bool {
	if r.control == nil {
		return false
	}
	control, known := r.control.B.Float()
	p, tested := r.control.Holm.Float()
	return known && tested && x < control && p < report.Level
}

// judgeSentences compares a judge's headline with controls that read no step, because data sets can be
// guessed without one; "" for another run.
func (r *runScores) judgeSentences(runName string) string {
	metric := r.judgeMetric()
	control, best, known := scoring.BestControl(maps.Values(r.numbers), steps.Protocol.Name, metric)
	if !known {
		return ""
	}
	score, x, _ := r.judgeNumber(metric)
	text := fmt.Sprintf("%s has %s %s", runName, widget.MetricName(metric), widget.Decimal(x))
	if in := score.Interval; in != nil {
		text += fmt.Sprintf(" (%s to %s)", widget.Decimal(in.Low), widget.Decimal(in.High))
	}
	text += fmt.Sprintf(" over %d", score.Count)
	_, found, _ := r.judgeNumber("error_acc")
	switch {
	case found >= 1 && metric == "exact":
		return text + ", " + report.OnlyFound + "."
	case best >= 1:
		text += ", which a constant judge also reaches"
	case x > best:
		text += ", above every control that reads no steps"
	case r.isBelowControl(x):
		text += ", worse than a control that reads no steps"
	default:
		text += ", no better than a control that reads no steps"
	}
	text += fmt.Sprintf(": “%s” scores %s%s.", control, widget.Decimal(best), r.controlClause(control, best))
	var counts []string
	for _, part := range [][2]string{{"error_acc", "%.0f of %d first errors found"},
		{"correct_acc", "%.0f of %d error-free chains called right"},
		{"error_acc_right", "%.0f of %d errors found despite a right answer"}} {
		if s, share, ok := r.judgeNumber(part[0]); ok {
			counts = append(counts, fmt.Sprintf(part[1], share*float64(s.Count), s.Count))
		}
	}
	for _, c := range [][2]string{{"judge_silent", "unparsed"}, {"judge_early", "early"}, {"judge_late", "late"},
		{"judge_missed", "missed"}, {"judge_false_alarm", "false alarms"}} {
		if _, k, ok := r.judgeNumber(c[0]); ok && (k > 0 || c[0] == "judge_silent") {
			counts = append(counts, fmt.Sprintf("%.0f %s", k, c[1]))
		}
	}
	return text + " " + strings.Join(counts, ", ") + "."
}
