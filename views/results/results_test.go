package results

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func open(t *testing.T, name string, w, h int) *viewtest.Screen {
	t.Helper()
	s := viewtest.ReadSample(t)
	return shown(t, w, h, s, 0, name)
}

// shown opens a result of a run, on a screen of w × h cells.
func shown(t *testing.T, w, h int, s *views.Session, run int, name string) *viewtest.Screen {
	t.Helper()
	return viewtest.New(t, w, h, s, New(s, run, name))
}

// list returns the last list that a screen opened.
func list(t *testing.T, sc *viewtest.Screen) *examples.List {
	t.Helper()
	if len(sc.Pushed) > 0 {
		if list, ok := sc.Pushed[len(sc.Pushed)-1].(*examples.List); ok {
			viewtest.New(t, 100, 30, sc.Session, list)
			return list
		}
	}
	t.Fatalf("no list was opened, but %d screens", len(sc.Pushed))
	return nil
}

// Ten examples have one gold box each; four predict it with .8, six another one, and
// each gives the other box .1.
func TestACursorReadsScoresOverAThreshold(t *testing.T) {
	for _, test := range []struct {
		name, of string
		do       []string
		row      string
	}{
		{"at the value in force", overThreshold, nil, "layer_count   .40   .67   .00        .40     .40  10"},
		{"where both boxes are predicted", overThreshold, []string{"at 0"}, ".67   .67   .00        .50    1.00  10"},
		{"no farther than 0", overThreshold, []string{"at 0", "move-left"}, ".67   .67   .00        .50    1.00  10"},
		{"where nothing is predicted", overThreshold, []string{"at .98", "move-right"}, ".00   .67   .00          –     .00  10"},
		{"the best", overThreshold, []string{"best"}, ".67   .67   .00        .50    1.00  10"},
		{"over the IoU", overIoU, nil, ".40   .40   .00        .40     .40  10"},
		{"one type", overThreshold, []string{"module-type find"}, ".40   .67   .00        .40     .40  10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			sc := open(t, test.of, 120, 30)
			for _, step := range test.do {
				words := strings.Fields(step)
				sc.Act(words[0], words[1:]...)
			}
			sc.Want(test.row, "precision", "◆")
			if !strings.ContainsFunc(sc.Text(), func(r rune) bool { return r > '\u2800' && r <= '\u28ff' }) {
				t.Errorf("no curve is drawn:\n%s", sc.Text())
			}
		})
	}
	sc := open(t, overThreshold, 120, 30)
	sc.Act("module-type", "relocate")
	sc.Want("without 2 runs: no boxes to score")
}

// enter takes the cursor's value; numbers at it are explained under it, and steps
// lead back to it.
func TestSettingsTakeTheCursorsValue(t *testing.T) {
	sc := open(t, "", 120, 30)
	sc.Press("l", "l", "enter")
	if got := sc.Session.Settings.Threshold; got != .52 || len(sc.Pushed) > 0 {
		t.Errorf("enter: p > %v, %d screens opened", got, len(sc.Pushed))
	}
	sc = open(t, overIoU, 80, 21)
	sc.Session.Settings.NegativeIoU = .5
	sc.Press("h", "enter")
	if got := sc.Session.Settings; got.IoU != .49 || got.NegativeIoU != 0 {
		t.Errorf("enter: IoU > %v, bad < %v", got.IoU, got.NegativeIoU)
	}
	sc = open(t, overThreshold, 120, 30)
	sc.Act("module-type", "find")
	sc.Act("at", "0")
	sc.Press(".") // both boxes are predicted
	sc.Want("F1, precision, recall of find", "F1        0.666667", "precision 0.5", "recall    1",
		"2 P R / (P + R)", "probability > 0", "n         10")
	const want = "results; module-type find; result scores-over-threshold; at 0"
	check.Equal(t, "steps", views.JoinSteps(sc.View.(views.RevisitableView).Steps()), want)
}

