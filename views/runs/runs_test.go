package runs

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func sample(t *testing.T, w, h int) *viewtest.Screen {
	t.Helper()
	s := viewtest.ReadSample(t)
	return viewtest.New(t, w, h, s, New(s))
}

func of(t *testing.T, w, h int, runs ...*loaders.Run) *viewtest.Screen {
	t.Helper()
	s := viewtest.Of(t, runs...)
	return viewtest.New(t, w, h, s, New(s))
}

// low has the right box at .35, under the threshold.
func low(id string) *loaders.Example {
	ex := viewtest.BoxExample(id, true, true)
	ex.Program[1].Output.Boxes[0] = []float64{.35, .1}
	return ex
}

// answersRun has right, wrong and unjudged answers, and nothing that anybody
// scores as faithful.
func answersRun(name string, right, wrong, unjudged int) *loaders.Run {
	var examples []*loaders.Example
	for _, part := range []struct {
		verdict loaders.Verdict
		n       int
	}{{loaders.Right, right}, {loaders.Wrong, wrong}, {loaders.Unknown, unjudged}} {
		for range part.n {
			examples = append(examples, &loaders.Example{ID: "q", Answer: loaders.Answer{Predicted: "yes", Correct: part.verdict}})
		}
	}
	return viewtest.RunOf(name, examples...)
}

