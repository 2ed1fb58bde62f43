package facts_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/slicing"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// boxed has a find of one of two boxes below a filter: the find is right where
// looks is true, the filter where keeps is.
func boxed(id, argument string, right, looks, keeps bool) *loaders.Example {
	output := func(right bool) loaders.Output {
		if right {
			return loaders.Output{Boxes: [][]float64{{.8, .1}}}
		}
		return loaders.Output{Boxes: [][]float64{{.4, .9}}}
	}
	here, there := loaders.Box{X1: .4, Y1: .4}, loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
	gold := &loaders.Gold{Boxes: [][]loaders.Box{{here}}}
	return &loaders.Example{
		ID: id, Question: "how many " + argument + " are there?", Kind: "count",
		Answer: loaders.Answer{Predicted: "3", Gold: map[bool]string{true: "3", false: "4"}[right], Correct: loaders.VerdictOf(right)},
		Images: []loaders.Image{{Width: 100, Height: 100, Proposals: []loaders.Box{here, there}}},
		Tags:   []string{"hard"}, Meta: map[string]string{"source": "web \x1b[31m" + id},
		Program: []loaders.Module{
			{Op: "count", Children: []int{1}, Place: 0},
			{Op: "filter", Text: "Black  " + argument, Children: []int{2}, Place: 1, Output: output(keeps), Gold: gold},
			{Op: "find", Text: argument, Place: 2, Output: output(looks), Gold: gold},
		},
	}
}

func runOf(t *testing.T, examples ...*loaders.Example) *facts.Run {
	t.Helper()
	run := loaders.NewRun("test", "test", scoringtest.NewRecords(len(examples), true), func(i int) (*loaders.Example, error) {
		if examples[i] == nil {
			return nil, fmt.Errorf("no record")
		}
		return examples[i], nil
	})
	s := session.New(run, session.Protocols())
	check.NoError(t, s.Read(context.Background()))
	r := facts.New(s)
	r.Probe()
	return r
}

func tableOf(t *testing.T, examples ...*loaders.Example) *facts.Table {
	t.Helper()
	return runOf(t, examples...).Table(scoring.Defaults(), nil)
}

func expressions(t *testing.T, of *facts.Table, names ...string) []*query.Expression {
	t.Helper()
	list, err := query.ParseExpressions(of.Fields(), names...)
	check.NoError(t, err)
	return list
}

func expression(t *testing.T, of *facts.Table, text string) *query.Expression {
	e, err := query.ParseExpression(text, of.Fields())
	check.NoError(t, err)
	return e
}

func selected(t *testing.T, table *facts.Table, text string) string {
	t.Helper()
	q, err := query.Parse(text, table.Fields())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	s, err := table.Select(context.Background(), q)
	if err != nil || s.Failed > 0 {
		t.Fatalf("%s: %v, %+v", text, err, s)
	}
	return strings.Trim(fmt.Sprint(s.Rows), "[]")
}

