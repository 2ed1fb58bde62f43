package figure_test

import (
	"fmt"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/figure"
	"faithscope/views/viewtest"
)

// The F1 and the modules of an argument are those of `score --arguments`. An example that asks for it
// twice counts once.
func TestF1ByArgument(t *testing.T) {
	twice := viewtest.BoxExample("twice", true, true)
	twice.Program = append(twice.Program, twice.Program[1])
	other := viewtest.BoxExample("other", true, false)
	other.Program[1].Text = "Safety  pin"
	f := draw(t, "f1-by-argument", viewtest.Of(t, viewtest.RunOf("boxes", twice, other, viewtest.BoxExample("once", true, false))).Runs)
	points := f.Panels[0].Series[0].Points
	if len(points) != 2 || points[0].Name != "safety pin" || points[1].Name != "dog" || f.Panels[0].Series[0].Name != "find" {
		t.Fatalf("%+v", f)
	}
	wantPoint(t, points[0], 1, 0, 1)
	wantPoint(t, points[1], 2, 2./3, 3)
	check.Equal(t, "link", points[1].Leads, `any(modules, .op == "find" and .argument == "dog")`)
	wantLeft(t, new(draw(t, "f1-by-argument", sample(t)[1:])), "lexical: no module has both an argument and boxes to score")
}

// As points, two runs share a series per value; as lines, each has its own.
func TestSeriesOfAColumn(t *testing.T) {
	first, second := viewtest.Sample(t).Runs[0].Run, viewtest.Sample(t).Runs[0].Run
	second.Name = "again"
	runs := viewtest.Of(t, first, second).Runs
	first.Facts, second.Facts = map[string]string{"size": "7"}, map[string]string{"size": "9"}
	for _, c := range []struct{ x, series, want string }{
		{"answers.accuracy", "faithful", "faithful no{0 0} 0.667,0 n6 0.667,0 n6; faithful yes{1 1} 0.75,1 n4 0.75,1 n4; "},
		{"answers.accuracy", "run.size", "size 7{0 0} 0.7,0.4 n10; size 9{1 1} 0.7,0.4 n10; "},
		{"run.size", "faithful", "layer_count · faithful no{0 0} 7,0 n6; layer_count · faithful yes{1 1} 7,1 n4; " +
			"again · faithful no{2 2} 9,0 n6; again · faithful yes{3 3} 9,1 n4; "},
		{"faithfulness", "right", "layer_count · right yes{0 0} 0,0 n4 1,1 n3; layer_count · right no{1 1} 0,0 n2 1,1 n1; " +
			"again · right yes{2 2} 0,0 n4 1,1 n3; again · right no{3 3} 0,0 n2 1,1 n1; "},
	} {
		got := ""
		for _, s := range made(t, figure.Relate(c.x, "f1", c.series), runs).Panels[0].Series {
			got += s.Name + fmt.Sprint(s.Look)
			for _, at := range s.Points {
				y, _ := at.Y.Float()
				got += fmt.Sprintf(" %.3g,%.3g n%d", at.X, y, at.N)
			}
			got += "; "
		}
		check.Equal(t, "by "+c.series, got, c.want)
	}
	if f := made(t, figure.Relate("f1", "f1", "nothing"), runs); len(f.Panels) > 0 || len(f.Left) != 2 {
		t.Errorf("%+v", f)
	}
}
