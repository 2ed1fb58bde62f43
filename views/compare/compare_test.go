package compare_test

import (
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/spinner"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/screens"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// three returns runs of twelve examples: a letter says of each whether the answer is
// right, upper case that the module looks at the right box. The last one knows one
// example less, and another.
func three(t *testing.T) *views.Session {
	t.Helper()
	return viewtest.Of(t, in("one", "RRRRRRRRrwwW", "l"), in("two", "wwwwwwwRrwwR", "l"), in("three", "RRRRRRRRRRRR", "m"))
}

// in returns a run of such examples, the last one under an id of its own.
func in(name, verdicts, last string) *loaders.Run {
	var list []*loaders.Example
	for i, v := range verdicts {
		ex := viewtest.BoxExample(string(rune('a'+i)), v == 'r' || v == 'R', v == 'R' || v == 'W')
		ex.Images[0].Path = string(rune('a'+i/4)) + ".png"
		list = append(list, ex)
	}
	list[len(list)-1].ID = last
	return viewtest.RunOf(name, list...)
}

// compared compares the first two runs of a session, on a screen of w × h cells.
func compared(t *testing.T, w, h int, s *views.Session) *viewtest.Screen {
	t.Helper()
	return viewtest.New(t, w, h, s, compare.New(s, 0, 1, ""))
}

// What explains a difference lists the settings that change it alone, and says why it has no
// interval.
func TestADifferenceIsExplainedByItsOwnSettings(t *testing.T) {
	s := viewtest.Of(t, in("one", "RRRRRRRRrwwW", "l"), in("two", "RRRRRRRRrwwW", "l"))
	sc := compared(t, 200, 40, s)
	narrow := compared(t, 80, 40, s)
	narrow.Want("95 %", "corrected p", ".00     –        1.000\n")
	narrow.Without("score · n")
	sc.Want("▾ 9 scores are equal")
	sc.Press("tab", "j", ".")
	note := viewtest.New(t, 200, 40, s, sc.Pushed[len(sc.Pushed)-1])
	note.Want("accuracy", "missing: zero", "none: the middle 95 % of draws are equal")
	note.Without("IoU")
}

// The sentence says what is real and what is not known, always of B, and follows the
// correction.
func TestFindings(t *testing.T) {
	for _, test := range []struct {
		a, b, correct, want string
	}{
		{"wwwwwwwwwwww", "RRRRRRRRRRRR", "", "B  is more often right by 1.00, better in F1 by 1.00, " +
			"more often faithful by 1.00 and better in " +
			"5 more.  8 permutation tests, corrected."},
		{"RRRRRRRRRRRR", "wwwwwwwwwwww", "", "A  is more often right by 1.00, better in F1 by 1.00, " +
			"more often faithful by 1.00 and better in " +
			"5 more.  8 permutation tests, corrected."},
		{"rrrrrrrrrrrr", "RRRRRRRRRRRR", "", "B  is better in F1 by 1.00, more often faithful by 1.00, better in precision by 1.00 " +
			"and 4 more.\nCan't tell which run is more often right.  9 permutation tests, corrected."},
		{"wwwwwwrrrrrr", "WWWWWWrrrrrr", "", "Can't tell which run is more often right, better in F1 or more often faithful.  " +
			"9 permutation tests, corrected."},
		{"wwwwwwrrrrrr", "WWWWWWrrrrrr", "holm", "B  is better in F1 by .50, more often faithful by .50, better in precision by .50 " +
			"and 4 more.\nCan't tell which run is more often right.  9 permutation tests, not corrected."},
		{"RRRRRRRRrwwW", "RRRRRRRRrwwW", "", "The runs have the same scores.  9 permutation tests, corrected."},
	} {
		s := viewtest.Of(t, in("one", test.a, "l"), in("two", test.b, "l"))
		sc := compared(t, 300, 36, s)
		if test.correct != "" {
			sc.Act(test.correct)
		}
		lines := loaders.Map(strings.Split(sc.Text(), "\n"), strings.TrimSpace)[1:]
		if got := strings.Join(lines, "\n"); !strings.HasPrefix(got, test.want+"\n") {
			t.Errorf("%s and %s: %q, want %q", test.a, test.b, lines[:2], test.want)
		}
	}
	s := viewtest.Of(t, in("one", "R", "x"), in("two", "R", "y"))
	compared(t, 100, 36, s).
		Want("The runs have no examples in common: none of A's ids is in B.", "0 in both, 1 only in A, 1 only in B")
}

// What became worse is said too where what leads became better: A finds one of two gold boxes, B
// both and another.
func TestFindingsOfBothKinds(t *testing.T) {
	run := func(name string, output ...float64) *loaders.Run {
		var list []*loaders.Example
		for i := range 12 {
			ex := viewtest.BoxExample(string(rune('a'+i)), true, true)
			im, find := &ex.Images[0], &ex.Program[1]
			find.Gold.Boxes = [][]loaders.Box{slices.Clone(im.Proposals)}
			im.Proposals = append(im.Proposals, loaders.Box{X0: .6, X1: .9, Y1: .3})
			find.Output.Boxes[0] = output
			list = append(list, ex)
		}
		return viewtest.RunOf(name, list...)
	}
	s := viewtest.Of(t, run("one", .9, .1, .1), run("two", .9, .9, .9))
	compared(t, 300, 36, s).
		Want("B  is better in F1 by .13", "A  is better in precision by .33 and precision of find by .33.")
	s = viewtest.Of(t, run("one", .1, .1, .1), run("two", .9, .9, .9))
	compared(t, 300, 36, s).
		Want("Precision counts as 1 where nothing is predicted: 12 times in A, 0 in B.")
}

// The precision of what predicts nothing isn't a number; the status line and . say why, which
// leaves the other columns their room.
func TestUndefinedScoresAreNotTested(t *testing.T) {
	nothing := in("one", "rrrrrr", "f")
	for i := range nothing.Len() {
		nothing.Example(i).Program[1].Output.Boxes[0] = []float64{.1, .1}
	}
	s := viewtest.Of(t, nothing, in("two", "RRRRRR", "f"))
	compared(t, 80, 36, s).Want("95 %", "corrected p ─",
		"  1.00      –              –            –\n")
	sc := compared(t, 100, 36, s)
	sc.Without("trials")
	sc.Want("find     precision          –  1.00      –              –            –  A: predicts nothing")
	sc.Press("tab", "j", ".")
	sc.Want("none: A: predicts nothing")
}

// Equal scores are a line with their names; enter opens and closes it.
func TestEqualScoresAreFolded(t *testing.T) {
	s := viewtest.Of(t, in("one", "RRRRRRRRrwwW", "l"), in("two", "WWRRRRRRrwwW", "l"))
	sc := compared(t, 120, 36, s)
	sc.Want("▹ 7 more scores are equal", "precision, recall")
	sc.Without(" F1  ")
	sc.Press("tab", "G", "enter")
	sc.Want("▾ 7 more scores are equal", " F1  ", "the middle 95 % of draws")
	sc.Press("enter")
	sc.Without(" F1  ")
}

// What is in scope is compared, and no more; changes lead to the examples of the
// whole run.
func TestScopeNarrowsTheExamples(t *testing.T) {
	s := three(t)
	s.Scope = views.PlaceScope{Run: 1, Where: "wrong"}
	sc := viewtest.New(t, 120, 36, s, screens.Root(s, views.PlaceCompare))
	sc.Want("A  one    B  two  the same 9 examples", "right → wrong             7", "The filter chooses examples by their answers")
	sc.Without("more often right")
	check.Equal(t, "scope", sc.View.(views.SubjectView).Scope(), "wrong in B  9 of 12")
	check.Equal(t, "steps", views.JoinSteps(sc.View.(views.RevisitableView).Steps()), "compare 'one against two'; filter wrong")
	sc.Act("filter", "id == \"b\" or id == \"k\"")
	sc.Want("same 2 examples")
	sc.Press("enter")
	if run, ids := listed(t, sc); run != 1 || strings.Join(ids, "") != "b" {
		t.Errorf("examples %v of run %d", ids, run)
	}
	if sc.Act("filter", "((("); len(sc.Flash) == 0 {
		t.Error("what is not a query is taken")
	}
	sc.Press("esc")
	sc.Want("the same 12 examples", "more often right")
	sc.Without("by their answers")
	sc.Act("filter", "id == \"nobody\"")
	sc.Want("No example that both have matches id")
	s.Timeline.Undo()
	sc.Act("filter", "")
	sc.Want("the same 12 examples")
}

// listed returns what the last list that a screen opened shows.
func listed(t *testing.T, sc *viewtest.Screen) (run int, ids []string) {
	t.Helper()
	list, ok := sc.Pushed[len(sc.Pushed)-1].(*examples.List)
	if !ok {
		t.Fatalf("%T was opened", sc.Pushed[len(sc.Pushed)-1])
	}
	viewtest.New(t, 100, 30, sc.Session, list)
	run, _ = list.Shows()
	of := sc.Session.Run(run)
	for i := range of.Len() {
		if at, _ := list.At(i); at >= 0 {
			ids = append(ids, of.Row(i).ID)
		}
	}
	slices.Sort(ids)
	return run, ids
}

func TestChangesLeadToTheirExamples(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 36, s)
	sc.Want("A  one    B  two  the same 12 examples", "right → wrong", "wrong → right", "faithful → unfaithful", "no fault → elsewhere",
		"accuracy", "find     precision")
	for _, want := range []struct {
		keys, ids string
	}{{"", "abcdefg"}, {"j", "l"}, {"j", "abcdefg"}, {"j", ""}, {"j", "abcdefg"}} {
		if want.keys != "" {
			sc.Press(want.keys)
		}
		sc.Press("enter")
		if run, ids := listed(t, sc); run != 1 || strings.Join(ids, "") != want.ids {
			t.Errorf("examples %v of run %d, want %s of run 1\n%s", ids, run, want.ids, sc.Text())
		}
	}
	sc.Press("}") // with the third run
	sc.Want("B  three", "11 in both, 1 only in A, 1 only in B", "only in A", "only in B")
	sc.Press("G", "enter")
	if run, ids := listed(t, sc); run != 0 || strings.Join(ids, "") != "l" {
		t.Errorf("examples %v of run %d are said to be only in A", ids, run)
	}
}

