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
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// runComparisons holds what a run's figures are compared with inside the run.
type runComparisons struct {
	// control tests the metric of a judge of steps; nil without one, or until all is read.
	control *report.ControlTest
	// methods are the run's attribution methods by agreement with people, if asked for.
	methods []report.HumanAgreement
}

// runScores holds what the screen shows about one run.
type runScores struct {
	read, found int
	rescored    int // how many of those read are scored under the settings
	complete    bool
	following   bool
	lost        bool // examples are missing from it
	problems    int
	quadrant    scoring.VerdictCounts
	numbers     map[string]scoring.Score // by [views.MetricName.Value]
	// judged is the metric that judges its examples, "" for none, and mean its mean.
	judged string
	rule   string // see [facts.RuleOf]
	mean   scoring.Value
	means  map[string]scoring.Mean // mass, r and auc, if known
	runComparisons
	// modular is the bar of the protocol that scores its modules; nil for none, and then
	// headlines are shown.
	modular   *scoring.FaithfulThreshold
	headlines []scoring.Score
	classes   []scoring.Score // of all classes, then of each; nil for no classifier
	blame     *facts.ModuleBlame
	modules   *table.Table // of the blame; nil without one
	crossed   *table.Table // gold by answer; nil if judged or too many answers
}

func moduleNumber(bar *scoring.FaithfulThreshold, moduleType string) views.MetricName {
	if moduleType == "overall" {
		moduleType = bar.AllModules
	}
	return views.NumberOf(bar.Protocol, bar.Module, moduleType)
}

// halves are the parts of a counting run that the paper's main figure compares: questions of one
// parity, and tests of which one is mostly removed.
var halves = []string{"even", "odd", "odd-even-90%", "even-odd-90%"}

// mostAsked bounds the examples whose records are read again for what only they hold.
const mostAsked = 4096

func scoresOf(ctx context.Context, measuredRun *session.ScoredRun, runFacts *facts.Run, settings scoring.Settings) runScores {
	r := runScores{numbers: map[string]scoring.Score{}, mean: scoring.Undefined("no protocol judges it"), means: map[string]scoring.Mean{}}
	r.rescored, _ = measuredRun.Rescored() // before the numbers, which rest on at least as many
	r.read, r.found, r.complete = measuredRun.Progress()
	r.following = measuredRun.Run.Following().On
	_, r.problems = measuredRun.Run.Problems.All()
	r.lost = measuredRun.Run.Problems.Lost() != nil
	t := runFacts.Table(settings, nil)
	r.quadrant = t.Quadrant()
	for _, x := range measuredRun.Scores(settings) {
		r.numbers[views.NumberIn(&x).Value()] = x
		modular, ok := widget.First(session.Bars(), func(b *scoring.FaithfulThreshold) bool { return b.Protocol == x.Protocol && b.Module != "" })
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
	if judged := measuredRun.Judged(); len(judged) > 0 {
		r.judged, r.rule = judged[0], facts.RuleOf(t)
		mean := meanOf(t.All(), t.Overall)
		r.mean, r.means[r.judged] = mean.Value(whyNoMean), mean
	}
	if r.modular != nil {
		r.blame = t.Blame(t.All())
		if r.modules = r.modulesOf(); len(r.modules.Rows) == 0 {
			r.modules = nil // programs of closed forms alone
		}
	}
	if r.complete && r.read <= mostAsked {
		r.askRecords(ctx, t)
		if h, ok := widget.First(r.headlines, func(x scoring.Score) bool { return x.Protocol == steps.Protocol.Name }); ok {
			h.Interval, _ = report.IntervalOf(ctx, measuredRun, h) // once ctx ends, nothing is shown
			r.numbers[views.NumberIn(&h).Value()] = h
		}
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

const whyNoMean = "no example has a value"

func meanOf(rowIndices []int, valueOf func(i int) scoring.Value) (mean scoring.Mean) {
	for _, i := range rowIndices {
		mean.Add(valueOf(i))
	}
	return mean
}

// askRecords leaves out gold by answer for free text, whose table would have a row per example.
func (r *runScores) askRecords(ctx context.Context, t *facts.Table) {
	for _, name := range session.BarOf(r.judged).Means {
		rows := t.Attributions()
		column := rows.Column(name)
		mean := meanOf(report.ScoredAttributions(rows), func(i int) scoring.Value { return scoring.Defined(query.Float(column.At(i))) })
		if mean.Count > 0 {
			r.means[name] = mean
		}
	}
	if len(session.BarOf(r.judged).Means) > 0 {
		r.methods, _ = report.CompareMethods(ctx, t)
	}
	if r.judged == "" {
		gold, answer := t.Values("answer.gold", mostAnswers+1), t.Values("answer.predicted", mostAnswers+1)
		if len(gold) < 2 || max(len(gold), len(answer)) > mostAnswers {
			return
		}
		of, _ := query.ParseExpressions(t.Fields(), "answer.predicted", "answer.gold") // every run has both columns
		readable, _ := query.Parse("not broken", t.Fields())                           // or it would be nothing, rightly predicted
		rows, _ := t.Select(ctx, readable)
		r.crossed, _ = t.Cross(ctx, of, rows.Rows, "")
	}
}

// mostAnswers bounds the answers in a table of gold by answer.
const mostAnswers = 6

func (r *runScores) modulesOf() *table.Table {
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

func (r *runScores) hasQuestionTypes() bool {
	return r.numbers["reasoning accuracy overall"].Count > 0
}

func (r *runScores) isLogic() bool {
	return r.judged == boxes.Protocol.Bar.Metric && r.hasQuestionTypes()
}

// cellOf counts as unjudged what lacks one of the verdicts; if the run has only one kind, what lacks
// both, or every example would count. Undefined if it has no such number.
func (r *runScores) cellOf(name string) table.Cell {
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
		if q.Placed() == 0 { // no example has a value of the verdicts
			n = q[loaders.Unknown][loaders.Unknown] - r.credited()
		}
		return countCell(n, min(n, 1)*q.N(), "quadrant=unjudged")
	}
	if name == bestMethod && len(r.methods) > 1 && r.methods[0].R.Count > 0 {
		best := &r.methods[0]
		return table.Cell{Value: best.R.Value(""), N: best.R.Count, Mark: " " + best.Method}
	}
	if mean, ok := r.means[name]; ok {
		return table.Cell{Value: mean.Value(whyNoMean), N: mean.Count}
	}
	x := r.scoreNamed(name)
	if x == nil {
		return table.Cell{Value: scoring.Undefined("this run has no such number")}
	}
	if n, ok := x.Value.Float(); ok && session.MetricIn(x.Protocol, x.Metric).Counts {
		return table.Cell{Value: int(n), Score: x}
	}
	return table.Cell{Value: x.Resting(), N: x.Count, Score: x}
}

// credited returns the number of answers without a verdict that the accuracy counts in part. It counts
// only answers in the quadrant, because scores may rest on more while a run is scored again.
func (r *runScores) credited() int {
	_, judged := r.quadrant.Answers()
	return max(0, min(r.numbers[accuracy].Count, r.quadrant.N())-judged)
}

const bestMethod = "best_r"

// accuracy names the share of right answers.
const accuracy = "answers accuracy overall"

func (r *runScores) scoreNamed(name string) *scoring.Score {
	if x, ok := r.numbers[name]; ok {
		return &x
	}
	return nil
}

func shareCell(n, totalCount int, whereQuery string, score *scoring.Score) table.Cell {
	share, _ := stats.Share(n, totalCount)
	return table.Cell{Value: share, N: totalCount, Leads: whereQuery, Score: score}
}

func countCell(n, totalCount int, whereQuery string) table.Cell {
	if totalCount == 0 {
		return table.Cell{Value: scoring.Undefined("no example has both verdicts")}
	}
	return table.Cell{Value: n, N: totalCount, Leads: whereQuery}
}

// rightUnfaithful is the query for the examples to look at first.
const rightUnfaithful = "right unfaithful"
