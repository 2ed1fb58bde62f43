package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// holmOff is the word for p without Holm's correction.
const holmOff = "off"

// swappedTogether says what a test swaps at once.
type swappedTogether struct {
	by       session.ClusterKind
	isChosen bool // by a person
}

// testTable is the table of the scores of two runs with their tests.
type testTable struct {
	s     *views.Session
	sheet widget.Sheet
	swappedTogether
	uncorrected bool                 // p isn't corrected by Holm's method
	isPart      bool                 // more tests are coming, so p can't be corrected yet
	isBiased    bool                 // [report.ChoosesByAnswer]
	listed      []*report.Difference // by row; nil for the line of equal scores
	tested      int                  // tests in all
	usualN      string               // most scores' n, in the title
	isMixed     bool                 // some have another
	equal       string               // the line's names, or if it is open why they have no interval
	isTurned    bool                 // the line is opened, or closed if no score differs
	isOpen      bool
}

// The columns of [report.TestsTable] that the screen changes.
const columnChange, columnP, columnHolm, columnTrials, columnN = 3, 5, 6, 7, 8

// putTests leaves out scores that neither run has, and keeps one of both p, because two with one name
// were confused.
func (t *testTable) putTests(testedScores []report.Difference, w int) {
	t.tested = loaders.CountFunc(testedScores, func(d report.Difference) bool { return d.P.IsDefined() })
	// A score that neither run has says nothing here.
	list := loaders.Filter(testedScores, func(d report.Difference) bool { return d.A.Why() == "" || d.B.Why() == "" })
	loaders.SortBy(list, func(d report.Difference) int {
		return loaders.IfElse(isEqual(&d), 2, loaders.IfElse(d.Of == overall, 0, 1))
	})
	sheet := report.TestsTable(list)
	sheet.Columns[0].Title, sheet.Columns[columnChange].Title, sheet.Columns[columnHolm].Title = "score", "B − A", "corrected p"
	named := map[string]bool{}
	for i := range list {
		name := numberOf(&list[i]).String()
		sheet.Rows[i][0].Value = name + widget.If(named[name], ", "+list[i].Protocol)
		named[name] = true
	}
	t.listed = loaders.Fill(len(list), func(i int) *report.Difference { return &list[i] })
	t.foldEqual(sheet)
	hidden := t.countUsual()
	t.sheet.Text = func(row, column int) string {
		text, d := t.sheet.ShortenCell(row, column), t.listed[row]
		switch {
		case d == nil && column > 0, column == columnN && text == t.usualN:
			return ""
		case column == columnChange:
			return [...]string{"", "▲ ", "▼ "}[t.verdictOf(d)] + text
		}
		return text
	}
	t.sheet.Style = func(row, column int) widget.Style {
		switch d := t.listed[row]; {
		case d == nil:
			return t.s.Theme.Faint
		case column == 1 || column == 2:
			return widget.Bold(t.s.Theme.Text)
		case column >= columnChange && column < columnTrials:
			return t.s.Verdict(t.verdictOf(d))
		}
		return t.s.Theme.Text
	}
	t.sheet.Leave = func(k int) int {
		if slices.Contains(hidden, k) {
			return -1
		}
		return max(0, k-columnHolm)
	}
	t.sheet.Drawn = nil
	t.sheet.Lay = func([]int) { t.groupNames(w) }
	t.sheet.Put(sheet, t.s.Look, w)
}

// countUsual sets the n that most scores have, and returns the columns to hide, n if all have it.
func (t *testTable) countUsual() (hidden []int) {
	hidden = []int{columnTrials, loaders.IfElse(t.uncorrected || t.isPart, columnHolm, columnP)} // the explanation has the trials
	counts := map[string]int{}
	for _, d := range t.listed {
		if d != nil {
			counts[strconv.Itoa(d.Count)+widget.If(d.CountA != d.CountB, " in one run")]++
		}
	}
	t.usualN, t.isMixed = loaders.ElementAt(loaders.ByCount(counts), 0), len(counts) > 1
	if len(counts) == 1 {
		hidden = append(hidden, columnN)
	}
	return hidden
}

// roomForCounts is the least width at which n always has its column; without it no cell would say another n.
const roomForCounts = 88

// overall marks the scores of whole examples.
const overall = "overall"