func TestFieldsOfARun(t *testing.T) {
	scored, p := boxed("a", "tower", true, true, true), .75
	scored.Answer.Probability, scored.Answer.Scores = &p, map[string]float64{"exact match": .5}
	r := runOf(t,
		scored,
		boxed("b", "tower", false, false, false),
		boxed("c", "block", true, true, false),
		nil,
		boxed("d", "big block", false, false, true),
	)
	r.Marks = func(x loaders.ListedExample) ([]string, bool, bool) {
		return []string{"of " + x.ID}, x.ID == "c", x.ID == "a"
	}
	table := r.Table(scoring.Defaults(), nil)
	for text, want := range map[string]string{
		"":                                       "0 1 2 3 4",
		"right":                                  "0 2",
		"wrong":                                  "1 4",
		"-judged":                                "3",
		"broken":                                 "3",
		"verdict=unknown":                        "3",
		"tower":                                  "0 1",
		"id=c":                                   "2",
		"find<.5":                                "1 4",
		"filter<.5":                              "1 2",
		"filter>=.5":                             "0 4",
		"p.find=0":                               "1 4",
		"r.find=1":                               "0 2",
		"unfaithful":                             "1",
		"scored unfaithful":                      "1",
		"culprit=find":                           "1 4",
		"culprit=filter":                         "2",
		`culprit.cause=""`:                       "0 3",
		"culprit.argument":                       "",
		`culprit.argument="black block"`:         "2",
		"odd":                                    "0 2",
		"count.gold=4":                           "1 4",
		"count.predicted=3 count.gold=3":         "0 2",
		"count.gold>15":                          "",
		"even":                                   "1 4",
		"hard":                                   "0 1 2 4",
		"word=big":                               "4",
		`argument="big block"`:                   "4",
		"op=filter size=3":                       "0 1 2 4",
		`together="count + find"`:                "0 1 2 4",
		"together=count":                         "",
		"depth>2":                                "0 1 2 4",
		`shape="count(filter(find))"`:            "0 1 2 4",
		"answer.type=number":                     "0 1 2 4",
		"answer.probability>.5":                  "0",
		`score["exact match"] == .5`:             "0",
		"meta.source:b":                          "0 1 2 4",
		`meta.source endsWith "b"`:               "1",
		"tag=hard":                               "0 1 2 4",
		`tag="of b"`:                             "1",
		"marked":                                 "2",
		`any(modules, .culprit and .depth == 2)`: "1 4",
		`quadrant="right and faithful"`:          "0 2",
		`none(modules, .scored) and not broken`:  "",
	} {
		check.Equal(t, text+" selects", selected(t, table, text), want)
	}
	if !table.Deep([]string{"shape"}) || table.Deep([]string{"f1.find", "kind", "culprit"}) {
		t.Error("what takes a record is told wrong")
	}
	if got := table.Values("argument", 2); len(got) != 2 || got[0] != "black tower" {
		t.Errorf("the most frequent arguments are %q", got)
	}
	check.EqualLists(t, "the most frequent culprit", table.Values("culprit", 1), []string{"find"})
}

func TestAThresholdMovesWhatIsAsked(t *testing.T) {
	r := runOf(t, boxed("a", "tower", true, false, false))
	settings := scoring.Defaults()
	settings.Threshold = .3
	r.Scored.Aim(settings)
	table := r.Table(settings, nil)
	check.Equal(t, "over .3 the box is not found beside another", selected(t, table, "any(modules, .p == .5 and .r == 1)"), "0")
	table = r.Table(scoring.Defaults(), nil)
	check.Equal(t, "over .5 the box is found", selected(t, table, "any(modules, .r == 1)"), "")
}

func TestWhoseFaultItIs(t *testing.T) {
	unjudged := boxed("d", "x", true, false, true)
	unjudged.Answer.Correct = loaders.Unknown
	table := tableOf(t,
		boxed("a", "x", true, false, false), // find; the filter inherits
		boxed("b", "x", false, true, false), // the filter
		boxed("c", "x", false, true, true),  // nobody
		unjudged,
		&loaders.Example{ID: "e", Answer: loaders.Answer{Correct: loaders.Right}},
	)
	got := table.Blame(table.All())
	low := map[scoring.Cause]int{scoring.Elsewhere: 2}
	want := &facts.ModuleBlame{Examples: 5, Judged: 4, Rule: "unless F1 ≥ .50", Types: []facts.TypeBlame{
		{Type: "find", Used: 4, Wrong: 2, Local: 2, First: [3]int{1, 1, 0}, Causes: low},
		{Type: "filter", Used: 4, Wrong: 2, Local: 1, First: [3]int{0, 0, 1}, Causes: map[scoring.Cause]int{scoring.Elsewhere: 1}},
	}, Total: facts.TypeBlame{Type: "overall", Used: 8, Wrong: 4, Local: 3, First: [3]int{1, 1, 1},
		Causes: map[scoring.Cause]int{scoring.Elsewhere: 3}}}
	check.DeepEqual(t, "got", got, want)
	if got := table.Blame([]int{2}); got.Total.Culprits() != 0 || got.Judged != 1 || got.Types[0].Used != 1 {
		t.Errorf("of one that is right: %+v", got)
	}
	sheet := got.Sheet()
	if len(sheet.Rows) != 3 || sheet.Rows[2][0].Value != "overall" {
		t.Errorf("rows %v", sheet.Rows)
	}
	leadsToItsExamples(t, table, sheet)
	if none := table.Blame([]int{4}).Sheet(); len(none.Rows) != 0 || !strings.Contains(none.Notes[0],
		"none with a scored module") {
		t.Errorf("where no module is scored: %v, %q", none.Rows, none.Notes)
	}
	// The groups of modules have what is theirs.
	sheet, err := table.Breakdown(t.Context(), expression(t, table, "module"), table.All(), "right")
	if err != nil || len(sheet.Rows) != 2 {
		t.Fatalf("%d rows, %v", len(sheet.Rows), err)
	}
	leadsToItsExamples(t, table, sheet)
}

