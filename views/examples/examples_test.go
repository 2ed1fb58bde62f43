package examples

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// ids returns the ids that a list shows, in order.
func ids(v *List) []string {
	var ids []string
	for _, r := range v.rows {
		ids = append(ids, v.s.Run(v.run).Row(r).ID)
	}
	return ids
}

func TestExampleFilterLists(t *testing.T) {
	s := viewtest.ReadSample(t)
	for _, tt := range []struct {
		filter Filter
		want   int
		why    string
	}{
		{Filter{}, 11, "all, the broken record too"},
		{Filter{Where: "right"}, 7, "3 right and faithful, 4 right but not"},
		{Filter{Where: "wrong"}, 3, "the broken record has no answer"},
		{Filter{Where: "faithful"}, 4, "3 + 1"},
		{Filter{Where: "right unfaithful"}, 4, "right but unfaithful"},
		{Filter{Where: `quadrant="no verdict"`}, 1, "the broken record"},
		{Filter{Where: "quadrant=unjudged -quadrant!=\"no verdict\""}, 1, "the same by its present name, and by both"},
		{Filter{Where: "find<.5"}, 6, "the unfaithful ones: find is all they have"},
		{Filter{Where: "wrong find<.5"}, 2, "parts combine by and"},
		{Filter{Where: "relocate<.5"}, 0, "a type that the run does not have"},
		{Filter{Where: "DOG EX-1"}, 4, "every word somewhere, case aside"},
		{Filter{Where: "dog cat"}, 0, "one word is nowhere"},
		{Filter{Where: "wrong true"}, 3, "answers count as text"},
	} {
		v := New(s, 0, tt.filter)
		check.Equal(t, "rows", len(v.rows), tt.want, "of", tt.filter.Where, tt.why)
	}
}

func TestExamplesKeysFilter(t *testing.T) {
	sc, _ := open(t, 80, 24, Filter{})
	sc.Want("11 of 11", "ex-0-0", "the record can't be read")
	for _, tt := range []struct{ action, want string }{
		{"right-not-faithful", "4 of 11 [right] [unfaithful] · file order"},
		{"right-not-faithful", "11 of 11 · file order"},
		{"wrong", "3 of 11 [wrong] ·"},
		{"not-faithful", "2 of 11 [wrong] [unfaithful] ·"},
		{"right", "4 of 11 [unfaithful] [right] ·"},
		{"faithful", "3 of 11 [right] [faithful] ·"},
		{"unwind", "7 of 11 [right] ·"},
		{"unwind", "11 of 11 · file order"},
		{"unjudged", "1 of 11 [quadrant=unjudged]"},
		{"unwind", "11 of 11 · file order"},
	} {
		sc.Act(tt.action)
		sc.Want(tt.want)
	}
}

// Enter after a filter opens an example of the filter, also before its rows are known: never
// one of the rows before, and never none.
func TestEnterWaitsForTheFilter(t *testing.T) {
	s := viewtest.ReadSample(t)
	for _, before := range []Filter{{}, {Where: "relocate<.5"}} {
		v := New(s, 0, before)
		sc := viewtest.New(t, 80, 24, s, v)
		was := len(sc.Pushed)
		filtered := v.setFilter(Filter{Where: "depth>0 wrong"}) // needs records
		sc.Act("open")
		if len(sc.Pushed) > was {
			t.Fatalf("%v: an example opens before the filter has listed it", before)
		}
		sc.Run(filtered)
		if len(v.rows) == 0 || len(sc.Pushed) != was+1 {
			t.Errorf("%v: %d rows, %d views opened", before, len(v.rows), len(sc.Pushed)-was)
		}
		sc.Run(v.setFilter(Filter{Where: "depth>0"}))
		if len(sc.Pushed) != was+1 {
			t.Errorf("%v: a later filter opens an example, too", before)
		}
	}
}

