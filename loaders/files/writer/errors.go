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

// Exists returns the error of a file or folder that is not replaced.
func Exists(path string) error {
	return fmt.Errorf("%s: exists; --force replaces it, or name another", path)
}

func linkError(path string) error {
	return fmt.Errorf("%s: is a link; name what it leads to, or another", path)
}
