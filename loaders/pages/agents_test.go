package pages

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

var agents = loadertest.Formats(loaders.Filter(loaders.Map(Ours, DocumentedFormat.Reads), func(f loaders.Format) bool {
	return slices.Contains([]string{"swe-agent", "tau-bench", "atif"}, f.Name)
}))

// Trajectories open by themselves: the steps are the agents' messages with what their calls returned, without
// demonstrations, and with the file's own score numbers.
func TestTrajectoriesOfAgents(t *testing.T) {
	for file, want := range map[string][]string{
		"swe-agent.traj":               {"swe-agent unknown: 3 primary > , 5 primary > , 7 primary > , 9 primary > , 11 primary, "},
		"swe-agent-demonstration.traj": {"swe-agent-demonstration unknown: 2 main > , 4 main > , "},
		"tau-bench.json": {"0 wrong: 2 assistant, 4 assistant, 6 assistant > , 8 assistant > , ",
			"1 wrong: 2 assistant, 4 assistant, 6 assistant, 8 assistant, ",
			"0 (trial 1) right: 2 assistant, 4 assistant, "},
		"atif.trajectory.json": {"swe-agent__test-repo-i1 unknown: 3 swe-agent > , 2 finder, 4 swe-agent > , 5 swe-agent > , "},
	} {
		run := agents.Open(t, nil, "testdata/agents/"+file, loaders.Options{})
		var got []string
		for ex := range run.ScanAll {
			said := fmt.Sprintf("%s %s: ", ex.ID, ex.Answer.Correct)
			for _, m := range ex.Program[1:] {
				said += fmt.Sprint(m.Place, " ", m.Op, loaders.IfElse(m.Output.Text == nil, "", " > "), ", ")
				if m.Text == "" {
					t.Errorf("%s: no text of step %d", file, m.Place)
				}
			}
			if ex.Question == "" || len(ex.Question) > 400 {
				t.Errorf("%s: asked %q", file, ex.Question)
			}
			got = append(got, said)
		}
		check.EqualLists(t, file, got, want)
		loadertest.Problems(t, run)
	}
}

func TestATrialWithoutRewardIsReported(t *testing.T) {
	const trial = `{"task_id": 1, "reward": REWARD, "info": {}, "traj": []}`
	for reward, want := range map[string]loaders.Verdict{"1.0": loaders.Right, "0.5": loaders.Wrong, "null": loaders.Unknown} {
		run := agents.Text(t, "trials.json", "["+strings.Replace(trial, "REWARD", reward, 1)+"]")
		check.Equal(t, "reward "+reward, run.Example(0).Answer.Correct, want)
		loadertest.Problems(t, run, slices.Repeat([]string{"no reward"}, loaders.IfElse(want == loaders.Unknown, 1, 0))...)
	}
}

// A partial reward isn't a verdict.
func TestRewardBesideATrajectory(t *testing.T) {
	b, err := os.ReadFile("testdata/agents/atif.trajectory.json")
	check.NoError(t, err)
	for _, c := range []struct{ run, reward, text, want string }{
		{"a/agent/trajectory.json", "a/verifier/reward.txt", "1\n", "right map[reward:1], 0 problems"},
		{"a/trajectory.json", "a/reward.txt", "0.0", "wrong map[reward:0], 0 problems"},
		{"a/trajectory.json", "a/reward.txt", "0.5", "unknown map[reward:0.5], 0 problems"},
		{"a/trajectory.json", "a/reward.txt", "failed", "unknown map[], 1 problems"},
		{"a/agent/trajectory.summary.json", "a/verifier/reward.txt", "1", "unknown map[], 0 problems"},
	} {
		run := agents.Open(t, fstest.MapFS{c.run: {Data: b}, c.reward: {Data: []byte(c.text)}}, c.run, loaders.Options{})
		answer := run.Example(0).Answer
		check.Equal(t, c.text+" beside "+c.run,
			fmt.Sprintf("%s %v, %d problems", answer.Correct, answer.Scores, len(loadertest.ProblemsOf(run))), c.want)
	}
}