// countRun has n counting questions of which the first are answered right,
// with all of the scores on the gold box.
func countRun(name string, n, right int) *loaders.Run {
	var examples []*loaders.Example
	for i := range n {
		score := 1.0
		if i >= right {
			score = 0.25
		}
		box := loaders.Box{X1: 0.5, Y1: 0.5}
		examples = append(examples, &loaders.Example{
			ID: fmt.Sprint(i), Question: "How many dogs are there?", Answer: loaders.Answer{Gold: "1", Correct: loaders.VerdictOf(i < right)},
			Images: []loaders.Image{{Proposals: []loaders.Box{box}}},
			Program: []loaders.Module{
				{Op: "count", Output: loaders.Output{Boxes: [][]float64{{score}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}}},
		})
	}
	return viewtest.RunOf(name, examples...)
}

// shown returns the filter of the list that was opened.
func shown(s *viewtest.Screen) examples.Filter {
	_, filter := s.Pushed[0].(*examples.List).Shows()
	return filter
}

// lineOf returns the first line on screen that begins with a text behind the marker.
func lineOf(t *testing.T, s *viewtest.Screen, text string) (at int, whole string) {
	t.Helper()
	for y, l := range strings.Split(s.Text(), "\n") {
		if strings.HasPrefix(strings.TrimLeft(l, "▸ │"), text) {
			return y, l
		}
	}
	t.Fatalf("no line %q:\n%s", text, s.Text())
	return 0, ""
}

// A run that was opened again with fewer examples shows its own numbers.
func TestAReopenedRunIsShown(t *testing.T) {
	s := sample(t, 100, 21)
	s.Want("layer_count is right on 7 of 10")
	short := viewtest.RunOf("short", viewtest.BoxExample("sure", true, true))
	s.Session.Replace(0, session.New(short, s.Session.Runs[0].Protocols()))
	viewtest.ReadAll(t, s.Session)
	s.Send(views.RefreshViews{})
	s.Without("is right on 7 of 10")
	s.Want("short")
}

// A terminal may tell its colours late: bars are textured without any.
func TestBarsFollowTheTheme(t *testing.T) {
	s := sample(t, 100, 21)
	s.Want("▒▒▒")
	s.Session.Theme = themes.Default().On(themes.Dark, 1<<24)
	s.Send(views.RefreshViews{})
	s.Without("▒")
}

// Every kind has its columns and no other, a heading that says what it is of, and the
// finding says who judges how many.
func TestRunsByKind(t *testing.T) {
	s := sample(t, 80, 21)
	s.Want(
		// 11 examples, 7 of 10 answers right; the mean F1 of ten is .40.
		// What kinds share is in the same places.
		"▾ pictures · 11  right  faithful  right, not faithful    F1  unjudged  find",
		"▸ layer_count       70 %      40 %  4 of 7     ━━━━╸───   .40   1 of 11   .40",
		// No answer has a verdict. The losses are -log(.9) and -log(.1).
		"▾ passages · 2 ─────────────────────────────────────── mass  module loss",
		"  lexical                     50 %                        .50         1.20",
		"layer_count is right on 7 of 10, with 1 more unjudged; 4 of the 7 right",
		"A small model, trained on six thousand sentences.",
		"faithful  not  unjudged ─┬─ module   culprit    wrong  why",
		"› right            3    4         0  │› find           6  6 of 10",
		"  unjudged         0    0         1",
	)
	s.Without("–")
	s.Press("j", "j")
	s.Want("The answers of lexical aren't judged: no answer is marked right or wrong", "faithful examples: 1 of 2")
}

// The loss beside all modules is the mean over them, as in the paper's table, whatever
// an example's modules add up to: of two it is that of either.
func TestLossOfAllModulesIsTheirMean(t *testing.T) {
	ex := viewtest.SpanExample("two", .1)
	ex.Program = append(ex.Program, ex.Program[0])
	s := of(t, 120, 24, viewtest.RunOf("lexical", ex))
	s.Want("module loss", "2.30")
	if _, all := lineOf(t, s, "overall"); !strings.Contains(all, "2.30") {
		t.Errorf("beside all modules: %q", all)
	}
	s.Without("4.61")
}

// A heading that is folded says what stands for each of its runs; the line of the
// cursor stays where it is.
func TestHeadingsFold(t *testing.T) {
	s := sample(t, 80, 21)
	s.Press("j")
	before, _ := lineOf(t, s, "▾ passages")
	s.Press("enter")
	if at, l := lineOf(t, s, "▹ passages"); at != before || !strings.HasPrefix(l, "▸") || len(s.Pushed) > 0 {
		t.Errorf("folding moved the heading from %d to %d, or selects something else: %q", before, at, l)
	}
	s.Without("  lexical  ")
	s.Press("enter")
	s.Want("  lexical                     50 %")
	s.Press("g")
	s.Press("home", "enter")
	s.Want("▸ ▹ pictures · layer_count   70 %      40 %  4 of 7     ━━━━╸", "▾ passages · 2 ────────── right  faithful")
	viewtest.Equal(t, "the run in scope", s.Session.Scope.Run, 0)
}

// Where no run is judged faithful, the first stands for a folded heading, whatever other numbers say.
func TestOnlyUnfaithfulAnswersChooseTheWorstRun(t *testing.T) {
	silent := &loaders.Example{ID: "q", Answer: loaders.Answer{Correct: loaders.Unanswered}}
	s := of(t, 100, 21, viewtest.RunOf("first", silent, silent), answersRun("second", 2, 0, 2))
	s.Want("right %  unanswered  unjudged")
	s.Press("home", "enter")
	s.Want("▹ answers only · first")
}

// As many headings are open as there is room for, the first at least.
func TestGroupsOpenAsFarAsTheyFit(t *testing.T) {
	var runs []*loaders.Run
	for i := range 9 {
		runs = append(runs, viewtest.RunOf(fmt.Sprint("run", i), low("a")), answersRun(fmt.Sprint("other", i), 1, 1, 0))
	}
	s := of(t, 80, 21, runs...)
	s.Want("▾ pictures · 1", "▹ answers only · other0   50 %")
	wide := of(t, 80, 50, runs...)
	wide.Want("▾ pictures · 1", "▾ answers only · 2")
	s.Press("G", "enter", "G")
	s.Want("▸ other8")
	if first, _, _ := strings.Cut(s.Text(), "\n"); !strings.Contains(first, " ▾ ") {
		t.Errorf("the titles went with the lines above: %q", first)
	}
	s.Press("home")
	if _, l := lineOf(t, s, "▾ pictures"); !strings.HasPrefix(l, "▸") {
		t.Errorf("the first line is not selected: %q", l)
	}
}

// The worst module in the sentence is the first in the table, and no number is said
// twice in two ways.
func TestFindings(t *testing.T) {
	below := func(id string) *loaders.Example {
		ex := low(id)
		ex.Program[1].Op = "filter"
		return ex
	}
	s := of(t, 120, 30, viewtest.RunOf("run", low("a"), low("b"), viewtest.BoxExample("c", true, true), below("e")))
	s.Want("3 of the 4 right answers are not faithful. find goes wrong first in 2: found the right box", "› find           2  2 of 3   .33")
	q := func(cells ...int) (q scoring.VerdictCounts) {
		verdicts := []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}
		for i, n := range cells {
			q[verdicts[i/3]][verdicts[i%3]] = n
		}
		return q
	}
	for _, test := range []struct {
		q    scoring.VerdictCounts
		want string
	}{
		{q(1, 45, 0, 0, 14, 0, 0, 0, 0), "x is right on 46 of 60; 45 of the 46 right answers are not faithful."},
		{q(36, 13, 0, 6, 18, 0, 80, 62, 0), "x is right on 49 of 73, with 142 more unjudged; 13 of the 49 right answers are not faithful."},
		{q(29, 17, 18, 20, 14, 2, 0, 0, 0), "x is right on 64 of 100; 17 of the 46 right answers judged for faithfulness are not faithful."},
		{q(82, 0, 0, 1, 0, 0, 0, 0, 0), "x is right on 82 of 83; all 82 right answers are faithful."},
		{q(0, 2, 0, 0, 0, 0, 0, 0, 0), "x is right on 2 of 2; none of the 2 right answers is faithful."},
		{q(3, 1, 0, 0, 0, 0, 0, 0, 0), "x is right on 4 of 4; 1 of the 4 right answers is not faithful."},
		{q(0, 0, 5, 0, 0, 5, 0, 0, 0), "x is right on 5 of 10. Faithfulness is not judged: no protocol judges it."},
	} {
		r := runScores{read: test.q.N(), quadrant: test.q}
		check.Equal(t, "findings", r.findingSentences("x"), test.want, test.q)
	}
}

