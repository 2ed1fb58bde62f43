//go:build unix

package output

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock locks an open file until it is closed. It fails with [ErrLocked] where
// another has, else where the file system knows no locks.
func Lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

// name gives a file that is on disk its name, and closes it: until it has the
// name it is locked.
func name(f *os.File, path string) error {
	return errors.Join(os.Rename(f.Name(), path), f.Close())
}
