package groups_test

import (
	"bytes"
	"image"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// open opens the groups of the sample's first run at a dimension.
func open(t *testing.T, where, dimension string) *viewtest.Screen {
	t.Helper()
	s := viewtest.ReadSample(t)
	return viewtest.New(t, 140, 30, s, groups.New(s, 0, where, dimension))
}

// grouped opens the groups of a session's first run at a dimension, on a screen of w × h cells.
func grouped(t *testing.T, w, h int, s *views.Session, dimension string) *viewtest.Screen {
	t.Helper()
	return viewtest.New(t, w, h, s, groups.New(s, 0, "", dimension))
}

// listed returns how many examples the list has that a screen opened last.
func listed(t *testing.T, sc *viewtest.Screen) int {
	t.Helper()
	if len(sc.Pushed) == 0 {
		t.Fatal("no list was opened")
	}
	list := sc.Pushed[len(sc.Pushed)-1].(*examples.List)
	viewtest.New(t, 100, 30, sc.Session, list)
	_, n := list.At(0)
	return n
}

// Of eleven examples with a find each but for a broken record, seven are right, four
// faithful and six have find as their culprit, for it looks elsewhere.
func TestAModuleHasItsExamplesAndUses(t *testing.T) {
	sc := open(t, "", "")
	sc.Want("▸ right or wrong") // there is but one type of module, and the cause is made from the score
	sc.Click("module ")
	sc.Want("▸ module", "› find")
	sc = open(t, "", "module")
	sc.Want("dimension", "› module", "cause of culprit", "expected × predicted", "slices that differ",
		"· outcome ‹faithful›  10 other outcomes", "▒ elsewhere",
		"module  examples  why            right %  faithful modules %  gap  p  culprit  wrong n  local  wrong %",
		"▸ find          10  ▒▒▒▒▒▒▒▒▒▒▒▒▒       70                  40    –  –        6  6 of 10      6       60")
	sc.Press("enter")
	check.Equal(t, "examples with find", listed(t, sc), 10)
	for range 5 { // to where it goes wrong first
		sc.Press("l")
	}
	sc.Press("enter")
	check.Equal(t, "find goes wrong first in examples", listed(t, sc), 6)
}

func TestValuesDifferByAnOutcome(t *testing.T) {
	sc := open(t, "", "verdict")
	sc.Want("right                  7", "      100          43  +10  1.000",
		"wrong                  3", "        0          33  -10  1.000")
	sc.Act("outcome")
	sc.Want("outcome ‹F1›", "+.10")
	sc.Act("outcome", "right")
	sc.Want("outcome ‹right›", "100          43  derived  derived")
	sc.Press("l", "l", "l")
	check.Contains(t, sc.View.Status(), "right computed from right or wrong")
	sc.Without("+100")
	sc.Act("outcome", "f1") // another name of it
	sc.Want("outcome ‹F1›", "+.10  1.000      .43")
	sc.Act("outcome", "f1.find")
	sc.Want("+.10")
	sc.Act("outcome", "kind")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad {
		t.Errorf("said %v", last)
	}
	sc.Act("explain")
	viewtest.New(t, 140, 30, sc.Session, sc.Pushed[len(sc.Pushed)-1]).Want("mean of F1 of find in the group")
}

// A few sentences that stand out rule the mean of SNR, which has no gap and no p.
func TestDominatedMeansHaveNoGap(t *testing.T) {
	var list []*loaders.Example
	for i := range 20 {
		ex := &loaders.Example{ID: strconv.Itoa(i), Tags: []string{"ab"[i%2 : i%2+1]}, Passage: &loaders.Passage{}}
		for range 3 {
			ex.Passage.AddSentence("word")
		}
		ex.Attributions = []loaders.Attribution{{Over: "sentences", Scores: []float64{1, .1, .1 + float64(i)/1e6}}}
		ex.Rationales = []loaders.Rationale{{Sentence: new(int)}}
		list = append(list, ex)
	}
	s := viewtest.Of(t, viewtest.RunOf("qa", list...))
	sc := grouped(t, 200, 30, s, "tag")
	sc.Want("HPD ")
	sc.Act("outcome", "snr")
	sc.Without("‹SNR›")
	if len(sc.Flash) == 0 || !strings.Contains(sc.Flash[len(sc.Flash)-1].Text, "a few examples dominate") {
		t.Errorf("said %v", sc.Flash)
	}
	sc.Act("outcome", "hpd")
	sc.Want("‹HPD›")
}

// - filters by all but a value, u takes that back, and esc takes it away.
func TestRemoveFiltersByOtherValues(t *testing.T) {
	sc := open(t, "not broken", "verdict")
	sc.Press("j", "-")
	sc.Want("right", "7")
	scope := func() string { return sc.View.(views.SubjectView).Scope() }
	sc.Without("wrong           3")
	check.Equal(t, "scope", scope(), `layer_count › not broken and not (verdict == "wrong") 7`)
	sc.Undo()
	if sc.Draw(); !strings.HasSuffix(scope(), "not broken 10") {
		t.Errorf("scope %q", scope())
	}
	sc.Press("-", "esc")
	if !strings.HasSuffix(scope(), "not broken 10") {
		t.Errorf("scope %q", scope())
	}
	sc.Press("esc", "esc")
	if !strings.HasSuffix(scope(), "not broken 10") {
		t.Error("esc took the filter away that was there at first")
	}
}

// By two dimensions a cell says which share has the outcome, of how many; the outcome moves, and what follows
// from it is counted.
func TestTwoDimensionsAreJudged(t *testing.T) {
	sc := open(t, "", "module")
	sc.Act("second-dimension", "size")
	sc.Want("module by size", "share (%) and n of ‹faithful›", "40 (10)")
	if said := sc.View.Status(); !strings.HasPrefix(said, "find, 2: 40 % (17 % to 69 %) · n 10 modules where module") {
		t.Errorf("said %q", said)
	}
	sc.Act("outcome", "faithfulness")
	sc.Want("‹F1›", ".40 (10)")
	sc.Without("Wilson")
	sc.Act("second-dimension", "cause")
	sc.Want("culprit by all causes", "counts only: all causes and F1 computed from its scores")
	sc.Without("Wilson")
}

func TestAnyExpressionIsADimension(t *testing.T) {
	sc := open(t, "", "f1.find > .5 ? \"good\" : \"bad\"")
	sc.Want("good", "bad")
	sc.Act("by", "len(modules)")
	sc.Want("len(modules)", "2                   10")
	sc.Act("by", "nothing")
	sc.WantWarning("there is no field nothing")
	sc.Want("2                   10")
	sc.Act("by", "f1.find, faithfulness")
	sc.Want("faithfulness by F1 of find", "Pearson's r +1.00 over 10 examples")
	sc.Press("enter")
	check.Equal(t, "examples are in the largest cell", listed(t, sc), 6)
}

// Two dimensions lie across; each cell leads to its examples.
func TestTwoDimensions(t *testing.T) {
	sc := open(t, "", groups.GoldAnswer)
	sc.Want("expected answer by predicted answer", "✓")
	sc.Act("by", "module")
	sc.Act("second-dimension", "culprit.cause")
	sc.Want("culprit by cause of culprit", "find             6     ·   6")
	sc.Press("enter")
	check.Equal(t, "examples", listed(t, sc), 6)
	const want = "run layer_count; groups module; second-dimension culprit.cause; outcome faithful"
	check.Equal(t, "steps", views.JoinSteps(sc.View.(views.RevisitableView).Steps()), want)
	sc.Act("second-dimension", "none")
	sc.Want("wrong n  local")
}

// By three, small tables stand beside each other, one for each value of the third and one for all,
// each with its value and n; where there is no room for all, the cursor brings the next into sight.
func TestThreeDimensions(t *testing.T) {
	var list []*loaders.Example
	for i := range 48 {
		a := loaders.Answer{Gold: "cat", Predicted: []string{"cat", "dog"}[i%5/3], Correct: loaders.VerdictOf(i%5 < 3)}
		list = append(list, &loaders.Example{ID: strconv.Itoa(i), Kind: []string{"count", "exist", "other", "where"}[i%4], Answer: a,
			Tags: []string{[]string{"new", "old"}[i%3%2]}, Meta: map[string]string{
				"from": []string{"lab", "street"}[i%7%2], "told": []string{"by those who saw it", "by those who did not"}[i%2]}})
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("animals", list...)))
	sc := grouped(t, 120, 30, s, "tag")
	sc.Act("second-dimension", "meta.from")
	sc.Act("third-dimension", "kind")
	sc.Want("tag by from, for each kind · share (%) and n of ‹right›")
	sc.Want("─ count (12) ─", "─ exist (12) ─", "─ other (12) ─", "lab  street      all      all")
	sc.Without("dimension,") // the list made room
	want := func(where string) {
		t.Helper()
		check.Contains(t, sc.View.Status(), where)
	}
	want(`kind="count"`) // the greatest cell of the first
	_, said, _ := strings.Cut(sc.View.Status(), " · n ")
	n, _, _ := strings.Cut(said, " ")
	sc.Press("enter")
	check.Equal(t, "examples of "+said, strconv.Itoa(listed(t, sc)), n)
	const steps = "run animals; groups tag; second-dimension meta.from; third-dimension kind; outcome right"
	check.Equal(t, "steps", views.JoinSteps(sc.View.(views.RevisitableView).Steps()), steps)
	var out bytes.Buffer
	s.Host.Write = func(_ string, write func(w io.Writer) error) error { return write(&out) }
	if sc.Act("export", "x.csv"); !strings.Contains(out.String(), ",count: street,") || !strings.Contains(out.String(), ",all: all,") {
		t.Errorf("exported %q", out.String())
	}
	sc.Act("by", "tag, meta.from, kind")
	sc.Act("second-dimension", "none")
	sc.Act("third-dimension", "none")
	sc.Want("from by tag, for each kind")
	sc.Act("second-dimension", "verdict")
	sc.Want("use at most three dimensions")

	sc = grouped(t, 48, 24, s, "tag, meta.from")
	sc.Act("third-dimension", "kind")
	sc.Want("11→", "count (12)")
	sc.Without("exist (12)")
	for range 3 {
		sc.Press("l")
	}
	sc.Want("←3 8→", "exist (12)")
	sc.Without("count (12)")
	want(`kind="exist"`)

	sc = grouped(t, 80, 24, s, "meta.told, tag") // long titles give way to a second table
	sc.Want("by those who saw it")
	sc.Act("third-dimension", "kind")
	sc.Want("by …id not  by …saw it", "exist (12)")

	sc = grouped(t, 140, 24, s, groups.GoldAnswer) // a matrix for each
	sc.Act("second-dimension", "kind")
	sc.Want("expected answer by predicted answer, for each kind", "count (12)    exist (12) ", "✓7    5  12   ✓8    4  12", "✓30   18  48")
}

