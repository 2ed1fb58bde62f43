package writer

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrLocked means that another program is writing the file.
	ErrLocked = errors.New("another program is writing the file")
	// ErrReplaced means that the file was meanwhile replaced or overwritten.
	ErrReplaced = errors.New("the file was replaced")
)

// Exists returns the [fs.ErrExist] of a file or folder that isn't replaced without --force.
func Exists(path string) error { return existsError(path) }

type existsError string

func (e existsError) Error() string {
	return string(e) + ": already exists; use --force or choose another name"
}

func (e existsError) Is(targetError error) bool { return targetError == fs.ErrExist }

func linkError(path string) error {
	return fmt.Errorf("%s: is a link; use its target or another file", path)
}
