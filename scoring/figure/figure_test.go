package figure_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/views/viewtest"
)

// draw makes a figure of runs under the papers' settings.
func draw(t *testing.T, name string, runs []*session.ScoredRun) figure.Figure {
	t.Helper()
	kind, err := figure.Find(name)
	check.NoError(t, err)
	f, err := kind.Make(t.Context(), figure.Source{Runs: runs, Settings: scoring.Defaults()})
	check.NoError(t, err)
	for _, p := range f.Panels {
		if !slices.IsSorted(p.X.Ticks) || !slices.IsSorted(p.Y.Ticks) || len(p.X.Ticks) < 2 || len(p.Y.Ticks) < 2 {
			t.Errorf("ticks %v and %v", p.X.Ticks, p.Y.Ticks)
		}
		for _, s := range p.Series {
			for _, at := range s.Points {
				if y, ok := at.Y.Float(); ok && (at.X < p.X.Min() || at.X > p.X.Max() || y < p.Y.Min() || y > p.Y.Max()) {
					t.Errorf("%s: (%v, %v) is outside the axes %v, %v", s.Name, at.X, y, p.X.Ticks, p.Y.Ticks)
				}
			}
		}
	}
	return f
}

func wantPoint(t *testing.T, p figure.Point, x, y float64, n int) {
	t.Helper()
	if got, ok := p.Y.Float(); !ok || math.Abs(p.X-x) > 1e-12 || math.Abs(got-y) > 1e-12 || p.N != n {
		t.Errorf("(%v, %v) of %d, want (%v, %v) of %d", p.X, got, p.N, x, y, n)
	}
}

func wantLeft(t *testing.T, f *figure.Figure, want ...string) {
	t.Helper()
	check.EqualLists(t, "left out", f.Left, want)
}

func sample(t *testing.T) []*session.ScoredRun {
	t.Helper()
	return viewtest.ReadAll(t, viewtest.Sample(t)).Runs
}

// Of ten examples four predict their gold box with .8 and another with .1, six
// the other way round.
func TestThresholds(t *testing.T) {
	f := draw(t, "f1-thresholds", sample(t))
	wantLeft(t, &f, "lexical: no boxes to score")
	if len(f.Panels) != 2 || len(f.Panels[0].Series) != 1 || len(f.Panels[0].Series[0].Points) != 100 {
		t.Fatalf("%+v", f)
	}
	over := f.Panels[0].Series[0].Points
	wantPoint(t, over[5], .05, 2./3, 10)
	wantPoint(t, over[50], .5, .4, 10)
	wantPoint(t, over[90], .9, 0, 10)
	wantPoint(t, f.Panels[1].Series[0].Points[50], .5, .4, 10)
}

func TestFaithfulnessAgainstAccuracy(t *testing.T) {
	f := draw(t, "faithfulness-accuracy", sample(t))
	wantLeft(t, &f, "lexical: no answers to score")
	if len(f.Panels) != 1 || len(f.Panels[0].Series) != 1 {
		t.Fatalf("%+v", f)
	}
	wantPoint(t, f.Panels[0].Series[0].Points[0], .7, .4, 10) // 7 right, 4 faithful
}

func TestHistograms(t *testing.T) {
	f := draw(t, "histograms", sample(t))
	if len(f.Panels) != 2 || f.Panels[0].Title != "whole example" || f.Panels[1].Title != "find" ||
		!strings.HasSuffix(f.Title, "layer_count") {
		t.Fatalf("%+v", f)
	}
	for _, p := range f.Panels {
		bars := p.Series[0].Points
		if len(bars) != 10 {
			t.Fatalf("%d bars", len(bars))
		}
		wantPoint(t, bars[0], .05, 6, 10)
		wantPoint(t, bars[5], .55, 0, 10)
		wantPoint(t, bars[9], .95, 4, 10)
		check.EqualLists(t, "ticks", p.X.Ticks, []float64{0, .2, .4, .6, .8, 1})
	}
}

// counted returns a counting question.
func counted(id string, gold int, predicted float64) *loaders.Example {
	return &loaders.Example{
		ID: id, Question: "how many?", Answer: loaders.Answer{Gold: fmt.Sprint(gold), Predicted: fmt.Sprint(predicted)},
		Program: []loaders.Module{{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: predicted}}}},
	}
}