// Under a grouping the curves are those of groups, and so is what is explained: of two runs with
// two examples each, the fourth group is the second example of the second run.
func TestAPointOfAGroupIsExplained(t *testing.T) {
	low := viewtest.BoxExample("b", true, true)
	low.Program[1].Output.Boxes[0] = []float64{.35, .1}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("one", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, true)),
		viewtest.RunOf("two", viewtest.BoxExample("a", true, true), low)))
	sc := shown(t, 120, 30, s, 0, overThreshold)
	sc.Act("by", "id")
	sc.Want("by id", "two · id b")
	sc.Press("tab", "j", "j", ".")
	sc.Want("precision 1", "recall    1")
	sc.Press("esc", "j", ".")
	sc.Want("recall · two · id b", "precision undefined: predicts nothing", "recall    0")
}

func TestResultsFollowSettingsAndReading(t *testing.T) {
	sc := open(t, overThreshold, 100, 30)
	settings := sc.Session.Settings
	settings.Threshold, settings.Average = .555, scoring.Cumulative
	sc.Run(sc.Session.Set(settings))
	sc.Act("at", ".555")
	check.Contains(t, sc.View.Status(), "p > .555")
	s := viewtest.Sample(t)
	v := New(s, 0, "")
	sc = viewtest.New(t, 120, 30, s, v)
	sc.Without("Table 1 ·")
	late := v.Init()() // is computed with nothing read
	viewtest.ReadAll(t, s)
	sc.Send(views.RefreshViews{}) // which finds it still computing
	sc.Send(late)
	sc.Want("Table 1 ·", "layer_count")
}

func TestACellLeadsToItsExamples(t *testing.T) {
	sc := open(t, "nmn-1", 130, 30)
	sc.Want("Table 1 of Subramanian et al. 2020", "Table 1 ·", "Table 2 ·", "layer_count", "upper bound", "70.0")
	sc.Without("lexical") // a run of spans
	sc.Press("tab", "j", "l", "l", "l", "enter")
	rows := list(t, sc)
	if run, _ := rows.Shows(); run != 0 || rows.Steps()[1].Value() != "module-boxes f1 overall" {
		t.Errorf("run %d, %q", run, rows.Steps())
	}
	sc.Press("tab", "j") // the next table
	sc.Want("Table 2 of", "lexical")
	sc.Press("j", "enter", "l") // Table 4, precision
	if got := sc.View.Status(); !strings.HasPrefix(got, "upper bound, precision: 1.00 · n 10") {
		t.Errorf("status %q", got)
	}
	if sc.Press("."); sc.Session.Settings.UpperBound {
		t.Error("an explanation changes a setting")
	}
	sc.Want("upper bound: all aligned proposals count as predicted")
	sc.Press("esc")
	if sc.Press("enter"); !sc.Session.Settings.UpperBound {
		t.Error("the examples of the upper bound are those of the run")
	}
	sc.Press("j", "enter")
	of := list(t, sc).Steps()
	if s := sc.Session.Settings; s.Average != scoring.Cumulative || s.UpperBound || of[1].Value() != "module-boxes precision overall" {
		t.Errorf("the list is averaged over %s, %q", s.Average, of)
	}
	sc.Act("result", "scn-1")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, "scn-1")
}

// `:run NAME` goes to the run: to its row, to the table of its data, or, from a result that it is
// not in, to the first that goes with it.
func TestRunShowsItsResults(t *testing.T) {
	data := func(name, set string, examples ...*loaders.Example) *loaders.Run {
		run := viewtest.RunOf(name, examples...)
		run.Dataset = set
		return run
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, data("first", "drawings", viewtest.BoxExample("a", true, true)),
		data("second", "drawings", viewtest.BoxExample("a", true, false)), data("third", "photos", viewtest.BoxExample("a", true, true)),
		data("words", "passages", viewtest.SpanExample("p", .9))))
	sc := shown(t, 130, 30, s, 0, overThreshold)
	own := sc.View.(*resultsScreen)
	selected := func(want string) {
		t.Helper()
		check.Equal(t, "the selected row is", own.Sheet.At(own.Sheet.Chosen(), 0).Value, any(want))
	}
	sc.Act("run", "third")
	selected("third")
	sc.Act("result", "nmn-1")
	sc.Want("Data: photos", "third  ")
	sc.Without("second  ")
	sc.Act("run", "second")
	sc.Want("Data: drawings", "first  ", "second  ")
	sc.Without("third  ")
	selected("second")
	sc.Act("run", "words")
	check.Equal(t, "a run of passages is shown in", own.Shown.selectedEntry().name, "histograms")
	sc.Act("result", methods)
	sc.Want("mass")
}

