//go:build !unix

package model

import "os/exec"

// ownGroup does nothing: only Unix has groups of processes.
func ownGroup(*exec.Cmd) {}

// killGroup kills a process, but nothing that it started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // it may have ended
