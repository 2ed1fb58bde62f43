package commands

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	_ "faithscope/cmd/faithscope/addresses" // checks the limit first
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/progress"
	"faithscope/tui"
)

// Main runs the program with the process's arguments and streams and returns the exit code: 0;
// after a printed error 1 or its own code; 2 after a crash; 128 plus a signal's number. version is
// "" for the module's. In a monitor's process it monitors instead.
func Main(version string) int {
	output.Version = version
	if info, ok := debug.ReadBuildInfo(); ok && version == "" {
		output.Version = strings.TrimPrefix(info.Main.Version, "v")
	}
	if os.Getenv(ending.Monitoring) != "" {
		return ending.Monitor(output.Version)
	}
	// Errors and problems are complete. Only libraries log, and would write over the screen.
	log.SetOutput(io.Discard)
	collectFrom(128 << 20)
	ctx, release := ending.UntilSignal(context.Background())
	defer release()
	cmd := rootCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	return exitCode(ctx, cmd.ErrOrStderr(), cmd.ExecuteContext(progress.On(ctx, os.Stderr)))
}

// collectFrom delays the first garbage collection until heapBytes are in use, unless the environment
// configures the collector, because what is read at the start is kept anyway, and collecting takes
// longer than reading it.
func collectFrom(heapBytes int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(heapBytes)
	garbage := new([64]byte) // too large to share a page with what is in use
	runtime.AddCleanup(garbage, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}, percent)
}

func exitCode(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	if crash, ok := errors.AsType[*tui.Crash](err); ok {
		ending.PrintError(stderr, err)
		ending.WriteCrash(stderr, output.Version, crash)
		return 2 // as Go does
	}
	if signal, ok := errors.AsType[ending.StopSignal](context.Cause(ctx)); ok {
		ending.PrintError(stderr, signal)
		return signal.Code()
	}
	ending.PrintError(stderr, err)
	if exit, ok := errors.AsType[ending.ExitCodeError](err); ok {
		return exit.Code
	}
	return 1
}
