//go:build !unix

package screentest

import "syscall"

// ownTerminal returns nil: tests skip where there are no pseudo-terminals.
func ownTerminal() *syscall.SysProcAttr { return nil }