// A count of four digits is whole beside its bar.
func TestLongCountsAreWhole(t *testing.T) {
	var list []*loaders.Example
	for i := range 1200 {
		list = append(list, low(strconv.Itoa(i)))
	}
	of(t, 80, 21, viewtest.RunOf("large", list...)).Want("1200 of 1200 ")
}

// Titles of columns are never cut, whatever there is to show.
func TestTitlesAreWholeAtEightyColumns(t *testing.T) {
	long := viewtest.RunOf("graph_count_decont_pretrain", low("a"), viewtest.BoxExample("b", false, true))
	s := of(t, 80, 40, long, viewtest.RunOf("lexical-narrow", viewtest.SpanExample("a", .9)), countRun("scn-odd-even-90", 4, 3),
		answersRun("llava", 2, 1, 1))
	s.Want("right  faithful  right, not faithful", "F1", "graph_count_decont_pretrain", "mass", "GroundP", "unjudged")
}

func TestRunsAreUsefulBeforeScoring(t *testing.T) {
	session := viewtest.Sample(t)
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want("▾ reading 2 runs", "layer_count · scoring, 0 of 11", "lexical", "reading 2 runs …")
	s.Without("0 of 0")
	viewtest.ReadAll(t, session)
	s.Send(views.RefreshViews{})
	s.Want("4 of 7")
	s.Without("scoring")
}