// Scores are shown as they are tested, with p as it is until all are there, but not in place of a
// whole comparison of the same runs; those of other runs go at once.
func TestScoresComeOneByOne(t *testing.T) {
	s := viewtest.ReadAll(t, three(t))
	sc := compared(t, 120, 40, s)
	again := sc.Named("cluster").With("picture")
	again()
	sc.Send(spinner.TickMsg{})
	sc.Want("comparing: 20 of 21 protocols", "corrected p", "9 permutation tests, corrected.")
	other := sc.Named("next-run").Run()
	sc.Send(spinner.TickMsg{})
	sc.Without("accuracy")
	whole := other()
	sc.Send(spinner.TickMsg{})
	sc.Want("A  one    B  three  comparing: 20 of 21 protocols", "accuracy", "95 %      p", "only in A")
	sc.Want("Permutation tests, not corrected yet.")
	sc.Without("corrected p", "faithful right", "above the diagonal")
	sc.Send(whole)
	sc.Want("above the diagonal", "corrected p", "faithful right", "9 permutation tests, corrected.")
}

// The screen shows what the command prints.
func TestScoresEqualTheReport(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 40, s)
	for _, by := range []session.ClusterKind{session.ByExample, session.ByPicture} {
		c, err := report.Compare(t.Context(), s.Runs[0], s.Runs[1], s.Settings, report.DesignOf(s.Settings, by))
		check.NoError(t, err)
		p, _ := c.Tests[0].P.Float()
		holm, _ := c.Tests[0].Holm.Float()
		shown := widget.Chance(scoring.Defined(holm))
		check.Equal(t, by.String()+": p", p, map[session.ClusterKind]float64{session.ByExample: 9. / 128, session.ByPicture: .5}[by])
		line := ""
		for _, l := range strings.Split(sc.Text(), "\n") {
			if strings.Contains(l, "accuracy") {
				line = l
			}
		}
		check.Contains(t, line, shown, ".75", "-.50")
		sc.Act("cluster", (by + 1).String())
	}
	sc.Want("tests over whole questions")
	sc.Act("holm")
	sc.Want(" p ")
	sc.Without("corrected p ")
	sc.Press("tab", "enter")
	if run, ids := listed(t, sc); run != 1 || len(ids) != 9 { // the wrong ones
		t.Errorf("%d examples of run %d behind an accuracy", len(ids), run)
	}
	sc.Press(".")
	if _, ok := sc.Pushed[len(sc.Pushed)-1].(*views.Modal); !ok {
		t.Error("the score is not explained")
	}
	sc.Press("esc", "l", "l", "l", "s") // the largest difference
	sc.Want("▸ overall  precision        .75   .17   -.58")
}

