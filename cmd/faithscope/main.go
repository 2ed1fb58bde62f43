// faithscope is a terminal explorer for evaluation runs of models that reason in steps. It shows
// where each step looked, scores it against gold annotations, and finds the first step that went
// wrong.
//
// Its flags and commands are in package commands, and `faithscope --help` lists them.
package main

import (
	"os"

	"faithscope/cmd/faithscope/commands"
)

// version is set by the linker for releases; otherwise it is that of the module.
var version string

func main() { os.Exit(commands.Main(version)) }
