//go:build !unix

package ending

import (
	"os"
	"syscall"
)

// endings are the signals that end the program and can be caught.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

// inBackground stops a process that changes another's terminal.
var inBackground = []os.Signal{os.Interrupt}
