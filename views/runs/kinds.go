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

// kind holds what the runs of one table have in common.
type kind struct {
	name string
	is   func(r *scores) bool
	// columns name those that follow the columns that all kinds share ([columnNamed]), the last of
	// which leaves first; those in which no run of a table has a value are left out.
	columns string
}

// shared are the columns that all kinds have, in the same place of the screen; the last has a bar,
// and is there as the one before it if any run has a number for it.
var shared = []string{"right", "faithful", barred}

const barred = "right_unfaithful"

// kinds are all of them, in the order of the screen. A run has the first kind
// that fits it, and the last one fits all; all have the first kind until
// something of each has been read, so that nothing moves while a person begins.
var kinds = slices.Concat([]kind{{"being read", func(*scores) bool { return false }, "unjudged"}},
	loaders.Map(session.Bars(), func(bar *scoring.Bar) kind {
		return kind{bar.Runs, func(r *scores) bool { return r.judged == bar.Metric && !r.isLogic() }, bar.Columns + "; unjudged"}
	}), []kind{
		{"logic", (*scores).isLogic, "module-boxes f1; reasoning acc_hard; reasoning err_easy; reasoning consistency; unjudged"},
		{"answers alone", func(*scores) bool { return true }, "answers unanswered; unjudged; reasoning acc_hard; reasoning err_easy"},
	})

// depends is the share of examples whose answer depends on what the attribution points at.
const depends = "intervention faithful_by_intervention"

// own are the columns that are neither scores nor means.
var own = table.Columns(facts.Shares, table.Count, "right_unfaithful=right, not faithful: of the right answers that are faithful or not",
	"unjudged=: examples without one of the two verdicts")

// columnNamed returns the column of a name in own, or else of the score that [views.ParseNumber]
// reads from it, or else of a mean over the examples, the better the higher; "counting rmse=RMSE"
// gives it another title. Shares are percentages.
func columnNamed(text string) table.Column {
	name, title, _ := strings.Cut(strings.TrimSpace(text), "=")
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

func scoreColumn(n views.Number, title string) table.Column {
	c := widget.MetricColumn(session.MetricIn(n.Protocol, n.Metric))
	c.Name, c.Title, c.Rests = n.Value(), title, true
	return c
}