// Examples of one passage depend on each other, and are not of one picture.
func TestPassagesAreCalledSo(t *testing.T) {
	var list []*loaders.Example
	for i := range 40 {
		list = append(list, &loaders.Example{ID: fmt.Sprint(i), Kind: fmt.Sprint("kind ", i%3),
			Passage: &loaders.Passage{Text: fmt.Sprint("passage ", i/4)}, Answer: loaders.Answer{Correct: loaders.VerdictOf(i/4%2 == 0)}})
	}
	table := tableOf(t, list...)
	sheet, err := table.Breakdown(t.Context(), expression(t, table, "kind"), table.All(), "right")
	if err != nil || !slices.Contains(sheet.Notes, "tested over 10 passages") {
		t.Errorf("%q, %v", sheet.Notes, err)
	}
	found, err := table.Slices(t.Context(), table.All(), "right", slicing.Defaults())
	if note := found.Sheet("right", .05, 0).Notes[0]; err != nil || !strings.Contains(note, "tested over 10 passages") {
		t.Errorf("%q, %v", note, err)
	}
}

// leadsToItsExamples compares the counts of a sheet with the examples to which they lead.
func leadsToItsExamples(t *testing.T, of *facts.Table, sheet *table.Table) {
	t.Helper()
	for _, row := range sheet.Rows {
		for k, cell := range row {
			if n, count := cell.Value.(int); count && cell.Leads != "" && len(strings.Fields(selected(t, of, cell.Leads))) != n {
				t.Errorf("%s of %v: %d, and %s selects %s", sheet.Columns[k].Name, row[0].Value, n, cell.Leads, selected(t, of, cell.Leads))
			}
		}
	}
}

func TestRunsBesideEachOther(t *testing.T) {
	a := runOf(t, boxed("a", "x", true, true, true), boxed("b", "x", false, false, true), boxed("only", "x", true, true, true))
	b := runOf(t, boxed("b", "y", true, true, true), boxed("a", "x", true, false, true))
	tables := facts.Tables([]*facts.Run{a, b}, scoring.Defaults())
	for text, want := range map[string]string{
		"wrong other.right": "1", "delta.find>.2": "0", "delta.find<0": "1", "delta.right=0": "0", "delta.right=-1": "1",
		"delta.f1 > .2": "0", "delta.faithfulness<0": "1", "other.faithful": "0 1", "not defined(delta.f1)": "2",
		"other.program = 1": "0", "other.program = 0": "1",
	} {
		check.Equal(t, text+" selects", selected(t, tables[0], text), want)
	}
	check.Equal(t, "the other way round", selected(t, tables[1], "delta.find>.2"), "0")
}

