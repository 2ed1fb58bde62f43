package commands

import (
	"cmp"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
)

func formatsCommand() *cobra.Command {
	c := newCommand("formats", "List the formats that runs are read from",
		"A file is recognised by its content, never by its name; gzip and zstd are decompressed.")
	return c.runWith(func() error {
		t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, f := range opening.Formats {
			fmt.Fprintf(t, "%s\t%s\n\trecognised by %s\n\tboxes: %s\n", f.Name, f.About, f.Sign, cmp.Or(f.Boxes, "none"))
			for _, taken := range f.Takes {
				fmt.Fprintf(t, "\t%s %s: %s\n", taken.Flag, taken.Value, cmp.Or(taken.What, taken.Help))
			}
		}
		return t.Flush()
	})
}