func TestEnterOpensWhatIsSelected(t *testing.T) {
	// What a number rests on is gathered once the list is open.
	rests := func(name, value string) examples.Filter {
		return examples.Filter{Only: []int{}, Named: name, Opened: []views.ViewStep{views.Do("rests-on", value)}}
	}
	for _, test := range []struct {
		name, keys string
		run        int
		want       examples.Filter
	}{
		{"a run", "enter", 0, examples.Filter{}},
		{"its answers, of which the wrong ones are listed", "l enter", 0, examples.Filter{Where: "wrong"}},
		{"those that are faithful", "l l enter", 0, examples.Filter{Where: "faithful"}},
		{"F1", "l l l l enter", 0, rests("F1", "module-boxes f1 overall")},
		{"right but not faithful", "l l l enter", 0, examples.Filter{Where: "right unfaithful"}},
		{"without a verdict", "right right right right right enter", 0, examples.Filter{Where: "quadrant=unjudged"}},
		{"further right there is nothing", "l l l l l l l l l l h enter", 0, examples.Filter{Where: "quadrant=unjudged"}},
		{"one key for right, not faithful", "x", 0, examples.Filter{Where: "right unfaithful"}},
		{"a cell of the quadrant", "tab l j enter", 0, examples.Filter{Where: "wrong unfaithful"}},
		{"a cell of the next run, whose answers nobody judged", "j j tab l enter", 1, examples.Filter{Where: "-judged unfaithful"}},
		{"what goes wrong first", "tab tab enter", 0, examples.Filter{Where: `culprit="find"`}},
		{"the F1 of a type of module", "tab tab l l enter", 0, rests("F1 of find", "module-boxes f1 find")},
		{"why it goes wrong", "tab tab l l l enter", 0, examples.Filter{Where: `culprit="find" culprit.cause="elsewhere"`}},
		{"back from the modules to the runs", "tab tab tab enter", 0, examples.Filter{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sample(t, 130, 30)
			s.Press(strings.Fields(test.keys)...)
			if len(s.Pushed) != 1 {
				t.Fatalf("%d views were opened, want 1; %v\n%s", len(s.Pushed), s.Flash, s.Text())
			}
			run, filter := s.Pushed[0].(*examples.List).Shows()
			if run != test.run || !reflect.DeepEqual(filter, test.want) {
				t.Errorf("opened run %d under %+v, want run %d under %+v", run, filter, test.run, test.want)
			}
		})
	}
}

// Cells list what they count.
func TestQuadrantCellsListWhatTheyCount(t *testing.T) {
	s := viewtest.ReadSample(t)
	for run := range s.Runs {
		q := s.Runs[run].Summaries(s.Settings).Quadrant()
		for a := range q {
			for x := range q[a] {
				list := viewtest.New(t, 100, 20, s, examples.New(s, run, examples.Filter{Where: whereOf(loaders.Verdict(a), loaders.Verdict(x))}))
				if _, n := list.View.(*examples.List).At(0); n != q[a][x] {
					t.Errorf("%d examples behind a cell of %d", n, q[a][x])
				}
			}
		}
	}
}

// Answers alone have gold by answer in place of the quadrant, and no x.
func TestAnswersAlone(t *testing.T) {
	var list []*loaders.Example
	for i, answers := range []string{"yes yes", "yes yes", "yes no", "no no", "no yes"} {
		gold, answer, _ := strings.Cut(answers, " ")
		list = append(list,
			&loaders.Example{ID: fmt.Sprint(i), Answer: loaders.Answer{Gold: gold, Predicted: answer, Correct: loaders.VerdictOf(gold == answer)}})
	}
	list = append(list, &loaders.Example{ID: "cut", Broken: "not JSON"})
	s := of(t, 100, 21, viewtest.RunOf("llava", list...))
	s.Want("▾ answers only · 6  right", "llava is right on 3 of 5", "Faithfulness is not judged", "answer.gold", "✓2", "✓1")
	s.Without("none")
	s.Press("tab", "l", "enter")
	if len(s.Pushed) != 1 {
		t.Fatalf("%d views were opened", len(s.Pushed))
	}
	if action, _ := s.Action("x"); action.Why() == "" {
		t.Error("right but unfaithful can be listed where nothing is unfaithful")
	}
	of(t, 100, 21, answersRun("anli", 6, 3, 1)).Want("› right            6", "  wrong            3", "  unjudged         1")
	unanswered := &loaders.Example{ID: "none", Answer: loaders.Answer{Gold: "yes", Correct: loaders.Unanswered}}
	run := viewtest.RunOf("squad", append(list, unanswered)...)
	run.Columns.Said, run.Note = "read as: all", "read as: all; more"
	of(t, 100, 21, run).Want("right %  unanswered", "squad                    50           1", "read as: all; 1 without a prediction; more")
}

