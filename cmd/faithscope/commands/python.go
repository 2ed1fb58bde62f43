package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
	"faithscope/scoring/model"
)

func pythonCommand() *cobra.Command {
	asked := false
	c := newCommand("python", "Print a Python module that writes runs, or that a model answers by",
		"A run is written in the native format, by one file without dependencies, for Python 3.8 or later. "+
			"Every example is on the disk before the next begins, and a script that is run again replaces its examples. "+
			"No value ends the script: NumPy's and other libraries' numbers and arrays are converted, and what cannot be kept is written "+
			"as null with a warning. "+
			"A keyword that does not exist raises an exception that names the nearest one.\n\n"+
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
