package papers

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

func scored(t *testing.T, name string, examples []*loaders.Example) *session.ScoredRun {
	t.Helper()
	run := scoringtest.RunOf(name, examples)
	run.Name = name
	s := session.New(run, session.Protocols())
	check.NoError(t, s.Read(t.Context()))
	return s
}

// Every table of results or statistics is there, with the papers' numbers; its settings and
// metrics exist.
func lay(t *testing.T, of *Table, paper bool, runs ...*session.ScoredRun) *FilledTable {
	t.Helper()
	laid, err := of.Lay(t.Context(), runs, scoring.Defaults(), paper)
	check.NoError(t, err)
	return laid
}

func TestTablesAreWhole(t *testing.T) {
	// A run of first-order logic has boxes too; the tables of its own paper come first.
	want := strings.Fields("dfol-1 dfol-2 dfol-3 nmn-1 nmn-2 nmn-4 nmn-5 nmn-6 scn-1 scn-2 scn-5 scn-6 alignment-1 alignment-2 " +
		"alignment-3 alignment-4 " +
		"alignment-5 quackie-1a quackie-1b quackie-1c quackie-2a quackie-2b quackie-3 quackie-4 quackie-5 " +
		"quackie-6 quackie-ours")
	check.EqualLists(t, "tables", Names(), want)
	for _, tab := range Tables() {
		tab.Under(scoring.Defaults(), asPredicted) // panics where a setting is none
		for _, c := range tab.Columns {
			m := c.Measure
			if m == (ScoreName{}) || m.Protocol == "run" {
				continue
			}
			k := scoring.Place(session.Protocols(), m.Protocol)
			if k < 0 || !slices.ContainsFunc(session.Protocols()[k].Metrics, func(x scoring.Metric) bool { return x.Name == m.Metric }) {
				t.Errorf("%s: the metric %s of %s is missing", tab.Name, m.Metric, m.Protocol)
			}
			if better := session.MetricIn(m.Protocol, m.Metric).Better; c.Scale > 0 && c.Better != scoring.Neither && better != c.Better {
				t.Errorf("%s, %s: better is %v, of the metric %v", tab.Name, c.Name, c.Better, better)
			}
		}
	}
}

// The data is that of the papers as they were transcribed, where that is at hand.
func TestPublishedEqualsTheTranscription(t *testing.T) {
	folder := os.Getenv("FAITHSCOPE_PAPERS")
	if folder == "" {
		t.Skip("FAITHSCOPE_PAPERS names no folder")
	}
	var want bytes.Buffer
	for _, name := range strings.Fields("faithful-nmn scn alignment quackie dfol") {
		one, err := os.ReadFile(filepath.Join(folder, name+".json"))
		check.NoError(t, err)
		want.Write(one)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(published))
	check.NoError(t, err)
	var got bytes.Buffer
	if _, err := got.ReadFrom(unpacked); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("the packed papers differ, %v", err)
	}
}

// everything returns a run with something for every table.
func everything(t *testing.T) *session.ScoredRun {
	t.Helper()
	run := scored(t, "everything", scoringtest.Everything(session.Protocols(), 1))
	run.Run.Model, run.Run.Dataset = "model", "data"
	return run
}

// Every published number is printed, digit by digit, in the column and the row of the data.
func TestPublishedCells(t *testing.T) {
	run := everything(t)
	cells := 0
	for _, tab := range Tables() {
		laid := lay(t, tab, true, run)
		printed := map[[3]string]string{}
		part := laid.Part()
		rows := part.Tables[1]
		at := func(row int, name string) any {
			return rows.At(row, slices.IndexFunc(rows.Columns, func(c table.Column) bool { return c.Name == name })).Value
		}
		for i := range rows.Rows {
			if at(i, "paper") == true {
				if at(i, "value") != nil || at(i, "count") != nil {
					t.Errorf("%s: a published number is a value", tab.Name)
				}
				printed[[3]string{at(i, "row").(string), at(i, "group").(string), at(i, "column").(string)}] = at(i, "printed").(string)
			}
		}
		for i, r := range tab.Rows {
			for k, c := range tab.Columns {
				want, found := tab.Values[i][k], false
				for key, text := range printed {
					if strings.HasPrefix(key[0], "paper: ") && strings.Contains(key[0], r.Name) && key[1] == c.Group && key[2] == c.Name &&
						json.Number(text) == want {
						found = true
					}
				}
				if cells++; !found && want != "" {
					t.Errorf("%s, %s, %s %s: %s is not printed", tab.Name, r.Name, c.Group, c.Name, want)
				}
			}
		}
	}
	if cells < 1000 {
		t.Errorf("only %d cells", cells)
	}
}

