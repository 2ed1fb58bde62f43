package views

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/widget"
)

// ids returns the ids that a list shows, in order.
func ids(v *Examples) []string {
	var ids []string
	for _, r := range v.rows {
		ids = append(ids, v.s.Run(v.run).Row(r).ID)
	}
	return ids
}

func TestExampleFilterLists(t *testing.T) {
	s := readAll(t, sampleSession(t))
	for _, tt := range []struct {
		filter ExampleFilter
		want   int
		why    string
	}{
		{ExampleFilter{}, 11, "all, the broken record too"},
		{ExampleFilter{Answer: loaders.Right}, 7, "3 right and faithful, 4 right but not"},
		{ExampleFilter{Answer: loaders.Wrong}, 3, "the broken record has no answer"},
		{ExampleFilter{Faithful: loaders.Right}, 4, "3 + 1"},
		{ExampleFilter{Answer: loaders.Right, Faithful: loaders.Wrong}, 4, "right but unfaithful"},
		{ExampleFilter{NoVerdict: true}, 1, "the broken record"},
		{ExampleFilter{Below: []ModuleBelow{{"find", .5}}}, 6, "the unfaithful ones: find is all they have"},
		{ExampleFilter{Below: []ModuleBelow{{"find", .5}}, Answer: loaders.Wrong}, 2, "parts combine by and"},
		{ExampleFilter{Below: []ModuleBelow{{"relocate", .5}}}, 0, "a type that the run does not have"},
		{ExampleFilter{Text: "DOG EX-1"}, 4, "every word somewhere, case aside"},
		{ExampleFilter{Text: "dog cat"}, 0, "one word is nowhere"},
		{ExampleFilter{Text: "true", Answer: loaders.Wrong}, 3, "answers count as text"},
	} {
		v := NewExamples(s, 0, tt.filter).(*Examples)
		if got := len(v.rows); got != tt.want {
			t.Errorf("%s: %d rows, want %d: %s", tt.filter, got, tt.want, tt.why)
		}
	}
}

func TestFilterSaysItself(t *testing.T) {
	for _, tt := range []struct {
		filter ExampleFilter
		want   string
	}{
		{ExampleFilter{}, "all"},
		{ExampleFilter{Answer: loaders.Right, Faithful: loaders.Wrong}, "right but unfaithful"},
		{ExampleFilter{Answer: loaders.Wrong, Faithful: loaders.Wrong}, "wrong and unfaithful"},
		{ExampleFilter{Faithful: loaders.Wrong, Below: []ModuleBelow{{"find", .5}, {"filter", .25}}, Text: "left"},
			"unfaithful · find < .50 · filter < .25 · “left”"},
	} {
		if got := tt.filter.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestExamplesKeysFilter(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{})
	sc := newScreen(t, 80, 24, s, v)
	sc.want("11 of 11", "ex-0-0", "the record cannot be read")
	for _, tt := range []struct{ key, want string }{
		{"x", "4 of 11 · right but unfaithful"},
		{"x", "11 of 11"},
		{"w", "3 of 11 · wrong"},
		{"u", "2 of 11 · wrong and unfaithful"},
		{"c", "4 of 11 · right but unfaithful"},
		{"F", "3 of 11 · right and faithful"},
		{"esc", "11 of 11"},
		{"v", "1 of 11 · without a verdict"},
		{"esc", "11 of 11"},
	} {
		sc.press(tt.key)
		sc.want(tt.want)
	}
}

func TestExamplesTextFilter(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{})
	sc := newScreen(t, 80, 24, s, v)
	sc.press("/")
	if !v.Typing() {
		t.Fatal("/ opens no line to type in")
	}
	sc.typed("ex-1 w")
	sc.want("filter: ex-1 w", "0 of 11", "no example “ex-1 w”")
	sc.press("backspace", "backspace")
	sc.want("4 of 11")
	sc.press("enter")
	sc.want("4 of 11 · “ex-1”")
	sc.press("/")
	sc.typed("zzz")
	sc.press("esc")
	sc.want("4 of 11 · “ex-1”") // esc takes back what was typed since
	sc.press("esc")
	sc.want("11 of 11")
	if action, _ := sc.action("esc"); action.Why() == "" {
		t.Error("esc is enabled without a filter: it would not leave the list")
	}
}

