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

// requireAddresses ends the program where the shell leaves it fewer addresses than it needs.
func requireAddresses() (done struct{}) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < least {
		fmt.Fprintf(os.Stderr, "faithscope: ulimit -v allows %d kB of addresses, and at least %d are needed, though most are never used\n",
			limit.Cur>>10, least>>10)
		os.Exit(1)
	}
	return done
}