func TestSlicesSayHowTheyWereFound(t *testing.T) {
	sc := open(t, "", groups.Found)
	sc.Want("10 examples by faithful", "Benjamini and Hochberg", "none differs from the rest")
	sc.Act("outcome", "right")
	sc.Want("10 examples by right")
}

func TestDimensionsAreListedBesideTheirValues(t *testing.T) {
	sc := open(t, "", "culprit.cause")
	sc.Press("tab", "j")
	sc.Want("▸ right × faithful")
	sc.Press("tab", "tab", "z")
	sc.Without("dimension")
	s := viewtest.ReadSample(t)
	sc = grouped(t, 80, 21, s, "")
	sc.Without("dimension")
	sc.Press("tab")
	sc.Want("dimension")
	var out bytes.Buffer
	s.Host.Write = func(_ string, write func(w io.Writer) error) error { return write(&out) }
	if sc.Act("export", "x.csv"); !strings.Contains(out.String(), "inherited") || !strings.Contains(out.String(), "elsewhere") {
		t.Errorf("exported %q", out.String())
	}
	hostile := viewtest.Hostile(t)
	for _, dimension := range []string{"", "kind", groups.GoldAnswer, groups.Found} {
		sc = grouped(t, 40, 10, hostile, dimension)
		for _, key := range []string{"j", "l", "enter", "tab", "G", "h", "-", "s"} {
			sc.Press(key)
			sc.Fits()
		}
	}
}