// Of an example that nobody judged, that no base model answered and that the other run does not
// have, no truth about these is false: it is unknown, as a share, a group and an export have it.
// A new column of truths belongs to one of the two.
func TestTruthsAreUnknownWhereNothingIsKnown(t *testing.T) {
	none := &loaders.Example{ID: "nothing", Answer: loaders.Answer{Predicted: "3"}}
	a, b := runOf(t, none, boxed("a", "x", true, true, true)), runOf(t, boxed("a", "x", true, false, true))
	of := facts.Tables([]*facts.Run{a, b}, scoring.Defaults())[0]
	told := strings.Fields("broken judged scored odd even marked annotated")
	for _, c := range of.Columns() {
		if c.Kind != query.Truth {
			continue
		}
		e := expression(t, of, c.Name)
		values, err := e.Values(t.Context(), of, of.All())
		isTold := slices.Contains(told, c.Name) || strings.HasPrefix(c.Name, "nothing_wanted")
		if err != nil || (values[0] == nil) == isTold || values[1] == nil {
			t.Errorf("%s of an example of which nothing is known: %v, of another one: %v; %v", c.Name, values[0], values[1], err)
		}
		groups, err := of.Groups(t.Context(), e, of.All())
		for _, g := range groups {
			if got := selected(t, of, g.Where); err != nil || len(strings.Fields(got)) != len(g.Rows) {
				t.Errorf("%s=%s has %v and leads by %s to %s; %v", c.Name, g.Text, g.Rows, g.Where, got, err)
			}
		}
	}
}

// An example that no other run has is not wrong in any of them, and in none of them right.
func TestAllOtherRuns(t *testing.T) {
	a := runOf(t, boxed("a", "x", false, true, true), boxed("b", "x", true, true, true), boxed("only", "x", true, true, true))
	b := runOf(t, boxed("b", "x", true, false, false), boxed("a", "x", false, true, true))
	c := runOf(t, boxed("a", "x", true, true, false), boxed("b", "x", true, true, true))
	c.Scored.Run.Name = "third"
	tables := facts.Tables([]*facts.Run{a, b, c}, scoring.Defaults())
	for i, want := range []map[string]string{
		{"all(others, .wrong)": "2", "any(others, .wrong)": "0", "count(others, .right) >= 2": "1", "len(others) == 0": "2",
			"all(others, .predicted == predicted)": "0 1 2", `any(others, .run == "third" and .faithfulness == 1)`: "1",
			"any(others, .unfaithful)":             "1",
			"max(map(others, .faithfulness)) > .9": "0 1"},
		{"count(others, .right) == 1": "1", "count(others, .right) == 2": "0", "other.right": "0"},
		{"any(others, .wrong)": "0", "wrong or all(others, .right)": "1"},
	} {
		for text, want := range want {
			check.Equal(t, "run selects", selected(t, tables[i], text), want, i, text)
		}
	}
}

func TestGroups(t *testing.T) {
	r := runOf(t, boxed("a", "tower", true, true, true), boxed("b", "tower", false, false, false), boxed("c", "big block", true, true, false))
	table := facts.Tables([]*facts.Run{r}, scoring.Defaults())[0]
	for text, want := range map[string]string{
		"word":                   "black 3 2/3, tower 2 1/2, big 1 1/1, block 1 1/1",
		"f1.find":                "0 1 0/1, 1 2 2/2",
		"right":                  "yes 2 2/2, no 1 0/1",
		"answer.gold":            "3 2 2/2, 4 1 0/1",
		"f1.find > f1.filter":    "no 2 1/2, yes 1 1/1",
		"kind + answer.gold":     "count3 2 2/2, count4 1 0/1",
		"len(modules) + f1.find": "3 1 0/1, 4 2 2/2",
	} {
		e := expression(t, table, text)
		groups, err := table.Groups(context.Background(), e, table.All())
		check.NoError(t, err)
		var got []string
		for _, g := range groups {
			right, judged := g.Answers()
			got = append(got, fmt.Sprintf("%s %d %d/%d", g.Text, g.N(), right, judged))
			check.Equal(t, text+": "+g.Where+" selects", len(strings.Fields(selected(t, table, g.Where))), g.N())
		}
		check.Equal(t, text, strings.Join(got, ", "), want)
	}
}