func TestCounts(t *testing.T) {
	run := viewtest.RunOf("counts",
		counted("a", 0, .2), counted("b", 1, 1.4), counted("c", 1, 2), counted("d", 1, 1), counted("e", 1, 3), counted("f", 4, 4),
		counted("g", 4, 5))
	runs := slices.Concat(viewtest.Of(t, run).Runs, sample(t))
	f := draw(t, "accuracy-per-count", runs)
	wantLeft(t, &f, "layer_count: no counting questions", "lexical: no counting questions")
	points := f.Panels[0].Series[0].Points
	if len(points) != 3 {
		t.Fatalf("%+v", points)
	}
	wantPoint(t, points[0], 0, 1, 1)
	wantPoint(t, points[1], 1, .5, 4)
	wantPoint(t, points[2], 4, .5, 2)
	check.Equal(t, "the axis ends at", f.Panels[0].X.Max(), 4)

	f = draw(t, "accuracy-over-p", runs)
	if len(f.Panels) != 2 || f.Panels[0].Title != "odd-even" || f.Panels[1].Title != "even-odd" {
		t.Fatalf("%+v", f)
	}
	for k, all := range []float64{2. / 3, .5} { // what is left at 100 %: the even counts, the odd ones
		points := f.Panels[k].Series[0].Points
		if len(points) != 11 {
			t.Fatalf("%d points", len(points))
		}
		wantPoint(t, points[0], 0, 4./7, 7)
		if y, _ := points[10].Y.Float(); points[10].X != 100 || math.Abs(y-all) > 1e-12 {
			t.Errorf("%s at 100 %%: %v, want %v", f.Panels[k].Title, y, all)
		}
	}
}

// Of 20 odd counts and 10 even ones, a slice without 90 % of the odd ones has 2 and 10.
func TestLabelHistograms(t *testing.T) {
	list := loaders.Fill(30, func(i int) *loaders.Example { return counted(fmt.Sprint(i), 1+i/20, 1) })
	f := draw(t, "label-histograms", viewtest.Of(t, viewtest.RunOf("counts", list...)).Runs)
	if len(f.Panels) != 2 || !slices.Equal(f.Panels[0].X.Ticks, []float64{0, 1, 2, 3}) {
		t.Fatalf("%+v", f)
	}
	for k, want := range [][2][2]float64{{{20, 10}, {2, 10}}, {{20, 10}, {20, 1}}} {
		for i, s := range f.Panels[k].Series {
			n := int(want[i][0] + want[i][1])
			wantPoint(t, s.Points[1], 1, want[i][0], n)
			wantPoint(t, s.Points[2], 2, want[i][1], n)
			if _, ok := s.Points[0].Y.Float(); ok || len(s.Points) != 4 {
				t.Errorf("%+v", s.Points)
			}
		}
	}
	wantLeft(t, new(draw(t, "label-histograms", sample(t))), "layer_count: no counting questions")
}

// A formula over scores is drawn over a number of the examples, a fact of runs, or another score.
func TestRelations(t *testing.T) {
	runs := sample(t)
	runs[0].Run.Facts = map[string]string{"size": "7"}
	for _, c := range []struct {
		x, y, at string // the points of layer_count
	}{
		{"answers.accuracy", "f1 - answers.accuracy", "0.7 -0.3 n10 "},
		{"run.size", "f1", "7 0.4 n10 "},
		{"faithfulness", "f1", "0 0 n6 1 1 n4 "},
		{"faithfulness * 2", "1 - f1", "0 1 n6 2 0 n4 "},
		{"faithfulness", "f1 / f1", "0 division by zero n0 1 1 n4 "},
	} {
		f := made(t, figure.Relate(c.x, c.y, ""), runs)
		got := ""
		for _, p := range f.Panels {
			for _, at := range p.Series[0].Points {
				y, _ := at.Y.Float()
				text := fmt.Sprintf("%.12g", y)
				if at.Y.Why() != "" {
					text = at.Y.Why()
				}
				got += fmt.Sprintf("%.12g %s n%d ", at.X, text, at.N)
			}
		}
		check.Equal(t, "over", got, c.at, c.y, c.x, f.Left)
	}
	for _, wrong := range [][2]string{{"kind", "f1"}, {"size", "nothing"}, {"nothing", "f1"}, {"answers.accuracy", "nothing"}} {
		if f := made(t, figure.Relate(wrong[0], wrong[1], ""), runs); len(f.Panels) != 0 || len(f.Left) == 0 {
			t.Errorf("%s: %+v", wrong, f)
		}
	}
}

