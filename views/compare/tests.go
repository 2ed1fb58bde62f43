package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// testTable is the table of the scores of two runs with their tests.
type testTable struct {
	s           *views.Session
	sheet       widget.Sheet
	by          session.ClusterKind // what is swapped together
	isChosen    bool                // by a person
	uncorrected bool                // p isn't corrected by Holm's method
	isPart      bool                // more tests are coming, so p can't be corrected yet
	listed      []report.Difference // those of the table
}

// The columns of [report.TestsTable] that the screen changes.
const (
	columnChange, columnSpan, columnP, columnHolm, columnTrials = 3, 4, 5, 6, 7
)

// putTests leaves out scores that neither run has, and keeps one of both p, because two with one name
// were confused.
func (t *testTable) putTests(testedScores []report.Difference, w int) {
	// A score that neither run has says nothing here.
	list := loaders.Filter(testedScores, func(d report.Difference) bool { return d.A.Why() == "" || d.B.Why() == "" })
	hidden := []int{columnP, columnTrials} // the explanation has the trials
	if t.uncorrected || t.isPart {
		hidden[0] = columnHolm
	}
	sheet := report.TestsTable(list)
	sheet.Columns[0].Title, sheet.Columns[columnChange].Title, sheet.Columns[columnHolm].Title = "score", "B − A", "p "+familyOf(testedScores)
	for i := range list {
		sheet.Rows[i][0].Value = numberOf(&list[i]).String()
	}
	t.listed = list
	t.sheet.Text = func(row, column int) string {
		switch d := &list[row]; { // the reasons would leave p no room
		case column == columnSpan && !d.P.IsDefined():
			return "not tested"
		case column == columnSpan && d.WhyNoInterval() != "":
			return "no interval"
		}
		sign := ""
		if column == columnChange {
			sign = [...]string{"", "▲ ", "▼ "}[t.verdictOf(&list[row])]
		}
		return sign + t.sheet.ShortenCell(row, column)
	}
	t.sheet.Style = func(row, column int) widget.Style {
		switch verdict := t.verdictOf(&list[row]); {
		case column == 1 || column == 2:
			return widget.Bold(t.s.Theme.Text) // colour says which is better, and nothing else
		case column == columnChange && verdict != loaders.Unknown:
			return widget.Bold(t.s.Verdict(verdict))
		}
		return widget.Style{}
	}
	t.sheet.Leave = func(k int) int {
		if slices.Contains(hidden, k) {
			return -1
		}
		return max(0, k-columnHolm)
	}
	t.sheet.Drawn = nil
	t.sheet.Put(sheet, t.s.Look, w)
}

func familyOf(testedScores []report.Difference) string {
	return fmt.Sprintf("Holm of %d", loaders.CountFunc(testedScores, func(d report.Difference) bool { return d.P.IsDefined() }))
}

func (t *testTable) judgedP(d *report.Difference) scoring.Value {
	if t.uncorrected || t.isPart {
		return d.P
	}
	return d.Holm
}

func (t *testTable) verdictOf(d *report.Difference) loaders.Verdict {
	return d.Verdict(t.judgedP(d), report.Level)
}

func (t *testTable) selectedScore() *report.Difference { return &t.listed[t.sheet.Chosen()] }

func (t *testTable) explainScore(c *report.Comparison) tea.Cmd {
	d := t.selectedScore()
	m := session.MetricIn(d.Protocol, d.Metric)
	difference, interval := "none: "+d.Difference.Why(), "none: "+d.WhyNoInterval()
	if x, ok := d.Difference.Float(); ok {
		difference = widget.SixDigits(x)
	}
	if i := d.Interval; i != nil {
		drawn := "shares of 0 and 1: Newcombe 1998, method 10"
		if i.Trials > 0 {
			drawn = fmt.Sprintf("%s over pairs, seed %d; Efron's percentile interval", loaders.Count(i.Trials, "draw"), c.Seed)
		}
		interval = fmt.Sprintf("%s to %s (%.0f %%, %s)", widget.SixDigits(i.Low), widget.SixDigits(i.High), 100*i.Level, drawn)
	}
	p := "none: " + d.P.Why()
	if _, tested := d.P.Float(); tested {
		p = widget.Chance(d.P) + ": paired permutation test over " + widget.If(d.Exact, "all ") + loaders.Count(d.Trials, "way") +
			" to swap " + c.Agreement.Clusters.String() + ", two-sided (Subramanian et al. 2020, appendix D)"
	}
	return t.s.ShowNote(numberOf(d).String(), [][2]string{
		{"A", loaders.Clean(c.A.Name) + ": " + widget.Number(d.A)}, {"B", loaders.Clean(c.B.Name) + ": " + widget.Number(d.B)},
		{"B − A", difference}, {"interval", interval}, {"p", p},
		{"corrected", widget.Chance(d.Holm) + ", " + familyOf(c.Tests) + " tests of this comparison (Holm 1979)"},
		{"n", strconv.Itoa(d.Count)}, {"protocol", d.Protocol}, {"formula", m.Formula}, {"reading", m.Source},
		{"settings", views.SettingsBehind(t.s.Settings, d.Protocol, t.s.Judged())},
	})
}