func TestExamplesModuleMenu(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{})
	sc := newScreen(t, 80, 24, s, v)
	sc.press("f")
	sc.want("Modules below a score", "find < .50")
	sc.press("enter")
	sc.want("6 of 11 · find < .50", "● find < .50")
	sc.press("right", "right")
	sc.want("find < .60")
	sc.press("enter")
	sc.want("11 of 11")
	sc.press("-", "esc")
	sc.want("6 of 11 · find < .45")
	sc.press("S") // the list's own keys again
	sc.want("last first")
}

func TestExamplesOrder(t *testing.T) {
	run := runOf("a", boxExample("good", true, true), boxExample("bad", true, false), boxExample("good2", true, true), nil)
	run2 := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 2)}, Runs: []*session.Scored{session.New(run, session.Protocols())}}
	v := NewExamples(readAll(t, run2), 0, ExampleFilter{}).(*Examples)
	for _, tt := range []struct {
		order exampleOrder
		want  []string
		why   string
	}{
		{exampleOrder{}, []string{"good", "bad", "good2", "record 4"}, "file order"},
		{exampleOrder{reverse: true}, []string{"record 4", "good2", "bad", "good"}, "reversed"},
		{exampleOrder{by: byFaithfulness}, []string{"bad", "good", "good2", "record 4"}, "ties in file order, undefined last"},
		{exampleOrder{by: byFaithfulness, reverse: true}, []string{"good", "good2", "bad", "record 4"}, "undefined last here too"},
		{exampleOrder{by: byModule, module: "find"}, []string{"bad", "good", "good2", "record 4"}, "by a module type"},
		{exampleOrder{by: byModule, module: "none"}, []string{"good", "bad", "good2", "record 4"}, "a type that is not there"},
		{exampleOrder{by: bySize}, []string{"record 4", "good", "bad", "good2"}, "a broken record has no program"},
		{exampleOrder{by: byQuestion}, []string{"record 4", "good", "bad", "good2"}, "an empty question comes first"},
	} {
		v.setOrder(tt.order)
		if got := ids(v); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.order, got, tt.want, tt.why)
		}
	}
}

func TestExamplesSortMenu(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{})
	sc := newScreen(t, 80, 24, s, v)
	sc.press("G", "s")
	sc.want("Sort by", "least faithful first", "lowest find first")
	sc.press("j", "enter")
	sc.want("11 of 11 · least faithful first")
	if got := v.(*Examples).table.Selected(); got != 0 {
		t.Errorf("row %d is selected after sorting, want the first", got)
	}
	sc.press("S")
	sc.want("most faithful first")
}

func TestExamplesFailures(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	sc := newScreen(t, 80, 24, s, v)
	sc.press("]")
	if got := v.table.Selected(); got != 3 {
		t.Errorf("first failure at %d, want 3: rows 0 to 2 are right and faithful", got)
	}
	sc.press("e", "E")
	if got := v.table.Selected(); got != 3 {
		t.Errorf("e then E lead to %d, want 3", got)
	}
	sc.press("[")
	if len(sc.flash) != 1 {
		t.Error("no word about there being no earlier failure")
	}
	sc.press("G", "]")
	if got := v.table.Selected(); got != 10 || len(sc.flash) != 2 {
		t.Errorf("after the last row: at %d with %d flashes", got, len(sc.flash))
	}
}

func TestExamplesOpenAndLeave(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	sc := newScreen(t, 80, 24, s, v)
	sc.press("j", "enter")
	if len(sc.pushed) != 1 || sc.pushed[0].(*Example).at != 1 {
		t.Fatalf("enter opened %v", sc.pushed)
	}
	sc.press("h", "y")
	if sc.pops != 1 || len(sc.copied) != 1 || sc.copied[0].Text != "ex-0-1" {
		t.Errorf("%d pops, copied %v", sc.pops, sc.copied)
	}
	sc.press("/")
	sc.typed("nothing")
	sc.press("enter", "enter")
	if len(sc.pushed) != 1 {
		t.Error("enter on an empty list opened something")
	}
}

// growing are records that arrive while the test goes on.
type growing struct{ n, all int }