// By a fact, a row is the mean over the runs that share it, which has no examples of its own.
func TestRowsOfFamilies(t *testing.T) {
	seeds := []*loaders.Run{
		viewtest.RunOf("seed-1", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, true)),
		viewtest.RunOf("seed-2", viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", false, true)),
	}
	for _, run := range seeds {
		run.Model = "layer"
	}
	s := viewtest.Of(t, seeds...)
	sc := shown(t, 130, 30, s, 0, "nmn-1")
	sc.Act("by", "run.model")
	sc.Want("layer  ", "75.0 ±35.4", "by run.model")
	sc.Without("seed-1")
	sc.Press("tab", "j", "enter", ".")
	last := sc.Flash[len(sc.Flash)-1]
	if sc.Want("use `:by none` to list its examples", "value"); !strings.Contains(last.Text, ":by none") {
		t.Errorf("%v", last)
	}
	sc.Press("esc")
	sc.Act("by", "run.size")
	sc.Want("no run has this fact")
	sc.Act("by", "none")
	sc.Want("seed-1", "seed-2")
}

// The paper's rows come by a key, are not of a run and lead nowhere.
func TestPublishedRows(t *testing.T) {
	sc := open(t, "nmn-4", 150, 30)
	sc.Without("paper: ")
	sc.Act("published")
	sc.Want("paper: LXMERT, NLVR2 dev", "paper: NMN w/ Graph-count + decont.,  ", "│  NLVR2 dev\n", "0.069")
	sc.Press("tab", "G", "l")
	check.Contains(t, sc.View.Status(), "the paper's own number")
	if sc.Press("enter"); len(sc.Pushed) > 0 {
		t.Error("a number of the paper has examples")
	}
	sc.Act("published")
	sc.Without("paper: ")
	sc = open(t, "nmn-2", 150, 30)
	if sc.Act("published"); !strings.Contains(sc.Text(), "paper: ") {
		t.Error("the choice is only of the first table")
	}
}

// A narrow screen shows one side, and tab the other.
func TestTabShowsTheList(t *testing.T) {
	sc := open(t, "", 80, 21)
	sc.Want("F1 by threshold", "1 of 19")
	sc.Without("Table 1 ·")
	sc.Press("tab")
	sc.Want("▾ Subramanian et al. 2020", "Table 1 · Faithfulness over boxes", "Table 2 · Faithfulness, passages")
	sc.Act("result", "nmn-6")
	sc.Want("With a negative IoU of 1e-8: ", "15 of 19")
	sc.Press("esc")
	sc.Want("result")
}

// The papers are heads in the list. One that is not about the run that is shown is folded until one goes to it, or
// asks for one of its tables; one that no run can fill, and such figures, say why.
func TestPapersAreFolded(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("boxes", viewtest.BoxExample("a", true, true)), viewtest.RunOf("counts", question("q", "1", .9)))
	sc := shown(t, 150, 28, s, 0, "")
	sc.Want("faithfulness ──", "counting ──", "▾ Subramanian et al. 2020", "  Table 1 ·", "▹ Dancette et al. 2020",
		"– Amizadeh et al. 2020", "– More figures")
	sc.Without("Table 2 · Grounding and counting")
	above, _, _ := strings.Cut(sc.Text(), "▹ Dancette")
	for range strings.Count(above, "\n") - 1 - strings.Count(above, "faithfulness ──") - strings.Count(above, "counting ──") {
		sc.Press("j")
	}
	sc.Want("▾ Dancette et al. 2020", "  Table 2 · Grounding and counting", "the tables are below")
	sc.Press("j")
	sc.Want("▾ Dancette et al. 2020", "  Table 2 · Grounding and counting")
	sc.Press("k", "k")
	sc.Want("▹ Dancette et al. 2020")
	sc.Without("Table 2 · Grounding and counting")
	sc.Act("result", "scn-2")
	sc.Want("▾ Dancette et al. 2020", "  Table 2 · Grounding and counting", "no open run has these numbers")
	sc.Act("result", "figures")
	sc.Want("no open run has the scores for these figures", "ΔA against accuracy: alignment")
	sc.Act("result", "dfol")
	sc.Want("no open run fits this paper")
}

