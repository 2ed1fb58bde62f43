package commands

import (
	"cmp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
)

// writeOptions are the flags of convert and export.
type writeOptions struct {
	*opening.Flags
	to writing.Options
}

func (o *writeOptions) addTarget(set *pflag.FlagSet) {
	o.to.AddTo(set, "", "file to write, compressed where its name ends with .gz or .zst; - for standard output",
		"replace the file if it exists")
}

// export writes examples of a run, by their rows, and says so.
func export(cmd *cobra.Command, e *writing.Export, o *writing.Options, rows []int) error {
	said, err := e.To(cmd.Context(), o, cmd.OutOrStdout(), rows)
	if said == "" {
		return err
	}
	cmd.PrintErrln(loaders.Clean(said))
	opening.PrintProblems(cmd.ErrOrStderr(), e.Scored.Run)
	return cmp.Or(err, e.Scored.Run.Problems.Lost())
}
