package commands

import (
	"regexp"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// The kinds of the demo's pairs are marks of one figure, like ANLI's rounds, at the scores of each kind.
func TestMarksOfSeriesInOneFigure(t *testing.T) {
	runs := []string{"demo/alignment/runs/bilstm-lime.jsonl.gz", "demo/alignment/runs/bow.jsonl.zst"}
	file := newPath(t, "kinds.csv")
	printed(t, append([]string{"figure --x answers.accuracy --y alignment.delta_a --series kind -o", file}, runs...)...)
	drawn := readFile(t, file)
	scores := printed(t, append([]string{"score --by kind --no-intervals --format csv"}, runs...)...)
	marks := strings.Split(strings.TrimSpace(drawn), "\n")[1:]
	for _, mark := range marks {
		f := strings.Split(mark, ",")
		for metric, value := range map[string]string{"answers,accuracy": f[3], "alignment,delta_a": f[4]} {
			if !regexp.MustCompile("(?m)^" + f[7] + " · " + f[2] + ",[^,]*," + metric + ",overall," + value + ",").MatchString(scores) {
				t.Errorf("%s has another %s", mark, metric)
			}
		}
	}
	check.Equal(t, "marks", len(marks), 6)
	if _, _, err := command(t, "figure", runs[0], "--series", "kind"); err == nil || err.Error() != "--series needs --x and --y" {
		t.Error(err)
	}
}

func TestF1ByArgumentIsThatOfScore(t *testing.T) {
	run, file := "demo/nlvr/runs/layer_count/predictions.json.zst", newPath(t, "arguments.csv")
	printed(t, "figure", run, "--figure", "f1-by-argument", "-o", file)
	drawn := readFile(t, file)
	scores := printed(t, "score", run, "--arguments", "--protocol", "module-boxes", "--no-intervals", "--format", "csv")
	points := strings.Split(strings.TrimSpace(drawn), "\n")[1:]
	for _, point := range points {
		f := strings.Split(point, ",")
		check.Contains(t, scores, ",f1,"+f[2]+"["+f[7]+"],"+f[4]+","+f[5]+",")
	}
	if n := strings.Count(scores, "],"); n == 0 || n != len(points) {
		t.Errorf("%d arguments, %d points", n, len(points))
	}
}
