//go:build unix

package ending

import (
	"os"
	"syscall"
)

// endings are the signals that end the program and can be caught, except faults. Batch systems send
// some before they kill a job.
var endings = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGABRT, syscall.SIGALRM,
	syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU, syscall.SIGXFSZ, syscall.SIGVTALRM,
}

// inBackground stops a process that changes another's terminal.
var inBackground = []os.Signal{syscall.SIGTTOU}