// The cells are the scores of the run under the settings of the table.
func TestCellsAreTheScores(t *testing.T) {
	run := everything(t)
	for _, tab := range Tables() {
		laid := lay(t, tab, false, run)
		for _, r := range laid.Rows {
			for i, cell := range r.Cells {
				if c := &laid.Columns[i]; c.Where != "" || c.Formula != "" || cell.Value.Why() != "" {
					continue
				}
				scores := run.Scores(tab.Under(scoring.Defaults(), r.UpperBound))
				k := slices.IndexFunc(scores, func(s scoring.Score) bool {
					return s.Protocol == cell.Protocol && s.Metric == cell.Metric && s.Of == cell.Of
				})
				if k < 0 || scores[k].Value != cell.Value || scores[k].Count != cell.Count {
					t.Errorf("%s: %s is %+v, not in the report", tab.Name, laid.Columns[i].Name, cell)
				}
			}
		}
	}
}

// A derived column is computed in the runs' rows and in the paper's, where the text of the paper has it: -38.89.
func TestColumnsOfATableAreSubtracted(t *testing.T) {
	run := everything(t)
	for name, want := range map[string]string{"scn-1": "paper: RCN, TallyQA test|simple change|-38.89",
		"dfol-2": "paper: MAC, All, GQA Test-Dev, balanced|accuracy gap|45.76"} {
		tab, _ := Find(name)
		laid := lay(t, tab, true, run)
		found := false
		for _, r := range laid.Rows {
			for k, cell := range r.Cells {
				found = found || r.Name+"|"+laid.Columns[k].Name+"|"+cell.Printed == want
			}
		}
		if !found {
			t.Errorf("%s lacks %s: %+v", name, want, laid.Sheet().Rows)
		}
		if name == "dfol-2" {
			cells := laid.Rows[len(laid.Rows)-7].Cells
			hard, _ := cells[2].Value.Float()
			wrong, _ := cells[4].Value.Float()
			if gap := cells[6]; gap.Value != scoring.Defined(100-100*wrong-100*hard) || gap.Count != min(cells[2].Count, cells[4].Count) ||
				gap.Interval != nil {
				t.Errorf("%+v, of %v and %v", gap, hard, wrong)
			}
		}
	}
}

// What is printed is the score in the unit of its column, with the sign that the paper turns.
func TestNumbersAreInTheUnitOfTheirColumn(t *testing.T) {
	run := everything(t)
	run.Run.Facts = map[string]string{"parameters": "2500000"}
	other := alignmentRun(t, "other", "entailment", "d")
	other.Run.Model, other.Run.Dataset = "other", run.Run.Dataset
	scales := map[string]float64{"%": 100, "millions": 1e-6}
	numbers := map[string]int{}
	checkTable := func(l *FilledTable) {
		sheet := l.Sheet()
		for i, r := range l.Rows {
			for k, cell := range r.Cells {
				x, ok := cell.Value.Float()
				if !ok || cell.Run == -1 {
					continue
				}
				want := x * cmp.Or(scales[l.Columns[k].Unit], 1)
				if slices.Contains([]string{"comprehensiveness", "sufficiency"}, cell.Metric) {
					want = -x
				}
				check.Equal(t, l.Name, sheet.At(i, k+1).Value, any(scoring.Defined(want)), r.Name, l.Columns[k].Name)
				numbers[l.Name+map[bool]string{true: ", drawn"}[r.metric != ""]]++
			}
		}
	}
	for _, tab := range Tables() {
		laid := lay(t, tab, true, run, other)
		checkTable(laid)
	}
	var family []*session.ScoredRun
	for _, name := range strings.Fields("a-ig b-ig") {
		run := alignmentRun(t, name, "entailment", "d")
		run.Run.Model = name
		family = append(family, run)
	}
	laid, err := FindPivot(family).Lay(t.Context(), family, scoring.Defaults())
	check.NoError(t, err)
	checkTable(laid)
	for _, name := range []string{"scn-1", "scn-6", "scn-6, drawn", "quackie-4", "quackie-ours", "alignment-2", "models-methods"} {
		if numbers[name] == 0 {
			t.Errorf("%s: no number, of %v", name, numbers)
		}
	}
}

