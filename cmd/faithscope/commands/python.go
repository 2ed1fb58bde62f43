package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
	"faithscope/scoring/model"
)

func pythonCommand() *cobra.Command {
	asked := false
	c := newCommand("python", "Print a Python helper for writing runs or serving a model",
		"The helper writes runs in the native format with Python 3.8 or later and no dependencies; its first lines explain how. With --model, "+
			"it turns a function into a process that `faithscope explain` can query.",
		"python > faithscope.py",
		"python --model > faithscope_model.py")
	c.addFlags(&asked, "model", "print the helper for serving a model")
	return c.runWith(func() error {
		text := native.Python()
		if asked {
			text = model.Python()
		}
		_, err := c.Command.OutOrStdout().Write(text)
		return err
	})
}