// Wherever the cursor goes, its column is on screen, however narrow that is.
func TestTheSelectedColumnIsVisible(t *testing.T) {
	s := viewtest.ReadSample(t)
	sc := grouped(t, 48, 21, s, "module")
	for range 10 {
		sc.Press("l")
		_, said, _ := strings.Cut(strings.ReplaceAll(sc.View.Status(), " ↓", ""), ", ")
		if name, _, _ := strings.Cut(said, ":"); !strings.Contains(strings.Join(strings.Fields(sc.Text()), " "), " "+name+" ") {
			t.Errorf("%s is not on screen:\n%s", name, sc.Text())
		}
	}
}

// Where there are too many examples to count every dimension, the screen says so.
func TestUncountedDimensionsAreReported(t *testing.T) {
	for n, said := range map[int]bool{10: false, 4097: true} {
		var all []*loaders.Example
		for i := range n {
			all = append(all, &loaders.Example{ID: strconv.Itoa(i), Kind: "a", Answer: loaders.Answer{Predicted: "yes", Correct: loaders.Right}})
		}
		s := viewtest.Of(t, viewtest.RunOf("many", all...))
		sc := grouped(t, 140, 21, s, "kind")
		_, found := sc.Find("values are only counted for up to 4096 examples")
		check.Equal(t, "told", found, said, n, sc.Text())
	}
}

