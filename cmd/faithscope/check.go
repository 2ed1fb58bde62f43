package main

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
	f, most := opening.NewFlags(), mostTold
	cmd := &cobra.Command{
		Use:   "check RUN…",
		Short: "Say what is wrong in run files, line by line",
		Long: "Read every example of runs and the header of every picture, and say what is wrong: file:line: what; what was " +
			"done about it. Then every kind of problem is counted.\n\n" +
			"Beside what any opening of a run finds, such as records that are not JSON, keys that are missing, probabilities " +
			"out of range, boxes outside their picture and gold that joins nothing, it looks for ids that occur twice, answers of " +
			"which nobody says whether they are right, pictures that are missing, damaged or of another size than the run " +
			"says, and boxes that were written in another convention than they are read in.\n\n" +
			"A data set without any of its pictures is said once and is clean. The exit code is 0 for clean runs, 1 where there are problems, 2 " +
			"where a run cannot be opened.",
		Example: "faithscope check predictions.json.gz --gold boxes.csv --images pictures/\n" +
			"faithscope check run.jsonl --most 0 --format json",
		RunE: func(cmd *cobra.Command, paths []string) error {
			clean, err := checkRuns(cmd, paths, f, most)
			switch {
			case err != nil:
				return ending.Exit{Code: 2, Err: err}
			case !clean: // what there is to say was said
				return ending.Exit{Code: 1}
			}
			return nil
		},
	}
	addFormat(cmd.Flags(), &f.Format)
	value.Declare(cmd.Flags(), &most, "most", "how many problems of a run are written out, the others being counted; 0: all")
	f.AddFiles(cmd.Flags())
	// A script that takes 1 for problems would take a wrong flag for one.
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return ending.Exit{Code: 2, Err: meantFlag(cmd, err)} })
	return cmd
}

// mostTold is how many lines a person reads.
const mostTold = 100

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
		err = checking.WriteProblems(cmd.OutOrStdout(), list, most) // as editors and grep take them
	} else {
		err = printTables(cmd, checking.Document(list, most), f.Format)
	}
	return clean, cmp.Or(err, j.Err())
}
