package commands

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/checking"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/scoring/table"
)

func checkCommand() *cobra.Command {
	f, most := opening.NewFlags(), mostPrinted
	cmd := &cobra.Command{
		Use:   "check RUN…",
		Short: "Say what is wrong in run files, line by line",
		Long: "Read every example of runs and the header of every picture, and print a line per problem: file:line: what is wrong; what was " +
			"done about it. A count of each kind of problem follows.\n\n" +
			"Besides what opening a run finds, such as records that are not JSON, keys that are missing, probabilities " +
			"out of range, boxes outside their picture and gold that matches no example, it looks for ids that occur twice, answers " +
			"without a verdict, pictures that are missing, damaged or not of the size that the run " +
			"says, and boxes that were written in another convention than the one they are read in.\n\n" +
			"A data set without any of its pictures is mentioned once and counts as clean. The exit code is 0 for clean runs, 1 where there are " +
			"problems, 2 where a run cannot be opened.",
		Example: "faithscope check predictions.json.gz --gold boxes.csv --images pictures/\n" +
			"faithscope check run.jsonl --most 0 --format json",
		RunE: func(cmd *cobra.Command, paths []string) error {
			clean, err := checkRuns(cmd, paths, f, most)
			switch {
			case err != nil:
				return ending.Exit{Code: 2, Err: err}
			case !clean: // the problems were printed
				return ending.Exit{Code: 1}
			}
			return nil
		},
	}
	addFormat(cmd.Flags(), &f.Format)
	value.Declare(cmd.Flags(), &most, "most", "most problems to print per run; the others are counted; 0: all")
	f.AddFiles(cmd.Flags())
	// A script that reads 1 as problems would misread a wrong flag as one.
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return ending.Exit{Code: 2, Err: suggestFlag(cmd, err)} })
	return cmd
}

// mostPrinted is how many problems of a run are printed by default.
const mostPrinted = 100

// checkRuns prints what is wrong in runs, and reports whether they are clean.
func checkRuns(cmd *cobra.Command, paths []string, f *opening.Flags, most int) (clean bool, err error) {
	switch {
	case len(paths) == 0:
		return false, errors.New("name a run to check")
	case most < 0:
		return false, fmt.Errorf("--most %d: it cannot be below 0", most)
	}
	f.Options.NoCache = true // what is checked is the file
	j := opening.Runs(cmd.Context(), paths, f.Options)
	defer j.Close()
	var list []*checking.Found
	clean = true
	for _, run := range j.Runs {
		c, err := checking.Run(cmd.Context(), cmd.ErrOrStderr(), run)
		if err != nil {
			return false, err
		}
		list, clean = append(list, c), clean && len(c.Problems) == 0
	}
	if f.Format == table.Formats[0].Name {
		err = checking.WriteProblems(cmd.OutOrStdout(), list, most) // the form that editors and grep understand
	} else {
		err = printTables(cmd, checking.Document(list, most), f.Format)
	}
	return clean, cmp.Or(err, j.Err())
}