// Which class is taken for which comes first where answers are classes.
func TestClassesComeFirst(t *testing.T) {
	var list []*loaders.Example
	for i := range 40 {
		a := loaders.Answer{Gold: []string{"cat", "dog"}[i%2], Predicted: []string{"cat", "dog"}[i%3/2], Correct: loaders.VerdictOf(i%3/2 == i%2)}
		list = append(list, &loaders.Example{ID: strconv.Itoa(i), Kind: "ab"[i%2 : i%2+1], Answer: a})
	}
	for n, want := range map[int]string{40: "▸ expected × predicted", 10: "▸ kind"} { // ten are too few
		s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("animals", list[:n]...)))
		grouped(t, 140, 30, s, "").Want(want)
	}
}

// Where a model was asked again, what people agree with lies across what it depends on;
// counted here by hand from the answers in the run.
func TestPlausibleByFaithful(t *testing.T) {
	two := func(list ...float64) [][]float64 {
		return loaders.Map(list, func(p float64) []float64 { return []float64{1 - p, p} })
	}
	var list []*loaders.Example
	for i, agrees := range []bool{true, true, true, false, false} {
		first := []float64{1, .2, .2, .2}
		if i%2 == 1 {
			first = []float64{1, 1, 1, .2} // no more than the random orders
		}
		scores := map[bool][]float64{true: {3, .1, .5}, false: {.1, 3, 2}}[agrees]
		list = append(list, &loaders.Example{
			ID: strconv.Itoa(i), Tokens: strings.Fields("cats sleep often"), Explanation: "cats", Pair: true,
			Answer: loaders.Answer{Predicted: "yes", Classes: []loaders.Option{{Name: "no"}, {Name: "yes"}}},
			Attributions: []loaders.Attribution{{Name: "ig", Class: "yes", Over: "tokens", Tokens: strings.Fields("cats sleep often"),
				Scores: scores,
				Interventions: &loaders.Interventions{
					Erasure: loaders.Erasure{Order: []int{0, 1, 2}, Deletion: two(first...), Insertion: two(.2, 1, 1, 1)},
					Random:  []loaders.Erasure{{Order: []int{2, 1, 0}, Deletion: two(1, 1, 1, .2), Insertion: two(.2, .2, .2, 1)}},
				}}},
		})
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("asked", list...)))
	sc := grouped(t, 140, 24, s, groups.Plausible)
	sc.Want("the model depends on it", "the model ignores it")
	for _, row := range []string{"agrees with people 2 1 3", "does not agree 1 1 2", "n 3 2 5"} {
		check.Contains(t, strings.Join(strings.Fields(sc.Text()), " "), row)
	}
	// One of two orders passes by chance, the attribution's or the random one.
	sc.Want("removing top-attributed words hurts more than random removal (--random-share) · 50 % by chance")
	grouped(t, 140, 24, s, "dependence").Want("50 % by chance")
	grouped(t, 140, 24, s, "kind, dependence").Want("model depends by kind", "50 % by chance")
	for _, ex := range list {
		ex.Attributions[0].Scores = []float64{1, 2, math.NaN()} // as LIME leaves those that are not among its features
	}
	bare := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("asked", list...)))
	grouped(t, 80, 24, bare, groups.Plausible).
		Want("none: the attribution has a score that is not a number · 50 % by chance")
	sc.Press("enter")
	check.Equal(t, "examples agree with people, and the model depends on it", listed(t, sc), 2)
	plain := open(t, "", "")
	plain.Without("people × model")
}

// What follows from the outcome is counted, and the line above says why cells are empty.
func TestCellsEmptyByConstruction(t *testing.T) {
	sc := open(t, "", "")
	sc.Act("by", "verdict, module")
	sc.Act("outcome", "right")
	sc.Want("counts only: right computed from right or wrong")
	sc.Act("by", "kind, module")
	sc.Without("counts only")
}