// Numbers of which there are more than 20 are put into ranges.
func TestManyNumbersAreInRanges(t *testing.T) {
	list := loaders.Fill(100, func(i int) *loaders.Example { return counted(fmt.Sprint(i), i, float64(i%2*i)) })
	f := made(t, figure.Relate("count.gold", "counting.accuracy", ""), viewtest.Of(t, viewtest.RunOf("counts", list...)).Runs)
	points, n := f.Panels[0].Series[0].Points, 0
	for _, at := range points {
		n += at.N
	}
	if len(points) != 20 || n != 100 {
		t.Fatalf("%d examples in %+v", n, points)
	}
	wantPoint(t, points[1], 7, .6, 5) // 5 to 9
}

func TestAlignment(t *testing.T) {
	f := draw(t, "alignment-accuracy", sample(t))
	wantLeft(t, &f, "layer_count: no attributions to align", "lexical: no answers to score")
	check.Equal(t, "panels", len(f.Panels), 0)
}

// Each run's accuracy is at the share that was left out of its training, on the slice that
// leaves as much out; one of p = 0 is in both panels.
func TestAccuracyOverTheShareOfTraining(t *testing.T) {
	var runs []*session.ScoredRun
	for _, facts := range []map[string]string{{"p": "0"}, {"p": "90", "strategy": "even-odd"}, {}} {
		run := viewtest.RunOf("scn", counted("a", 1, 1), counted("b", 2, 2), counted("c", 3, 0))
		run.Model, run.Facts = "scn", facts
		runs = append(runs, viewtest.Of(t, run).Runs...)
	}
	f := draw(t, "accuracy-over-training", runs)
	wantLeft(t, &f, "scn: the fact p (the percentage left out in training) is missing")
	if len(f.Panels) != 2 || len(f.Panels[0].Series) != 1 || len(f.Panels[0].Series[0].Points) != 1 || len(f.Panels[1].Series[0].Points) != 2 {
		t.Fatalf("%+v", f.Panels)
	}
	wantPoint(t, f.Panels[0].Series[0].Points[0], 0, 2.0/3, 3)
	over := draw(t, "accuracy-over-p", runs[1:2])
	at := over.Panels[1].Series[0].Points[9]
	y, _ := at.Y.Float()
	wantPoint(t, f.Panels[1].Series[0].Points[1], 90, y, at.N)
}

// Without one of three models, r is that of the others: hand-computed, it is 1 without c.
func TestCorrelationWithoutAModel(t *testing.T) {
	all := figure.Correlate(strings.Fields("a a b c"), []float64{1, 2, 3, 4}, []float64{2, 4, 6, 0})
	// r = -2 / sqrt(5 * 20); t with 2 degrees of freedom has the two-sided p 1 - |r|.
	if r, _ := all[0].R.Float(); math.Abs(r+.2) > 1e-12 || len(all) != 4 || all[0].N != 4 {
		t.Errorf("%+v", all)
	}
	scoringtest.Near(t, "p", all[0].P, .8)
	if c := all[3]; c.Without != "c" || c.String() != "r +1.00, p 0.000, n 3" {
		t.Errorf("%+v: %s", c, c)
	}
	if two := figure.Correlate([]string{"a", "b"}, []float64{1, 2}, []float64{1, 2}); len(two) != 1 || two[0].P.Why() == "" {
		t.Errorf("%+v", two)
	}
}

