//go:build unix

package output

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock locks an open file until it is closed. It fails with [ErrLocked] if another
// process has one, and with another error if the file system has no locks.
func Lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

// settle gives a file that is on disk its name, by rename, and closes it: until it
// has the name it is locked.
func settle(f *os.File, rename func() error) error { return errors.Join(rename(), f.Close()) }