// question has a gold count; the model's is the sum of scores, none for nil.
func question(id string, gold string, scores ...float64) *loaders.Example {
	ex := &loaders.Example{
		ID: id, Question: "how many dogs are there?", Answer: loaders.Answer{Gold: gold},
		Images: []loaders.Image{{Width: 100, Height: 100}}, Program: []loaders.Module{{Op: "count", Text: "dogs"}},
	}
	for k := range scores {
		x := float64(k) / 10
		ex.Images[0].Proposals = append(ex.Images[0].Proposals, loaders.Box{X0: x, Y0: x, X1: x + .1, Y1: x + .1})
	}
	if scores != nil {
		ex.Program[0].Output.Boxes = [][]float64{scores}
	}
	return ex
}

// threeRuns returns two runs with counts, of which the first has a question without a
// prediction, and one without any between them.
func threeRuns(t *testing.T) *views.Session {
	t.Helper()
	return viewtest.ReadAll(t, viewtest.Of(t,
		viewtest.RunOf("scn", question("one", "1", 1), question("uno", "1", .6, .4), question("double", "1", 1, .9), question("two", "2", 1, 1),
			question("missed", "3", 1, .2), question("more", "20", 1, 1, 1), question("silent", "3")),
		viewtest.RunOf("boxes", viewtest.BoxExample("ex", true, true)),
		viewtest.RunOf("other", question("one", "1", 1, 1), question("two", "2", 1, 1), question("three", "3", 1, 1))))
}

// Every cell of the counts opens a list of as many examples as it says.
func TestCountsLeadToTheirExamples(t *testing.T) {
	for _, run := range []int{0, 2} {
		s := threeRuns(t)
		sc := shown(t, 120, 30, s, run, "counts")
		if run == 0 {
			sc.Want("Expected vs predicted counts · scn", "expected vs predicted   1   2  3  n",
				"› 1                      ✓2   1  ·  3", "  >15                     ·   ·  1  1", "  n                       3   2  1  6")
		}
		sc.Press("tab")
		of := sc.View.(*resultsScreen)
		rows, columns := of.Sheet.Of.Len(), len(of.Sheet.Of.Heads())-1
		for y := range rows {
			for x := range columns {
				of.Sheet.Select(y)
				of.Sheet.Column = x + 1
				before, n := len(sc.Pushed), of.Sheet.Cell().Value.(int)
				if sc.Press("enter"); n == 0 {
					if len(sc.Pushed) > before {
						t.Error("an empty cell opens a list")
					}
					continue
				}
				opened := viewtest.New(t, 100, 20, s, sc.Pushed[before])
				check.Equal(t, "examples", strings.Count(opened.Text(), "how many dogs"), n, "of run", run, "cell", x, y)
			}
		}
		sc.Press("}")
		sc.Want("Expected vs predicted counts · " + []string{"boxes", "", "scn"}[run])
	}
}

// Of the second run's questions one in three is even and right, the odd ones are
// wrong: where nothing but even counts are left, all of it is right.
func TestCurvesOfCounts(t *testing.T) {
	s := threeRuns(t)
	sc := shown(t, 120, 30, s, 2, "accuracy-over-p")
	sc.Want("odd-even", "even-odd", "other")
	sc.Act("at", "100")
	sc.Want("1, 2 even-odd")
}

