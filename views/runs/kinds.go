package runs

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/boxes"
	"faithscope/scoring/grounding"
	"faithscope/scoring/sentences"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// kind is what the runs of one table have in common.
type kind struct {
	name string
	is   func(r *scores) bool
	// columns name those that follow the names ([columnNamed]); those in which no run of a table
	// has a value are left out.
	columns string
	// line names the column that represents each run while the kind is folded.
	line string
}

// column is a column of a kind. If room is short, columns with a greater leave are
// dropped first; 0 is never dropped.
type column struct {
	table.Column
	leave int
}

// judgedBy reports whether the examples of a run are judged faithful by a protocol.
func judgedBy(p *scoring.Protocol) func(r *scores) bool {
	return func(r *scores) bool { return r.judged == p.Bar.Metric }
}

// kinds are all of them, in the order of the screen. A run has the first kind
// that fits it, and the last one fits all; all have the first kind until
// something of each has been read, so that nothing moves while a person begins.
var kinds = []kind{
	{"being read", func(*scores) bool { return false }, "", "right"},
	{boxes.Protocol.Bar.Runs, func(r *scores) bool { return judgedBy(&boxes.Protocol)(r) && !r.hasQuestionTypes() },
		"right; faithful; module-boxes f1; right_unfaithful; unjudged:2", "right_unfaithful"},
	{spans.Protocol.Bar.Runs, judgedBy(&spans.Protocol),
		"right; faithful; mass:3; module-spans loss micro:4=loss a module; right_unfaithful:6; unjudged:2", "right_unfaithful"},
	{grounding.Protocol.Bar.Runs, judgedBy(&grounding.Protocol),
		"right; faithful; grounding groundp; counting rmse:4; right_unfaithful:6; unjudged:2", "right_unfaithful"},
	// All methods that explain one model have its right answers.
	{alignment.Protocol.Bar.Runs, judgedBy(&alignment.Protocol), "right:3; alignment delta_a; r:5; auc:5; faithful; " + depends +
		":4; right_unfaithful:6; unjudged:2", "alignment delta_a"},
	// Gold first is what faithful means under the bar of the papers.
	{sentences.Protocol.Bar.Runs, judgedBy(&sentences.Protocol), "sentences iou; sentences hpd; sentences snr_median; faithful=gold first; " +
		depends + ":4; right_unfaithful:6; unjudged:2", "sentences iou"},
	{"logic", judgedBy(&boxes.Protocol), "right; reasoning acc_hard; reasoning err_easy; reasoning consistency:5; module-boxes f1; " +
		"right_unfaithful:6; unjudged:2", "right_unfaithful"},
	{"answers alone", func(*scores) bool { return true },
		"right; reasoning acc_hard:6; reasoning err_easy:7; answers unanswered:2; unjudged:2", "right"},
}

// depends is the share of examples whose answer depends on what the attribution points at.
const depends = "intervention faithful_by_intervention"

// own are the columns that are not scores; the first two are shares.
var own = table.Columns(table.Number, "right=: right answers / answers with a verdict",
	"faithful=: faithful examples / examples called faithful or not", "mass=: mean over the examples",
	"r=r with people: mean over the examples",
	"auc=AUC: mean over the examples",
	table.Count, "right_unfaithful=right, not faithful: of the right answers that are faithful or not",
	"unjudged=: examples without one of the two verdicts")

// columnNamed returns the column of a name, or of a score ([views.ParseNumber]); behind it may be
// when it leaves, and another title: "counting rmse:4=RMSE".
func columnNamed(text string) column {
	text, title, _ := strings.Cut(strings.TrimSpace(text), "=")
	name, leave, _ := strings.Cut(text, ":")
	n, _ := views.ParseNumber(name)
	c := scoreColumn(n, widget.MetricName(n.Metric), 0)
	c.Percent = name == depends
	if k := slices.IndexFunc(own, func(c table.Column) bool { return c.Name == name }); k >= 0 {
		c.Column = own[k]
		if c.Percent, c.Rests = k < 2, k < 2; c.Kind == table.Number {
			c.Better = scoring.Higher
		}
	}
	if title != "" {
		c.Title = title
	}
	c.leave, _ = strconv.Atoi(leave)
	return c
}

// scoreColumn is the column of a score.
func scoreColumn(n views.Number, title string, leave int) column {
	c := column{widget.MetricColumn(session.MetricIn(n.Protocol, n.Metric)), leave}
	c.Name, c.Title, c.Rests = n.Value(), title, true
	return c
}
