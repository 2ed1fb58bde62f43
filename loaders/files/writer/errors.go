package writer

import (
	"errors"
	"fmt"
)

var (
	// ErrLocked says that another program is writing a file.
	ErrLocked = errors.New("another program is writing it")
	// ErrReplaced says that a file was replaced, or overwritten, meanwhile.
	ErrReplaced = errors.New("the file was replaced")
)

// Exists returns the error that a file or folder exists and is not replaced without --force.
func Exists(path string) error {
	return fmt.Errorf("%s: exists; --force replaces it, or name another", path)
}

// linkError returns the error that path is a link, which is not followed.
func linkError(path string) error {
	return fmt.Errorf("%s: is a link; name what it leads to, or another", path)
}