func TestTableOfRunsChoosesAPair(t *testing.T) {
	s := three(t)
	sc := compared(t, 80, 24, s)
	sc.Without("1 one")
	sc.Press("tab", "tab")
	sc.Want("1 one", "2 two", "3 three", "right %", "above the diagonal: agreement; below: p (Holm)")
	check.Contains(t, sc.View.Status(), "one and two agree on .33 of 12 · right in only one: 7, 1 · p .070")
	sc.Act("agreement")
	sc.Want("faithful %")
	sc.Press("j", "l", "enter") // two with three
	sc.Want("A  two    B  three")
	check.Equal(t, "steps", sc.View.(views.RevisitableView).Steps()[0].String(), "compare 'two against three'")
	sc.Press("h", "enter")
	if len(sc.Flash) != 1 || !strings.Contains(sc.Flash[0].Text, "A and B are the same run") {
		t.Errorf("said %v", sc.Flash)
	}
}

// The colours of better and worse mean nothing else: the names and the numbers of the
// two runs have neither, in a theme where titles are as blue as what is better.
func TestOneColourHasOneMeaning(t *testing.T) {
	s := three(t)
	set, _ := themes.Named("okabe-ito")
	s.Theme = set.On(themes.Dark, 1<<24)
	sc := compared(t, 120, 36, s)
	better := s.Verdict(loaders.Right).Fg
	for text, says := range map[string]bool{"wrong → right": true, "A  one": false, "B  two": false, "two": false, ".75   .17": false,
		".17   -": false, "2 two": false} {
		at, found := sc.Find(text)
		if _, style := sc.Frame.At(at.X, at.Y); !found || (style.Fg == better) != says {
			t.Errorf("%q is on screen: %v, in the colour of what is better: %v", text, found, style.Fg == better)
		}
	}
}

