//go:build unix

package marks

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFlags keep an opening from following a link, and from waiting for a pipe.
const openFlags = unix.O_NOFOLLOW | unix.O_NONBLOCK

// links is how many names an open file has.
func links(h *os.File) (uint64, error) {
	var of unix.Stat_t
	err := unix.Fstat(int(h.Fd()), &of)
	return uint64(of.Nlink), err
}

// tryLock locks an open file until it is closed. It fails with errLocked where
// another has.
func tryLock(h *os.File) error {
	err := unix.Flock(int(h.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return errLocked
	}
	return os.NewSyscallError("flock", err)
}

// inherit gives a new file the mode and the group of another, whose owner this
// program's has to be.
func inherit(h *os.File, from fs.FileInfo) error {
	of, ok := from.Sys().(*syscall.Stat_t)
	if !ok || int(of.Uid) != os.Geteuid() {
		return fs.ErrPermission
	}
	return errors.Join(h.Chown(-1, int(of.Gid)), h.Chmod(from.Mode().Perm()))
}
