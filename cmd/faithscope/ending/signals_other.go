//go:build !unix

package ending

import (
	"os"
	"syscall"
)

// endings are the signals that would end the program and can be caught.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

// inBackground stops a process that changes the terminal of another.
var inBackground = []os.Signal{os.Interrupt}
