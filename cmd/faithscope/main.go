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
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"

	"faithscope/cmd/faithscope/ending"
	"faithscope/tui"
)

func main() { os.Exit(run()) }

// run returns the exit code: 0, or after an error that was printed 1 or what
// the error says, 2 after a mistake in the program, and 128 and the number of
// a signal that ended it.
func run() int {
	if os.Getenv(ending.Monitoring) != "" {
		return ending.Monitor(version)
	}
	// What is said is said by errors and problems. Only libraries log, and
	// would write over the screen.
	log.SetOutput(io.Discard)
	collectFrom(128 << 20)
	ctx, release := ending.UntilSignal(context.Background())
	defer release()
	cmd := rootCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	return exitCode(ctx, cmd.ErrOrStderr(), cmd.ExecuteContext(ctx))
}

// collectFrom has the first garbage collection wait until so many bytes are in
// use, unless the environment sets the collector; the later ones come as always.
// What is read at the start stays. To collect meanwhile takes longer than to read
// it: no goroutine can be stopped while it copies a score file of 20 MB.
func collectFrom(bytes int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(bytes)
	garbage := new([64]byte) // not so small that it shares its place with what is in use
	runtime.AddCleanup(garbage, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}, percent)
}

// exitCode prints the error that a command ended with, nil for none, and
// returns the program's exit code.
func exitCode(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	var crash *tui.Crash
	var signal ending.Stopped
	var exit ending.Exit
	switch {
	case errors.As(err, &crash):
		ending.PrintError(stderr, err)
		ending.WriteCrash(stderr, version, crash)
		return 2 // as Go does
	case errors.As(context.Cause(ctx), &signal):
		ending.PrintError(stderr, signal)
		return signal.Code()
	}
	ending.PrintError(stderr, err)
	if errors.As(err, &exit) {
		return exit.Code
	}
	return 1
}
