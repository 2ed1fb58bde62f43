//go:build unix

package screentest

import "syscall"

// ownTerminal makes a process lead a session on the terminal that it is started on.
func ownTerminal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }
