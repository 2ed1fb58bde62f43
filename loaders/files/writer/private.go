package writer

import (
	"errors"
	"io/fs"
	"os"
)

// Private is the mode of a file that is this person's alone.
const Private fs.FileMode = 0o600

// checkPrivate fails for a file or folder that another user owns or whose mode lets others write.
// If the system tells no owner it returns nil.
func checkPrivate(info fs.FileInfo) error {
	switch uid, known := OwnerOf(info); {
	case !known:
		return nil
	case uid != os.Getuid():
		return errors.New("it belongs to somebody else")
	case info.Mode().Perm()&0o022 != 0:
		return errors.New("other users may write to it")
	}
	return nil
}
