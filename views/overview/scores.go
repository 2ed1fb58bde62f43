package overview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/causes"
	"faithscope/scoring/counting"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// runScores is what the overview shows of one run.
type runScores struct {
	read, found int
	rescored    int // of those read, how many the numbers rest on
	complete    bool
	following   bool
	problems    int
	quadrant    scoring.Quadrant
	accuracy    scoring.Score
	// protocol scores the run's modules, "" where none does.
	protocol string
	// modules has a row of all modules, and one of each type in the order of the
	// paper's tables; see [modulesOf]. It is nil without a protocol.
	modules *table.Table
	// headlines are the overall numbers that stand for the other protocols.
	headlines []scoring.Score
	failures  *table.Table // the worst right answers, the worst first
	worst     []int        // their examples
	kinds     *table.Table // accuracy by question type, the lowest first
}

// protocols are those that score modules, with their metrics: the first one
// stands for all.
var protocols = []struct {
	name, title string
	columns     []table.Column
}{
	{boxes.Protocol.Name, "F1 by module", []table.Column{
		{Name: "f1", Title: "F1", Kind: table.Number, Better: scoring.Higher}, {Name: "precision", Title: "P", Kind: table.Number, Better: scoring.Higher},
		{Name: "recall", Title: "R", Kind: table.Number, Better: scoring.Higher},
	}},
	{spans.Protocol.Name, "loss by module", []table.Column{{Name: "loss", Kind: table.Number, Better: scoring.Lower}}},
}

// metrics returns the columns of a protocol, nil for one that scores no
// modules.
func metrics(protocol string) []table.Column {
	for _, p := range protocols {
		if p.name == protocol {
			return p.columns
		}
	}
	return nil
}

// overall is a metric of the run's modules; the zero value where nobody scored it.
func (r *runScores) overall(metric string) scoring.Value {
	k := slices.IndexFunc(metrics(r.protocol), func(c table.Column) bool { return c.Name == metric })
	if k < 0 {
		return scoring.Value{}
	}
	return r.modules.Rows[0][1+k].Value.(scoring.Value)
}

// progress says how far a run's scoring is, "" when it is done.
func (r *runScores) progress() string {
	switch {
	case r.complete:
		return ""
	case r.rescored < r.read:
		return fmt.Sprintf("rescoring, %d of %d", r.rescored, r.read)
	case r.following && r.read == r.found:
		return "following"
	}
	return fmt.Sprintf("scoring, %d of %d", r.read, r.found)
}

// sides reports which verdicts examples of the run have, both while nothing was
// scored yet.
func (r *runScores) sides() (answers, faithful bool) {
	if r.quadrant.Placed() > 0 || r.quadrant.N() == 0 {
		return true, true
	}
	_, judged := r.quadrant.Answers()
	unknown := r.quadrant[loaders.Unknown]
	return judged > 0, unknown[loaders.Right]+unknown[loaders.Wrong] > 0
}

// lacks says in words what the run has no verdict on, "" where it has both.
func (r *runScores) lacks() string {
	switch answers, faithful := r.sides(); {
	case answers && faithful:
		return ""
	case answers:
		return "no faithfulness"
	case faithful:
		return "no verdict on answers"
	}
	return "no verdicts"
}

// missing says which verdicts the run lacks, and why.
func (r *runScores) missing() []string {
	var why []string
	answers, faithful := r.sides()
	if !faithful {
		reason := "nothing in this run is scored as faithful or not"
		if r.protocol != "" {
			reason = cmp.Or(r.overall(metrics(r.protocol)[0].Name).Why(), reason)
		}
		why = append(why, "no faithfulness: "+reason)
	}
	if !answers {
		why = append(why, "no verdict on answers: "+cmp.Or(r.accuracy.Value.Why(), "unknown"))
	}
	return why
}

// headline is the score that stands for the run in the list of runs, where its
// modules are not scored: the first that is defined. Where the answers have a
// number in the list, one of them stands here only if there is no other. It is nil
// for none.
func (r *runScores) headline() *scoring.Score {
	var first *scoring.Score
	_, answered := r.accuracy.Value.Float()
	for i := range r.headlines {
		h := &r.headlines[i]
		if _, ok := h.Value.Float(); !ok || r.protocol != "" {
			continue
		}
		if !answered || h.Protocol != counting.Protocol.Name && h.Metric != "accuracy" {
			return h
		}
		if first == nil {
			first = h
		}
	}
	return first
}