func TestScatterOfTwoNumbers(t *testing.T) {
	sc := open(t, "", 120, 30)
	sc.Act("scatter", "f1.find, faithfulness")
	sc.Want("Faithfulness against f1.find · layer_count · Pearson's r +1.00", "right", "wrong")
	sc.Act("at", "0")
	sc.Press("enter")
	_, n := list(t, sc).At(0)
	check.Equal(t, "examples with F1 0", n, 6)
	sc.Act("outcome")
	sc.Without("Faithfulness against f1.find")
	sc.Act("scatter", "nothing, size")
	sc.WantWarning("there is no field nothing")
}

// Runs of two models by two methods have one table, whose cells are the runs'.
func TestPivotOfAFamily(t *testing.T) {
	by := func(model, method string, right bool) *loaders.Run {
		ex := viewtest.BoxExample("ex", right, right)
		ex.Attributions = []loaders.Attribution{{Name: method}}
		run := viewtest.RunOf(model+"-"+method, ex)
		run.Model = model
		return run
	}
	other := by("other", "lime", true)
	other.Dataset = "another"
	s := viewtest.ReadAll(t, viewtest.Of(t, by("bow", "lime", true), by("bow", "ig", false), by("lstm", "lime", false), other))
	sc := shown(t, 120, 30, s, 0, "")
	sc.Want("F1, models by methods", "model  lime    ig", "bow    1.00   .00", "lstm    .00")
	sc.Without("other")
	sc.Press("enter", "j", "enter")
	if run, _ := list(t, sc).Shows(); run != 2 {
		t.Errorf("run %d", run)
	}
	sc.Press("l", "enter")
	sc.WantSaid("this cell lists no examples")
}

func TestAFigureIsAPicture(t *testing.T) {
	session := viewtest.ReadSample(t)
	session.Pictured.Cell = image.Pt(10, 20)
	s := shown(t, 100, 30, session, 0, "histograms")
	if len(s.Frame.Pictures) != 1 {
		t.Fatalf("%d pictures", len(s.Frame.Pictures))
	}
	at := s.Frame.Pictures[0]
	var drawn bytes.Buffer
	check.NoError(t, at.Picture.Files.(widget.PictureWriter)(&drawn))
	img, err := png.Decode(&drawn)
	check.NoError(t, err)
	check.Equal(t, "pixels", img.Bounds().Size(), image.Pt(at.Area.Dx()*10, at.Area.Dy()*20))
	session.Pictured.NoPictures = true
	if s.Draw(); len(s.Frame.Pictures) != 0 {
		t.Error("a picture that nobody wants")
	}
}

func TestExport(t *testing.T) {
	s := open(t, overThreshold, 80, 21)
	written := map[string]int{}
	write := func(path string, write func(w io.Writer) error) error {
		var out bytes.Buffer
		err := write(&out)
		written[path] = out.Len()
		return err
	}
	s.Session.Host.Write = write
	for _, path := range []string{"a.svg", "a.png", "a.txt", "a.csv"} {
		if s.Act("export", path); written[path] < 500 {
			t.Errorf("%s: %d bytes", path, written[path])
		}
	}
	s.Act("export", "a.tex") // the numbers at the cursor
	s.Act("export", "a.jpg")
	if last := s.Flash[len(s.Flash)-1]; !last.Bad || len(written) != 5 {
		t.Errorf("%+v, %v", last, written)
	}
	s.Session.Host.Write = nil // a guest's
	if s.Act("export", "a.svg"); len(s.Copied) != 1 || s.Copied[0].What != "the figure" {
		t.Errorf("copied %d", len(s.Copied))
	}
	if s.Act("export", "a.png"); s.Flash[len(s.Flash)-1].Text != "not copied: .png isn't text" {
		t.Errorf("%+v", s.Flash)
	}
	s.Session.Host.Write = write
	s.Act("result", "nmn-1")
	s.Act("export", "t.csv")
	if written["t.csv"] < 500 {
		t.Errorf("the table has %d bytes", written["t.csv"])
	}
}

