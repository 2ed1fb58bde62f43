//go:build !unix

package output

import (
	"cmp"
	"errors"
	"os"
)

// Lock fails.
func Lock(*os.File) error { return errors.ErrUnsupported }

// settle gives a file that is on disk its name, by rename, and closes it.
func settle(f *os.File, rename func() error) error { return cmp.Or(f.Close(), rename()) }