// With another B the table of runs has the pair that is compared.
func TestTableOfRunsFollowsThePair(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 24, s)
	sc.Press("}", "tab", "tab")
	if got := sc.View.Status(); !strings.HasPrefix(got, "one and three agree") {
		t.Errorf("status %q", got)
	}
}

// A run is compared with one of its data set, of which a comma names a part, before its neighbour.
func TestPairOfOneDataSet(t *testing.T) {
	d := &views.Data{}
	for _, name := range []string{"NLVR", "e-SNLI, 100 pairs", "NLVR", "e-SNLI"} {
		run := viewtest.RunOf(name, viewtest.BoxExample("a", true, true))
		run.Dataset = name
		d.Runs = append(d.Runs, session.New(run, session.Protocols()))
	}
	for b, want := range []int{2, 3, 0, 1} {
		check.Equal(t, "other run", compare.PairOf(d, b, 0), want, b)
	}
}

func TestActionOpensThePairOfItsValue(t *testing.T) {
	s := three(t)
	a := compare.Action(&s.Data, &s.Console, func(a, b int) views.View { return compare.New(s, a, b, "") })
	a.With("three against one")
	posted := s.Posted()
	if got, ok := posted[0].(views.GoToPlace); !ok || got.Place != views.PlaceCompare ||
		views.JoinSteps(got.Root.(views.RevisitableView).Steps()) != "compare 'three against one'" {
		t.Errorf("posted %v", posted)
	}
	a.With("one against nobody")
	if flash, ok := s.Posted()[0].(views.FlashMessage); !ok || !flash.Bad {
		t.Error("a run that there is not is compared")
	}
	if pairs := a.Values(); len(pairs) != 6 || pairs[0] != "one against two" {
		t.Errorf("pairs %q", pairs)
	}
}

