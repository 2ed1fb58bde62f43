package writer

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrLocked says that another program is writing a file.
	ErrLocked = errors.New("another program is writing it")
	// ErrReplaced says that a file was replaced, or overwritten, meanwhile.
	ErrReplaced = errors.New("the file was replaced")
)

// Exists returns the error that a file or folder exists and is not replaced without --force. It is
// [fs.ErrExist].
func Exists(path string) error { return existsError(path) }

// existsError is the path of what exists.
type existsError string

func (e existsError) Error() string {
	return string(e) + ": exists; --force replaces it, or name another"
}

func (e existsError) Is(target error) bool { return target == fs.ErrExist }

func linkError(path string) error {
	return fmt.Errorf("%s: is a link; name what it leads to, or another", path)
}
