package writer

import (
	"cmp"
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// openFlags is empty: links are looked for before and after opening.
const openFlags = 0

func countNames(f *os.File) (uint64, error) {
	var of windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &of)
	return uint64(of.NumberOfLinks), err
}

// OwnerOf returns false: no owner is known.
func OwnerOf(os.FileInfo) (uid int, known bool) { return 0, false }

// Lock locks an open file until it is closed, and doesn't wait. It returns [ErrLocked] if another
// process holds a lock, and another error if the file system has no locks. It locks a byte beyond
// the end, so that everybody can read the file.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// settleName closes the file first, because an open file can't be renamed.
func settleName(f *os.File, renameFile func() error) error { return cmp.Or(f.Close(), renameFile()) }