// facts says every headline, and why one is undefined.
func (r *runScores) facts() [][2]string {
	var facts [][2]string
	for _, s := range r.headlines {
		m := session.MetricOf(s.Metric)
		text := widget.MetricLabel(m) + " " + widget.ScoreText(m, s.Value) + " over " + strconv.Itoa(s.Count)
		if why := s.Value.Why(); why != "" {
			text = widget.MetricLabel(m) + ": " + why
		}
		facts = append(facts, [2]string{s.Protocol, text})
	}
	return facts
}

// halves are the parts of a counting run that the paper's main figure sets
// against each other: questions of one parity, and the tests of which one is
// mostly removed.
var halves = []string{"even", "odd", "odd-even-90%", "even-odd-90%"}

// ofHalf reports whether a score is the accuracy of a half that has questions.
func ofHalf(s *scoring.Score) bool {
	return s.Protocol == counting.Protocol.Name && s.Metric == "accuracy" && s.Count > 0 && slices.Contains(halves, s.Of)
}

// headlineName is a headline's metric, with what it is of where that is not the
// whole run.
func headlineName(s *scoring.Score) string {
	name := widget.MetricLabel(session.MetricOf(s.Metric))
	if s.Of != "overall" {
		name += " " + s.Of
	}
	return name
}

func scoresOf(ctx context.Context, scored *session.Scored, of *facts.Run, settings scoring.Settings) runScores {
	var r runScores
	r.rescored, _ = scored.Rescored() // before the numbers, which rest on no fewer
	r.read, r.found, r.complete = scored.Progress()
	r.following = scored.Run.Following().On
	_, r.problems = scored.Run.Problems.All()
	t := of.Table(settings, nil)
	r.quadrant = t.Quadrant(nil)
	r.accuracy.Value = scoring.Undefined("no answer was scored yet")
	find := map[views.Number]scoring.Score{}
	var parts []scoring.Score // those of halves, which come last
	for _, score := range scored.Scores(settings) {
		find[views.Number{Protocol: score.Protocol, Metric: score.Metric, Of: score.Of}] = score
		switch overall := score.Of == "overall"; {
		case metrics(score.Protocol) != nil:
			r.protocol = cmp.Or(r.protocol, score.Protocol)
		case ofHalf(&score):
			parts = append(parts, score)
		case !overall:
		case score.Protocol != answers.Protocol.Name && session.MetricOf(score.Metric).Headline:
			r.headlines = append(r.headlines, score)
		case score.Protocol == answers.Protocol.Name && score.Metric == "accuracy":
			r.accuracy = score
		}
	}
	r.headlines = append(r.headlines, parts...)
	r.failures, r.worst = failuresOf(scored, t, settings)
	r.kinds = kindsOf(ctx, t)
	if r.protocol != "" {
		r.modules = modulesOf(r.protocol, t, find)
	}
	return r
}

// modulesOf lays out what is known of the modules of a run: all of them, then
// those of each type. Behind the metrics of the protocol stand in how many examples
// the type goes wrong first; how many of its modules are wrong, of those with a
// score; on how many examples the metrics rest; how many modules are empty, of
// which nothing is wanted and that predict nothing (of no use to anybody, they have
// an F1 of 1); and how many are wrong because of each cause that there is.
func modulesOf(protocol string, t *facts.Table, find map[views.Number]scoring.Score) *table.Table {
	own := metrics(protocol)
	sheet := &table.Table{Name: "modules", Columns: slices.Concat(table.Text.Columns("module"), own, table.Count.Columns("first", "wrong", "used", "n", "empty"))}
	count := func(metric, of string) (n, all int) {
		score := find[views.Number{Protocol: causes.Name, Metric: metric, Of: of}]
		x, _ := score.Value.Float()
		return int(x), score.Count
	}
	var why []scoring.Cause
	for _, c := range scoring.Causes() {
		if n, _ := count(causes.Metric(c), "overall"); n > 0 {
			why = append(why, c)
			sheet.Columns = append(sheet.Columns, table.Column{Name: c.String(), Kind: table.Count})
		}
	}
	blame := t.Blame(t.All())
	for _, of := range append([]string{"overall"}, t.Types()...) {
		row, rests, among, first := []any{of}, 0, "", `culprit!=""`
		for _, c := range own {
			value := scoring.Undefined("not scored by " + protocol)
			if score, ok := find[views.Number{Protocol: protocol, Metric: c.Name, Of: of}]; ok {
				value, rests = score.Resting(), max(rests, score.Count)
			}
			row = append(row, value)
		}
		culprits := &blame.Total
		if of != "overall" {
			culprits, among, first = &facts.TypeBlame{}, "."+of, "culprit="+strconv.Quote(of)
			if k := slices.IndexFunc(blame.Types, func(b facts.TypeBlame) bool { return b.Type == of }); k >= 0 {
				culprits = &blame.Types[k]
			}
		}
		wrong, used := count("wrong", of)
		empty, _ := count("nothing_wanted", of)
		row = append(row, table.Cell{Value: culprits.Culprits(), Leads: first}, wrong, used, rests, table.Cell{Value: empty, Leads: "nothing_wanted" + among})
		for _, c := range why {
			n, _ := count(causes.Metric(c), of)
			row = append(row, table.Cell{Value: n, Leads: "cause" + among + "=" + strconv.Quote(c.String())})
		}
		sheet.Add(row...)
	}
	return sheet
}

