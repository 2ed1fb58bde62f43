package report

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// sample returns a report of two runs: one with boxes, an unreadable example and a
// hostile name, one with token attention.
func sample(t *testing.T, settings scoring.Settings) *Report {
	t.Helper()
	withBoxes, _ := scoringtest.Run(scoringtest.NewRecords(9, true), func(i int) *loaders.Example {
		if i == 4 {
			return nil
		}
		return scoringtest.Seen(i)
	})
	withBoxes.Name, withBoxes.Path, withBoxes.Format = "count|\x1b[31mred\u009b", "runs/count/predictions.json.gz", "faithful-nmn"
	withText, _ := scoringtest.Run(scoringtest.NewRecords(4, true), scoringtest.Attended)
	withText.Name, withText.Path, withText.Format = "text", "runs/text.jsonl", "nmn-drop"
	var list []*session.ScoredRun
	for _, run := range []*loaders.Run{withBoxes, withText} {
		s := session.New(run, []scoring.Protocol{answers.Protocol, boxes.Protocol, spans.Protocol, tosses})
		read(t, s)
		list = append(list, s)
	}
	return Build(list, settings)
}

// tosses is a protocol with options, and with numbers of any size, in the run
// with a passage.
var tosses = scoring.Protocol{
	Name: "tosses", Source: "this test, 100 % of it",
	Settings: []string{"non_finite", "top_k", "drop_punctuation", "detection_iou"},
	Prepare: func(ex *loaders.Example) scoring.Evidence {
		if ex.Passage == nil {
			return nil
		}
		return &tossed{}
	},
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return tossed{s} },
}

type tossed struct{ scoring.Settings }

func (tossed) Add(scoring.Evidence)    {}
func (tossed) Merge(scoring.Aggregate) {}
func (s tossed) Scores() []scoring.Score {
	score := func(metric string, v scoring.Value, n int, i *scoring.Interval) scoring.Score {
		return scoring.Score{Protocol: "tosses", Metric: metric, Of: "overall", Value: v, Count: n, Settings: s.Settings, Interval: i}
	}
	return []scoring.Score{
		score("heads", scoring.Defined(2./3), 4, &scoring.Interval{Low: 0.25, High: 0.75, Level: 0.95, Trials: 1000}),
		score("p", scoring.Defined(1.0/(1<<20)), 4, &scoring.Interval{Low: 0, High: 1e-6, Level: 0.95, Trials: 998}),
		score("large", scoring.Defined(1e300), 4, nil),
		score("unknown", scoring.Defined(3), 3, nil),
		score("tails", scoring.Undefined("50 % is <no> toss"), 0, nil),
	}
}

// goldens returns the formats that golden files are written in.
func goldens() (list []*table.Format) {
	for _, name := range []string{"table", "json", "csv", "markdown", "latex"} {
		list = append(list, table.Find(name))
	}
	return list
}

// written returns a document in a format.
func written(t *testing.T, d *table.Document, format string) string {
	t.Helper()
	var b bytes.Buffer
	check.NoError(t, d.Write(&b, table.Find(format)))
	return b.String()
}

// compareGolden compares a document with its golden file, in which no character moves a terminal.
func compareGolden(t *testing.T, d *table.Document, f *table.Format, prefix string) {
	t.Helper()
	text := written(t, d, f.Name)
	for _, r := range text {
		if r != '\n' && r != ' ' && !unicode.IsPrint(r) {
			t.Errorf("%q moves a terminal", r)
		}
	}
	golden.CompareFile(t, golden.FilePath(prefix+f.Name), text)
}

func TestWriteGolden(t *testing.T) {
	bound := scoring.Defaults()
	bound.UpperBound, bound.Average, bound.NegativeIoU = true, scoring.Cumulative, 1e-8
	for _, c := range []struct {
		name     string
		settings scoring.Settings
	}{{"default", scoring.Defaults()}, {"upper-bound", bound}} {
		r := sample(t, c.settings)
		for _, f := range goldens() {
			t.Run(c.name+"/"+f.Name, func(t *testing.T) {
				compareGolden(t, r.Document(), f, c.name+".")
			})
		}
	}
}

