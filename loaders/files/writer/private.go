package writer

import (
	"errors"
	"io/fs"
	"os"
)

// Private is the mode of a file that only this person may read and write.
const Private fs.FileMode = 0o600

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