// What a number elsewhere rests on is listed, the worst first.
func TestWorstExamplesOfANumberAreListed(t *testing.T) {
	s := viewtest.ReadSample(t)
	for _, tt := range []struct {
		filter Filter
		want   string
	}{
		{Filter{Where: "cause.find=elsewhere"}, "6 of 11 [cause.find=elsewhere] · by f1.find, lowest first"},
		{Filter{Where: "right cause.find=elsewhere"}, "4 of 11 [right] [cause.find=elsewhere] · by f1.find, lowest first"},
		{Filter{Where: "cause=elsewhere"}, "6 of 11 [cause=elsewhere] · by faithfulness, lowest first"},
		{Filter{Where: `cause.find="low p"`}, "0 of 11"},
		{Filter{Where: "nothing_wanted.find"}, "0 of 11 [nothing_wanted.find]"},
		{Filter{Where: "cause.filter=elsewhere"}, "0 of 11"},
		{Filter{Only: []int{1, 4}, Named: "these two"}, "2 of 11 [these two]"},
		{Filter{Only: []int{}, Named: "none of them"}, "0 of 11 [none of them]"},
		{Filter{Where: `kind="a kind that there is not"`}, "0 of 11"},
	} {
		viewtest.New(t, 100, 24, s, New(s, 0, tt.filter, WorstFirst)).Want(tt.want)
	}
	sc := viewtest.New(t, 100, 24, s, New(s, 0, Filter{Only: []int{1, 4}, Named: "these two"}, WorstFirst))
	worse, _ := sc.Find("1-1")
	better, ok := sc.Find("0-1")
	if !ok || worse.Y > better.Y {
		t.Errorf("the worst is not first:\n%s", sc.Text())
	}
	check.Equal(t, "row of the worst", New(s, 0, Filter{}, WorstFirst).sheet.Selected(), 0)
}

func TestExamplesTextFilter(t *testing.T) {
	sc, v := open(t, 80, 24, Filter{})
	sc.Press("/")
	if !v.Typing() {
		t.Fatal("/ opens no line to type in")
	}
	sc.Typed("ex-1 w")
	sc.Want("filter: ex-1 w", "0 of 11", "no examples where ex-1 · w", "wrong  word") // what w may become
	sc.Press("backspace", "backspace")
	sc.Want("4 of 11")
	sc.Press("enter")
	sc.Want("4 of 11 [ex-1]")
	sc.Press("/")
	sc.Typed("zzz")
	sc.Press("esc")
	sc.Want("4 of 11 [ex-1]") // esc takes back what was typed since
	sc.Press("esc")
	sc.Want("11 of 11")
	if action, _ := sc.Action("esc"); action.Why() == "" {
		t.Error("esc is enabled without a filter: it would not leave the list")
	}
}

func TestAQueryIsTyped(t *testing.T) {
	sc, v := open(t, 100, 24, Filter{})
	sc.Press("/")
	sc.Typed("not right and fi")
	sc.Want("? of 11", "^ there is no field fi")
	sc.Typed("nd<.5")
	sc.Want("2 of 11")
	sc.Press("enter")
	sc.Want("2 of 11 [not right] [find<.5]")
	sc.Act("drop-part", "not right")
	sc.Want("6 of 11 [find<.5]")
	sc.Press("/")
	sc.Typed("cul")
	sc.Press("tab")
	sc.Want("filter: find<.5 culprit")
	sc.Typed("=f")
	sc.Press("tab")
	sc.Want("filter: find<.5 culprit=find", "6 of 11")
	sc.Typed(" nonsense<3")
	sc.Press("enter")
	if !v.Typing() {
		t.Error("a query that cannot be read was taken")
	}
	sc.Press("esc", "/")
	sc.Typed("and any(modules, .culp")
	sc.Press("tab")
	sc.Want("filter: find<.5 and any(modules, .culprit", "  .culprit")
	sc.Typed(" and .nonsense)")
	sc.Want("a module has no field nonsense")
}