func TestPartlyReadReportSaysSo(t *testing.T) {
	run, _ := scoringtest.Run(scoringtest.NewRecords(5, true), scoringtest.Seen)
	s := session.New(run, session.Protocols())
	s.Example(1, scoring.Defaults())
	r := Build([]*session.ScoredRun{s}, scoring.Defaults())
	for f, want := range map[string]string{"json": `"read": 1`, "table": "5 examples, 1 read so far", "latex": "5 examples, 1 read so far"} {
		check.Has(t, f, written(t, r.Document(), f), want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWriteReturnsTheWritersError(t *testing.T) {
	r := sample(t, scoring.Defaults())
	for i := range table.Formats {
		check.Fails(t, "a full disk", r.Document().Write(full{}, &table.Formats[i]), table.Formats[i].Name)
	}
}

func TestCountsOfARow(t *testing.T) {
	score := func(metric, of string, n int) scoring.Score {
		return scoring.Score{Metric: metric, Of: of, Value: scoring.Defined(0.5), Count: n}
	}
	for _, c := range []struct {
		why    string
		scores []scoring.Score
		head   string
		counts []string
	}{
		{"as many behind every number", []scoring.Score{score("f1", "a", 3), score("loss", "a", 3), score("f1", "b", 2)}, "n",
			[]string{"3", "2"}},
		{"one for each number, repeated where two are alike", []scoring.Score{score("f1", "a", 3), score("recall", "a", 2), score("loss", "a", 3),
			score("f1", "b", 2)}, "n of each", []string{"3/2/3", "2"}},
		{"what is counted says itself how many", []scoring.Score{score("f1", "a", 3), score("unknown", "a", 0), score("f1", "b", 2)}, "n",
			[]string{"3", "2"}},
	} {
		one := pivotScores(c.scores)
		one.Title = "scores"
		var counts []string
		head := ""
		for line := range strings.Lines(written(t, &table.Document{Parts: []table.DocumentPart{{Tables: []*table.Table{one}}}}, "markdown")) {
			cells := strings.Split(strings.TrimSpace(line), " | ")
			last := strings.TrimSuffix(cells[len(cells)-1], " |")
			switch {
			case len(cells) == 1 || last == "---:":
			case head == "":
				head = last
			default:
				counts = append(counts, last)
			}
		}
		if head != c.head || !slices.Equal(counts, c.counts) {
			t.Errorf("%s: %q under %q, want %q under %q", c.why, counts, head, c.counts, c.head)
		}
	}
}

func TestSpreadIsShownAsItsValue(t *testing.T) {
	for _, c := range []struct {
		value, low, high float64
		want             string
	}{
		{0.5, 0.25, 0.75, "0.500 ±0.250"},
		{0.065, 0.065, 0.065 + 1e-17, "0.065 ±0.000"},  // rounding
		{0.0002, 0.0001, 0.0003, "2.00e-04 ±1.00e-04"}, // three decimals would show nothing
		{0.5, 0.25, 0.875, "0.500 ±0.312"},             // 1.5 times
		{0.5, 0.4, 0.66, "0.500 [.400, .660]"},
		{-0.593, -0.604, 0, "-0.593 [-.604, .000]"},
		{10.25, 10, 11, "10.250 [10.000, 11.000]"},
		{0.5, 0.6, 0.7, "0.500 [.600, .700]"}, // beside the value
		{0, 0, 0.0001, "0.000 ±0.000"},        // nothing is nothing
		{2e6, 1e6, 3e6, "2.00e+06 ±1.00e+06"}, // too long
		{-12.5, -13, -12, "-12.500 ±0.500"},   // any sign
		{1e308, -1.5e308, 1.5e308, "1.00e+308 [-1.50e+308, 1.50e+308]"},
	} {
		s := scoring.Score{Value: scoring.Defined(c.value), Interval: &scoring.Interval{Low: c.low, High: c.high}}
		one := &table.Table{Title: "scores", Columns: []table.Column{{Kind: table.Number}}}
		one.Add(cellOf(s))
		if got := written(t, &table.Document{Parts: []table.DocumentPart{{Tables: []*table.Table{one}}}}, "table"); !strings.HasSuffix(got,
			" "+c.want+"\n") {
			t.Errorf("%v from %v to %v is %s, want %s", c.value, c.low, c.high, got, c.want)
		}
	}
}

// Draws of examples that score alike are all alike, and say nothing of others: a share of 0 or 1
// has Wilson's interval, by hand 1/(1+z²/n) to 1, and any other number none, however certain
// ±0.000 would look.
func TestEqualExamples(t *testing.T) {
	const z2 = 1.959963984540054 * 1.959963984540054
	run, _ := scoringtest.Run(scoringtest.NewRecords(6, true), func(i int) *loaders.Example {
		ex := scoringtest.Seen(0)
		ex.Answer.Correct = loaders.IfElse(i == 0, loaders.Unknown, loaders.Right)
		return ex
	})
	s := session.New(run, session.Protocols())
	read(t, s)
	r := Build([]*session.ScoredRun{s}, scoring.Defaults())
	check.NoError(t, r.DrawIntervals(t.Context(), []*session.ScoredRun{s}))
	found := 0
	for _, score := range r.Runs[0].Scores {
		x, _ := score.Value.Float()
		in := score.Interval
		if score.Protocol != "answers" || score.Metric != "accuracy" {
			if !session.MetricIn(score.Protocol, score.Metric).Share && in != nil || in != nil && in.PlusMinus() == 0 {
				t.Errorf("%s %s of %s: %v in %v", score.Protocol, score.Metric, score.Of, x, in)
			}
			continue
		}
		found++
		if want := 1 / (1 + z2/5); x != 1 || in == nil || math.Abs(in.Low-want) > 1e-9 || in.High != 1 || in.Trials != 0 {
			t.Errorf("5 of 5: %v in %+v, want from %v to 1", x, in, want)
		}
		if got := written(t, r.Document(), "table"); !strings.Contains(got, "1.000 ≥0.566") || strings.Contains(got, "±0.000") {
			t.Errorf("5 of 5 in\n%s", got)
		}
	}
	check.Equal(t, "accuracies", found, 1)
	// Nor do differences of shares become certain: by hand Newcombe's method 10 for 5 of 5 and 5 of 5.
	c := compare(t, s, s, scoring.Defaults(), swaps(20))
	k := slices.IndexFunc(c.Tests, func(d Difference) bool { return d.Metric == "accuracy" })
	want := 1 - 1/(1+z2/5)
	if in := c.Tests[k].Interval; in == nil || math.Abs(in.Low+want) > 1e-9 || math.Abs(in.High-want) > 1e-9 {
		t.Errorf("5 of 5 less 5 of 5: %+v, want -%v to %v", in, want, want)
	}
}
