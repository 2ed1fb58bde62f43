package writer

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrLocked means that another program is writing the file.
	ErrLocked = errors.New("another program is writing it")
	// ErrReplaced means that the file was meanwhile replaced or overwritten.
	ErrReplaced = errors.New("the file was replaced")
)

// Exists returns the [fs.ErrExist] of a file or folder that isn't replaced without --force.
func Exists(path string) error { return existsError(path) }

type existsError string

func (e existsError) Error() string {
	return string(e) + ": exists; --force replaces it, or name another"
}

func (e existsError) Is(target error) bool { return target == fs.ErrExist }

func linkError(path string) error {
	return fmt.Errorf("%s: is a link; name what it leads to, or another", path)
}
