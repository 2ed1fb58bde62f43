package report

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

type jsonComparison struct {
	Faithscope int        `json:"faithscope"`
	A          jsonSide   `json:"a"`
	B          jsonSide   `json:"b"`
	Pairs      int        `json:"pairs"`
	OnlyA      int        `json:"only_a"`
	OnlyB      int        `json:"only_b"`
	Convention string     `json:"convention"`
	Cluster    string     `json:"cluster"`
	Seed       uint64     `json:"seed"`
	Settings   named      `json:"settings"`
	Tests      []jsonTest `json:"tests"`

	Agreement *jsonAgreement `json:"agreement"`
}

// jsonSide is a run of a comparison.
type jsonSide struct {
	Name       string `json:"name"`
	Path       string `json:"path"`
	Format     string `json:"format"`
	Examples   int    `json:"examples"`
	Unreadable int    `json:"unreadable"`
	Problems   int    `json:"problems"`
}

type jsonTest struct {
	Protocol   string   `json:"protocol"`
	Metric     string   `json:"metric"`
	Of         string   `json:"of"`
	A          *float64 `json:"a"`
	B          *float64 `json:"b"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"` // of the interval of the difference
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
	Holm       *float64 `json:"p_holm"`
	Trials     int      `json:"trials"`
	Exact      bool     `json:"exact"`
	Count      int      `json:"count"`
	Undefined  string   `json:"undefined,omitempty"` // why p is
}

func (c *Comparison) values() any {
	out := jsonComparison{
		Faithscope: version, A: c.A.side(), B: c.B.side(), Pairs: c.Pairs, OnlyA: c.OnlyA, OnlyB: c.OnlyB,
		Convention: c.Convention.String(), Cluster: c.Cluster.String(), Seed: c.Seed, Settings: thresholdsOf(c.Settings), Tests: []jsonTest{},
	}
	for i := range c.protocols {
		out.Settings = out.Settings.add(c.Settings, c.protocols[i].Settings...)
	}
	for _, t := range c.Tests {
		test := jsonTest{
			Protocol: t.Protocol, Metric: t.Metric, Of: t.Of, A: pointer(t.A), B: pointer(t.B), Difference: pointer(t.Difference),
			P: pointer(t.P), Holm: pointer(t.Holm), Trials: t.Trials, Exact: t.Exact, Count: t.Count, Undefined: t.P.Why(),
		}
		if t.Interval != nil {
			test.Low, test.High = &t.Interval.Low, &t.Interval.High
		}
		out.Tests = append(out.Tests, test)
	}
	out.Agreement = c.Agreement.json()
	return out
}

func (r *RunScores) side() jsonSide {
	return jsonSide{r.Name, r.Path, r.Format, r.Examples, r.Unreadable, r.Problems}
}

func (c *Comparison) lines() [][]string {
	lines := [][]string{{"protocol", "metric", "of", "a", "b", "difference", "p", "trials", "exact", "count", "undefined", "p_holm", "low", "high"}}
	for _, t := range c.Tests {
		low, high := "", ""
		if t.Interval != nil {
			low, high = digits(t.Interval.Low), digits(t.Interval.High)
		}
		lines = append(lines, []string{
			t.Protocol, t.Metric, loaders.CleanCell(t.Of), allDigits(t.A), allDigits(t.B), allDigits(t.Difference), allDigits(t.P),
			strconv.Itoa(t.Trials), strconv.FormatBool(t.Exact), strconv.Itoa(t.Count), loaders.Clean(t.P.Why()), allDigits(t.Holm), low, high,
		})
	}
	return lines
}

func (c *Comparison) sections() []section {
	s := section{name: c.A.Name + " and " + c.B.Name, head: c.said(), grids: append(c.Agreement.grids(), c.tables()...)}
	for _, line := range s.head {
		s.marks = append(s.marks, EscapeMarkdown(line))
	}
	return []section{s}
}

// said tells what is compared, and how.
func (c *Comparison) said() []string {
	return []string{
		fmt.Sprintf("A: %s · %s · %s", loaders.Clean(c.A.Name), loaders.Clean(c.A.Path), c.A.heading()),
		fmt.Sprintf("B: %s · %s · %s", loaders.Clean(c.B.Name), loaders.Clean(c.B.Path), c.B.heading()),
		fmt.Sprintf("%s compared, paired by id; %d of A and %d of B have no partner", loaders.Count(c.Pairs, "example"), c.OnlyA, c.OnlyB),
		"p: paired permutation test, " + c.convention() + fmt.Sprintf(", seed %d; p Holm: corrected for all of these tests; 95 %%: of A-B, drawn over ", c.Seed) + c.units(),
	}
}

// units says what is swapped and drawn.
func (c *Comparison) units() string {
	if c.Cluster == ByExample {
		return "examples"
	}
	return c.Cluster.String() + "s, and whole " + c.Cluster.String() + "s are swapped"
}

// convention says in words what p counts.
func (c *Comparison) convention() string {
	return [...]string{
		"two-sided, (1+n)/(1+N)", "as the released code counts: 1 where A is not better", "one-sided for A above B, n/N",
	}[c.Convention]
}

// tables lays out the tests: a table per protocol, a row per score.
func (c *Comparison) tables() []grid {
	var list []grid
	for i := range c.protocols {
		p := &c.protocols[i]
		g := grid{title: p.Name + " · " + p.Source, under: inWords(p, c.Settings)}
		g.head = []string{"", "A", "B", "A-B", "95 %", "p", "p Holm", "trials", "n"}
		for _, t := range c.Tests {
			if t.Protocol == p.Name {
				g.rows, g.why = append(g.rows, t.row()), append(g.why, loaders.Clean(t.P.Why()))
			}
		}
		list = append(list, g)
	}
	return list
}

func (d *Difference) row() []cell {
	trials := strconv.Itoa(d.Trials)
	switch {
	case d.Trials == 0:
		trials = absent
	case d.Exact:
		trials = "all " + trials
	}
	between := absent
	if d.Interval != nil {
		x, _ := d.Difference.Float()
		between = besideValue(d.Interval.Low, x) + " to " + besideValue(d.Interval.High, x)
	}
	return []cell{
		{text: loaders.Clean(d.Of) + " " + d.Metric}, {text: Shown(d.A)}, {text: Shown(d.B)}, {text: Shown(d.Difference)}, {text: between},
		{text: scoring.Chance(d.P)}, {text: scoring.Chance(d.Holm)}, {text: trials}, {text: strconv.Itoa(d.Count)},
	}
}

// Comparisons are more than two runs: where their verdicts differ, and the
// first one compared with each of the others.
type Comparisons struct {
	Agreement *Agreement
	List      []*Comparison
}

// CompareAll compares the first of some runs with each of the others, and
// corrects the p-values for all of the tests.
func CompareAll(ctx context.Context, runs []*session.Scored, settings scoring.Settings, d Design) (all *Comparisons, err error) {
	all = &Comparisons{}
	for _, other := range runs[1:] {
		c, err := Compare(ctx, runs[0], other, settings, d)
		if err != nil {
			return nil, err
		}
		all.List = append(all.List, c)
	}
	correct(all.List...)
	all.Agreement, err = Agree(ctx, runs, settings, d)
	return all, err
}

// Write writes the comparisons, a single one by itself. Its error is the writer's.
func (c *Comparisons) Write(w io.Writer, f Format) error {
	if len(c.List) == 1 {
		return c.List[0].Write(w, f)
	}
	return write(c, w, f)
}

// Pairs is how many pairs of examples were compared.
func (c *Comparisons) Pairs() (n int) {
	for _, one := range c.List {
		n += one.Pairs
	}
	return n
}

func (c *Comparisons) values() any {
	list := []any{}
	for _, one := range c.List {
		list = append(list, one.values())
	}
	return struct {
		Faithscope  int            `json:"faithscope"`
		Agreement   *jsonAgreement `json:"agreement"`
		Comparisons []any          `json:"comparisons"`
	}{version, c.Agreement.json(), list}
}

// lines are those of all comparisons, behind the names of the two runs.
func (c *Comparisons) lines() (lines [][]string) {
	for i, one := range c.List {
		for k, line := range one.lines() {
			names := []string{loaders.CleanCell(one.A.Name), loaders.CleanCell(one.B.Name)}
			if k == 0 {
				if names = []string{"run_a", "run_b"}; i > 0 {
					continue
				}
			}
			lines = append(lines, append(names, line...))
		}
	}
	return lines
}

func (c *Comparisons) sections() []section {
	list := []section{{name: "agreement", head: []string{fmt.Sprintf("%s, paired by id; %s in all of them", loaders.Count(len(c.Agreement.Runs), "run"), loaders.Count(c.Agreement.Common, "example"))}, grids: c.Agreement.grids()}}
	for _, one := range c.List {
		s := one.sections()[0]
		s.grids = append(one.Agreement.causes(), one.tables()...)
		list = append(list, s)
	}
	return list
}