// A table of correct answers by the model's has one order for both, so that what is right is on
// its diagonal, and dimensions whose groups differ come before those that do not.
func TestCrossTablesHaveOneOrderAndADiagonal(t *testing.T) {
	var list []*loaders.Example
	for i, said := range strings.Fields("rot:rot rot:rot rot:ja nein:ja nein:ja nein:nein ja:ja ja:ja rot:rot nein:ja") {
		gold, predicted, _ := strings.Cut(said, ":")
		ex := &loaders.Example{ID: strconv.Itoa(i), Kind: "ab"[i%2 : i%2+1], Answer: loaders.Answer{Gold: gold, Predicted: predicted}}
		ex.Answer.Correct = loaders.VerdictOf(gold == predicted)
		list = append(list, ex)
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("animals", list...)))
	sc := grouped(t, 140, 30, s, groups.GoldAnswer)
	sc.Want("nein  rot  ja   n", "nein               ✓1    ·   3   4", "rot                 ·   ✓3   1   4",
		"ja                  ·    ·  ✓2   2")
	sc.Act("by", "kind") // the cursor leaves the largest cell
	if sc.Press("enter"); sc.Pushed == nil || listed(t, sc) != 5 {
		t.Errorf("%d examples of a kind", listed(t, sc))
	}
	sc = grouped(t, 140, 30, s, groups.GoldAnswer)
	gold, kind := strings.Index(sc.Text(), "expected answer "), strings.Index(sc.Text(), "  kind ")
	if gold < 0 || kind < 0 || gold > kind {
		t.Errorf("the kind, which says nothing, is before the correct answer:\n%s", sc.Text())
	}
}

// While groups are computed, for the first time or again, they say so, and how much of the run was read.
func TestGroupsReportWhatIsPending(t *testing.T) {
	for name, s := range map[string]*views.Session{
		"computing …": viewtest.ReadSample(t), "reading: 0 of 13 examples …": viewtest.Sample(t),
	} {
		v := groups.New(s, 0, "", "")
		compute := v.Init()
		v.Update(views.ResizeView{Area: image.Rect(0, 0, 120, 30)})
		shows := func(want bool) {
			t.Helper()
			f := widget.NewFrame(120, 30)
			v.Draw(f, f.Bounds())
			if text := viewtest.Text(f); strings.Contains(text, name) != want || strings.Contains(text, "no example") {
				t.Errorf("want %t of %q:\n%s", want, name, text)
			}
		}
		shows(true)
		v.Update(compute())
		shows(strings.HasPrefix(name, "reading"))
		s.Settings.Threshold = .7
		if v.Update(views.RefreshViews{}) == nil {
			t.Fatal("other settings compute nothing")
		}
		shows(true)
	}
}

// Below a table with room for them are the examples of the selected row, which follow the cursor.
func TestTheSelectedExamplesAreBelow(t *testing.T) {
	sc := open(t, "", "verdict")
	sc.Want("─ 7 of 11 examples ─", "✓ ")
	sc.Press("j")
	sc.Want("─ 3 of 11 examples ─", "✗ ")
	sc.Without("✓ ")
	quadrant := open(t, "", "quadrant")
	quadrant.Press("j")
	quadrant.Want("▸ wrong and unfaithful", "› 0   there is a dog") // the word "and" is within the value
	s := viewtest.ReadSample(t)
	grouped(t, 140, 10, s, "verdict").Without("of 11 examples") // no room
}

func TestChoicesAreKeptForTheNextRun(t *testing.T) {
	described := viewtest.BoxExample("a", true, true)
	described.Describe("city", "Rome")
	s := viewtest.Of(t, viewtest.RunOf("boxes", described, viewtest.BoxExample("b", false, true)),
		viewtest.RunOf("spans", viewtest.SpanExample("c", .9), viewtest.SpanExample("d", .1)))
	for _, chosen := range []struct {
		dimension, shown, outcome string
		run                       int
		other                     []string
	}{
		{"meta.city", "city", "right", 1, []string{"› module", "‹right›"}}, // spans have no city
		{"verdict", "right or wrong", "faithful", 1, []string{"› right or wrong", "‹faithful›"}},
		{"len(modules)", "len(modules)", "loss", 0, []string{"› len(modules)", "‹faithful›"}}, // boxes have no loss
	} {
		sc := viewtest.New(t, 140, 30, s, groups.New(s, 1-chosen.run, "", chosen.dimension))
		sc.Act("outcome", chosen.outcome)
		sc.Press("}")
		sc.Want(chosen.other...)
		sc.Press("}")
		sc.Want("› "+chosen.shown, "‹"+chosen.outcome+"›")
		viewtest.New(t, 140, 30, s, groups.New(s, chosen.run, "", "")).Want(strings.Replace(chosen.other[0], "›", "▸", 1), chosen.other[1])
	}
}