func (g *growing) Len() int                        { return g.n }
func (g *growing) Complete() bool                  { return g.n == g.all }
func (g *growing) Wait(context.Context, int) error { return nil }
func (g *growing) Progress() (done, total int64)   { return int64(g.n), int64(g.all) }
func (g *growing) Close() error                    { return nil }
func (g *growing) decode(i int) (*loaders.Example, error) {
	return boxExample(fmt.Sprintf("g-%02d", i), i%2 == 0, i%3 == 0), nil
}

// While examples and scores arrive, the selected example stays selected and
// on its line, filter and order stay, and unread rows are dots.
func TestExamplesStaySteadyWhileRead(t *testing.T) {
	g := &growing{n: 30, all: 60}
	run := loaders.NewRun("r", "test", g, g.decode)
	s := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 2)}, Runs: []*session.Scored{session.New(run, session.Protocols())}}
	v := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	sc := newScreen(t, 80, 12, s, v)
	sc.want("30 of 30", "g-00") // what is on screen was read first
	v.table.Select(25)
	sc.draw()
	sc.want("not read yet", "…")
	v.setOrder(exampleOrder{by: byFaithfulness})
	v.table.Select(4)
	selected, line := v.rows[4], v.table.Selected()-v.table.Top()
	for range 3 {
		g.n = min(g.all, g.n+10)
		if err := s.Runs[0].Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		sc.send(Refresh{})
		if got := v.rows[v.table.Selected()]; got != selected {
			t.Fatalf("example %d is selected, was %d", got, selected)
		}
		if got := v.table.Selected() - v.table.Top(); got != line && v.table.Top() > 0 {
			t.Errorf("the selection moved from line %d to %d", line, got)
		}
	}
	sc.want("60 of 60", "least faithful first")
	if got := len(v.rows); got != 60 {
		t.Errorf("%d rows", got)
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
		if got := kept(tt.old, tt.at, tt.rows); got != tt.want {
			t.Errorf("kept(%v, %d, %v) = %d, want %d: %s", tt.old, tt.at, tt.rows, got, tt.want, tt.why)
		}
	}
}

func TestExamplesFollowSettings(t *testing.T) {
	s := readAll(t, sampleSession(t))
	v := NewExamples(s, 0, ExampleFilter{Faithful: loaders.Wrong})
	sc := newScreen(t, 80, 24, s, v)
	sc.want("6 of 11")
	for range 8 {
		sc.press("p") // over .8 no proposal is predicted any more
	}
	sc.want("10 of 11 · unfaithful")
}

// Every row fits the screen at any size, also with hostile text.
func TestExamplesFit(t *testing.T) {
	run := runOf("hostile\x1b]0;x\a", hostileExamples()...)
	s := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 1<<24)}, Runs: []*session.Scored{session.New(run, session.Protocols())}}
	readAll(t, s)
	for _, size := range []image.Point{{80, 24}, {132, 40}, {40, 10}, {20, 5}, {3, 2}, {1, 1}, {0, 0}} {
		v := NewExamples(s, 0, ExampleFilter{})
		sc := newScreen(t, size.X, size.Y, s, v)
		sc.press("G", "g", "s", "esc", "f", "esc", "/", "x", "enter")
		fits(t, sc)
	}
}

// fits fails the test where the frame is wider than it may be, or has a
// character that steers a terminal.
func fits(t *testing.T, sc *screen) {
	t.Helper()
	for _, line := range strings.Split(sc.text(), "\n") {
		if w := ansi.StringWidth(line); w > sc.area.Dx() {
			t.Fatalf("%v: a line of %d cells: %q", sc.area.Size(), w, line)
		}
		if loaders.Clean(line) != line {
			t.Fatalf("%v: not clean: %q", sc.area.Size(), line)
		}
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
	_, ex := exampleScreen(t, 80, 20, examples...)
	s := newScreen(t, 80, 20, ex.s, ex.list)
	s.want("✗ yes (no)", "– (maybe)", "none  q")
	if text := s.text(); strings.Contains(text, "F1") || strings.Contains(text, "no answer") {
		t.Errorf("a column of nothing:\n%s", text)
	}
	sc, _ := exampleScreen(t, 80, 20, examples[1])
	sc.want("? no answer in the run, gold maybe")
}
