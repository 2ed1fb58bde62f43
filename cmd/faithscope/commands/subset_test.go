package commands

import (
	"encoding/csv"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// A part of a run is scored as the whole is: the partners of its examples, and the answers
// to what they entail, are looked up in all of it, whatever is selected. The score is
// then the mean of the column that export writes of the same examples.
func TestAPartIsScoredAsTheWholeIs(t *testing.T) {
	const bilstm = "demo/alignment/runs/bilstm-lime.jsonl.gz"
	for _, c := range []struct{ run, where, metric, column string }{
		{bilstm, "right", "c_random", "c_random"},
		{bilstm, "right", "c", "c"},
		{bilstm, "not right", "c_random", "c_random"},
	} {
		report := printed(t, "score", c.run, "--no-intervals", "--format", "json", "--where", c.where)
		score := gjson.Get(report, `runs.0.scores.#(metric=="`+c.metric+`")#|#(of=="overall")`)
		value, n := score.Get("value").Float(), int(score.Get("count").Int())
		out := printed(t, "export", c.run, "--where", c.where, "--columns", c.column, "--format", "csv", "-o", "-")
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		check.NoError(t, err)
		sum, count := 0.0, 0
		for _, row := range rows[1:] {
			if x, err := strconv.ParseFloat(row[0], 64); err == nil {
				sum, count = sum+x, count+1
			}
		}
		if count == 0 || n != count || math.Abs(value-sum/float64(count)) > 1e-12 {
			t.Errorf("%s where %s: %s is %v of %d, the mean of its column %v of %d", c.run, c.where, c.metric, value, n, sum/float64(count), count)
		}
	}
}

// What was typed and might pass for a result ends every command with exit code 2.
func TestMistakesHaveTheirExitCode(t *testing.T) {
	run := programtest.SmallRun(t, "small")
	for _, args := range [][]string{{"score"}, {"blame"}, {"slices"}, {"export", "-o", "-"}, {"convert", "--to", "csv", "-o", "-"}} {
		for where, want := range map[string]string{"wrnog": "did you mean wrong?", "-faithfull": "did you mean faithful?",
			"kind=none": "no example matches"} {
			_, _, err := command(t, append(args, run, "--where", where)...)
			if exit, ok := errors.AsType[ending.ExitCodeError](err); !ok || exit.Code != 2 || !strings.Contains(err.Error(), want) {
				t.Errorf("%s --where %s: %v, want code 2 and %q", args[0], where, err, want)
			}
		}
	}
}
