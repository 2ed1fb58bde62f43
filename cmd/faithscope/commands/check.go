package commands

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/checking"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/table"
)

// checkCommand returns the command check. The exit code is 1 if problems were printed and 2 for
// other errors.
func checkCommand() *cobra.Command {
	c, most := newCommand("check RUN…", "List what is wrong in run files, line by line",
		"Reads every example and the header of every picture, and prints each problem as file:line: what is wrong; what was done about it. "+
			"Besides errors of reading, check finds duplicate ids, answers without a verdict, pictures that are missing, damaged or of "+
			"another size, and boxes in another convention than the one they are read in.\n\nWith --oracle, it counts which questions can be "+
			"run and answered, and says why the others can't.\n\nA data set without any of its pictures is mentioned once and counts as "+
			"clean. Exit code: 0 if all runs are clean, 1 for problems, 2 if a run can't be opened.",
		"check predictions.json.gz --gold boxes.csv --images pictures/",
		"check questions.json --oracle golden:scenes.json",
		"check run.jsonl --most 0 --format json"), mostPrinted
	c.code = 2 // a script that reads 1 as problems would misread a wrong flag as one
	c.addFormat()
	c.addFlags(&most, "most", "most problems to print per run; 0: all")
	c.AddFiles("no-cache", "annotator")
	o := &oracle.Options{}
	o.AddTo(c.Set)
	return c.runWith(func() error { return checkRuns(c, o, most) })
}

// checkRuns reads without a cache and prints at most most problems of each run (0: all). If a run
// has problems the error has no text and the exit code 1.
func checkRuns(c *commandLine, o *oracle.Options, most int) error {
	if most < 0 {
		return fmt.Errorf("--most %d: it cannot be below 0", most)
	}
	c.Options.NoCache = true
	j := opening.Runs(c.Context(), c.args, c.Options)
	defer j.Close()
	var list []*checking.Found
	clean := true
	for _, run := range j.Runs {
		var answer checking.Answering
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
		err = checking.WriteProblems(c.Command.OutOrStdout(), list, most) // the form that editors and grep understand
	} else {
		err = c.printDocument(checking.Document(list, most))
	}
	if err = cmp.Or(err, j.Err()); err == nil && !clean { // the problems were printed
		return ending.Exit{Code: 1}
	}
	return err
}

const mostPrinted = 100
