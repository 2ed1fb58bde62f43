//go:build unix

package model

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a process its own group, which no key of the terminal reaches.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // it may have ended