// The run that is marked is Compare's A.
func TestSpaceMarksTheBaselineRun(t *testing.T) {
	s := sample(t, 100, 24)
	s.Press("space")
	s.Want("▸ layer_count · A")
	s.Press("j", "j", "space")
	s.Want("▸ lexical · A")
	s.Without("layer_count · A")
	viewtest.Equal(t, "scope", s.Session.Scope, (views.PlaceScope{Run: 1, Against: 2}))
	if s.Press("space"); s.Session.Scope.Against != 0 {
		t.Error("the mark stays")
	}
}

func TestClicksSelectThenOpen(t *testing.T) {
	s := sample(t, 132, 37)
	for _, text := range []string{"  4   ", "4 of 7  "} {
		s.Pushed = nil
		s.Click(strings.TrimSpace(text))
		if len(s.Pushed) != 0 {
			t.Fatal("one click opened the cell")
		}
	}
	s.Click("4 of 7")
	if want := (examples.Filter{Where: "right unfaithful"}); len(s.Pushed) != 1 || !reflect.DeepEqual(shown(s), want) {
		t.Errorf("two clicks opened %v", s.Pushed)
	}
	s.Click("lexical")
	s.Want("▸ lexical", "The answers of lexical aren't judged")
	keys := sample(t, 132, 37)
	keys.Press("j")
	wheel := sample(t, 132, 37)
	wheel.Frame.Wheels[0].Scroll(1)
	wheel.Send(tea.MouseWheelMsg{})
	check.Equal(t, "with the wheel", wheel.Text(), keys.Text())
}

func TestRunsFollowSettings(t *testing.T) {
	for _, test := range []struct {
		name   string
		set    func(*scoring.Settings)
		wants  []string
		absent string
	}{
		{"over .8 nothing is predicted", func(x *scoring.Settings) { x.Threshold = .85 }, []string{"7 of 7", " 70           0  7 of 7"}, ""},
		{"a bar of 0 makes all faithful", func(x *scoring.Settings) { x.FaithfulF1 = 0 }, []string{"0 of 7", "all 7 right answers are faithful"},
			"goes wrong"},
		{"the best any model could do", func(x *scoring.Settings) { x.UpperBound = true }, []string{"0 of 7"}, "goes wrong"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sample(t, 132, 37)
			x := s.Session.Settings
			test.set(&x)
			s.Run(s.Session.Set(x))
			s.Draw()
			s.Want(test.wants...)
			if test.absent != "" {
				s.Without(test.absent)
			}
		})
	}
}

func TestRunsDropStaleScores(t *testing.T) {
	s := sample(t, 80, 21)
	stale := s.View.(*runsScreen).Compute()
	x := s.Session.Settings
	x.Threshold = .55
	s.Run(s.Session.Set(x))
	s.Send(stale())
	viewtest.Equal(t, "scores under p > are shown", s.View.(*runsScreen).Under.Threshold, .55)
}

func TestNoRuns(t *testing.T) {
	s := of(t, 80, 21)
	s.Want("no run is open")
	s.Press("j", "enter", "x", "e", "tab", "l", "space", ".", "s")
	viewtest.Equal(t, "views were opened", len(s.Pushed), 0)
}

