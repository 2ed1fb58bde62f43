package runs

import (
	"cmp"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/boxes"
	"faithscope/scoring/grounding"
	"faithscope/scoring/intervention"
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
	// columns follow the names; those in which no run of a table has a value
	// are left out.
	columns []column
	// line is the column that represents each run while the kind is folded.
	line column
}

// column is a column of a kind. If room is short, columns with a greater leave are
// dropped first; 0 is never dropped.
type column struct {
	table.Column
	leave  int
	number views.Number // that it shows, the zero value for none
	cell   func(r *scores) table.Cell
}

// judgedBy reports whether the examples of a run are judged faithful by a protocol.
func judgedBy(p *scoring.Protocol) func(r *scores) bool {
	return func(r *scores) bool { return r.judged == p.Bar.Metric }
}

// kinds are all of them, in the order of the screen. A run has the first kind
// that fits it, and the last one fits all; all have the first kind until
// something of each has been read, so that nothing moves while a person begins.
var kinds = []kind{
	{"being read", func(*scores) bool { return false }, nil, right},
	{boxes.Protocol.Bar.Runs, func(r *scores) bool { return judgedBy(&boxes.Protocol)(r) && !r.hasQuestionTypes() },
		[]column{right, faithful, score(boxes.Protocol.Name, "f1", 0), unfaithful, unjudged}, unfaithful},
	{spans.Protocol.Bar.Runs, judgedBy(&spans.Protocol),
		[]column{right, faithful, mean("mass", "", 3, scoring.Higher),
			scoreOf(moduleNumber(spans.Protocol.Name, "overall"), "loss a module", 4), unfaithful.leaving(6), unjudged},
		unfaithful},
	{grounding.Protocol.Bar.Runs, judgedBy(&grounding.Protocol),
		[]column{right, faithful, score("grounding", "groundp", 0), score("counting", "rmse", 4), unfaithful.leaving(6), unjudged}, unfaithful},
	{alignment.Protocol.Bar.Runs, judgedBy(&alignment.Protocol),
		// All methods that explain one model have its right answers.
		[]column{right.leaving(3), score("alignment", "delta_a", 0), mean("r", "r with people", 5, scoring.Higher),
			mean("auc", "AUC", 5, scoring.Higher), faithful, depends, unfaithful.leaving(6), unjudged}, score("alignment", "delta_a", 0)},
	{sentences.Protocol.Bar.Runs, judgedBy(&sentences.Protocol),
		[]column{score("sentences", "iou", 0), score("sentences", "hpd", 0), score("sentences", "snr_median", 0),
			faithful.titled("gold first"), // what it means under the bar of the papers
			depends, unfaithful.leaving(6), unjudged}, score("sentences", "iou", 0)},
	{"logic", judgedBy(&boxes.Protocol),
		[]column{right, score("reasoning", "acc_hard", 0), score("reasoning", "err_easy", 0), score("reasoning", "consistency", 5),
			score(boxes.Protocol.Name, "f1", 0), unfaithful.leaving(6), unjudged}, unfaithful},
	{"answers alone", func(*scores) bool { return true },
		[]column{right, score("reasoning", "acc_hard", 6), score("reasoning", "err_easy", 7), score("answers", "unanswered", 2), unjudged},
		right},
}

// score is the column of a score of the whole run.
func score(protocol, metric string, leave int) column {
	return scoreOf(views.NumberOf(protocol, metric, "overall"), widget.MetricName(metric), leave)
}

func scoreOf(n views.Number, title string, leave int) column {
	m := session.MetricIn(n.Protocol, n.Metric)
	c := column{Column: widget.MetricColumn(m), leave: leave, number: n}
	c.Name, c.Title, c.cell = n.Value(), title, func(r *scores) table.Cell {
		x, ok := r.numbers[n]
		if !ok {
			return table.Cell{}
		}
		if n, ok := x.Value.Float(); ok && m.Counts {
			return table.Cell{Value: int(n)}
		}
		return table.Cell{Value: x.Resting()}
	}
	return c
}

// part is a column of how many of some examples meet a condition, a share or a number;
// empty if there are no such examples.
func part(name, where string, kind table.Kind, leave int, of func(q *scoring.Quadrant) (n, all int)) column {
	c := column{Column: kind.Column(name), leave: leave}
	if c.Percent = kind == table.Number; c.Percent {
		c.Better = scoring.Higher
	}
	c.cell = func(r *scores) table.Cell {
		switch n, all := of(&r.quadrant); {
		case all == 0:
			return table.Cell{}
		case c.Percent:
			return table.Cell{Value: scoring.Defined(float64(n) / float64(all)), Leads: where}
		default:
			return table.Cell{Value: n, N: all, Leads: where}
		}
	}
	return c
}

var (
	right    = accuracy(part("right", "", table.Number, 0, (*scoring.Quadrant).Answers))
	faithful = part("faithful", "faithful", table.Number, 0, (*scoring.Quadrant).Faithful)

	unfaithful = part("right, not faithful", rightUnfaithful, table.Count, 0, func(q *scoring.Quadrant) (n, all int) {
		right := q[loaders.Right]
		return right[loaders.Wrong], right[loaders.Right] + right[loaders.Wrong]
	})
	unjudged = part("unjudged", "quadrant=unjudged", table.Count, 2, func(q *scoring.Quadrant) (n, all int) {
		n = q.N() - q.Placed()
		if q.Placed() == 0 { // no example has one of the verdicts
			n = q[loaders.Unknown][loaders.Unknown]
		}
		return n, min(n, 1) * q.N()
	})
)

// depends is the share of examples whose answer depends on what the attribution points at.
var depends = score(intervention.Protocol.Name, "faithful_by_intervention", 4).inPercent()

func (c column) inPercent() column {
	c.Percent = true
	return c
}

// accuracy gives a column the score that it shows.
func accuracy(c column) column {
	c.number = views.NumberOf("answers", "accuracy", "overall")
	return c
}

// leaving lets a column be dropped where the room is short.
func (c column) leaving(leave int) column {
	c.leave = leave
	return c
}

func (c column) titled(title string) column {
	c.Title = title
	return c
}

// mean is the column of one of the means of a run.
func mean(name, title string, leave int, better scoring.Direction) column {
	c := column{Column: table.Number.Column(name), leave: leave}
	c.Title, c.Better, c.cell = title, better, func(r *scores) table.Cell {
		if x, ok := r.means[name]; ok {
			return table.Cell{Value: x}
		}
		return table.Cell{}
	}
	return c
}

// shown is a run's cell in words.
func (c *column) shown(r *scores) string {
	return cmp.Or(widget.Brief(&c.Column, c.cell(r)), table.Absent)
}

// rightUnfaithful is the query for the examples to look at first.
const rightUnfaithful = "right unfaithful"
