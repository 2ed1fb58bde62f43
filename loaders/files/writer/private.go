package writer

import (
	"errors"
	"io/fs"
	"os"
)

// Private lets only this person read and write a file.
const Private fs.FileMode = 0o600

func checkPrivate(fileInfo fs.FileInfo) error {
	switch uid, known := OwnerOf(fileInfo); {
	case !known:
		return nil
	case uid != os.Getuid():
		return errors.New("it belongs to another user")
	case fileInfo.Mode().Perm()&0o022 != 0:
		return errors.New("other users can write to it")
	}
	return nil
}