// A run without a table's number takes no column of it, neither for its data nor for its model.
func TestWhatIsNotMeasuredHasNoColumn(t *testing.T) {
	run := everything(t)
	without := scored(t, "without", scoringtest.Everything([]scoring.Protocol{sentences.Protocol}, 1))
	without.Run.Model, without.Run.Dataset = "unscored", "elsewhere"
	for name, want := range map[string]int{"quackie-2a": 1, "quackie-2b": 1, "quackie-4": 2} {
		tab, _ := Find(name)
		check.Equal(t, "columns", len(lay(t, tab, false, run, without).Columns), want, name)
	}
}

func TestRowsOfATable(t *testing.T) {
	boxes, spans := scored(t, "boxes", []*loaders.Example{scoringtest.Seen(0), scoringtest.Seen(1)}),
		scored(t, "spans", []*loaders.Example{scoringtest.Attended(0)})
	again := scored(t, "again", []*loaders.Example{scoringtest.Seen(0), scoringtest.Seen(1)})
	bare := *scoringtest.Seen(0)
	bare.Program, bare.Images, bare.Answer.Correct = nil, nil, loaders.Right
	alone := scored(t, "alone", []*loaders.Example{&bare})
	bare.ID = "elsewhere"
	names := func(name string, paper bool, runs ...*session.ScoredRun) []string {
		tab, err := Find(name)
		check.NoError(t, err)
		laid := lay(t, tab, paper, runs...)
		return loaders.Map(laid.Rows, func(r Row) string { return r.Name })
	}
	other := scored(t, "other", []*loaders.Example{&bare})
	for _, c := range []struct {
		id   string
		got  []string
		want []string
	}{
		{"nmn-1", names("nmn-1", false, spans, boxes, again, alone, other), []string{"alone", "upper bound", "boxes", "again"}},
		{"nmn-2", names("nmn-2", false, spans, boxes, alone), []string{"spans"}},
		{"quackie-4", names("quackie-4", true, spans, boxes), []string{}},
		{"dfol-1", names("dfol-1", true, everything(t)), []string{"everything, Open", "everything, Binary", "everything, All",
			"golden oracle on real graphs, Open, GQA train", "golden oracle on real graphs, Binary, GQA train",
			"golden oracle on real graphs, All, GQA train",
			"paper: base model, Open, GQA Test-Dev, balanced", "paper: base model, Binary, GQA Test-Dev, balanced",
			"paper: base model, All, GQA Test-Dev, balanced"}},
		{"alignment-4", names("alignment-4", false, everything(t)), []string{}},
	} {
		check.EqualLists(t, "has the rows", c.got, c.want, c.id)
	}
}

// Runs on different data have tables of their own, the wanted run's first; a table that names data
// sets itself, or is over runs, holds all.
func TestATableHoldsOneDataSet(t *testing.T) {
	var runs []*session.ScoredRun
	for _, name := range strings.Fields("first second third") {
		runs = append(runs, everything(t))
		runs[len(runs)-1].Run.Name, runs[len(runs)-1].Run.Dataset = name, map[string]string{"second": "photos"}[name]
	}
	for name, want := range map[string]int{"nmn-1": 2, "dfol-1": 2, "alignment-2": 2, "scn-6": 1, "quackie-4": 1, "alignment-4": 1} {
		tab, _ := Find(name)
		check.Equal(t, name+": tables", len(tab.splitByData(runs, 0)), want)
		check.Equal(t, name+": tables of one run", len(tab.splitByData(runs[:1], 0)), 1)
	}
	tab, _ := Find("nmn-1")
	var got []string
	each, err := tab.LayEach(t.Context(), runs, 1, scoring.Defaults(), false)
	check.NoError(t, err)
	for _, laid := range each {
		for _, r := range laid.Rows {
			got = append(got, fmt.Sprint(r.Name, r.Run))
		}
		got = append(got, strings.Join(laid.Sheet().Notes, " "))
	}
	spans, _ := Find("nmn-2")
	boxes := []*session.ScoredRun{
		scored(t, "boxes", []*loaders.Example{scoringtest.Seen(0)}),
		scored(t, "spans", []*loaders.Example{scoringtest.Attended(0)}),
	}
	boxes[0].Run.Dataset = "drawings"
	if each, err := spans.LayEach(
		t.Context(),
		boxes,
		0,
		scoring.Defaults(),
		true,
	); err != nil || len(each) != 1 ||
		each[0].Rows[0].Name != "spans" {
		t.Errorf("tables of published rows alone: %d, %v", len(each), err)
	}
	check.EqualLists(t, "rows", got, []string{"upper bound1", "second1", "Data: photos", "upper bound0", "first0", "third2", ""})
}

