// Command faithscope opens evaluation runs of modular models in a terminal:
// answers beside faithfulness, programs module by module, and where each
// module looked.
//
//	faithscope                 the demo
//	faithscope RUN…            runs
//	faithscope score RUN…      the score report
//	faithscope compare A B     the differences between two runs, tested
//	faithscope formats         what it reads
//	faithscope schema          the native format's JSON Schema
//	faithscope doctor          what the terminal can, for pictures
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/fang/v2"

	"faithscope/loaders"
)

// version is overwritten by the linker for releases.
var version = "0.1.0"

func main() { os.Exit(run()) }

// run returns the exit code: 0, or 1 after an error that was printed.
func run() int {
	err := fang.Execute(context.Background(), rootCommand(),
		fang.WithVersion(version),
		fang.WithColorSchemeFunc(fang.AnsiColorScheme),
		fang.WithErrorHandler(printError),
		fang.WithNotifySignal(os.Interrupt),
	)
	if err != nil {
		return 1
	}
	return 0
}

// printError writes err on lines of its own, cleaned: it may quote a file.
func printError(w io.Writer, _ fang.Styles, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
	}
}
