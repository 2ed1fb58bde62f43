package runs

import (
	"cmp"
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// scores holds what the screen shows about one run.
type scores struct {
	read, found int
	rescored    int // how many of those read are scored under the settings
	complete    bool
	following   bool
	lost        bool // examples are missing from it
	problems    int
	quadrant    scoring.Quadrant
	numbers     map[string]scoring.Score // by [views.Number.Value]
	// judged is the metric that judges its examples, "" for none, and mean its mean.
	judged string
	rule   string // see [facts.RuleOf]
	mean   scoring.Value
	means  map[string]scoring.Value // mass, r and auc, if known
	// modular is the bar of the protocol that scores its modules; nil for none, and then
	// headlines are shown.
	modular   *scoring.Bar
	headlines []scoring.Score
	classes   []scoring.Score // of all classes, then of each; nil for no classifier
	blame     *facts.Blame
	modules   *table.Table // of the blame; nil without one
	crossed   *table.Table // gold by answer; nil if judged or too many answers
}

func moduleNumber(bar *scoring.Bar, part string) views.Number {
	if part == "overall" {
		part = bar.AllModules
	}
	return views.NumberOf(bar.Protocol, bar.Module, part)
}

// halves are the parts of a counting run that the paper's main figure compares: questions of one
// parity, and tests of which one is mostly removed.
var halves = []string{"even", "odd", "odd-even-90%", "even-odd-90%"}

// mostAsked bounds the examples whose records are read again for what only they hold.
const mostAsked = 4096

func scoresOf(ctx context.Context, scored *session.Scored, table *facts.Run, settings scoring.Settings) scores {
	r := scores{numbers: map[string]scoring.Score{}, mean: scoring.Undefined("no protocol judges it"), means: map[string]scoring.Value{}}
	r.rescored, _ = scored.Rescored() // before the numbers, which rest on at least as many
	r.read, r.found, r.complete = scored.Progress()
	r.following = scored.Run.Following().On
	_, r.problems = scored.Run.Problems.All()
	r.lost = scored.Run.Problems.Lost() != nil
	t := table.Table(settings, nil)
	r.quadrant = t.Quadrant(nil)
	for _, x := range scored.Scores(settings) {
		r.numbers[views.NumberIn(&x).Value()] = x
		modular, ok := widget.First(session.Bars(), func(b *scoring.Bar) bool { return b.Protocol == x.Protocol && b.Module != "" })
		switch {
		case ok:
			r.modular = cmp.Or(r.modular, modular)
		case standsForProtocol(&x):
			r.headlines = append(r.headlines, x)
		}
		if x.Protocol == classes.Protocol.Name {
			r.classes = append(r.classes, x)
		}
	}
	if judged := scored.Judged(); len(judged) > 0 {
		r.judged, r.rule = judged[0], facts.RuleOf(t)
		r.mean = meanOf(t.All(), t.Overall)
		r.means[r.judged] = r.mean
	}
	if r.modular != nil {
		r.blame = t.Blame(t.All())
		if r.modules = r.modulesOf(); len(r.modules.Rows) == 0 {
			r.modules = nil // programs of closed forms alone
		}
	}
	if r.complete && r.read <= mostAsked {
		r.askRecords(ctx, t)
	}
	return r
}

func standsForProtocol(x *scoring.Score) bool {
	_, defined := x.Value.Float()
	of := x.Of == "overall" || x.Protocol == classes.Protocol.Name && x.Of == classes.Macro ||
		x.Protocol == counting.Protocol.Name && x.Metric == "accuracy" && slices.Contains(halves, x.Of)
	return session.MetricIn(x.Protocol, x.Metric).Headline && x.Count > 0 && defined && of &&
		(x.Protocol != "reasoning" || x.Metric != "accuracy")
}

func meanOf(rows []int, value func(i int) scoring.Value) scoring.Value {
	var mean scoring.Mean
	for _, i := range rows {
		mean.Add(value(i))
	}
	return mean.Value("no example has one")
}

// askRecords reads what only records hold: the defined means of a judged run, or gold by answer,
// unless there are too few or too many.
func (r *scores) askRecords(ctx context.Context, t *facts.Table) {
	for _, name := range session.BarOf(r.judged).Means {
		rows := t.Attributions()
		column := rows.Column(name)
		mean := meanOf(rows.All(), func(i int) scoring.Value { return scoring.Defined(query.Float(column.At(i))) })
		if _, ok := mean.Float(); ok {
			r.means[name] = mean
		}
	}
	if r.judged == "" {
		gold, answer := t.Values("answer.gold", mostAnswers+1), t.Values("answer.predicted", mostAnswers+1)
		if len(gold) < 2 || max(len(gold), len(answer)) > mostAnswers {
			return
		}
		of, _ := query.ParseExpressions(t.Fields(), "answer.predicted", "answer.gold") // every run has both columns
		r.crossed, _ = t.Cross(ctx, of, t.All(), "")
	}
}

// mostAnswers bounds the answers in a table of gold by answer.
const mostAnswers = 6

// modulesOf returns the table of the run's blame, with the protocol's number of each type as its
// fifth column.
func (r *scores) modulesOf() *table.Table {
	sheet := r.blame.Sheet()
	sheet.Name = "modules"
	sheet.Columns = slices.Insert(sheet.Columns, 4, widget.MetricColumn(session.MetricIn(r.modular.Protocol, r.modular.Module)))
	for k := range sheet.Columns {
		sheet.Columns[k].In = "" // the bar has the causes' heading
	}
	for k, row := range sheet.Rows {
		sheet.Rows[k] = slices.Insert(row, 4, r.cellOf(moduleNumber(r.modular, row[0].Value.(string)).Value()))
	}
	return sheet
}

func (r *scores) hasQuestionTypes() bool {
	return r.numbers["reasoning accuracy overall"].Count > 0
}

func (r *scores) isLogic() bool {
	return r.judged == boxes.Protocol.Bar.Metric && r.hasQuestionTypes()
}

// cellOf returns the run's cell in a named column; undefined if it has no such number. "unjudged"
// counts examples without both verdicts; if none has both, without either.
func (r *scores) cellOf(name string) table.Cell {
	q := &r.quadrant
	switch right := q[loaders.Right]; name {
	case "right":
		n, all := q.Answers()
		score := r.scoreNamed(accuracy)
		if r.credited() > 0 {
			return table.Cell{Value: score.Value, N: score.Count, Score: score}
		}
		return shareCell(n, all, "", score)
	case "faithful":
		n, all := q.Faithful()
		return shareCell(n, all, "faithful", nil)
	case "right_unfaithful":
		return countCell(right[loaders.Wrong], right[loaders.Right]+right[loaders.Wrong], rightUnfaithful)
	case "unjudged":
		n := q.N() - q.Placed()
		if q.Placed() == 0 { // no example has one of the verdicts
			n = q[loaders.Unknown][loaders.Unknown] - r.credited()
		}
		return countCell(n, min(n, 1)*q.N(), "quadrant=unjudged")
	}
	if mean, ok := r.means[name]; ok {
		return table.Cell{Value: mean}
	}
	x := r.scoreNamed(name)
	if x == nil {
		return table.Cell{Value: scoring.Undefined("the run has no such number")}
	}
	if n, ok := x.Value.Float(); ok && session.MetricIn(x.Protocol, x.Metric).Counts {
		return table.Cell{Value: int(n), Score: x}
	}
	return table.Cell{Value: x.Resting(), N: x.Count, Score: x}
}

// credited returns the number of answers without a verdict that the accuracy counts in part. It counts
// only answers in the quadrant, because scores may rest on more while a run is scored again.
func (r *scores) credited() int {
	_, judged := r.quadrant.Answers()
	return max(0, min(r.numbers[accuracy].Count, r.quadrant.N())-judged)
}

// accuracy names the share of right answers.
const accuracy = "answers accuracy overall"

func (r *scores) scoreNamed(name string) *scoring.Score {
	if x, ok := r.numbers[name]; ok {
		return &x
	}
	return nil
}

func shareCell(n, all int, where string, score *scoring.Score) table.Cell {
	share, _ := stats.Share(n, all)
	return table.Cell{Value: share, N: all, Leads: where, Score: score}
}

func countCell(n, all int, where string) table.Cell {
	if all == 0 {
		return table.Cell{Value: scoring.Undefined("no example has both verdicts")}
	}
	return table.Cell{Value: n, N: all, Leads: where}
}

// rightUnfaithful is the query for the examples to look at first.
const rightUnfaithful = "right unfaithful"