func TestDetailsTellAllAboutARun(t *testing.T) {
	s := sample(t, 80, 30)
	s.Session.Unopened = []loaders.Problem{{File: "a.json", What: loaders.Quote("not a run")}}
	if got := s.View.Status(); !strings.HasPrefix(got, "1 file did not open (! shows why)") {
		t.Errorf("status is %q", got)
	}
	viewtest.Equal(t, "scope", s.View.(views.SubjectView).Scope(), "2 runs · ! 2")
	s.Press("j", "j")
	for _, a := range s.View.Actions() {
		if a.Name == "details" {
			s.Run(a.Run())
		}
	}
	note := viewtest.New(t, 80, 30, s.Session, s.Pushed[0])
	note.Want("path      data/lexical.json", "examples  2 read of 2 found")
}

// Scores arrive in pieces; the screen does not go over all of them for every piece.
func TestRunsComputeForNewsOnly(t *testing.T) {
	s := sample(t, 80, 21)
	v := s.View.(*runsScreen)
	before := v.Requests
	s.Send(views.RefreshViews{})
	if v.Requests != before {
		t.Error("computed again without any news")
	}
	s.Session.Run(0).Problems.Add(loaders.Problem{File: "x"})
	s.Send(views.RefreshViews{})
	if v.Requests != before+1 {
		t.Error("a new problem is not news")
	}
}

// A run of which examples are missing says so on the line of its numbers, and in its sentence.
func TestPartialNumbersAreMarked(t *testing.T) {
	s := sample(t, 120, 30)
	s.Without("missing")
	s.Session.Run(0).Problems.Add(loaders.Problem{File: "x", Lost: true})
	s.Send(views.RefreshViews{})
	s.Want("· 11 read, the rest missing", "The other examples in the file are missing.")
}

// The runs of a heading are sorted by the selected number.
func TestRunsAreSorted(t *testing.T) {
	s := of(
		t,
		132,
		37,
		answersRun("anli", 3, 1, 0),
		viewtest.RunOf("bad", low("a"), low("b")),
		viewtest.RunOf("good", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, true)),
		viewtest.RunOf("mid", low("a"), viewtest.BoxExample("b", true, true)),
	)
	order := func() (names []string) {
		for _, line := range strings.Split(s.Text(), "\n")[1:4] {
			names = append(names, strings.Fields(strings.TrimPrefix(line, "▸"))[0])
		}
		return names
	}
	s.Press("l", "l", "l") // F1
	for _, want := range [][]string{{"bad", "mid", "good"}, {"good", "mid", "bad"}, {"bad", "good", "mid"}} {
		s.Press("s")
		check.EqualLists(t, "sorted runs", order(), want)
	}
	s.Want("▸ bad") // the selected run stays
}

func TestNumbersAreExplained(t *testing.T) {
	for keys, want := range map[string][]string{
		"l .":             {"right answers / answers with a verdict"},
		"l l .":           {"faithful examples / examples judged faithful or not", "4 / 10"},
		"l l l l .":       {"2 P R / (P + R)", "Subramanian et al. 2020, section 3.1"},
		"tab .":           {"3 / 10", "95 %, Wilson 1927"},
		"tab tab .":       {"examples in which this type goes wrong first", "6 / 10", "F1 ≥ .50"},
		"tab tab l .":     {"modules below the threshold / modules with a score", "6 / 10"},
		"tab tab l l l .": {"find, elsewhere", "attends to something else"},
	} {
		s := sample(t, 132, 37)
		s.Press(strings.Fields(keys)...)
		s.Want(want...)
	}
}

// A run whose modules are not scored shows the numbers that represent its protocols, each
// leading to what it rests on.
func TestOtherNumbersStandForModules(t *testing.T) {
	var list []*loaders.Example
	for i := range 4 {
		list = append(list, &loaders.Example{
			ID: string(rune('0' + i)), Groups: []string{string(rune('a' + i/2))}, Answer: loaders.Answer{Correct: loaders.VerdictOf(i > 0)},
		})
	}
	s := of(t, 132, 37, viewtest.RunOf("run", list...), countRun("scn", 4, 3))
	s.Want("▾ counting · 4", "accuracy", "RMSE ──", "GroundP")
	s.Press("G", "tab", "tab")
	for s.View.(*runsScreen).runScores().headlines[s.View.(*runsScreen).modules.Selected()].Metric != "consistency_groups" {
		s.Press("j")
	}
	s.Press("enter")
	viewtest.New(t, 132, 20, s.Session, s.Pushed[0])
	check.EqualLists(t, "opened examples", shown(s).Only, []int{0, 1})
	steps := s.Pushed[0].(*examples.List).Steps()
	check.Equal(t, "the steps", views.JoinSteps(steps[:2]), "run run; rests-on 'reasoning consistency_groups overall'")
}