// groupNames puts what scores are of before their names, once for scores that follow each other.
func (t *testTable) groupNames(w int) {
	of := func(i int) string {
		if d := t.listed[t.sheet.Row(i)]; d != nil {
			return d.Of
		}
		return ""
	}
	mostOf := loaders.IfElse(w < roomForCounts, 12, 20)
	width, name := min(widget.Widest(0, t.sheet.Count(), of), mostOf), &t.sheet.Columns[0]
	name.Middle = false // which would cut between the two
	if t.usualN != "" && !(t.isMixed && w < roomForCounts) {
		name.Title += " · n " + t.usualN
	}
	show := name.Show
	name.Show = func(i int) widget.TableCell {
		cell, module := show(i), of(i)
		if t.listed[t.sheet.Row(i)] == nil {
			return cell
		}
		cell.Text = strings.TrimSuffix(cell.Text, " of "+module)
		module = widget.If(i == 0 || of(i-1) != module, widget.Shorten(loaders.Clean(module), width))
		cell.Text = module + strings.Repeat(" ", width+widget.ColumnGap-ansi.StringWidth(module)) + cell.Text
		return cell
	}
	name.Most = widget.Widest(0, t.sheet.Count(), func(i int) string { return name.Show(i).Text })
	name.Width = min(name.Most, max(name.Width, w/3))
}

func isEqual(d *report.Difference) bool {
	x, ok := d.Difference.Float()
	return ok && x == 0 && d.Interval == nil
}

// foldEqual puts a line before the equal scores, which are last, and hides them unless it is opened.
func (t *testTable) foldEqual(sheet *table.Table) {
	first := slices.IndexFunc(t.listed, isEqual)
	if t.equal = ""; first < 0 || len(t.listed)-first < 2 {
		return
	}
	equal := t.listed[first:]
	t.equal = strings.Join(loaders.Map(equal, func(d *report.Difference) string { return numberOf(d).String() }), ", ")
	line := slices.Repeat([]table.Cell{{Value: scoring.Undefined(t.equal)}}, len(sheet.Columns))
	t.isOpen = t.isTurned != (first == 0)
	line[0].Value = fmt.Sprintf("%s %d %sscores are equal", loaders.IfElse(t.isOpen, "▾", "▹"), len(equal), widget.If(first > 0, "more "))
	if t.isOpen {
		t.equal = equal[0].WhyNoInterval()
	} else {
		t.listed, sheet.Rows = t.listed[:first], sheet.Rows[:first]
	}
	t.listed, sheet.Rows = slices.Insert(t.listed, first, nil), slices.Insert(sheet.Rows, first, line)
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

func (t *testTable) isOnLine() bool {
	row := t.sheet.Chosen()
	return row < len(t.listed) && t.listed[row] == nil
}

func (t *testTable) selectedScore() *report.Difference { return t.listed[t.sheet.Chosen()] }

func (t *testTable) explainScore(c *report.Comparison) tea.Cmd {
	if t.isOnLine() {
		return t.s.ShowNote(t.sheet.RowName(), [][2]string{{"equal", t.equal}})
	}
	d := t.selectedScore()
	m := session.MetricIn(d.Protocol, d.Metric)
	difference, interval := "none: "+d.Difference.Why(), "none: "+d.WhyNoInterval()
	if x, ok := d.Difference.Float(); ok {
		difference = widget.SixDigits(x)
	}
	if i := d.Interval; i != nil {
		drawn := "Newcombe 1998, method 10, for scores of 0 and 1"
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
		{"corrected", fmt.Sprintf("%s (Holm 1979; tests in this comparison: %d)", widget.Chance(d.Holm), t.tested)},
		{"n", strconv.Itoa(d.Count)}, {"protocol", d.Protocol}, {"formula", m.Formula}, {"reading", m.Source},
		{"settings", views.SettingsBehind(t.s.Settings, d.Protocol, t.s.Judged())},
	})
}

const betterIn = "better in "

func wordFor(d *report.Difference) string {
	switch {
	case slices.Contains([]string{answers.Protocol.Name, "reasoning"}, d.Protocol) && d.Metric == "accuracy" && d.Of == overall:
		return "more often right"
	case d.Protocol == faithfulness.Name:
		return "more often faithful"
	}
	return betterIn + numberOf(d).String()
}

// comparisonFinding is about B if its verdict is right, about A if wrong.
type comparisonFinding struct {
	verdict loaders.Verdict
	style   widget.Style
	text    string
}