// A is the run that was marked, else the base run, else the one above B.
func TestRootComparesTheRunInScope(t *testing.T) {
	base := 2
	for _, test := range []struct {
		scope views.PlaceScope
		base  *int
		want  string
	}{
		{views.PlaceScope{Run: 1}, nil, "one against two"}, {views.PlaceScope{Run: 2}, nil, "two against three"}, {views.PlaceScope{}, nil,
			"one against two"}, {views.PlaceScope{Where: "wrong"}, nil, "two against one"}, // whose examples the filter is of
		{views.PlaceScope{Run: 2, Against: 1}, nil, "one against three"}, {views.PlaceScope{Run: 1, Against: 2}, &base, "two against three"},
		{views.PlaceScope{Run: 2}, &base, "two against three"}, {views.PlaceScope{}, &base, "three against one"},
	} {
		s := three(t)
		s.Scope, s.Base = test.scope, test.base
		compared := screens.Root(s, views.PlaceCompare).(views.RevisitableView).Steps()[0].Value()
		check.Equal(t, "compared", compared, test.want, "in scope", test.scope)
	}
}

// The steps to a list of changes lead to it again, also while the runs are compared: then they
// wait, and the screen does not.
func TestLinksToChanges(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 36, s)
	sc.Press("enter")
	list := sc.Pushed[0].(*examples.List)
	steps := list.Steps()
	if want := "run two; compare 'one against two'; change 'right to wrong'"; views.JoinSteps(steps[:3]) != want {
		t.Fatalf("steps %q", steps)
	}
	sc.View = compare.New(s, 0, 1, "")
	comparing := sc.View.Init()
	waiting := sc.Named("change").With("right to wrong")
	if !sc.View.(views.WaitingView).Waiting() || len(sc.Pushed) != 1 {
		t.Fatal("the screen has compared the runs by itself")
	}
	sc.Run(comparing)
	sc.Run(waiting)
	if run, ids := listed(t, sc); len(sc.Pushed) != 2 || run != 1 || strings.Join(ids, "") != "abcdefg" {
		t.Errorf("the link leads to %v of run %d", ids, run)
	}
}

// Runs in which different things make an answer right are not compared, and the screen says
// how to read them alike.
func TestRunsReadDifferentlyAreReported(t *testing.T) {
	a, b := in("one", "wwwwwwwwwwww", "l"), in("two", "RRRRRRRRRRRR", "l")
	a.Columns.Map, b.Columns.Map = "gold=g,predicted=p,right=equal", "gold=label,predicted=p,correct=judge"
	s := viewtest.Of(t, a, b)
	compared(t, 200, 36, s).Want("--map 'gold=g|label,predicted=p,right=equal' reads them the same way")
}