// with runs an action of the command line with a value.
func with(t *testing.T, v *List, name, value string) tea.Cmd {
	t.Helper()
	for _, a := range v.Actions() {
		if a.Name == name {
			return a.With(value)
		}
	}
	t.Fatalf("there is no action %s", name)
	return nil
}

// What takes the records of examples is computed in the background, and the list keeps
// what it shows until then.
func TestAQueryReadsRecords(t *testing.T) {
	sc, v := open(t, 100, 24, Filter{})
	sc.Run(with(t, v, "filter", `shape="exist(find)" depth=2 wrong`))
	sc.Draw()
	sc.Want("3 of 11 [shape=", "[depth=2] [wrong]")
	sc.Run(with(t, v, "sort", "len(modules) + f1.find"))
	sc.Draw()
	sc.Want("by len(modules) + f1.find, lowest first")
	sc.Run(with(t, v, "sort", "nothing.like"))
	if len(sc.Flash) != 1 || !strings.Contains(sc.Flash[0].Text, "there is no field nothing.like") {
		t.Errorf("flashes %v", sc.Flash)
	}
}

func TestExamplesOrder(t *testing.T) {
	run := viewtest.RunOf("a", viewtest.BoxExample("good", true, true), viewtest.BoxExample("bad", true, false),
		viewtest.BoxExample("good2", true, true), nil)
	run2 := viewtest.Unread(run)
	v := New(viewtest.ReadAll(t, run2), 0, Filter{})
	for _, tt := range []struct {
		by      string
		reverse bool
		want    []string
		why     string
	}{
		{"file", false, []string{"good", "bad", "good2", "record 4"}, "file order"},
		{"file", true, []string{"record 4", "good2", "bad", "good"}, "reversed"},
		{"faithfulness", false, []string{"bad", "good", "good2", "record 4"}, "ties in file order, undefined last"},
		{"faithfulness", true, []string{"good", "good2", "bad", "record 4"}, "undefined last here too"},
		{"f1.find", false, []string{"bad", "good", "good2", "record 4"}, "by a module type"},
		{"size", false, []string{"record 4", "good", "bad", "good2"}, "a broken record has no program"},
		{"question", false, []string{"good", "bad", "good2", "record 4"}, "one without a question comes last"},
	} {
		o, err := orderBy(tt.by, v.facts)
		check.NoError(t, err)
		o.reverse = tt.reverse
		v.setOrder(o)
		check.EqualLists(t, "ids", ids(v), tt.want, "by", o, tt.why)
	}
}

// The key sorts by the chosen column, the score at first, the other way round, and as the file.
func TestExamplesSortByColumns(t *testing.T) {
	sc, v := open(t, 80, 30, Filter{})
	sc.Press("G")
	sc.Act("sort")
	sc.Want("11 of 11 · by faithfulness, lowest first")
	check.Equal(t, "the selected row after sorting", v.sheet.Selected(), 0)
	sc.Act("sort")
	sc.Want("by faithfulness, highest first")
	sc.Act("sort")
	sc.Want("11 of 11 · file order")
	sc.Act("move-left")
	sc.Act("sort")
	sc.Want("by answer.predicted, a to z")
	for v.sheet.Column > 0 {
		sc.Act("move-left")
	}
	sc.Act("sort")
	sc.Want("by id, a to z")
	sc.Act("sort", "f1.find")
	sc.Act("reverse")
	sc.Want("by f1.find, highest first")
}

// What a list was opened with is not taken away.
func TestExamplesKeepWhatOpenedThem(t *testing.T) {
	sc, _ := open(t, 80, 30, Filter{Where: "wrong"})
	sc.Act("not-faithful")
	sc.Act("unwind")
	sc.Act("unwind")
	sc.Want("3 of 11 [wrong] ·") // it was opened with that part
}