func TestTheSecondDimensionIsKeptForTheNextRun(t *testing.T) {
	sc := open(t, "", "module")
	sc.Act("second-dimension", "size")
	next := viewtest.New(t, 140, 30, sc.Session, groups.New(sc.Session, 1, "", ""))
	next.Want("module by size")
	sc.Act("second-dimension", "kind")
	next = viewtest.New(t, 140, 30, sc.Session, groups.New(sc.Session, 1, "", ""))
	next.Without("by kind")
}

func TestDimensionsAreChosenByTheListsNames(t *testing.T) {
	sc := open(t, "", "module")
	line := viewtest.New(t, 80, 30, sc.Session, sc.Session.NewLine(sc.Named("second-dimension")))
	line.Want("right × faithful", "expected answer")
	line.Without("quadrant", "answer.gold")
}

func TestTheChosenOutcomeIsVisible(t *testing.T) {
	sc := open(t, "", "module")
	sc = viewtest.New(t, 80, 24, sc.Session, sc.View)
	for range 12 {
		sc.Act("outcome")
		sc.Want("‹", "›")
	}
}

// Outcomes for which the line has no room are left out whole.
func TestOutcomesAreWhole(t *testing.T) {
	whole := open(t, "", "module")
	for w := 60; w < 200; w += 11 {
		sc := viewtest.New(t, w, 30, whole.Session, groups.New(whole.Session, 0, "", "module"))
		for outcome, want := range map[string]string{
			"right": "‹right›", "faithfulness": "‹F1›", "module-boxes.precision": "‹precision of boxes›",
		} {
			sc.Act("outcome", outcome)
			line, _, _ := strings.Cut(sc.Text(), "\n")
			if !strings.Contains(line, want) || strings.Contains(line, "…") || w > 80 && !strings.Contains(line, "  10 other outcomes") {
				t.Errorf("%d columns: %q", w, line)
			}
		}
	}
}

// Headings say what dimensions are about, and the cursor passes them.
func TestDimensionsAreUnderHeadings(t *testing.T) {
	sc := open(t, "", "module")
	sc.Want("  question", "  faithfulness", "  program")
	sc.Press("tab")
	for _, key := range []string{"k", "j"} {
		for range 20 {
			if sc.Press(key); strings.Contains(sc.Text(), "▸ question  ") || strings.Contains(sc.Text(), "▸ program  ") {
				t.Fatalf("%s goes to a heading:\n%s", key, sc.Text())
			}
		}
	}
	sc.Act("by", "culprit.cause")
	sc.Press("tab")
	check.Equal(t, "said", sc.View.Status(), "cause of culprit (:by culprit.cause): why the culprit is wrong")
}

// Ten examples with an id and one note each: nothing in common, so both are behind one line.
func TestDimensionsWithOneValueAnExampleAreFolded(t *testing.T) {
	var list []*loaders.Example
	for i := range 10 {
		ex := viewtest.BoxExample(strconv.Itoa(i), i%2 == 0, i%3 == 0)
		ex.Describe("author", "a"+strconv.Itoa(i), "city", "one")
		list = append(list, ex)
	}
	s := viewtest.Of(t, viewtest.RunOf("ids", list...))
	sc := grouped(t, 140, 30, s, "module")
	sc.Without("author")
	sc.Press("tab", "G")
	sc.Want("ids and constants")
	check.Contains(t, sc.View.Status(), "with only one value, or one per example")
	sc.Press("enter")
	sc.Want("author", "city")
	sc.Without("ids and constants")
}

func TestModulesOfOtherTypesLackATypesOutcome(t *testing.T) {
	ex := viewtest.BoxExample("a", true, true)
	filter := ex.Program[1]
	filter.Op, filter.Children, ex.Program[0].Children = "filter", []int{1}, []int{2}
	ex.Program = append(ex.Program, filter)
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("two", ex)))
	sc := grouped(t, 140, 30, s, "module")
	sc.Act("second-dimension", "size")
	sc.Act("outcome", "p.filter")
	sc.Want("mean and n of", "filter  █ 1.00 (1)", "find             –")
}
