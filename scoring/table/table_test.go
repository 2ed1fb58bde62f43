package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// hostile is a text that would act on every reader, were it not cleaned.
const hostile = "=1+1|\x1b[31m</td><script>`_*\\end{table}$\u009b\nnext"

// sample has every kind of column, of two runs.
func sample() *Document {
	interval := &scoring.Interval{Low: .25, High: .75, Level: .95, Trials: 10}
	of := func() *Table {
		t := &Table{Name: "types", Title: "a title " + hostile, Notes: []string{"made " + hostile}, Columns: Columns("type", Count, "n",
			Number, "f1=F1", "loss", Chance, "p", Change, "change", Between, "change=95 %", Truth, "right", "exact", Count, "low p", "empty")}
		c := t.Columns
		c[2].Rests, c[3].Rests, c[3].Better, c[3].Unit, c[3].Digits = true, true, scoring.Lower, "nats", 2
		c[8].Omit, c[9].In, c[10].In = true, "causes", "causes"
		t.Add("find", 3, Cell{Value: scoring.Defined(.5), Interval: interval, N: 7}, Cell{Value: scoring.Defined(2.0 / 3), N: 5},
			scoring.Defined(1e-9), scoring.Defined(.5), Cell{Value: scoring.Defined(.5), Interval: interval}, loaders.Right, true, 2)
		t.Add(hostile, 0, Cell{Value: scoring.Undefined("no <find>"), N: 0}, Cell{Value: scoring.Defined(1), N: 0}, scoring.Undefined(""),
			scoring.Defined(-.5), Cell{Value: scoring.Defined(-.5)}, loaders.Unknown, false, nil, 1)
		return t
	}
	return &Document{Facts: Named("seed", uint64(1)), List: "runs", Parts: []DocumentPart{
		{Name: "a", Path: "runs/a.jsonl", Lines: []string{"native"}, Spread: "half of it", Facts: Named("examples", 3), Tables: []*Table{of()}},
		{Name: hostile, Path: hostile, Tables: []*Table{of(), {Title: "for people alone"}}},
	}}
}

func write(t *testing.T, d *Document, format string) string {
	t.Helper()
	var b bytes.Buffer
	check.NoError(t, d.Write(&b, Find(format)))
	return b.String()
}

// A table for a paper has a caption without our own name of the table, and spells out how
// many each column rests on.
func TestLaTeXCanBePasted(t *testing.T) {
	one := &Table{Title: "Faithfulness", Notes: []string{"Data: photos"}, Columns: Columns("=run")}
	for _, name := range []string{"accuracy", "F1", "find", "filter"} {
		one.Columns = append(one.Columns, Column{ColumnMeaning: scoring.ColumnMeaning{Name: name}, Kind: Number, Rests: true})
	}
	rests := func(n int) Cell { return Cell{Value: scoring.Defined(.5), N: n} }
	for _, name := range []string{"a", "b", "c"} {
		one.Add(name, rests(60), rests(60), rests(60), rests(36))
	}
	one.Rows[2][1] = rests(0)
	text := write(t, &Document{Parts: []DocumentPart{{Name: "nmn-1", Lines: []string{"nmn-1, laid out as Table 1"}, Tables: []*Table{one}}}},
		"latex")
	for _, want := range []string{`\caption{Faithfulness. Data: photos.}`, "run & accuracy & F1 & find & filter \\\\\n",
		"a; b: n of each column 60, 60, 60, 36}", "c: n of each column 0, 60, 60, 36}"} {
		check.Contains(t, text, want)
	}
}

// No format passes on what its reader would act on, and each has every row.
func TestNoTextActs(t *testing.T) {
	acts := map[string][]string{"csv": {"\n=", ",="}, "markdown": {"| <", "1| ", "title =1+1|", "t><script>\\"},
		"latex": {"\n=1+1|", " =1+1|"}, "html": {"<script", "</td><s"}}
	for i := range Formats {
		f := &Formats[i]
		if f.Binary {
			continue
		}
		text := write(t, sample(), f.Name)
		if f.Name == "latex" { // of which a reader takes no comments
			text = regexp.MustCompile(`(?m)^%.*$`).ReplaceAllString(text, "")
		}
		for _, r := range text {
			if r != '\n' && r != ' ' && !unicode.IsPrint(r) {
				t.Errorf("%s: %q moves a terminal", f.Name, r)
			}
		}
		for _, bad := range acts[f.Name] {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %q in\n%s", f.Name, bad, text)
			}
		}
		if !strings.Contains(text, "find") || !strings.Contains(text, "next") {
			t.Errorf("%s: a row is missing in\n%s", f.Name, text)
		}
	}
}

