package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"faithscope/loaders"
	"faithscope/scoring"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample is a report of two runs: one with boxes, an unreadable example and a
// hostile name, one with token attention.
func sample(t *testing.T, settings scoring.Settings) *Report {
	t.Helper()
	withBoxes, _ := decoding(newList(9, true), func(i int) *loaders.Example {
		if i == 4 {
			return nil
		}
		return seen(i)
	})
	withBoxes.Name, withBoxes.Path, withBoxes.Format = "count|\x1b[31mred\u009b", "runs/count/predictions.json.gz", "faithful-nmn"
	withText, _ := decoding(newList(4, true), attended)
	withText.Name, withText.Path, withText.Format = "text", "runs/text.jsonl", "nmn-drop"
	var list []*Scored
	for _, run := range []*loaders.Run{withBoxes, withText} {
		s := New(run, Protocols())
		read(t, s)
		list = append(list, s)
	}
	return Build(list, settings)
}

// attended is an example whose find puts half of its attention on the gold
// span.
func attended(i int) *loaders.Example {
	return &loaders.Example{
		ID:      fmt.Sprint(i),
		Answer:  loaders.Answer{Correct: loaders.VerdictOf(i > 0), Scores: map[string]float64{"em": float64(i % 2), "f1": 0.5}},
		Passage: &loaders.Passage{Tokens: []string{"one", "two"}},
		Program: []loaders.Module{{
			Op: "find", Output: loaders.Output{Tokens: []float64{0.5, 0.5}}, Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 0, End: 1}}},
		}},
	}
}

func TestWriteGolden(t *testing.T) {
	bound := scoring.Defaults()
	bound.UpperBound, bound.Average, bound.NegativeIoU = true, scoring.Cumulative, 1e-8
	for _, c := range []struct {
		name     string
		settings scoring.Settings
	}{{"default", scoring.Defaults()}, {"upper-bound", bound}} {
		r := sample(t, c.settings)
		for f := Table; f <= Markdown; f++ {
			t.Run(c.name+"/"+f.String(), func(t *testing.T) {
				var b bytes.Buffer
				if err := r.Write(&b, f); err != nil {
					t.Fatal(err)
				}
				golden := filepath.Join("testdata", c.name+"."+f.String())
				if *update {
					if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(b.Bytes(), want) {
					t.Errorf("differs from %s:\n%s", golden, b.Bytes())
				}
			})
		}
	}
}

func TestNothingWrittenMovesATerminal(t *testing.T) {
	r := sample(t, scoring.Defaults())
	for f := Table; f <= Markdown; f++ {
		var b strings.Builder
		if err := r.Write(&b, f); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.String() {
			if c != '\n' && c != ' ' && !unicode.IsPrint(c) {
				t.Errorf("%s: %q", f, c)
			}
		}
		if !strings.Contains(b.String(), "red") {
			t.Errorf("%s: the run's name is missing", f)
		}
	}
}

// Every score is in both formats for scripts, with the same number.
func TestJSONAndCSVAgree(t *testing.T) {
	r := sample(t, scoring.Defaults())
	var asJSON, asCSV bytes.Buffer
	if err := errors.Join(r.Write(&asJSON, JSON), r.Write(&asCSV, CSV)); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Faithscope int
		Runs       []struct {
			Name   string
			Scores []struct {
				Metric    string
				Value     *float64
				Undefined string
			}
		}
	}
	if err := json.Unmarshal(asJSON.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if report.Faithscope != 1 || report.Runs[0].Name != r.Runs[0].Name {
		t.Errorf("version %d, name %q: want 1 and the name as it is, %q", report.Faithscope, report.Runs[0].Name, r.Runs[0].Name)
	}
	rows, err := csv.NewReader(&asCSV).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = rows[1:]
	for _, run := range report.Runs {
		for _, s := range run.Scores {
			row := rows[0]
			rows = rows[1:]
			value := ""
			if s.Value != nil {
				value = digits(*s.Value)
			}
			if row[3] != s.Metric || row[5] != value || row[7] != s.Undefined || (s.Value == nil) != (s.Undefined != "") {
				t.Errorf("JSON %+v, CSV %q", s, row)
			}
		}
	}
	if len(rows) > 0 {
		t.Errorf("only in CSV: %q", rows)
	}
}

func TestPartlyReadReportSaysSo(t *testing.T) {
	run, _ := decoding(newList(5, true), seen)
	s := New(run, Protocols())
	s.Example(1, scoring.Defaults())
	r := Build([]*Scored{s}, scoring.Defaults())
	for f, want := range map[Format]string{JSON: `"read": 1`, Table: "5 examples, 1 read so far"} {
		var b strings.Builder
		if err := r.Write(&b, f); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: no %q in\n%s", f, want, b.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWriteReturnsTheWritersError(t *testing.T) {
	r := sample(t, scoring.Defaults())
	for f := Table; f <= Markdown; f++ {
		if r.Write(full{}, f) == nil {
			t.Errorf("%s: a full disk is no error", f)
		}
	}
}

func TestFormatIsAFlagValue(t *testing.T) {
	for f := Table; f <= Markdown; f++ {
		var g Format
		if err := g.Set(f.String()); err != nil || g != f {
			t.Errorf("%s: %v, %v", f, g, err)
		}
	}
	if new(Format).Set("xml") == nil {
		t.Error("xml is accepted")
	}
}
