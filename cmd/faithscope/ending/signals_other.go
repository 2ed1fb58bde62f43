//go:build !unix

package ending

import (
	"os"
	"syscall"
)

var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

var inBackground = []os.Signal{os.Interrupt}