// What people read: digits by the column, direction and unit in its title, n and
// reasons behind.
func TestTextForPeople(t *testing.T) {
	d := sample()
	d.Parts = d.Parts[:1]
	d.Parts[0].Tables[0].Rows[1][0].Value = "filter"
	want := `
    type    n            F1  loss (nats) ↓        p  change            95 %    right  exact  low p  empty  n of each
    find    3  0.500 ±0.250           0.67  < 0.001  +0.500  0.250 to 0.750    right    yes      2               7/5
    filter  0      –                  1.00        –  -0.500               –  unknown     no             1          0  no <find>
`
	if got := write(t, d, "table"); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What scripts read: every digit, and the same name for the same thing in every format.
func TestScriptsHaveEverything(t *testing.T) {
	var report struct {
		Faithscope, Seed int
		Runs             []struct {
			Name     string
			Examples int
			Types    []map[string]any
		}
	}
	check.NoError(t, json.Unmarshal([]byte(write(t, sample(), "json")), &report))
	if report.Faithscope != 1 || report.Seed != 1 || report.Runs[0].Examples != 3 || report.Runs[1].Name != hostile {
		t.Errorf("%+v", report)
	}
	rows, err := csv.NewReader(strings.NewReader(write(t, sample(), "csv"))).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%v, %q", err, rows)
	}
	want := strings.Fields("run path type n f1 f1_low f1_high f1_n f1_undefined loss loss_n p change change_low change_high right exact")
	check.EqualLists(t, "the head", rows[0], append(want, "low p", "empty"))
	first, second := report.Runs[0].Types[0], report.Runs[0].Types[1]
	for name, value := range map[string]any{"f1": .5, "f1_low": .25, "f1_n": 7.0, "loss": 2.0 / 3, "p": 1e-9, "right": true, "exact": true} {
		check.Equal(t, name+" is", first[name], value)
	}
	if why := second["f1_undefined"]; second["f1"] != nil || why != "no <find>" || second["right"] != nil {
		t.Errorf("what is undefined: %v", second)
	}
	if _, there := second["exact"]; there || len(second["causes"].(map[string]any)) != 1 {
		t.Errorf("what is empty: %v", second)
	}
	packed := write(t, sample(), "parquet")
	r := parquet.NewReader(bytes.NewReader([]byte(packed)))
	defer r.Close()
	row := map[string]any{}
	if err := r.Read(&row); err != nil || r.NumRows() != 4 || row["f1"] != .5 || row["f1_n"] != int64(7) || row["exact"] != true ||
		row["run"] != "a" {
		t.Errorf("%v, %d rows, the first %v", err, r.NumRows(), row)
	}
	lines := strings.Split(strings.TrimSpace(write(t, sample(), "jsonl")), "\n")
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil || len(lines) != 4 || line["f1"] != .5 || line["run"] != "a" {
		t.Errorf("%v, %q", err, lines)
	}
}

// Rows that come one by one are the rows of a table in any format.
func TestOpen(t *testing.T) {
	for i := range Formats {
		f := &Formats[i]
		var b bytes.Buffer
		columns := Columns("id", Number, "f1", "loss")
		columns[2].Omit = true
		rows := f.Open(&b, "suspects", columns)
		for _, id := range []string{"a", "b"} {
			if err := rows.Write([]any{id, scoring.Defined(.5), scoring.Undefined("no loss")}); err != nil {
				t.Fatal(f.Name, err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(f.Name, err)
		}
		if text := b.String(); !f.Binary &&
			(!strings.Contains(text, "b") || f.Rows == nil && (strings.Contains(text, "loss") || f.Name != "json" &&
				!strings.Contains(text, "2 rows"))) {
			t.Errorf("%s:\n%s", f.Name, text)
		}
	}
}

func TestFind(t *testing.T) {
	for i := range Formats {
		if f := &Formats[i]; Find(f.Name) != f || Find("x"+strings.ToUpper(f.Ending)+".gz") != f {
			t.Errorf("%s is not found", f.Name)
		}
	}
	if Find("x.xml") != nil {
		t.Error("xml is a format")
	}
}

// A difference and its interval have the digits of those above and below, and none of
// them is less than nothing.
func TestDifferencesHaveTheSameDigits(t *testing.T) {
	for _, c := range []struct {
		difference, low, high float64
		want                  string
	}{
		{1.98e-5, -.076, .0746, "0.000, -0.076 to 0.075"}, {-1e-9, -.0004, .0004, "0.000, 0.000 to 0.000"},
		{.0257, -.0004, .25, "+0.026, 0.000 to 0.250"},
	} {
		change, between := Column{Kind: Change}, Column{Kind: Between}
		x := scoring.Defined(c.difference)
		got := change.Show(Cell{Value: x}) + ", " + between.Show(Cell{Value: x, Interval: &scoring.Interval{Low: c.low, High: c.high}})
		check.Equal(t, "case", got, c.want, c.difference, c.low, c.high)
	}
}

func TestRepeatedCountsAreShort(t *testing.T) {
	for want, n := range map[string][]string{
		"": nil, "7": {"7", "7", "7"}, "3/2/3": {"3", "2", "3"}, "3/3/2": {"3", "3", "2"},
		"3×600/510/3×600": {"600", "600", "600", "510", "600", "600", "600"},
	} {
		check.Equal(t, "case", strings.Join(shortenRuns(n), "/"), want, n)
	}
}
