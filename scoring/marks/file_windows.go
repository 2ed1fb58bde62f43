package marks

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// openFlags has no flags: links are looked for before and after the file is opened.
const openFlags = 0

// links is how many names an open file has.
func links(h *os.File) (uint64, error) {
	var of windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(h.Fd()), &of)
	return uint64(of.NumberOfLinks), err
}

// tryLock locks an open file until it is closed. It fails with errLocked where
// another has. It locks a byte beyond the end of the file, so that everybody
// can read.
func tryLock(h *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(h.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// inherit fails: a file that is open cannot be replaced.
func inherit(*os.File, fs.FileInfo) error { return errors.ErrUnsupported }