func TestRangesHoldTheirNumbers(t *testing.T) {
	for _, test := range []struct{ low, high float64 }{{0, 1}, {-3.7, 12}, {.01, .013}, {5, 5}, {0, 1e9}} {
		edges := facts.Edges(test.low, test.high, 10)
		if len(edges) < 2 || len(edges) > 11 || edges[0] > test.low || edges[len(edges)-1] < test.high {
			t.Errorf("%v to %v is cut at %v", test.low, test.high, edges)
		}
		for _, x := range []float64{test.low, test.high, (test.low + test.high) / 2} {
			if i := facts.Place(edges, x); x < edges[i] || x > edges[i+1] {
				t.Errorf("%v is not in range %d of %v", x, i, edges)
			}
		}
	}
	if got := facts.Edges(0, .97, 10); len(got) != 11 || got[3] != .3 {
		t.Errorf("0 to .97 is cut at %v", got)
	}
}

// More numbers than are wanted are put into ranges, each of which leads to the rows that it counts.
func TestManyNumbersAreInRanges(t *testing.T) {
	examples := loaders.Map([]string{"x", "x y", "x y z u"}, func(of string) *loaders.Example { return boxed(of, of, true, true, true) })
	table := tableOf(t, examples...)
	e := expression(t, table, "len(question)") // 20, 22 and 26
	groups, err := table.Bins(t.Context(), e, table.All(), 2)
	check.NoError(t, err)
	var got []string
	for _, g := range groups {
		got = append(got, g.Text+": "+selected(t, table, g.Where))
		check.Equal(t, g.Text+" has", len(strings.Fields(selected(t, table, g.Where))), g.N())
	}
	check.EqualLists(t, "bins", got, []string{"20 to 25: 0 1", "25 to 30: 2"})
}

// Every cell of a cross leads to as many examples as it says.
func TestACrossLeadsToItsExamples(t *testing.T) {
	silent := boxed("silent", "tower", false, true, true)
	silent.Answer.Predicted = "many"
	other := boxed("other", "tower", true, true, true)
	other.Program[0].Op = "exist"
	table := tableOf(t, boxed("a", "tower", true, true, true), boxed("b", "tower", false, true, true),
		boxed("c", "big tower", false, true, false), nil, silent, other)
	for _, names := range [][2]string{{"count.predicted", "count.gold"}, {"verdict", "faithful"}, {"word", "kind"}, {"f1.filter", "size"},
		{"f1.filter > .5", "argument"}} {
		of := expressions(t, table, names[:]...)
		cross, err := table.Cross(context.Background(), of, table.All(), "")
		if err != nil || len(cross.Rows) < 2 {
			t.Fatalf("%v: %d rows, %v", names, len(cross.Rows), err)
		}
		for _, row := range cross.Rows {
			for k, cell := range row[1:] {
				if got := len(strings.Fields(selected(t, table, cell.Leads))); got != cell.Value {
					t.Errorf("%v: %s by %s has %v, %q selects %d", names, row[0].Value, cross.Columns[k+1].Name, cell.Value, cell.Leads, got)
				}
			}
		}
	}
}

// A cell of an outcome is the share of the examples that it leads to, as far as they have the outcome; its
// interval is Wilson's, and one without an example leads nowhere.
func TestCrossOfAnOutcome(t *testing.T) {
	table := tableOf(t, boxed("a", "tower", true, true, true), boxed("b", "tower", false, true, true),
		boxed("c", "big tower", false, true, false))
	of := expressions(t, table, "count.gold", "kind")
	for _, outcome := range []string{"right", "faithful", "faithfulness"} {
		cross, err := table.Cross(t.Context(), of, table.All(), outcome)
		if err != nil || len(cross.Rows) < 2 {
			t.Fatalf("%s: %d rows, %v", outcome, len(cross.Rows), err)
		}
		for _, row := range cross.Rows {
			for k, cell := range row[1:] {
				x, known := cell.Float()
				at := fmt.Sprintf("%s of %v by %s", outcome, row[0].Value, cross.Columns[k+1].Name)
				switch {
				case cell.Leads == "" && (known || cell.N > 0):
					t.Errorf("%s: %v of nothing", at, cell)
				case known && outcome != "faithfulness":
					has := len(strings.Fields(selected(t, table, query.Both(table.Fields(), cell.Leads, outcome))))
					share, between := stats.Share(has, cell.N)
					if want, _ := share.Float(); x != want || *cell.Interval != *between {
						t.Errorf("%s: %v %v, want %v %v", at, x, *cell.Interval, want, *between)
					}
				case known && (cell.Interval != nil || x < 0 || x > 1):
					t.Errorf("%s: %v", at, cell)
				}
			}
		}
	}
}

