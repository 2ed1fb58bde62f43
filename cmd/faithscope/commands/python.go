package commands

import (
	"github.com/spf13/cobra"

	"faithscope/loaders/native"
	"faithscope/scoring/model"
)

func pythonCommand() *cobra.Command {
	asked := false
	c := newCommand("python", "Print a Python helper for writing runs or serving a model",
		"Writes runs in the native format, in Python 3.8 or later without dependencies; its first lines say how. With --model, it turns a "+
			"function into a process that `faithscope explain` asks.",
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
