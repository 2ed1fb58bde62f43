//go:build unix

package ending

import (
	"os"
	"syscall"
)

// endings are the signals that would end the program and can be caught, except
// those that signal a fault in it. Batch systems send some of them before they
// kill a job.
var endings = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGABRT, syscall.SIGALRM,
	syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU, syscall.SIGXFSZ, syscall.SIGVTALRM,
}

// inBackground stops a process that changes the terminal of another.
var inBackground = []os.Signal{syscall.SIGTTOU}