// By a third expression the same columns stand once for each of its values, with the cells that
// there are among its examples alone, and then for all; each leads to what it counts.
func TestCrossByThree(t *testing.T) {
	var all []*loaders.Example
	for i := range 12 {
		ex := boxed(fmt.Sprint(i), "tower", i%2 == 0, i%3 > 0, i%4 > 0)
		ex.Kind, ex.Tags = "ab"[i%2:i%2+1], [][]string{{"p"}, {"p", "q"}, nil}[i%3]
		all = append(all, ex)
	}
	data := tableOf(t, all...)
	for _, third := range []string{"tag", "kind", "f1.filter", "faithful"} {
		of := expressions(t, data, "verdict", "f1.find", third)
		zs, err := data.Groups(t.Context(), of[2], data.All())
		check.NoError(t, err)
		for _, outcome := range []string{"", "faithful", "faithfulness"} {
			cross, err := data.Cross(t.Context(), of, data.All(), outcome)
			if err != nil || !strings.HasSuffix(cross.Title, ", for each "+of[2].String()) {
				t.Fatal(cross, err)
			}
			met := 0
			for _, z := range append(zs, facts.Group{Text: "all", Rows: data.All()}) {
				alone, err := data.Cross(t.Context(), of[:2], z.Rows, outcome)
				check.NoError(t, err)
				for k, c := range cross.Columns {
					if c.In != fmt.Sprintf("%s (%d)", z.Text, len(z.Rows)) {
						continue
					}
					x := slices.IndexFunc(alone.Columns, func(own table.Column) bool { return own.Name == c.Title })
					for _, row := range cross.Rows {
						y := slices.IndexFunc(alone.Rows, func(own []table.Cell) bool { return own[0].Value == row[0].Value })
						cell, at := row[k], fmt.Sprintf("%q of %v, %s", outcome, row[0].Value, c.Name)
						met++
						if n, _ := cell.Float(); x < 0 || y < 0 {
							if n != 0 || cell.N > 0 {
								t.Errorf("%s: %v of nothing", at, cell)
							}
							continue
						}
						want := alone.Rows[y][x]
						if !reflect.DeepEqual(cell.Value, want.Value) || cell.N != want.N || !reflect.DeepEqual(cell.Interval, want.Interval) {
							t.Errorf("%s: %v, want %v", at, cell, want)
						}
						if n, counted := cell.Value.(int); counted && len(strings.Fields(selected(t, data, cell.Leads))) != n {
							t.Errorf("%s: %q does not lead to %d", at, cell.Leads, n)
						}
					}
				}
			}
			check.Equal(t, third, met, (len(cross.Columns)-1)*len(cross.Rows))
		}
	}
	of := expressions(t, data, "kind", "verdict", "id")
	many := make([]*loaders.Example, 300)
	for i := range many {
		many[i] = boxed(fmt.Sprint(i), "tower", true, true, true)
	}
	data = tableOf(t, many...)
	cross, err := data.Cross(t.Context(), of, data.All(), "")
	if err != nil || len(cross.Columns) > 410 || !strings.HasSuffix(cross.Title, "of 300 values of id") {
		t.Errorf("%d columns of %q, %v", len(cross.Columns), cross.Title, err)
	}
}