func TestExamplesFailures(t *testing.T) {
	sc, v := open(t, 80, 24, Filter{})
	sc.Act("next-failure")
	check.Equal(t, "first failure at", v.sheet.Selected(), 3)
	sc.Act("next-failure")
	sc.Act("previous-failure")
	check.Equal(t, "forth and back lead to", v.sheet.Selected(), 3)
	sc.Act("previous-failure")
	if len(sc.Flash) != 1 {
		t.Error("no word about there being no earlier failure")
	}
	sc.Press("G", "]")
	sc.Act("previous-example")
	sc.Act("next-example")
	check.Equal(t, "row after the last", v.sheet.Selected(), 10)
	check.Equal(t, "flashes", len(sc.Flash), 2)
}

func TestExamplesOpen(t *testing.T) {
	sc, _ := open(t, 80, 24, Filter{})
	s := sc.Session
	sc.Press("j", "enter")
	if len(sc.Pushed) != 1 {
		t.Fatalf("enter opened %v", sc.Pushed)
	}
	check.Equal(t, "example opened by enter", viewtest.New(t, 80, 24, s, sc.Pushed[0]).View.Title(), "ex-0-1")
	sc.Act("copy-id")
	if len(sc.Copied) != 1 || sc.Copied[0].Text != "ex-0-1" {
		t.Errorf("copied %v", sc.Copied)
	}
	sc.Press("/")
	sc.Typed("nothing")
	pushed := len(sc.Pushed)
	sc.Press("enter", "enter")
	if len(sc.Pushed) != pushed {
		t.Error("enter on an empty list opened something")
	}
}

// growing are records that arrive while the test goes on.
type growing struct{ n, all int }

func (g *growing) Len() int { return g.n }

func (g *growing) Complete() bool { return g.n == g.all }

func (g *growing) Wait(context.Context, int) error { return nil }

func (g *growing) Progress() (done, total int64) { return int64(g.n), int64(g.all) }

func (g *growing) Close() error { return nil }

func (g *growing) decode(i int) (*loaders.Example, error) {
	return viewtest.BoxExample(fmt.Sprintf("g-%02d", i), i%2 == 0, i%3 == 0), nil
}

// While examples and scores arrive, the selected example stays selected and
// on its line, and filter and order stay.
func TestExamplesStaySteadyWhileRead(t *testing.T) {
	g := &growing{n: 30, all: 60}
	run := loaders.NewRun("r", "test", g, g.decode)
	s := viewtest.Unread(run)
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 80, 12, s, v)
	sc.Want("30 of 30", "▸ 00 ") // what is on screen was read first
	v.sheet.Select(25)
	sc.Draw()
	sc.Want("not read yet")
	sc.Act("sort", "faithfulness")
	v.sheet.Select(4)
	selected, line := v.rows[4], v.sheet.Selected()-v.sheet.Top()
	for range 3 {
		g.n = min(g.all, g.n+10)
		check.NoError(t, s.Runs[0].Read(t.Context()))
		sc.Send(views.RefreshViews{})
		if got := v.rows[v.sheet.Selected()]; got != selected {
			t.Fatalf("example %d is selected, was %d", got, selected)
		}
		if got := v.sheet.Selected() - v.sheet.Top(); got != line && v.sheet.Top() > 0 {
			t.Errorf("the selection moved from line %d to %d", line, got)
		}
	}
	sc.Want("60 of 60", "by faithfulness, lowest first")
	check.Equal(t, "rows", len(v.rows), 60)
}

// Rows that are read while columns are laid out, whose ids were "…", don't move the selection to the first
// whose id still is.
func TestReadingDoesNotMoveTheSelection(t *testing.T) {
	run := loaders.NewRun("r", "test", &growing{n: 60, all: 60}, (&growing{}).decode)
	s := viewtest.Unread(run)
	v := New(s, 0, Filter{})
	v.sheet.Lay = func(shownColumns []int) {
		for i := range 38 {
			s.Runs[0].Example(i, s.Settings)
		}
		v.layColumns(shownColumns)
	}
	viewtest.New(t, 80, 12, s, v)
	check.Equal(t, "the selected row", v.sheet.Selected(), 0)
}

