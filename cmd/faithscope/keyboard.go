package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// keyboard is where keys come from: nil for standard input, the terminal
// itself where a run is piped into that.
func keyboard(runs []*loaders.Run) (*os.File, error) {
	if !slices.ContainsFunc(runs, func(run *loaders.Run) bool { return run.Path == files.Stdin }) {
		return nil, nil
	}
	name := "/dev/tty"
	if runtime.GOOS == "windows" {
		name = "CONIN$"
	}
	tty, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("keys cannot come from standard input, which is a run, and there is no terminal: %w", err)
	}
	return tty, nil
}
