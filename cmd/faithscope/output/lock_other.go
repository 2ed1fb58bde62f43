//go:build !unix

package output

import (
	"cmp"
	"errors"
	"os"
)

// Lock fails.
func Lock(*os.File) error { return errors.ErrUnsupported }

// name gives a file that is on disk its name, and closes it.
func name(f *os.File, path string) error {
	return cmp.Or(f.Close(), os.Rename(f.Name(), path))
}
