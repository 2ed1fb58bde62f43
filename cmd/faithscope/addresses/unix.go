//go:build unix

package addresses

import (
	"fmt"
	"os"
	"syscall"
)

// least is how many bytes of addresses the program needs; the tables of Go's runtime alone take a
// quarter of them.
const least = 5 << 29

var _ = requireAddresses()

// requireAddresses prints why and ends the program with the exit code 1 if the limit of addresses
// (ulimit -v) is below least; if the limit cannot be read it does nothing. It runs while packages
// are initialised, for the sake of which it returns a value, always empty.
func requireAddresses() (done struct{}) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < least {
		fmt.Fprintf(os.Stderr, "faithscope: ulimit -v allows %d kB of addresses, and at least %d are needed, though most are never used\n",
			limit.Cur>>10, least>>10)
		os.Exit(1)
	}
	return done
}
