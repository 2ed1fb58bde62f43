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
	rescored    int // how many of those read the numbers rest on
	complete    bool
	following   bool
	lost        bool // examples are missing from it
	problems    int
	quadrant    scoring.Quadrant
	numbers     map[string]scoring.Score // by [views.Number.Value]
	// judged is the metric by which its examples are judged faithful, "" for
	// none, and mean its mean over them.
	judged string
	rule   string // as [facts.RuleOf]
	mean   scoring.Value
	means  map[string]scoring.Value // mass, r and auc, as far as they are known
	// modular is the bar of the protocol that scores its modules, nil if none does; then headlines,
	// the numbers that stand for the other protocols, are shown in place of modules.
	modular   *scoring.Bar
	headlines []scoring.Score
	classes   []scoring.Score // precision, recall and F1 of all classes, then of each; nil for no classifier
	blame     *facts.Blame
	modules   *table.Table // of the blame, with the protocol's number; nil without one
	crossed   *table.Table // gold by answer; nil where examples are judged, or have too many answers
}

func moduleNumber(bar *scoring.Bar, part string) views.Number {
	if part == "overall" {
		part = bar.AllModules
	}
	return views.NumberOf(bar.Protocol, bar.Module, part)
}

// halves are the parts of a counting run that the paper's main figure compares:
// questions of one parity, and the tests of which one is mostly removed.
var halves = []string{"even", "odd", "odd-even-90%", "even-odd-90%"}

// mostAsked is how many examples a run may have for its records to be read
// again for what only they hold.
const mostAsked = 4096

// scoresOf returns what the screen shows of a run under settings: progress, quadrant, all scores by
// their names, those that stand for their protocols, the mean by which it is judged, the blame of
// its modules, and for a run that is read whole and not too large what its records say.
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

// askRecords sets what only the records of the run say. Where examples are judged by c, it sets
// the means of r and auc, the agreement with people, that are defined. Where nothing judges them,
// it sets r.crossed to gold by answer, unless gold has fewer than two values, one of both has more
// than mostAnswers, or ctx ends.
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

// mostAnswers is the greatest number of different answers for which a table of gold by
// answer has room.
const mostAnswers = 6

// modulesOf returns the table of the run's blame by module type, with the protocol's number of
// each type as its fifth column. The type that most often goes wrong first leads; all types
// together come last.
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

// cellOf returns the run's cell in the column of a name, with the examples or the score behind it:
// a share or count of the quadrant, a mean over records, or else the score of that name, as an
// integer if its metric counts. "unjudged" counts examples without both verdicts; if none has
// both, those with neither. The value is undefined where the run has no such number.
func (r *scores) cellOf(name string) table.Cell {
	q := &r.quadrant
	switch right := q[loaders.Right]; name {
	case "right":
		n, all := q.Answers()
		return shareCell(n, all, "", r.scoreNamed(accuracy))
	case "faithful":
		n, all := q.Faithful()
		return shareCell(n, all, "faithful", nil)
	case "right_unfaithful":
		return countCell(right[loaders.Wrong], right[loaders.Right]+right[loaders.Wrong], rightUnfaithful)
	case "unjudged":
		n := q.N() - q.Placed()
		if q.Placed() == 0 { // no example has one of the verdicts
			n = q[loaders.Unknown][loaders.Unknown]
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

// accuracy names the share of right answers.
const accuracy = "answers accuracy overall"

// scoreNamed returns a copy of the score of a name ([views.Number.Value]), nil if the run has
// none.
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

// countCell returns a cell with the count n out of all examples, which leads to those of the query
// where; if all is 0, an undefined one, since no example has both verdicts.
func countCell(n, all int, where string) table.Cell {
	if all == 0 {
		return table.Cell{Value: scoring.Undefined("no example has both verdicts")}
	}
	return table.Cell{Value: n, N: all, Leads: where}
}

// rightUnfaithful is the query for the examples to look at first.
const rightUnfaithful = "right unfaithful"