// Everything on screen can be taken along, the tables of all kinds at once, and those
// that keys move.
func TestRunsAreExported(t *testing.T) {
	s := sample(t, 100, 24)
	for _, want := range [][]string{{"layer", "lexical"}, {"right", "wrong"}, {"find", "overall"}} {
		for _, f := range table.Formats {
			var b bytes.Buffer
			if err := s.View.(*runsScreen).document().Write(&b, &f); err != nil || !bytes.Contains(b.Bytes(), []byte(want[0])) ||
				!bytes.Contains(b.Bytes(), []byte(want[1])) {
				t.Errorf("%s: %v:\n%s", f.Name, err, b.Bytes())
			}
		}
		s.Press("tab")
	}
	s.Press("tab", "esc", "enter")
	if len(s.Pushed) != 1 || !shown(s).Empty() {
		t.Errorf("esc does not return to the runs, but opens %v", s.Pushed)
	}
}

// Runs of one model fold by themselves where it has at least three.
func TestFamiliesFold(t *testing.T) {
	var runs []*loaders.Run
	for i, model := range []string{"big", "big", "small", "big"} {
		runs = append(runs, answersRun(fmt.Sprint("r", i), i, 1, 0))
		runs[i].Model = model
	}
	s := of(t, 100, 21, runs...)
	s.Want("▾ answers only · 3 runs · big", "▾ answers only · 3 ─────")
	s.Press("home", "enter")
	s.Want("▹ answers only · big · r0")
}

// Two answers at .9, of which one is right, are .4 off; those without a probability do not count.
func TestCalibration(t *testing.T) {
	run := answersRun("sure", 0, 1, 0)
	p := .1
	yes := &loaders.Example{ID: "a", Answer: loaders.Answer{Predicted: "False", Correct: loaders.Right, Probability: &p}}
	no := &loaders.Example{ID: "b", Answer: loaders.Answer{Predicted: "false", Correct: loaders.Wrong, Probability: &p}}
	s := of(t, 100, 21, viewtest.RunOf("likely", yes, no), run)
	s.Want("likely                        50   .40", "ECE ──")
}

func TestSettingsThatMoveNothingAreNotShown(t *testing.T) {
	dials := func(s *viewtest.Screen) (names string) {
		for _, a := range widget.DialsOf(s.View.Actions()) {
			names += a.Name + " "
		}
		return names
	}
	if got := dials(of(t, 100, 21, answersRun("alone", 2, 1, 0))); strings.Contains(got, "threshold") || strings.Contains(got, "bar") {
		t.Errorf("answers alone: %s", got)
	}
	check.Contains(t, dials(sample(t, 100, 21)), "threshold iou bar average")
}

func TestRunMarksAreUndone(t *testing.T) {
	s := sample(t, 100, 24)
	s.Press("space", "j", "j", "space")
	s.Undo()
	s.Want("layer_count · A")
	s.Undo()
	s.Without(" · A")
	s.Redo()
	s.Want("layer_count · A")
}

func TestScopeSaysDemoAndProblems(t *testing.T) {
	s := sample(t, 100, 24)
	viewtest.Equal(t, "the scope", s.View.(views.SubjectView).Scope(), "2 runs · ! 1")
	s.Session.Start.Guides = map[string]views.GuidedExample{}
	viewtest.Equal(t, "the scope", s.View.(views.SubjectView).Scope(), "demo (guide: g h) · 2 runs · ! 1")
}

