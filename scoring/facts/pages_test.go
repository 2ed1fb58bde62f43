package facts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

// large returns a run of n examples of 6 modules, and their table.
func large(t *testing.T, n int) (*Run, *Table) {
	t.Helper()
	run := loaders.NewRun("test", "test", scoringtest.NewRecords(n, true), func(i int) (*loaders.Example, error) {
		ex := scoringtest.Large(rand.New(rand.NewPCG(1, uint64(i))))
		ex.ID, ex.Tags = fmt.Sprint(i), []string{fmt.Sprint("tag ", i%7)}
		for k := range ex.Program {
			ex.Program[k].Text = fmt.Sprint("word ", i%50)
		}
		return ex, nil
	})
	s := session.New(run, session.Protocols())
	check.NoError(t, s.Read(t.Context()))
	r := New(s)
	r.Probe()
	return r, r.Table(scoring.Defaults(), nil)
}

func TestAModuleTakes64Bytes(t *testing.T) {
	_, table := large(t, size)
	p, g := table.recordsOf(0), table.gradesOf(0)
	bytes, modules := roomOf(g.modules), 0
	for _, r := range p.rows {
		bytes, modules = bytes+roomOf(r.modules), modules+len(r.modules)
	}
	if bytes > 64*modules {
		t.Errorf("%d bytes for %d modules", bytes, modules)
	}
}

// A list may ask for the rows that a file had before it became shorter and was opened
// again.
func TestRowsThatAreGone(t *testing.T) {
	_, table := large(t, size+10)
	for _, c := range table.Columns() {
		column := c.Of(table)
		for _, i := range []int{size + 9, size + 10, 2*size + 1} {
			column.At(i)
		}
	}
	hard, modules := table.Column("hard"), table.Column("op")
	if hard.At(size+10) != false || len(modules.At(size+10).([]string)) > 0 {
		t.Errorf("a row that is gone: hard %v, modules %v", hard.At(size+10), modules.At(size+10))
	}
}

// Pages that were dropped are made again, with the same values.
func TestPagesStayWithinTheirBudget(t *testing.T) {
	r, table := large(t, 4*size+10)
	column := func() (all []any) {
		values := table.Column("argument")
		for i := range table.Len() {
			all = append(all, values.At(i))
		}
		return all
	}
	want := fmt.Sprint(column())
	one := table.recordsOf(0).countBytes()
	countKept := func() int {
		return loaders.CountFunc(loaders.Indices(5), func(n int) bool { return table.Known([]string{"argument"}, n*size) })
	}
	if n := countKept(); n != 5 {
		t.Fatalf("%d of 5 pages are held", n)
	}
	r.pages.slots = pagesWithin(2 * one)
	check.Equal(t, "a column has other values within a small budget", fmt.Sprint(column()), want)
	if n := countKept(); n > 3 {
		t.Errorf("%d pages are held in the bytes of 2", n)
	}
	if !table.Known([]string{"argument"}, 4*size) || table.Known([]string{"argument"}, 0) || !table.Known([]string{"verdict"}, 0) {
		t.Error("the pages in memory are told wrong")
	}
}

// A changed setting outdates what depends on it, and nothing else.
func TestASettingOutdatesGrades(t *testing.T) {
	r, table := large(t, 20)
	names := []string{"p.find", "argument", "module-boxes.f1"}
	precision := func() (all []any) {
		for i := range table.Len() {
			all = append(all, table.Column("p.find").At(i))
		}
		return all
	}
	before := fmt.Sprint(precision())
	for _, name := range names {
		table.Column(name).At(3)
	}
	moved := scoring.Defaults()
	moved.Threshold = .2
	table = r.Table(moved, nil)
	for name, want := range map[string]bool{"p.find": false, "argument": true, "module-boxes.f1": false} {
		check.Equal(t, name+" is current", table.Known([]string{name}, 3), want)
	}
	if after := fmt.Sprint(precision()); after == before || !table.Known([]string{"p.find"}, 3) {
		t.Errorf("precision %v over .5, %v over .2", before, after)
	}
}

// The modules of a run add up to its blame.
func TestModulesAddUp(t *testing.T) {
	_, table := large(t, 30)
	modules, blame := table.Modules(), table.Blame(table.All())
	count := func(name string) (n int) {
		column := modules.Column(name)
		for _, row := range modules.All() {
			if column.At(row) == true {
				n++
			}
		}
		return n
	}
	if len(modules.All()) != 30*6 || count("scored") != blame.Total.Used || count("wrong") != blame.Total.Wrong ||
		count("local") != blame.Total.Local ||
		count("inherited") != blame.Total.Wrong-blame.Total.Local || count("culprit") != blame.Total.Culprits() || blame.Total.Culprits() == 0 {
		t.Errorf("%d modules, %d scored, %d wrong, %d local, %d culprits; blame %+v", len(modules.All()), count("scored"), count("wrong"),
			count("local"), count("culprit"), blame.Total)
	}
	id := modules.Column("id")
	for row := range modules.All() {
		if i := modules.Example(row); i != row/6 || id.At(row) != fmt.Sprint(i) {
			t.Fatalf("row %d is of example %d, %v", row, i, id.At(row))
		}
	}
	check.EqualLists(t, "the modules of two examples",
		modules.Rows([]int{2, 5}), []int{12, 13, 14, 15, 16, 17, 30, 31, 32, 33, 34, 35})
}

func TestAttributionsHaveARowAMethod(t *testing.T) {
	examples := []*loaders.Example{
		{ID: "a"},
		{ID: "b", Tokens: []string{"a", "red", "dog"}, Rationales: []loaders.Rationale{{Name: "human", Over: "tokens",
			Spans: []loaders.Span{{Start: 1, End: 2}}}},
			Attributions: []loaders.Attribution{{Name: "lime", Over: "tokens", Scores: []float64{0, -3, 1}, Signed: true},
				{Name: "ig", Over: "tokens", Scores: []float64{2, 0, 1}}}},
		{ID: "c", Attributions: []loaders.Attribution{{Name: "lime", Over: "sentences", Scores: []float64{1}}}},
	}
	run := loaders.NewRun("test", "test", scoringtest.NewRecords(3, true), func(i int) (*loaders.Example, error) { return examples[i], nil })
	s := session.New(run, session.Protocols())
	check.NoError(t, s.Read(t.Context()))
	table := New(s).Table(scoring.Defaults(), nil).Attributions()
	got := ""
	for _, row := range table.All() {
		for _, name := range []string{"id", "method", "over", "scores", "signed", "top", "auc"} {
			got += fmt.Sprint(table.Column(name).At(row), " ")
		}
		got += "\n"
	}
	check.Equal(t, "got", got, "b lime tokens 3 true red 1 \nb ig tokens 3 false a 0 \nc lime sentences 1 false  NaN \n")
}