// mostFailures bounds the failures that are looked up of a run; each may have to
// be read.
const mostFailures = 8

// failuresOf are the least faithful examples with a right answer, the worst
// first, and where they are.
func failuresOf(scored *session.Scored, t *facts.Table, settings scoring.Settings) (*table.Table, []int) {
	value := func(i int) float64 {
		x, _ := t.Overall(i).Float()
		return x
	}
	worst := slices.DeleteFunc(t.All(), func(i int) bool { return t.Answer(i) != loaders.Right || t.Faithful(i) != loaders.Wrong })
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	worst = worst[:min(len(worst), mostFailures)]
	sheet := &table.Table{Name: "failures", Columns: []table.Column{{Name: "example"}, {Name: "why"}, {Name: "score", Kind: table.Number}}}
	for _, i := range worst {
		row := scored.Run.Row(i)
		score, _ := scored.Example(i, settings)
		sheet.Add(row.ID+"  "+row.Question, culpritOf(&score), t.Overall(i))
	}
	return sheet, worst
}

// culpritOf says which module went wrong first, and why: "find: low p, best box
// IoU .94 had p .35".
func culpritOf(score *scoring.ExampleScore) string {
	m := score.Module(score.Culprit())
	if m == nil {
		return ""
	}
	var why []string
	if m.Cause != scoring.NoCause { // a count has none
		why = append(why, m.Cause.String())
	}
	if near, ok := nearMiss(m); ok && m.Cause != scoring.NoProposal {
		why = append(why, "best box IoU "+widget.Decimal(near.IoU)+" had p "+widget.Small(near.Probability))
	}
	if len(why) == 0 {
		return m.Type
	}
	return m.Type + ": " + strings.Join(why, ", ")
}

// nearMiss is the proposal that lies best on a gold box which was missed;
// ok is false where none is aligned with one.
func nearMiss(m *scoring.ModuleScore) (near scoring.Proposal, ok bool) {
	for _, im := range m.Images {
		for _, g := range im.Gold {
			if !g.Matched && g.Aligned && (!ok || g.Best.IoU > near.IoU) {
				near, ok = g.Best, true
			}
		}
	}
	return near, ok
}

// kindsOf is the accuracy of every question type, the lowest first; no rows for
// fewer than two. A row leads to the wrong answers.
func kindsOf(ctx context.Context, t *facts.Table) *table.Table {
	kind, err := query.ParseExpression("kind", t.Fields())
	if err != nil {
		panic(err) // every run has the column
	}
	// An error is that of a context that is done.
	groups, _ := t.Groups(ctx, kind, slices.DeleteFunc(t.All(), func(i int) bool { return t.Answer(i) == loaders.Unknown }))
	groups = slices.DeleteFunc(groups, func(g facts.Group) bool { return g.Text == "none" })
	slices.SortStableFunc(groups, func(a, b facts.Group) int {
		x, of := a.Answers()
		y, among := b.Answers()
		return x*among - y*of
	})
	if len(groups) < 2 {
		groups = nil
	}
	sheet := facts.GroupSheet("accuracy by type", groups)
	for _, row := range sheet.Rows {
		row[0].Leads = "wrong " + row[0].Leads
	}
	sheet.Columns[0].Title = "accuracy by type, lowest first"
	return sheet
}
