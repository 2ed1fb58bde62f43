package writer

import (
	"cmp"
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// openFlags has no flags: links are looked for before and after the file is opened.
const openFlags = 0

func countNames(f *os.File) (uint64, error) {
	var of windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &of)
	return uint64(of.NumberOfLinks), err
}

// OwnerOf always returns false: no owner is known, and only the mode says what others may do.
func OwnerOf(os.FileInfo) (uid int, known bool) { return 0, false }

// Lock locks an open file until it is closed. It fails with [ErrLocked] if another
// process has one, and with another error if the file system has no locks. It locks a
// byte beyond the end of the file, so that everybody can read.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return os.NewSyscallError("LockFileEx", err)
}

// settleName closes a complete file and then calls rename, which gives it its name: an open file
// cannot be renamed. It returns the first error.
func settleName(f *os.File, rename func() error) error { return cmp.Or(f.Close(), rename()) }