// Names and notes go on in lines that a table leaves free, a heading of columns widens the
// last of them a little, and a title leaves room for its place in the list.
func TestTablesUseTheRoom(t *testing.T) {
	sc := open(t, "nmn-2", 128, 40)
	sc.Act("published")
	sc.Want("performance  ", "paper: Text-NMN w/ prog-sup no  ", "│  auxiliary sup, DROP dev", "overall  module-wise\n")
	sc = open(t, "nmn-1", 80, 40)
	settings := sc.Session.Settings
	settings.IoU, settings.Threshold = .4, .45
	sc.Run(sc.Session.Set(settings))
	sc.Act("published")
	sc.Want("11 of 19", "threshold: 0.45; in the paper: 0.5\n")
}

func TestResultsFitAnywhere(t *testing.T) {
	names := []string{overThreshold, overIoU, "scatter", "counts", "nmn-1"}
	for _, k := range figure.Kinds() {
		names = append(names, k.Name)
	}
	for _, name := range names {
		for _, size := range []image.Point{{80, 21}, {20, 5}, {1, 1}, {200, 60}} {
			hostile := viewtest.Hostile(t)
			sc := shown(t, size.X, size.Y, hostile, 0, name)
			for _, key := range []string{"j", "l", "tab", "G", "enter", "h", "z", "}"} {
				sc.Press(key)
				sc.Fits()
			}
		}
	}
	none := viewtest.Of(t)
	sc := shown(t, 80, 21, none, 0, "")
	sc.Press("j", "l", "enter", "tab", "}", "s", ".")
	sc.Want("no run has results")
}

// While nothing is computed yet, results say what they wait for, at any width.
func TestResultsReportWhatIsPending(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", viewtest.BoxExample("ex", true, true)))
	for _, size := range []image.Point{{80, 21}, {140, 30}} {
		view := New(s, 0, "")
		f, area := widget.NewFrame(size.X, size.Y), image.Rectangle{Max: size}
		view.Init() // whose command has not run
		view.Update(views.ResizeView{Area: area})
		view.Draw(f, area)
		if text := viewtest.Text(f); strings.Contains(text, "no run") || !strings.Contains(text, "computing …") {
			t.Errorf("%v:\n%s", size, text)
		}
	}
}

// A scatter of groups is walked back to with its groups.
func TestAGroupedScatterKeepsItsGroups(t *testing.T) {
	sc := open(t, "", 120, 30)
	sc.Act("by", "kind")
	sc.Act("scatter", "f1.find, faithfulness")
	if got := views.JoinSteps(sc.View.(views.RevisitableView).Steps()); !strings.Contains(got, "by kind") || !strings.Contains(got,
		"scatter") {
		t.Errorf("steps %q", got)
	}
}

// The settings and the first figures are about the selected run, not about the first that is open.
func TestResultsBeginWithTheRunsKind(t *testing.T) {
	s := viewtest.ReadSample(t)
	for run, want := range []string{"F1 by threshold", "Faithful examples against accuracy"} {
		sc := shown(t, 140, 40, s, run, "histograms")
		check.Contains(t, strings.Split(sc.Text(), "\n")[2], want)
		check.Equal(t, "the IoU moves", slices.Contains(widget.Names(widget.DialsOf(sc.View.Actions())), "iou"), run == 0, run)
	}
}

// judgedChain is a chain of two steps with a judge's scores; its first step is wrong, or none is.
func judgedChain(id string, isWrong bool, first, second float64) *loaders.Example {
	ex := &loaders.Example{ID: id, Program: []loaders.Module{{Op: "answer", Children: []int{1, 2}, Output: loaders.Output{
		Verdict: &loaders.StepOpinion{}}}}}
	for k, score := range []float64{first, second} {
		m := loaders.Module{Op: "step", Text: "a step", Output: loaders.Output{Verdict: &loaders.StepOpinion{Score: &score}}}
		if k == 0 || !isWrong {
			m.Gold = &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.VerdictOf(!isWrong)}}
		}
		ex.Program = append(ex.Program, m)
	}
	return ex
}