// The list shows ids without what all begin with, cut outside brackets, and finds an example by what it shows.
func TestShownIds(t *testing.T) {
	for want, ids := range map[string][]string{"dev-": {"dev-1", "dev-2"}, "a-": {"a-(epoch 1)", "a-(epoch 2)"}} {
		rows := loaders.Map(ids, func(id string) *exampleRow { return &exampleRow{ListedExample: loaders.ListedExample{ID: id}} })
		check.Equal(t, "the prefix of "+strings.Join(ids, ", "), prefixOf(rows), want)
	}
	run := viewtest.RunOf("r", viewtest.BoxExample("dev-31-0", true, true), viewtest.BoxExample("dev-32-0", true, true))
	s := viewtest.ReadAll(t, viewtest.Of(t, run))
	v := New(s, 0, Filter{})
	if at, why := v.Find("32-0"); at != 1 {
		t.Errorf("found %d: %s", at, why)
	}
	if at, _ := v.Find("-0"); at >= 0 {
		t.Errorf("%d is found by what two end with", at)
	}
	sc := viewtest.New(t, 80, 12, s, v)
	sc.Act("columns", "id, nosuch")
	if len(sc.Flash) != 1 || sc.Flash[0].Text != "no column is called nosuch" {
		t.Errorf("flashes %v", sc.Flash)
	}
}

// Where the filter drops the selected example, the one after it is selected.
func TestExamplesSelectionMovesOn(t *testing.T) {
	for _, tt := range []struct {
		old  []int
		at   int
		rows []int
		want int
		why  string
	}{
		{[]int{1, 2, 3}, 1, []int{2, 3}, 0, "it is still there"},
		{[]int{1, 2, 3}, 1, []int{1, 3}, 1, "the one that followed it"},
		{[]int{1, 2, 3}, 2, []int{1, 2}, 2, "nothing followed: the table goes to its last"},
		{nil, 0, []int{4}, 0, "there was nothing before"},
	} {
		check.Equal(t, tt.why, reselectedRow(tt.old, tt.at, tt.rows), tt.want, tt.old, tt.at, tt.rows)
	}
}

func TestExamplesFollowSettings(t *testing.T) {
	sc, _ := open(t, 80, 24, Filter{Where: "unfaithful"})
	sc.Want("6 of 11")
	sc.Act("threshold", ".9") // over .8 proposals are no longer predicted
	sc.Want("10 of 11 [unfaithful]")
}

// Every row fits the screen at any size, also with hostile text.
func TestExamplesFit(t *testing.T) {
	run := viewtest.RunOf("hostile\x1b]0;x\a", viewtest.HostileExamples()...)
	s := &views.Session{Console: views.Console{Look: viewtest.DarkLook(1 << 24)},
		Data: views.Data{Runs: []*session.ScoredRun{session.New(run, session.Protocols())}, Settings: scoring.Defaults()}}
	viewtest.ReadAll(t, s)
	for _, size := range []image.Point{{80, 24}, {132, 40}, {40, 10}, {20, 5}, {3, 2}, {1, 1}, {0, 0}} {
		v := New(s, 0, Filter{})
		sc := viewtest.New(t, size.X, size.Y, s, v)
		sc.Press("G", "home", "s", "/", "x", "enter")
		sc.Fits()
	}
}

// Where nothing is scored, the list has no column of dashes, and an example
// without an answer shows what the right one would be.
func TestExamplesWithoutScores(t *testing.T) {
	examples := []*loaders.Example{
		{ID: "said", Question: "q", Answer: loaders.Answer{Predicted: "yes", Gold: "no", Correct: loaders.Wrong}},
		{ID: "gold", Question: "q", Answer: loaders.Answer{Gold: "maybe"}},
		{ID: "none", Question: "q"},
	}
	_, list := walk(t, examples...)
	s := viewtest.New(t, 80, 20, list.s, list)
	s.Want("✗ yes (no)", "– (maybe)", "none  q")
	if text := s.Text(); strings.Contains(text, "F1") || strings.Contains(text, "no answer") {
		t.Errorf("a column of nothing:\n%s", text)
	}
	sc, _ := walk(t, examples[1])
	sc.Want("? no answer in the run, expected maybe")
}