// findingsOf names leading scores even if these examples can't tell, but of the others only real
// differences, up to three per verdict, because a sentence of 19 tests is not read.
func (t *testTable) findingsOf(c *report.Comparison, programs string) (findings []comparisonFinding) {
	if c.Pairs == 0 {
		return []comparisonFinding{{text: "The runs have no examples in common: none of A's ids is in B."}}
	}
	bold := widget.Bold(t.s.Theme.Text)
	said := t.leadingOf(c)
	for _, verdict := range []loaders.Verdict{loaders.Right, loaders.Wrong} {
		if said[verdict] != nil {
			findings = append(findings, comparisonFinding{verdict, bold, "is " + joinWords(said[verdict], "and") + "."})
		}
	}
	var text []string
	differs := func(d report.Difference) bool {
		x, _ := d.Difference.Float()
		return x != 0 || d.A.IsDefined() != d.B.IsDefined()
	}
	switch unknown := said[loaders.Unknown]; {
	case len(unknown) > 0 && !slices.ContainsFunc(c.Tests, differs):
		text = append(text, "The runs have the same scores.")
	case len(unknown) > 0:
		text = append(text, "Can't tell which run is "+joinWords(unknown, "or")+".")
	case findings == nil && !t.isPart:
		text = append(text, "No score can be tested with "+loaders.Count(c.Pairs, "example")+".")
	}
	for _, caution := range c.Cautions {
		text = append(text, strings.ToUpper(caution[:1])+caution[1:]+".")
	}
	text = append(text, kappaOf(c)...)
	if said := strings.TrimSpace(strings.Join(append(text, programs), " ")); said != "" {
		findings = append(findings, comparisonFinding{style: loaders.IfElse(findings == nil, bold, t.s.Theme.Text), text: said})
	}
	return findings
}

// leadingOf returns what is said of the scores, by verdict.
func (t *testTable) leadingOf(c *report.Comparison) (said [3][]string) {
	var more [3]int // that differ besides them
	seen := map[string]bool{}
	for _, lead := range []bool{true, false} {
		for i := range c.Tests {
			d := &c.Tests[i]
			verdict, what := t.verdictOf(d), wordFor(d)
			isOpen := !lead && verdict == loaders.Unknown
			switch {
			case !d.P.IsDefined() || isLeading(*d) != lead || seen[what] || isOpen, t.isBiased && d.Protocol == answers.Protocol.Name, isGiven(c, d):
				continue
			case !lead && len(said[verdict]) > 2:
				more[verdict]++
				continue
			}
			seen[what] = true
			if x, _ := d.Difference.Float(); verdict != loaders.Unknown {
				what += " by " + widget.Number(scoring.Defined(max(x, -x)))
			}
			said[verdict] = append(said[verdict], what)
		}
	}
	for verdict, n := range more {
		if n > 0 {
			said[verdict] = append(said[verdict], fmt.Sprint(betterIn, n, " more"))
		}
	}
	return said
}

// isGiven tells that two judges of steps are both given the answers that the score is about.
func isGiven(c *report.Comparison, d *report.Difference) bool {
	return d.Protocol == answers.Protocol.Name && kappaOf(c) != nil
}

func kappaOf(c *report.Comparison) (sentences []string) {
	pair := &c.Agreement.Pairs[0]
	if both, named := pair.Both, &pair.Of[report.FaithfulnessChange]; both.N > 0 {
		kappa := strings.Replace(widget.Number(both.Value), "-", "−", 1) // lines break at a hyphen
		return []string{fmt.Sprintf("Only A is exact on %s, only B on %d; κ %s over %s that both judge.",
			loaders.Count(named.Lost, "example"), named.Gained, kappa, loaders.Count(both.N, "step"))}
	}
	return nil
}

func (t *testTable) describeCorrection() string {
	if t.isPart {
		return "Permutation tests, not corrected yet."
	}
	if t.tested == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %scorrected.", loaders.Count(t.tested, "permutation test"), widget.If(t.uncorrected, "not "))
}

func isLeading(d report.Difference) bool { return d.P.IsDefined() && d.Of == "overall" && d.Leads() }

func joinWords(wordList []string, lastJoiner string) string {
	words := slices.Clone(wordList)
	for i := 1; i < len(words); i++ {
		if strings.HasPrefix(wordList[i-1], betterIn) {
			words[i] = strings.TrimPrefix(words[i], betterIn)
		}
	}
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " " + lastJoiner + " " + words[n]
	}
	return words[0]
}

func numberOf(d *report.Difference) views.MetricName {
	return views.NumberOf(d.Protocol, d.Metric, d.Of)
}
