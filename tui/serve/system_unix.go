//go:build unix

package serve

import (
	"os"

	"golang.org/x/sys/unix"
)

// asClosable returns a duplicate of f that does not block, so that Close ends pending reads and
// writes. It always closes f.
func asClosable(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}
