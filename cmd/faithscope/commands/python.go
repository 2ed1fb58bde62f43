package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders/native"
	"faithscope/scoring/model"
)

func pythonCommand() *cobra.Command {
	asked := false
	cmd := printCommand(native.Python(), &cobra.Command{
		Use:   "python",
		Short: "Print a Python module that writes runs, or one that lets a model be asked",
		Long: "Print a Python module that writes runs in the native format: one file without dependencies, for Python 3.8 or later.\n\n" +
			"Every example is on the disk before the next begins, and a script that is run again replaces its examples. " +
			"No value ends the script: NumPy's and other libraries' numbers and arrays are converted, and what cannot be kept is written " +
			"as null with a warning. " +
			"A keyword that does not exist raises an exception that names the nearest one.\n\n" +
			"With --model print a module that turns a function into a process that `faithscope explain` asks.",
		Example: "faithscope python > faithscope.py\n" +
			"faithscope python --model > faithscope_model.py",
	})
	write := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !asked {
			return write(cmd, args)
		}
		_, err := cmd.OutOrStdout().Write(model.Python())
		return err
	}
	value.Declare(cmd.Flags(), &asked, "model", "print the module that lets a model be asked")
	return cmd
}
