//go:build unix

package addresses

import (
	"fmt"
	"os"
	"syscall"
)

// least is in bytes; a quarter goes to the tables of Go's runtime.
const least = 5 << 29

var _ = requireAddresses()

// requireAddresses exits with code 1 if ulimit -v is readable and below least. It returns a value
// because it must run while packages are initialised.
func requireAddresses() (done struct{}) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < least {
		fmt.Fprintf(os.Stderr, "faithscope: ulimit -v allows only %d kB of address space; raise it to %d kB or more (most of it is never used)\n",
			limit.Cur>>10, least>>10)
		os.Exit(1)
	}
	return done
}