// A judge of steps opens on its F1 over the step score, which enter sets: below .6 the sound chain is
// judged sound, from .3 on the wrong step is found.
func TestJudgesAreSweptOverTheStepScore(t *testing.T) {
	s := viewtest.ReadSample(t)
	s.Runs = append(s.Runs, viewtest.Of(t, viewtest.RunOf("judge", judgedChain("a", true, .2, .9), judgedChain("b", false, .6, .8))).Runs...)
	sc := shown(t, 120, 36, s, 2, "")
	sc.Want("Judge performance by step score", "without 2 runs: no judge scores the steps")
	if dials := widget.Names(widget.DialsOf(sc.View.Actions())); !slices.Contains(dials, "step-score") || slices.Contains(dials, "iou") {
		t.Errorf("settings %q", dials)
	}
	for at, want := range map[string]string{".1": ".00", ".3": "1.00", ".6": "1.00", ".7": ".00"} {
		sc.Act("at", at)
		_, row, _ := strings.Cut(sc.Text(), "  judge ")
		if got := strings.Fields(row); len(got) == 0 || got[0] != want {
			t.Errorf("at %s: %q, want %s", at, got, want)
		}
	}
	sc.Act("at", ".7")
	sc.Press("enter", "enter")
	check.Equal(t, "enter sets the step score", sc.Session.Settings.StepScore, .7)
}

// A figure of one panel has the next one beside it, whose title is then on screen twice.
func TestTwoFiguresStandSideBySide(t *testing.T) {
	s := viewtest.ReadSample(t)
	confident := viewtest.BoxExample("sure", true, true)
	confident.Answer.Probability = new(.9)
	s.Runs = append(s.Runs, viewtest.Of(t, viewtest.RunOf("confident", confident, viewtest.BoxExample("other", false, true))).Runs...)
	for w, want := range map[int]int{200: 2, 140: 1} {
		sc := shown(t, w, 46, s, 2, "faithfulness-accuracy")
		check.Equal(t, "titles", strings.Count(sc.Text(), "Right answers against confidence"), want, w, sc.Text())
	}
}

func TestExplainersComeFirst(t *testing.T) {
	ex := &loaders.Example{ID: "a", Explanation: "a dog", Tokens: []string{"red", "dog"},
		Rationales: []loaders.Rationale{{Name: "gold", Over: loaders.OverTokens, Scores: []float64{0, 1}}}}
	for _, name := range []string{"lime", "ig"} {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: name, Over: loaders.OverTokens, Scores: []float64{.1, .5}})
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("bow", ex)))
	sc := shown(t, 120, 30, s, 0, "explainers")
	sc.Want("Attribution methods and people", "1 of ")
	sc.Press("enter")
	sc.Act("explain")
	viewtest.New(t, 120, 30, s, sc.Pushed[len(sc.Pushed)-1]).Want("this cell lists no examples")
}

// Keys do nothing while the first results are made.
func TestKeysBeforeAnyResult(t *testing.T) {
	v := New(viewtest.ReadSample(t), 0, "")
	v.Update(views.ResizeView{Area: image.Rect(0, 0, 120, 30)})
	for _, name := range []string{"down", "up"} {
		a, _ := widget.First(v.Actions(), func(a widget.Action) bool { return a.Name == name })
		a.Run()
	}
}

// A filter of rows goes with esc, and doesn't stay on another result; a title in the list names its result.
func TestRowsAreAllShownAgain(t *testing.T) {
	sc := open(t, overThreshold, 120, 30)
	sc.Act("filter", "no such run")
	sc.Want("no row contains no such run")
	sc.Press("esc")
	sc.Without("no row contains")
	sc.Act("filter", "no such run")
	sc.Act("result", "f1 over the iou")
	sc.Want("F1 by IoU")
	sc.Without("no row contains")
	sc.Act("result", "banana")
	if said := sc.Flash[len(sc.Flash)-1].Text; !strings.HasPrefix(said, "banana: no result with this name") {
		t.Errorf("of an unknown name it says %q", said)
	}
}