// On a wide screen the examples of the selected change stand below the table of runs.
func TestTheSelectedChangeHasItsExamples(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 40, s)
	sc.Want("right → wrong", "─ 7 of 12 examples ─", "✗ ")
	sc.Press("j")
	sc.Want("─ 1 of 12 examples ─")
	sc.Without("─ 7 of 12")
	sc.Press("enter")
	if _, ids := listed(t, sc); len(ids) != 1 {
		t.Errorf("the list has %v", ids)
	}
	sc = compared(t, 100, 40, s)
	sc.Want("right → wrong")
	sc.Without("of 12 examples")
}

// A pair that was compared before needs no computation, and a marked A of another data set is
// passed over aloud.
func TestComparisonsAreKept(t *testing.T) {
	s := three(t)
	first := compared(t, 120, 36, s)
	first.Want("9 permutation tests, corrected.")
	s.Runs[2].Run.Dataset = "another"
	s.Scope = views.PlaceScope{Run: 1, Against: 3}
	again := viewtest.New(t, 80, 24, s, screens.Root(s, views.PlaceCompare))
	again.Want("A  one    B  two", "three, marked A, has different examples")
	check.Contains(t, again.Text(), "9 permutation tests, corrected.")
	again.Named("cluster").With("picture")
	again.Draw()
	again.Want("computing", "three, marked A, has different examples.")
	key := 0
	for range 40 {
		key++
		s.Recent().Add(key, key)
	}
	if _, ok := s.Recent().Get(1); ok {
		t.Error("results are kept without end")
	}
}

// What is swapped together and whether p is corrected are undone, and are steps of the view.
func TestSettingsOfTestsAreUndone(t *testing.T) {
	s := three(t)
	sc := compared(t, 120, 36, s)
	steps := func() string { return views.JoinSteps(sc.View.(views.RevisitableView).Steps()) }
	sc.Act("cluster", "picture")
	sc.Act("holm", "off")
	check.Equal(t, "steps", steps(), "compare 'one against two'; cluster picture; holm off")
	sc.Want("tests over whole pictures")
	sc.Without("corrected p")
	sc.Undo()
	sc.Want("tests over whole pictures", "corrected p")
	sc.Undo()
	sc.Without("tests over whole pictures")
	check.Equal(t, "steps", steps(), "compare 'one against two'")
}

// A new base model scores the same runs by other protocols.
func TestRescoredRunsAreComparedAgain(t *testing.T) {
	s := three(t)
	compared(t, 120, 36, s).Want("9 permutation tests, corrected.")
	for i := range s.Runs {
		s.Replace(i, session.New(s.Run(i), session.Protocols()[:1]))
	}
	viewtest.New(t, 120, 36, viewtest.ReadAll(t, s), compare.New(s, 0, 1, "")).Without("9 permutation tests")
}

// Of runs that can't be compared nothing stays on screen of the pair before.
func TestNothingStaysOfThePairBefore(t *testing.T) {
	measured := in("measured", "RRRRRRRRRRRR", "l")
	one, two := in("one", "RRRRRRRRrwwW", "l"), in("two", "wwwwwwwRrwwR", "l")
	for run, right := range map[*loaders.Run]string{one: "equal", two: "equal", measured: "error"} {
		run.Columns.Map = "gold=a,predicted=b,right=" + right
	}
	s := viewtest.Of(t, one, two, measured)
	sc := compared(t, 120, 40, s)
	sc.Want("accuracy", "permutation tests, corrected")
	sc.Act("run", "measured")
	sc.Without("accuracy", "permutation tests", "right → wrong")
	sc.Act("run", "one")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, "this run is A")
}

// It opens on a change that has examples.
func TestTheFirstChangeWithExamplesIsSelected(t *testing.T) {
	s := viewtest.Of(t, in("one", "wwwwRRRRrwwW", "l"), in("two", "RRRRRRRRrwwW", "l"))
	sc := compared(t, 120, 40, s)
	sc.Want("▸ wrong → right")
}