func wordFor(d *report.Difference) string {
	x, _ := d.Difference.Float()
	often, quality := "more often ", "better"
	if session.MetricIn(d.Protocol, d.Metric).Better.Better(0, x) {
		often, quality = "less often ", "worse"
	}
	switch {
	case d.Protocol == answers.Protocol.Name && d.Metric == "accuracy":
		return often + "right"
	case d.Protocol == faithfulness.Name:
		return often + "faithful"
	}
	name := numberOf(d).String()
	if d.Of == "overall" {
		name = widget.MetricName(d.Metric)
	}
	return quality + " in " + name
}

// findingOf names leading scores even if these examples can't tell, but of the others only real
// differences, up to three per verdict, because a sentence of 19 tests is not read.
func (t *testTable) findingOf(c *report.Comparison) string {
	if c.Pairs == 0 {
		return "The runs have no examples in common: none of A's ids is in B."
	}
	var said [3][]string // by verdict
	more := 0            // that differ besides them
	seen := map[string]bool{}
	for _, lead := range []bool{true, false} {
		for i := range c.Tests {
			d := &c.Tests[i]
			verdict, what := t.verdictOf(d), wordFor(d)
			isOpen := !lead && verdict == loaders.Unknown
			switch {
			case !belongsTo(d, lead) || seen[what] || isOpen, isGiven(c, d):
			case !lead && len(said[verdict]) > 2:
				more++
			default:
				seen[what] = true
				said[verdict] = append(said[verdict], what+" ("+widget.Signed(d.Difference)+", "+chanceText(t.judgedP(d))+")")
			}
		}
	}
	var text []string
	if real := slices.Concat(said[loaders.Right], said[loaders.Wrong]); len(real) > 0 {
		text = append(text, "B is "+joinWords(real, "and")+widget.If(more > 0, fmt.Sprintf("; %d scores differ in total", len(real)+more))+".")
	}
	these := fmt.Sprintf("with these %d examples", c.Pairs)
	switch unknown := said[loaders.Unknown]; {
	case len(unknown) > 0:
		text = append(text, "Can't tell whether B is "+joinWords(unknown, "or")+" "+these+".")
	case len(text) == 0:
		text = append(text, "No score can be tested "+these+".")
	}
	if c.Linked != "" {
		text = append(text, strings.ToUpper(c.Linked[:1])+c.Linked[1:]+".")
	}
	text = append(text, kappaOf(c)...)
	return strings.Join(append(text, t.describeCorrection(c.Tests)), " ")
}

// isGiven tells that two judges of steps are both given the answers that the score is about.
func isGiven(c *report.Comparison, d *report.Difference) bool {
	return d.Protocol == answers.Protocol.Name && kappaOf(c) != nil
}

func kappaOf(c *report.Comparison) (sentences []string) {
	pair := &c.Agreement.Pairs[0]
	if both, named := pair.Both, &pair.Of[report.FaithfulnessChange]; both.N > 0 {
		kappa := strings.Replace(widget.Number(both.Value), "-", "−", 1) // lines break at a hyphen
		return []string{fmt.Sprintf("Only A is right on %s, only B on %d; κ %s over %s that both judge.",
			loaders.Count(named.Lost, "example"), named.Gained, kappa, loaders.Count(both.N, "step"))}
	}
	return nil
}

func (t *testTable) describeCorrection(testedScores []report.Difference) string {
	if t.isPart {
		return "Permutation tests, p not corrected yet."
	}
	return "Permutation tests, " + widget.If(t.uncorrected, "without ") + familyOf(testedScores) + "."
}

func isLeading(d report.Difference) bool { return d.P.IsDefined() && d.Of == "overall" && d.Leads() }

func belongsTo(d *report.Difference, leadsFamily bool) bool {
	return d.P.IsDefined() && isLeading(*d) == leadsFamily
}

func joinWords(wordList []string, lastJoiner string) string {
	if n := len(wordList) - 1; n > 0 {
		return strings.Join(wordList[:n], ", ") + " " + lastJoiner + " " + wordList[n]
	}
	return wordList[0]
}

func chanceText(p scoring.Value) string { return "p " + widget.Chance(p) }

func numberOf(d *report.Difference) views.MetricName {
	return views.NumberOf(d.Protocol, d.Metric, d.Of)
}
