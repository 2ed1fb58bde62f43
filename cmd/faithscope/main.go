// Command faithscope opens evaluation runs of modular models in a terminal:
// answers beside faithfulness, programs module by module, and where each
// module looked.
//
//	faithscope                 the demo
//	faithscope RUN…            runs
//	faithscope score RUN…      the score report
//	faithscope compare A B…    the differences between runs, tested
//	faithscope merge PARTIAL…  the score report of a run that was scored in shards
//	faithscope slurm RUN…      the lines that score shards on a cluster
//	faithscope convert RUN     a run in another format
//	faithscope run QUESTIONS   answers, by running programs on an oracle
//	faithscope calibrate …     the calibration of an oracle
//	faithscope whatif RUN…     which answers become right with the gold of modules
//	faithscope blame RUN…      which modules are at fault, and why
//	faithscope slices RUN…     the subsets that differ most from the rest
//	faithscope check RUN…      what is wrong in run files
//	faithscope serve RUN…      the runs, for guests over SSH
//	faithscope formats         what it reads
//	faithscope schema          the native format's JSON Schema
//	faithscope licences        those of what is built in
//	faithscope doctor          what the terminal can, for pictures
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strings"

	"faithscope/loaders"
	"faithscope/tui"
)

func main() { os.Exit(run()) }

// run returns the exit code: 0, or after an error that was printed 1 or what
// the error says, 2 after a mistake in the program, and 128 and the number of
// a signal that ended it.
func run() int {
	if os.Getenv(monitoring) != "" {
		return monitor()
	}
	// What is said is said by errors and problems. Only libraries log, and
	// would write over the screen.
	log.SetOutput(io.Discard)
	ctx, release := untilSignal(context.Background())
	defer release()
	cmd := rootCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	return exitCode(ctx, cmd.ErrOrStderr(), cmd.ExecuteContext(ctx))
}

// exitCode prints the error that a command ended with, nil for none, and
// returns the program's exit code.
func exitCode(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	var crash *tui.Crash
	var signal stopped
	var exit exitError
	switch {
	case errors.As(err, &crash):
		printError(stderr, err)
		writeCrash(stderr, crash)
		return 2 // as Go does
	case errors.As(context.Cause(ctx), &signal):
		printError(stderr, signal)
		return signal.code()
	}
	printError(stderr, err)
	if errors.As(err, &exit) {
		return exit.code
	}
	return 1
}

// writeCrash writes a file about a crash, and where it is to w.
func writeCrash(w io.Writer, crash *tui.Crash) {
	file, err := os.CreateTemp("", "faithscope-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(file, "faithscope %s on %s/%s, %s\nTERM=%q\n\n%s\n\n%s",
			version, runtime.GOOS, runtime.GOARCH, runtime.Version(), os.Getenv("TERM"), crash.What, crash.Stack)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		fmt.Fprintf(w, "%s\nNo report could be written: %v\n", crash.Stack, err)
		return
	}
	fmt.Fprintf(w, "A report of it is in %s: please send it to the authors.\n", file.Name())
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
func printError(w io.Writer, err error) {
	if err.Error() == "" {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(w, "faithscope: "+loaders.Clean(line))
	}
}