// A classifier has its classes beside gold by answer, and each number leads to the
// examples that it rests on.
func TestClasses(t *testing.T) {
	var list []*loaders.Example
	for i := range 24 {
		gold, predicted := []string{"cat", "dog"}[i%2], []string{"cat", "dog"}[i%3/2]
		list = append(list, &loaders.Example{ID: strconv.Itoa(i),
			Answer: loaders.Answer{Gold: gold, Predicted: predicted, Correct: loaders.VerdictOf(gold == predicted)}})
	}
	s := of(t, 100, 24, viewtest.RunOf("animals", list...))
	s.Want("right %  F1 macro", "class    F1  precision  recall   n", "macro   .49        .50     .50  24",
		"cat     .57        .50     .67  12",
		"dog     .40        .50     .33  12")
	s.Press("tab", "tab", "j", "l") // the precision of cat
	want := views.MetricName{Protocol: "classes", Metric: "precision", Of: "cat"}
	if x := s.View.(*runsScreen).modules.Cell().Score; x == nil || views.NumberIn(x) != want {
		t.Errorf("%v is selected", x)
	}
	s.Press("enter")
	opened := s.Pushed[len(s.Pushed)-1]
	viewtest.New(t, 100, 30, s.Session, opened).Want(`16 of 24 [answer.predicted="cat"]`)
}

// A column calls a metric what its explanation and every other screen call it.
func TestColumnsUseTheUsualMetricNames(t *testing.T) {
	for _, k := range kinds {
		for name := range strings.SplitSeq(strings.Join(shared, ";")+";"+k.columns, ";") {
			c := columnNamed(name)
			n, err := views.ParseNumber(c.Name)
			isOwn := slices.ContainsFunc(own, func(x table.Column) bool { return x.Name == c.Name })
			isNamed := err == nil && strings.Contains(c.Title, widget.MetricName(n.Metric))
			isMean := slices.Contains([]string{"mass", "r", "auc"}, c.Name) // of a fact, not a score
			if !isOwn && name != "" && !isNamed && !isMean {
				t.Errorf("%s: the column of %s is called %q: %v", k.name, c.Name, c.Title, err)
			}
		}
	}
}

// The share, the sentence and the counts say the same of answers with credit.
func TestPartialCreditCountsInEveryFigure(t *testing.T) {
	half, quarter := .5, .25
	run := viewtest.RunOf("graded", loaders.Map([]loaders.Answer{
		{Correct: loaders.Right}, {Credit: &half}, {Correct: loaders.Wrong}, {Credit: &quarter},
	}, func(a loaders.Answer) *loaders.Example { return &loaders.Example{ID: "q", Answer: a} })...)
	s := of(t, 100, 21, run)
	s.Want("graded is right on 1 of 4 and partly right on 2 more, 44 % overall. Faithfulness is not judged",
		"▸ graded                   44\n", "partly right         2")
	s.Without("more unjudged", "2 of 4")
	s = of(t, 100, 21, viewtest.RunOf("parts", &loaders.Example{ID: "q", Answer: loaders.Answer{Credit: &half}}))
	s.Want("parts is right on 0 of 1 and partly right on 1 more, 50 % overall.", "▸ parts                    50\n")
}

func TestTheBestMethodOfARunIsNamed(t *testing.T) {
	var list []*loaders.Example
	for i := range 4 {
		list = append(list, &loaders.Example{ID: strconv.Itoa(i), Explanation: "a red dog runs", Tokens: []string{"the", "red", "dog", "sat"},
			Rationales: []loaders.Rationale{{Name: "gold", Over: loaders.OverTokens, Scores: []float64{0, 1, 1, 0}}},
			Attributions: []loaders.Attribution{{Name: "lime", Over: loaders.OverTokens, Scores: []float64{.5, .1, .2, .1}},
				{Name: "ig", Over: loaders.OverTokens, Scores: []float64{0, .5, .4, .1}}}})
	}
	of(t, 200, 24, viewtest.RunOf("several", list...)).Want("best method", ".97 ig")
}
