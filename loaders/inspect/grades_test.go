package inspect

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// scored returns a log of a scorer's values, with the accuracy that it states.
func scored(accuracy float64, values ...string) fstest.MapFS {
	samples := loaders.Fill(len(values), func(i int) string {
		return fmt.Sprintf(`{"id": %d, "epoch": 1, "input": "q", "target": "t", "scores": {"judge": {"value": %s, "answer": "x"}}}`, i, values[i])
	})
	return fstest.MapFS{"log.json": {Data: fmt.Appendf(nil,
		`{"status": "success", "eval": {"task": "t", "model": "m"}, "results": {"scores": [
{"name": "judge", "metrics": {"accuracy": {"value": %v}}}]},
"samples": [%s]}`, accuracy, strings.Join(samples, ",\n"))}}
}

// A value between 0 and 1 is credit; C is a grade beside other letters than inspect's own.
func TestValuesAreWhatTheirScorerMeans(t *testing.T) {
	for name, c := range map[string]struct {
		values []string
		want   string
	}{
		"letters":        {[]string{`"C"`, `"I"`, `"P"`, `"N"`}, "right wrong 0.5 wrong"},
		"grades":         {[]string{`"C"`, `"A"`, `"B"`, `"D"`}, "unknown unknown unknown unknown"},
		"numbers":        {[]string{"1", "0.5", "0", "0.25"}, "right 0.5 wrong 0.25"},
		"grades from 1":  {[]string{"1", "5", "0.5", "0"}, "unknown unknown unknown unknown"},
		"another scale":  {[]string{"7", "-0.5", "3.5", `"E2"`}, "unknown unknown unknown unknown"},
		"grades as well": {[]string{"1", `"A"`, `"C"`, "0"}, "right unknown unknown wrong"},
	} {
		run := formats.Open(t, scored(.4375, c.values...), "log.json", loaders.Options{})
		var got []string
		for i := range c.values {
			a := run.Example(i).Answer
			got = append(got, a.Correct.String())
			if a.Credit != nil {
				got[i] = fmt.Sprint(*a.Credit)
			}
		}
		check.Equal(t, name, strings.Join(got, " "), c.want)
		if len(run.Reported) != 1 || run.Reported[0] != (loaders.ReportedMean{Metric: "judge", Value: .4375}) {
			t.Errorf("%s: the log states %v", name, run.Reported)
		}
	}
}
