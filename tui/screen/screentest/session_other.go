//go:build !unix

package screentest

import "syscall"

func ownTerminal() *syscall.SysProcAttr { return nil }