func BenchmarkTable(b *testing.B) {
	run := loaders.NewRun("test", "test", scoringtest.NewRecords(3, true),
		func(i int) (*loaders.Example, error) { return boxed(fmt.Sprint(i), "x", true, true, false), nil })
	s := session.New(run, session.Protocols())
	check.NoError(b, s.Read(b.Context()))
	r := facts.New(s)
	r.Probe()
	for b.Loop() {
		r.Table(scoring.Defaults(), nil)
	}
}

// The precision and the recall of a type are those of the report, example by
// example: their means are its numbers.
func TestSharesOfBoxesAreTheReports(t *testing.T) {
	r := runOf(t, scoringtest.Everything(session.Protocols(), 1)...)
	table := r.Table(scoring.Defaults(), nil)
	columns := map[string]string{"precision": "p.", "recall": "r."}
	compared := map[string]float64{}
	for _, score := range r.Scored.Scores(scoring.Defaults()) {
		column := columns[score.Metric] + score.Of
		if score.Protocol != "module-boxes" || columns[score.Metric] == "" || score.Of == "overall" {
			continue
		}
		var mean scoring.Mean
		for i := range table.Len() {
			mean.Add(scoring.Defined(query.Float(table.Column(column).At(i))))
		}
		x, _ := score.Value.Float()
		y, ok := mean.Value("").Float()
		if !ok || math.Abs(x-y) > 1e-12 || mean.Count != score.Count {
			t.Errorf("mean %s is %v of %d, want %v of %d", column, y, mean.Count, x, score.Count)
		}
		compared[column] = y
	}
	if len(compared) != 8 || compared["p.find"] == compared["r.find"] {
		t.Errorf("compared %v", compared)
	}
}

// A number of the papers that is not the mean of a column follows from columns: it is a sum
// over another.
func TestNumbersOfThePapersFollowFromColumns(t *testing.T) {
	settings := scoring.Defaults()
	settings.Average = scoring.Cumulative
	r := runOf(t, scoringtest.Everything(session.Protocols(), 1)...)
	examples := r.Table(settings, nil)
	scores := r.Scored.Scores(settings)
	for _, c := range []struct {
		protocol, metric, of string
		table                *facts.Table
		where, sum, over     string
	}{
		{"module-boxes", "precision", "find", examples.Modules(), "op=find", "p * counted", "counted"},
		{"module-boxes", "recall", "relocate", examples.Modules(), `op == "relocate" and defined(r)`, "r * gold", "gold"},
		{"module-spans", "loss", "find", examples.Modules(), "op=find", "loss", "defined(loss)"},
		{"gold-boxes", "gold_boxes", "filter", examples.Modules(), "op=filter proposals>0", "gold", "1"},
		{"gold-boxes", "gold_area", "overall", examples.Modules(), "defined(area)", "area * gold", "gold"},
		{"gold-boxes", "proposals", "find", examples.Modules(), "op=find proposals>0", "proposals", "1"},
		{"grounding", "groundp", "overall", examples, "defined(groundp)", "groundp * (count.gold + count_error)", "count.gold + count_error"},
		{"alignment", "delta_a", "overall", examples, "", "c - c_random", "defined(c - c_random)"},
		{"alignment", "delta_a", "soft", examples, "", "c.soft - c_random.soft", "defined(c.soft - c_random.soft)"},
		{"alignment", "c_random", "expert", examples, "", "c_random.expert", "defined(c_random.expert)"},
		{"sentences", "snr_published", "max", examples, "", "snr_published.max", "defined(snr_published.max)"},
	} {
		sum, over := total(t, c.table, c.where, c.sum), total(t, c.table, c.where, c.over)
		got := sum / over
		if c.metric == "delta_a" {
			got = math.Tanh(got)
		}
		k := slices.IndexFunc(scores, func(s scoring.Score) bool { return s.Protocol == c.protocol && s.Metric == c.metric && s.Of == c.of })
		if k < 0 {
			t.Errorf("there is no %s %s of %s", c.protocol, c.metric, c.of)
			continue
		}
		if want, ok := scores[k].Value.Float(); !ok || math.Abs(got-want) > 1e-6 || over == 0 {
			t.Errorf("%s of %s: %v over %v is %v, want %v", c.metric, c.of, sum, over, got, want)
		}
	}
}