// Drawn counts have a row for each data set, and a run of a validation set has no number in
// the columns of the testing set.
func TestRowsOfCounts(t *testing.T) {
	test, again := everything(t), everything(t)
	again.Run.Name = "again"
	validation := everything(t)
	validation.Run.Name, validation.Run.Dataset = "validation", "TallyQA val"
	test.Run.Facts = map[string]string{"parameters": "2500000"}
	again.Run.Facts = map[string]string{"split": "validation"}
	first, _ := Find("scn-1")
	laid := lay(t, first, false, test, again)
	if laid.Sheet().At(0, 4).Value != scoring.Defined(2.5) ||
		isMeasured(laid.Rows[1].Cells[3]) || !isMeasured(laid.Rows[1].Cells[2]) {
		t.Errorf("%+v", laid.Rows)
	}
	for text, want := range map[string]bool{"2500000": true, "2.5": false, "": false} { // which would be millions
		test.Run.Facts["parameters"] = text
		check.Equal(t, text, factOf(test.Run, "parameters").IsDefined(), want)
	}
	again.Run.Facts = nil
	tab, _ := Find("scn-6")
	laid = lay(t, tab, false, test, again, validation)
	var got []string
	for _, r := range laid.Rows {
		text := r.Name
		for _, c := range r.Cells {
			text += map[bool]string{true: " x", false: " –"}[isMeasured(c)]
		}
		got = append(got, text)
	}
	want := []string{"Random (train distribution) x x –", "Random (test distribution) x x –", "everything x x –", "again x x –",
		"validation – – x"}
	check.EqualLists(t, "rows", got, want)
}

// alignmentRun has examples a to d, of which a to c are answered wrongly; the experts marked
// words of all but c, and each attribution explains a label.
func alignmentRun(t *testing.T, name, class, right string) *session.ScoredRun {
	t.Helper()
	var list []*loaders.Example
	for i, id := range strings.Split("abcdefgh", "") {
		model, tokens := []float64{1, .5, 1 + .1*float64(i), .7}, strings.Fields("kite boat sea sun")
		model[i%4] = 4
		ex := &loaders.Example{ID: id, Tokens: tokens, Explanation: tokens[i%4],
			Answer:       loaders.Answer{Predicted: "neutral", Gold: "entailment", Correct: loaders.VerdictOf(strings.Contains(right, id))},
			Attributions: []loaders.Attribution{{Name: "ig", Over: "tokens", Scores: model, Class: class}},
			Rationales:   []loaders.Rationale{{Name: "expert-1", Over: "tokens", Scores: []float64{1, float64(i % 2), 0, 0}}}}
		if id == "c" {
			ex.Rationales = nil
		}
		list = append(list, ex)
	}
	return scored(t, name, list)
}

// Table 2 is over the wrong answers of each run, Table 3 over those of all runs that have
// expert marks, and stars are for runs whose gold label is explained.
func TestChosenExamples(t *testing.T) {
	runs := []*session.ScoredRun{alignmentRun(t, "gold", "entailment", "d"), alignmentRun(t, "other", "", "ad")}
	for name, want := range map[string]struct{ counts, notes string }{
		"alignment-2": {"7 0 8 6 0 8", "explained label: the predicted one in other; the correct one in the paper | " +
			"alignment is over wrongly answered examples, accuracy over all examples"},
		// One of the five has a partner of the whole run of which C_R is not finite.
		"alignment-3": {"5 0 4 5 0 4", "explained label: the predicted one in other; the correct one in the paper | " +
			"over 5 examples with expert marks and wrong answers in every run"},
	} {
		tab, _ := Find(name)
		laid := lay(t, tab, false, runs...)
		if len(laid.Rows) != 2 {
			t.Fatal(name, laid.Rows)
		}
		var counts []string
		for i, r := range laid.Rows {
			for k, c := range r.Cells {
				counts = append(counts, strconv.Itoa(c.Count))
				if c.Metric == "delta_a" && c.Of == "overall" && (c.Mark != "") != (i == 0) {
					t.Errorf("%s: %s, %s is %v%s", name, r.Name, laid.Columns[k].Name, c.Value, c.Mark)
				}
			}
		}
		notes := loaders.Filter(laid.Sheet().Notes, func(n string) bool { return !strings.HasPrefix(n, "***") })
		if got := strings.Join(counts, " "); got != want.counts || strings.Join(notes, " | ") != want.notes {
			t.Errorf("%s: n %s, want %s, %q", name, got, want.counts, notes)
		}
	}
}

