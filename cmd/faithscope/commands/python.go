package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
	"faithscope/scoring/model"
)

// pythonCommand returns the command python, which prints the Python module that writes runs or,
// with --model, the one that answers for a model.
func pythonCommand() *cobra.Command {
	asked := false
	c := newCommand("python", "Print a Python module that writes runs, or that a model answers by",
		"A run is written in the native format, by one file without dependencies, for Python 3.8 or later; its first lines say how.\n\n"+
			"With --model, the module turns a function into a process that `faithscope explain` asks.",
		"python > faithscope.py",
		"python --model > faithscope_model.py")
	c.addFlags(&asked, "model", "print the module that lets a model be asked")
	return c.runWith(func() error {
		text := native.Python()
		if asked {
			text = model.Python()
		}
		_, err := c.OutOrStdout().Write(text)
		return err
	})
}