// total returns the sum of an expression over the rows that a query selects and that have it.
func total(t *testing.T, of *facts.Table, where, text string) (sum float64) {
	t.Helper()
	q, err := query.Parse(where, of.Fields())
	check.NoError(t, err)
	e := expression(t, of, text)
	rows, err := of.Select(t.Context(), q)
	check.NoError(t, err)
	values, err := e.Values(t.Context(), of, rows.Rows)
	for _, v := range values {
		if x := query.Float(v); x == x {
			sum += x
		}
	}
	check.NoError(t, err)
	return sum
}

// A child before its parent, the parent itself and a child that is not there have no depth below it.
func TestDepthOfMalformedPrograms(t *testing.T) {
	for _, c := range []struct {
		children [][]int
		want     float64
	}{
		{[][]int{{1}, {2}, nil}, 3},
		{[][]int{{1, 2}, nil, {1}}, 2},
		{[][]int{{0}, {1}}, 1},
		{[][]int{{7, 2, -1}, {0}}, 1},
	} {
		ex := &loaders.Example{ID: "a"}
		for _, children := range c.children {
			ex.Program = append(ex.Program, loaders.Module{Op: "find", Children: children})
		}
		check.Equal(t, "depth", tableOf(t, ex).Column("depth").At(0), any(c.want), "of children", c.children)
	}
}

// A chain without a wrong step has no place for it, and the root isn't a step.
func TestFirstWrongCountsSteps(t *testing.T) {
	for want, words := range map[float64][]loaders.Verdict{
		2: {loaders.Right, loaders.Wrong, loaders.Wrong}, -1: {loaders.Right, loaders.Right, loaders.Neutral},
	} {
		ex := &loaders.Example{ID: "a", Program: []loaders.Module{{Op: "answer", Children: []int{1, 2, 3}}}}
		for _, v := range words {
			ex.Program = append(ex.Program, loaders.Module{Op: "step", Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: v}}})
		}
		got := query.Float(tableOf(t, ex).Column("first_wrong").At(0))
		if got != want && (want > 0 || !math.IsNaN(got)) {
			t.Errorf("%v: first wrong %v, want %v", words, got, want)
		}
	}
}

func TestWhatTheModelDependsOn(t *testing.T) {
	two := func(of ...float64) (list [][]float64) {
		for _, p := range of {
			list = append(list, []float64{1 - p, p})
		}
		return list
	}
	asked := func(id string, deletion ...float64) *loaders.Example {
		words := strings.Fields("cats sleep often")
		return &loaders.Example{ID: id, Tokens: words, Pair: true,
			Answer: loaders.Answer{Predicted: "yes", Classes: []loaders.Option{{Name: "no"}, {Name: "yes"}}},
			Attributions: []loaders.Attribution{{Name: "ig", Class: "yes", Over: "tokens", Tokens: words, Scores: []float64{3, 2, 1},
				Interventions: &loaders.Interventions{
					Erasure: loaders.Erasure{Order: []int{0, 1, 2}, Deletion: two(deletion...), Insertion: two(.2, 1, 1, 1)},
					Random:  []loaders.Erasure{{Order: []int{2, 1, 0}, Deletion: two(1, 1, 1, .2), Insertion: two(.2, .2, .2, 1)}},
				}}}}
	}
	table := runOf(t, asked("depends", 1, .2, .2, .2), asked("does not care", 1, 1, 1, .2), &loaders.Example{ID: "not asked"}).
		Table(scoring.Defaults(), nil)
	for i, want := range []string{"the model depends on it", "the model ignores it", ""} {
		check.Equal(t, "dependence", table.Column("dependence").At(i), any(want), "of row", i)
	}
}