func TestWithoutRuns(t *testing.T) {
	for _, name := range figure.Names() {
		if f := draw(t, name, nil); len(f.Panels) != 0 || len(f.Left) == 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	_, err := figure.Find("histogram")
	check.Error(t, "error", err, "histograms")
}

func TestCSV(t *testing.T) {
	f := draw(t, "histograms", sample(t))
	f.Panels[0].Series[0].Points[0].Y = scoring.Undefined("why, as, it, is")
	var out bytes.Buffer
	check.NoError(t, f.WriteCSV(&out))
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 22 || lines[1] != `histograms,whole example,whole example,0.05,,10,"why, as, it, is",` ||
		lines[20] != "histograms,find,find,0.95,4,10,," {
		t.Errorf("%d lines:\n%s", len(lines), out.String())
	}
}

func made(t *testing.T, kind figure.FigureKind, runs []*session.ScoredRun) figure.Figure {
	t.Helper()
	f, err := kind.Make(t.Context(), figure.Source{Runs: runs, Settings: scoring.Defaults()})
	check.NoError(t, err)
	return f
}

// Both boxes are predicted at p > 0, none at p > .9: then there is no precision.
func TestScoresOfAType(t *testing.T) {
	f := made(t, figure.Scores(boxes.OverThreshold, "find"), sample(t))
	wantLeft(t, &f, "lexical: no boxes to score")
	if len(f.Panels) != 3 || f.Panels[1].Y.Label != "precision" {
		t.Fatalf("%+v", f)
	}
	for k, want := range []float64{2. / 3, .5, 1} {
		wantPoint(t, f.Panels[k].Series[0].Points[0], 0, want, 10)
	}
	if _, ok := f.Panels[1].Series[0].Points[90].Y.Float(); ok {
		t.Error("precision of nothing")
	}
	if at, ok := f.Panels[0].Series[0].Peak(); !ok || at.X != 0 {
		t.Errorf("F1 is highest at %+v", at)
	}
	check.Equal(t, "a type that no example", len(made(t, figure.Scores(boxes.OverIoU, "relocate"), sample(t)).Panels), 0)
}

// Ten examples have both numbers, 6 with F1 0 and 4 with F1 1; a number is where it is.
func TestScatter(t *testing.T) {
	f := made(t, figure.Scatter("f1.find", "faithfulness * 2"), sample(t))
	if !strings.HasSuffix(f.Title, "layer_count · Pearson's r +1.00 over 10 examples") {
		t.Errorf("title %q", f.Title)
	}
	all := 0
	for _, s := range f.Panels[0].Series {
		for _, at := range s.Points {
			all += at.N
			if y, _ := at.Y.Float(); y != 2*at.X || at.Leads == "" {
				t.Errorf("%s: %+v", s.Name, at)
			}
		}
	}
	check.Equal(t, "examples", all, 10)
	for _, wrong := range []string{"nothing", "kind"} {
		if f := made(t, figure.Scatter(wrong, "size"), sample(t)); len(f.Panels) != 0 || f.Note == "" {
			t.Errorf("%s: %+v", wrong, f)
		}
	}
}

// Runs of two models by two methods share colours and marks; other runs share neither.
func TestLooksTellModelsAndMethods(t *testing.T) {
	by := func(model, method string) *loaders.Run {
		ex := counted("a", 1, 1)
		ex.Attributions = []loaders.Attribution{{Name: method}}
		run := viewtest.RunOf(model+method, ex)
		run.Model = model
		return run
	}
	runs := viewtest.ReadAll(t, viewtest.Of(t, by("bow", "lime"), by("bow", "ig"), by("lstm", "lime"))).Runs
	s := draw(t, "accuracy-per-count", runs).Panels[0].Series
	if s[0].Look.Color != s[1].Look.Color || s[0].Look.Mark != s[2].Look.Mark || s[0].Look.Mark == s[1].Look.Mark ||
		s[0].Look.Color == s[2].Look.Color {
		t.Errorf("%+v", s)
	}
	s = draw(t, "accuracy-per-count", append(runs, runs[0])).Panels[0].Series
	if s[0].Look == s[3].Look {
		t.Error("two runs look the same")
	}
}

// The bars of a method are beside each other; a second run of a method and a model has a place
// of its own.
func TestMethodsBesideEachOther(t *testing.T) {
	right := viewtest.BoxExample("a", true, true)
	runs := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("one", right, viewtest.BoxExample("b", true, false)),
		viewtest.RunOf("two", right), viewtest.RunOf("three", viewtest.BoxExample("a", false, false)), viewtest.RunOf("four", right),
		viewtest.RunOf("no boxes", &loaders.Example{ID: "a", Answer: loaders.Answer{Correct: loaders.Right,
			Scores: map[string]float64{"f1": .5, "em": 0}}}))).Runs // the F1 of its answers is another number
	for i, facts := range []map[string]string{
		{"model": "bow", "method": "lime", "aggregation": "max"}, {"model": "rnn", "method": "lime", "aggregation": "sum"},
		{"model": "rnn", "method": "lime", "aggregation": "max"}, {"model": "bow", "method": "lime", "aggregation": "max"}, {},
	} {
		runs[i].Run.Facts = facts
	}
	f := draw(t, "methods", runs)
	wantLeft(t, &f, "no boxes: no score f1")
	p := &f.Panels[0]
	if !slices.Equal(p.Names, []string{"lime max", "lime sum", "four"}) || len(p.Series) != 2 || p.Y.Label != "f1" {
		t.Fatalf("%+v", p)
	}
	wantPoint(t, p.Series[0].Points[0], .5, .5, 2)
	wantPoint(t, p.Series[0].Points[1], 2.5, 1, 1)
	wantPoint(t, p.Series[1].Points[0], .5, 0, 1)
	wantPoint(t, p.Series[1].Points[1], 1.5, 1, 1)
	_, end := p.Bar(0, 0)
	if begin, last := p.Bar(1, 0); p.Series[1].Name != "rnn" || math.Abs(begin-end) > 1e-12 || !(last < 1) || p.Name(1.5) != "lime sum" {
		t.Errorf("the bar of %s is from %v to %v, the one before ends at %v", p.Series[1].Name, begin, last, end)
	}
	accuracy := made(t, figure.Methods("accuracy"), runs[:3])
	wantPoint(t, accuracy.Panels[0].Series[1].Points[0], .5, 0, 1)
}

