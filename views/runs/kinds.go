package runs

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// runKind holds what the runs of one table have in common.
type runKind struct {
	name string
	is   func(r *runScores) bool
	// columns name the kind's own ([columnNamed]), after the shared ones. The last is dropped first,
	// and columns without a value are left out.
	columns string
}

// shared are the columns of all kinds. The last has a bar; it and the one before it need a run with
// a number.
var shared = []string{"right", "faithful", barred}

const barred = "right_unfaithful"

// kinds are in the order of the screen. A run has the first that fits. All have the first kind
// until each has been read in part, so that nothing moves while a person begins.
var kinds = slices.Concat([]runKind{{"reading", func(*runScores) bool { return false }, "unjudged"}},
	loaders.Map(session.Bars(), func(bar *scoring.FaithfulThreshold) runKind {
		return runKind{bar.Runs, func(r *runScores) bool { return r.judged == bar.Metric && !r.isLogic() }, bar.Columns + "; unjudged"}
	}), []runKind{
		{"logic", (*runScores).isLogic, "module-boxes f1; reasoning acc_hard; reasoning err_easy; reasoning consistency; unjudged"},
		{"answers only", func(*runScores) bool { return true }, "answers unanswered; unjudged; reasoning acc_hard; reasoning err_easy"},
	})

// depends is the share of examples whose answer depends on what the attribution points at.
const depends = "intervention faithful_by_intervention"

// own are the columns that are neither scores nor means.
var own = table.Columns(facts.Shares, table.Count, "right_unfaithful=right, not faithful: right answers that were judged unfaithful",
	"unjudged=: examples without a verdict on the answer or on faithfulness",
	table.Number, scoring.Higher, bestMethod+"=best method: mean r between people and the best attribution method")

// columnNamed returns the column of a name: one of own, a score ([views.ParseNumber]), or else a
// mean over the examples. "counting rmse=RMSE" sets its title.
func columnNamed(columnText string) table.Column {
	name, title, _ := strings.Cut(strings.TrimSpace(columnText), "=")
	n, err := views.ParseNumber(name)
	c := scoreColumn(n, widget.MetricName(n.Metric))
	if c.Percent = name == depends; err != nil {
		c = table.Columns(table.Number, scoring.Higher, name+"=: mean over the examples")[0]
	}
	if k := table.IndexOf(own, name); k >= 0 {
		c = own[k]
	}
	c.Title = cmp.Or(title, c.Title)
	return c
}

func scoreColumn(n views.MetricName, columnTitle string) table.Column {
	c := widget.MetricColumn(session.MetricIn(n.Protocol, n.Metric))
	c.Name, c.Title, c.Rests = n.Value(), columnTitle, true
	return c
}
