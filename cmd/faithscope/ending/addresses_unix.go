//go:build unix

package ending

import (
	"fmt"
	"syscall"
)

// leastAddresses are the bytes of addresses that the program needs; the tables of Go's
// runtime alone take a quarter of them.
const leastAddresses = 5 << 29

// CheckAddresses returns an error where the shell leaves fewer addresses than the program
// needs, of which the runtime would die without a sentence.
func CheckAddresses() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < leastAddresses {
		return fmt.Errorf("ulimit -v allows %d kB of addresses, and at least %d are needed, though most are never used",
			limit.Cur>>10, leastAddresses>>10)
	}
	return nil
}