// TestSeriesAt reads a line between its points and not beside them.
func TestSeriesAt(t *testing.T) {
	at := func(x, y float64) figure.Point { return figure.Point{X: x, Y: scoring.Defined(y)} }
	s := figure.Series{Points: []figure.Point{at(1, 0), at(2, 4), {X: 3, Y: scoring.Undefined("gap")}, at(4, 2)}}
	want := []float64{math.NaN(), math.NaN(), 0, 2, 4, math.NaN(), math.NaN(), math.NaN(), 2}
	for i, w := range want {
		y, ok := s.At(float64(i) / 2)
		if ok != (w == w) || ok && y != w {
			t.Errorf("at %v: %v, %t, want %v", float64(i)/2, y, ok, w)
		}
	}
}

// Lines of runs of different data sets are drawn in panels of their own, or those beside a chosen one, with every series
// in its place; points and bars stay together.
func TestADataSetHasItsPanel(t *testing.T) {
	one := func(name, data string) figure.Series {
		return figure.Series{Name: name, Data: data, Points: []figure.Point{{X: .5, Y: scoring.Defined(.5), N: 1}}}
	}
	mixed := []figure.Series{one("a", "NLVR"), one("b", "DROP"), one("c", "NLVR")}
	f := figure.Figure{Panels: []figure.Panel{{Title: "over p", Series: mixed}, {Series: mixed}, {Series: mixed, Form: figure.Bars},
		{Series: mixed, Form: figure.Points}}}
	for chosen, want := range map[int]string{
		-1: "over p · NLVR: a c; over p · DROP: b; NLVR: a c; DROP: b; : a b c; : a b c;",
		1:  "over p · DROP: b; DROP: b; : a b c; : a b c;",
		2:  "over p · NLVR: a c; NLVR: a c; : a b c; : a b c;",
	} {
		got := ""
		for _, p := range f.PanelsBeside(chosen) {
			got += " " + p.Title + ":"
			for _, s := range p.Series {
				if len(s.Points) > 0 {
					got += " " + s.Name
				}
			}
			if got += ";"; len(p.Series) != len(mixed) {
				t.Errorf("%s has %d series", p.Title, len(p.Series))
			}
		}
		check.Equal(t, "panels with series", got[1:], want, chosen)
	}
	check.Equal(t, "points left in the figure", len(mixed[1].Points), 1)
}

// A threshold names everything that depends on its protocol, and every protocol with one judges.
func TestThresholdsNameWhatDependsOnThem(t *testing.T) {
	known, s := append(figure.Names(), figure.Scores(boxes.OverThreshold, "").Name, ""), scoring.Defaults()
	var bars []*scoring.FaithfulThreshold
	for _, p := range session.Protocols() {
		bar := p.Bar
		if bar == nil {
			continue
		}
		bars = append(bars, bar)
		for _, name := range bar.Moves {
			scoring.SettingOf(name) // or it panics
		}
		j := session.JudgementOf(bar.Metric, s)
		if bar.Protocol != p.Name || scoring.SettingOf(bar.Setting()).Value(s) != bar.Least(&s) || !slices.Contains(known, bar.Figure) ||
			bar.Runs == "" || bar.Columns == "" || j.Example == "" || (bar.Module == "") != (bar.AllModules == "") ||
			!strings.HasPrefix(bar.Help+"`:bar-"+bar.Metric+" ", "`:bar-"+bar.Metric+" ") {
			t.Errorf("%+v, explained by %+v", bar, j)
		}
	}
	check.EqualLists(t, "protocols have a threshold judge", bars, session.Bars(), len(bars), len(session.Bars()))
}
