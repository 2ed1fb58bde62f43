package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/checking"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/table"
)

func checkCommand() *cobra.Command {
	c, most := newCommand("check RUN…", "List problems in run files, line by line",
		"Reads every example and the header of every picture, and prints each problem with its file and line and how it was handled. "+
			"It also finds duplicate ids, missing verdicts and attributions, unscored modules, missing, damaged or wrong-sized "+
			"pictures, and boxes that don't follow the expected convention.\n\nWith --oracle, it counts the questions that can be "+
			"run and answered, and explains why the others can't.\n\nA data set with none of its pictures is reported once and counts as "+
			"clean. Exit code: 0 if all runs are clean, 1 for problems, 2 if a run can't be opened.",
		"check predictions.json.gz --gold boxes.csv --images pictures/",
		"check questions.json --oracle golden:scenes.json",
		"check run.jsonl --most 0 --format json"), mostPrinted
	c.code = 2 // a script that reads 1 as problems would misread a wrong flag as one
	c.addFormat()
	c.addFlags(&most, "most", "maximum problems to print per run; 0: all")
	c.AddFiles("no-cache", "annotator")
	o := &oracle.Options{}
	o.AddTo(c.Set)
	return c.runWith(func() error { return checkRuns(c, o, most) })
}

// checkRuns reads without a cache, because it must see the files as they are. problemLimit is per run
// (0: all). If a run has problems the error has no text, because they were printed, and the exit code 1.
func checkRuns(c *commandLine, o *oracle.Options, problemLimit int) error {
	if problemLimit < 0 {
		return fmt.Errorf("--most must be 0 or more, not %d", problemLimit)
	}
	c.Options.NoCache = true
	c.Options.Extend = func(_ context.Context, run *loaders.Run) error {
		run.Unused = slices.DeleteFunc(run.Unused, func(flag string) bool { return o.Oracle != "" && flag == "--"+loaders.SceneFile.Name })
		return nil
	}
	j := opening.Runs(c.Context(), c.args, c.Options)
	defer j.Close()
	var list []*checking.CheckedRun
	clean := true
	for _, run := range j.Runs {
		var answer checking.ReplayCheck
		if o.Oracle != "" {
			e, closeOracle, err := o.Executor(c.Context(), c.Options, run)
			if err != nil {
				return err
			}
			defer closeOracle()
			answer = func(ex *loaders.Example) (runs bool, err error) {
				_, err = e.Answer(ex)
				return err == nil || errors.Is(err, dfol.ErrNothing), err
			}
		}
		found, err := checking.Run(c.Context(), c.Command.ErrOrStderr(), run, answer)
		if err != nil {
			return err
		}
		list, clean = append(list, found), clean && len(found.Problems) == 0
	}
	var err error
	if c.Format == table.Formats[0].Name {
		err = checking.WriteProblems(c.Command.OutOrStdout(), list, problemLimit) // the form that editors and grep understand
	} else {
		err = c.printDocument(checking.Document(list, problemLimit))
	}
	if err = cmp.Or(err, j.Err()); err == nil && !clean { // the problems were printed
		return ending.ExitCodeError{Code: 1}
	}
	return err
}

const mostPrinted = 100
