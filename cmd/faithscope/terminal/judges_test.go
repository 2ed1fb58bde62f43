package terminal

import (
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

// The walk of views/README.md through the demo's judges, in at most twelve keys: which finds the first
// error, and does it beat what reads no step?
func TestJudgesWalk(t *testing.T) {
	t.Parallel()
	for _, size := range []struct {
		cols, rows int
		down       string
	}{{80, 24, "jjjjj\rj"}, {120, 36, "jjjjjjjj"}} {
		config := programtest.Wide
		config.Cols, config.Rows = size.cols, size.rows
		term := programtest.Start(t, config)
		term.WaitFor("steps · ")
		keys := 0
		for _, step := range [][]string{
			{size.down, "arithmetic has F1 .04 (.00 to .09) over 250", "3 of 143 first errors found", "0 unparsed", "found despite a right answer"},
			{"j", "length has F1 .23 (.17 to .29) over 250, no better than", "“no step is wrong if the final answer is right",
				"44 of 143", "20 of 107", "x mistakes"},
			{"x", "186 of 250 [unfaithful]"},
			{"\r", "people: sound · judge: step 1 false alarm"},
			{"4", "A arithmetic", "B length", "faithful → unfaithful"},
		} {
			term.Type(step[0])
			for _, want := range step[1:] {
				term.Wait(want, func() bool {
					return strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(term.Text(), "│", "")), " "), want)
				})
			}
			keys += len(step[0])
		}
		if keys > 12 {
			t.Errorf("%d keys", keys)
		}
		term.Type("Q")
		term.WaitForEnd()
	}
}
