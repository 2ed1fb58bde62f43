//go:build unix

package writer

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFlags prevent following a link and waiting for a pipe.
const openFlags = unix.O_NOFOLLOW | unix.O_NONBLOCK

func countNames(f *os.File) (uint64, error) {
	var of unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &of)
	return uint64(of.Nlink), err
}

// OwnerOf returns the owner's user id; known is false if unknown.
func OwnerOf(fileInfo os.FileInfo) (uid int, known bool) {
	if s, ok := fileInfo.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), true
	}
	return 0, false
}

// Lock locks an open file until it is closed, and doesn't wait. It returns [ErrLocked] if another
// process holds a lock, and another error if the file system has no locks.
func Lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

func settleName(f *os.File, renameFile func() error) error {
	return errors.Join(renameFile(), f.Close())
}
