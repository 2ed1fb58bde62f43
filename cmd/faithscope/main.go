// Command faithscope opens evaluation runs of modular models in a terminal:
// answers beside faithfulness, programs module by module, and where each
// module looked.
//
//	faithscope                 the demo
//	faithscope RUN…            runs
//	faithscope score RUN…      the score report
//	faithscope compare A B     the differences between two runs, tested
//	faithscope merge PARTIAL…  the score report of a run that was scored in shards
//	faithscope convert RUN     a run in another format
//	faithscope check RUN…      what is wrong in run files
//	faithscope formats         what it reads
//	faithscope schema          the native format's JSON Schema
//	faithscope doctor          what the terminal can, for pictures
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"faithscope/loaders"
)

// version is overwritten by the linker for releases.
var version = "0.1.0"

func main() { os.Exit(run()) }

// run returns the exit code: 0, or after an error that was printed 1 or what
// the error says.
func run() int {
	ctx, release := untilSignal(context.Background())
	defer release()
	cmd := rootCommand()
	cmd.Version, cmd.SilenceUsage, cmd.SilenceErrors = version, true, true
	err := cmd.ExecuteContext(ctx)
	if err != nil {
		printError(cmd.ErrOrStderr(), err, context.Cause(ctx))
	}
	var signal stopped
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(context.Cause(ctx), &signal):
		return signal.code()
	case errors.As(err, &exit):
		return exit.code
	}
	return 1
}

// exitError is an error with an exit code of its own. Without an error in it
// there is nothing to print.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// printError writes err on lines of its own, cleaned: it may quote a file.
// Where the command was stopped, that is the error.
func printError(w io.Writer, err, stopped error) {
	if stopped != nil {
		err = stopped
	}
	if err.Error() == "" {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
	}
}
