package pages

import (
	"fmt"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// joinSubagents names the agent of each step of ATIF, and puts a subagent's steps behind the step that started it.
func joinSubagents(rec *record.Record, row rows.RowObject) {
	started := map[string][]any{}
	others, _ := row["subagent_trajectories"].([]any)
	for _, other := range others {
		if of, ok := other.(rows.RowObject); ok {
			joinSubagents(rec, of)
			started[rows.Text(of["trajectory_id"])], _ = of["steps"].([]any)
		}
	}
	var all []any
	own, _ := row["steps"].([]any)
	for _, step := range own {
		all = append(all, step)
		of, _ := step.(rows.RowObject)
		if of["source"] == "agent" && of["agent"] == nil {
			of["agent"] = rows.At(row, "agent.name")
		}
		id := rows.Text(rows.At(of, "observation.results[0].subagent_trajectory_ref[0].trajectory_id"))
		all = append(all, started[id]...)
		delete(started, id) // a hostile file may refer to it often
	}
	if row["steps"] != nil {
		row["steps"] = all
	}
}

// readReward reads what Harbor's verifier wrote.
func readReward(o *record.RunBuilder) tabular.ExampleFinisher {
	dir, name := filepath.Split(o.Source.Path)
	if name != "trajectory.json" { // other files are its parts
		return nil
	}
	for _, path := range []string{"reward.txt", "../verifier/reward.txt"} {
		path = filepath.Join(dir, path)
		b, err := record.ReadWhole(o.Source, path, 1<<10)
		if err != nil {
			continue
		}
		reward, ok := rows.NumberOf(string(b))
		if !ok {
			o.Run.Problems.Report(path, "contains no number; the outcome is unknown")
			return nil
		}
		return func(_ *record.Record, _ rows.RowObject, ex *loaders.Example) {
			if ex.Answer.Score("reward", reward); reward == 0 || reward == 1 {
				ex.Answer.Correct = loaders.VerdictOf(reward == 1)
			}
		}
	}
	return nil
}

// nameAfterFile names SWE-agent's example, which has no id.
func nameAfterFile(o *record.RunBuilder) tabular.ExampleFinisher {
	name := strings.TrimSuffix(filepath.Base(o.Source.Path), ".traj")
	return func(_ *record.Record, _ rows.RowObject, ex *loaders.Example) { ex.ID = name }
}

// readTrial says whether a task was solved, which only a reward of 1 means, and tells trials of one task apart.
func readTrial(rec *record.Record, row rows.RowObject) {
	if reward, ok := rows.NumberOf(row["reward"]); ok {
		row["solved"] = reward == 1
	} else {
		rec.Problem("no reward; the answer counts as neither right nor wrong")
	}
	nameAgain(row, "task_id", "trial", "0")
}

func nameAgain(row rows.RowObject, id, key, firstName string) {
	if again := rows.Text(row[key]); again != "" && again != firstName {
		row[id] = fmt.Sprintf("%s (%s %s)", rows.Text(row[id]), key, again)
	}
}
