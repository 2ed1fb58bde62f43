package anli

import (
	"os"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
)

var both = loadertest.Formats{Examples, Analysis}

func TestListOf(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
		ok   bool
	}{
		{`['a', 'b']`, []string{"a", "b"}, true}, {`["it's"]`, []string{"it's"}, true}, {`['it\'s', ]`, []string{"it's"}, true},
		{`[]`, nil, true}, {` [ ] `, nil, true},
		{`'a'`, nil, false}, {`['a' 'b']`, nil, false}, {`['a`, nil, false}, {`['a]`, nil, false}, {`[a]`, nil, false}, {``, nil, false},
		{`[`, nil, false},
	} {
		if got, ok := listOf(c.in); !slices.Equal(got, c.want) || ok != c.ok {
			t.Errorf("%s is %q, %v, want %q, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}

// The real table, where it is: each model's accuracy as a separate count of
// the CSV by Python says.
func TestOracleAnalysis(t *testing.T) {
	path := "../../../shared/data/anli/ANLI_analysis_r1_dev.csv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no ../shared/data here")
	}
	runs, err := files.NewOpener(nil, both...).OpenAll(t.Context(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"roberta-from-r2": 672, "roberta-from-r3": 717, "bert-r1": 0, "anli-roberta-large": 738,
		"anli-bart-large": 735, "anli-xlnet-large": 735, "anli-electra-large": 671, "anli-albert-xxlarge": 760,
	}
	if len(runs) != len(want) {
		t.Errorf("%d runs, want %d", len(runs), len(want))
	}
	for _, run := range runs {
		loadertest.Whole(t, run)
		right := 0
		for i := range run.Len() {
			if run.Scan(i).Answer.Correct == loaders.Right {
				right++
			}
		}
		if problems, n := run.Problems.All(); run.Len() != 1000 || right != want[run.Model] || n > 0 {
			t.Errorf("%s: %d of %d right, want %d of 1000; problems %v", run.Model, right, run.Len(), want[run.Model], problems)
		}
	}
}