// The question has the room: where it asks for it, ids leave, and a text goes on in
// a second line as long as lines are free.
func TestTheQuestionHasTheRoom(t *testing.T) {
	const answer = "the second of the three towers"
	ask := func(id, question string) *loaders.Example {
		return &loaders.Example{ID: id, Question: question, Answer: loaders.Answer{Predicted: answer}}
	}
	_, list := walk(t, ask("nq-open/validation/000417", "which one?"), ask("nq-open/validation/000418", "which two?"))
	s := viewtest.New(t, 100, 10, list.s, list)
	s.Want("000417", answer[:15], "which one?")
	s.Without("validation") // all ids begin so
	question := strings.Repeat("which one? ", 7) + "the last"
	_, list = walk(t, ask("a", question), ask("b", question))
	s = viewtest.New(t, 100, 10, list.s, list)
	s.Want("which one? which one?", "the last")
	s = viewtest.New(t, 100, 4, list.s, list)
	s.Without("the last") // no line is free
}

// The columns fit what is listed, and not what a filter has taken away.
func TestColumnsFitWhatIsListed(t *testing.T) {
	long := &loaders.Example{ID: "a", Question: "which?", Answer: loaders.Answer{Predicted: "the second of the three towers", Gold: "x",
		Correct: loaders.Wrong}}
	question := "which one of the three towers is it that has a yellow block at the top?"
	_, list := walk(t, long, &loaders.Example{ID: "b", Question: question,
		Answer: loaders.Answer{Predicted: "x", Gold: "x", Correct: loaders.Right}})
	s := viewtest.New(t, 90, 10, list.s, list)
	s.Without(question)
	s.Act("right")
	s.Want(question)
}

func TestAQueryIsWithinItsBudgetWhileItIsTyped(t *testing.T) {
	s := viewtest.ReadSample(t)
	sc := viewtest.New(t, 120, 20, s, New(s, 0, Filter{}))
	sc.Press("/")
	sc.Typed("let a = question; let b = a+a+a+a+a+a+a+a; let c = b+b+b+b+b+b+b+b; let d = c+c+c+c+c+c+c+c; let e = d+d+d+d+d+d+d+d; " +
		"let f = e+e+e+e+e+e+e+e; let g = f+f; let h = g+g; len(h) > 0")
	sc.Want("0 of 11", "^ the query creates more than 1048576 bytes of text")
	sc.Press("enter")
	sc.Want("query errors: 10; first: the query creates")
}

// A score that isn't a mean over examples lists all that its protocol judges, and says so.
func TestAScoreOfAllExamplesListsThem(t *testing.T) {
	chain := func(id string, gold, judged loaders.Verdict) *loaders.Example {
		return &loaders.Example{ID: id, Question: "q " + id, Program: []loaders.Module{{Op: "step", Text: "x",
			Gold:   &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: gold}},
			Output: loaders.Output{Verdict: &loaders.StepOpinion{Verdict: judged}}}}}
	}
	s := viewtest.Of(t, viewtest.RunOf("judge", chain("a", loaders.Wrong, loaders.Wrong), chain("b", loaders.Right, loaders.Wrong)))
	sc := viewtest.New(t, 100, 24, s, RestsOn(s, 0, views.NumberOf("steps", "f1", "overall")))
	sc.Want("2 of 2 [F1 isn't a mean over examples]", "q a", "q b")
	none := viewtest.New(t, 100, 24, s, RestsOn(s, 0, views.NumberOf("steps", "f1", "nothing")))
	none.Want("0 of 2 [F1 of nothing]")
}