// A run's facts say whose label is explained where its attributions do not.
func TestTargetOfARun(t *testing.T) {
	run := alignmentRun(t, "run", "", "d")
	tab, _ := Find("alignment-2")
	for target, want := range map[string]string{"gold": "***", "predicted": "", "": ""} {
		run.Run.Facts = map[string]string{"target": target}
		laid := lay(t, tab, false, run)
		check.Equal(t, target, laid.Rows[0].Cells[0].Mark, want)
		isStar := func(note string) bool { return strings.HasPrefix(note, "***") }
		check.Equal(t, target, slices.ContainsFunc(laid.Sheet().Notes, isStar), want != "", laid.Sheet().Notes)
	}
}

// The head says where a setting is not the paper's.
func TestConditions(t *testing.T) {
	run, s := everything(t), scoring.Defaults()
	s.TopK, s.IoU, s.DetectionIoU = 3, .4, .3
	for name, want := range map[string][]string{
		"quackie-4": {"top k: 3; in the paper: 1"},
		"nmn-4":     {"iou: 0.4; in the paper: 0.5"},
		"scn-2":     {"detection iou: 0.3; in the paper: 0.2"},
		"dfol-1":    nil,
	} {
		tab, _ := Find(name)
		laid, err := tab.Lay(t.Context(), []*session.ScoredRun{run}, s, true)
		if got := laid.Sheet().Notes; err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q, %v", name, got, want, err)
		}
	}
}

// Tables 4 and 5 are over all runs: what regress fits and what the figure correlates.
func TestStatisticsOfRuns(t *testing.T) {
	var runs []*session.ScoredRun
	for i, name := range []string{"a", "b", "c"} {
		run := alignmentRun(t, name, "entailment", "abcdefgh"[7-i:])
		run.Run.Model = name
		runs = append(runs, run)
	}
	lay := func(name string) *FilledTable {
		tab, _ := Find(name)
		return lay(t, tab, false, runs...)
	}
	second, five, four := lay("alignment-2"), lay("alignment-5"), lay("alignment-4")
	for title, laid := range map[string]*FilledTable{"run": second, "term": five} {
		check.Equal(t, "the rows of "+laid.Title+" are called", laid.Sheet().Columns[0].Title, title)
	}
	var models []string
	var xs, ys []float64
	for _, r := range second.Rows {
		x, _ := r.Cells[2].Value.Float()
		y, _ := r.Cells[0].Value.Float()
		models, xs, ys = append(models, r.Name), append(xs, x), append(ys, y)
	}
	for i, want := range figure.Correlate(models, xs, ys) {
		if got := five.Rows[i]; got.Cells[0].Value != want.R || got.Cells[0].Count != want.N || !strings.HasSuffix(got.Name, want.Without) {
			t.Errorf("%s: %+v, want %+v", got.Name, got.Cells[0], want)
		}
	}

	if names := loaders.Map(four.Rows, func(r Row) string { return r.Name }); !slices.Equal(names, []string{"model = b", "model = c"}) {
		t.Fatalf("rows %q", names)
	}
	check.Equal(t, "rows", four.Rows[0].Cells[0].Count,
		second.Rows[0].Cells[0].Count+second.Rows[1].Cells[0].Count+second.Rows[2].Cells[0].Count)
}

// Stars are for p below the paper's levels, not at them.
func TestStarsAreForThePapersLevels(t *testing.T) {
	run := alignmentRun(t, "run", "entailment", "d")
	var l FilledTable
	for p, want := range map[float64]string{.0009: "***", .001: "**", .009: "**", .01: "*", .049: "*", .05: "", .06: ""} {
		scores := []scoring.Score{{Metric: "p_greater", Of: "overall", Value: scoring.Defined(p)}}
		check.Equal(t, "p", l.starsOf(run, scores, "overall"), want, p)
	}
}

// One row of a kind of question is enough for rows by kind.
func TestOneRowOfAKind(t *testing.T) {
	tab, _ := Find("dfol-1")
	one := *tab
	one.Rows = tab.Rows[:1]
	if rows := lay(t, &one, false, everything(t)).Rows; len(rows) != 1 || rows[0].Name != "everything, Open" {
		t.Errorf("%+v", rows)
	}
}

// As many runs as examples were chosen from are not every run, if they are others.
func TestEveryRunIsEachOfThem(t *testing.T) {
	l := &FilledTable{chosenExamples: chosenExamples{of: map[exampleSubset]*session.ScoredRun{{run: 0}: nil}}}
	for _, name := range []string{"a", "b"} {
		l.runs = append(l.runs, scored(t, name, nil))
	}
	for _, c := range []struct{ names, want string }{{"b", "b"}, {"a", "every run"}, {"a b", "every run"}} {
		check.Equal(t, c.names+" are", l.listNames(strings.Fields(c.names)), c.want)
	}
}
