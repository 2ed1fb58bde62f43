package writer

import (
	"errors"
	"io/fs"
	"os"
)

// Open opens a file of the program's own, like [os.OpenFile]. It refuses anything but a regular
// file with one name: a link or a second name could belong to any file of the person's, and a pipe
// would hang the program. With mode [Private] it also refuses a file that others own or may write.
// Its own errors don't name the file.
func Open(path string, fileFlags int, fileMode fs.FileMode) (*os.File, fs.FileInfo, error) {
	before, err := os.Lstat(path)
	exclusive := 0
	switch {
	case errors.Is(err, fs.ErrNotExist) && fileFlags&os.O_CREATE != 0:
		exclusive = os.O_EXCL
	case err != nil:
		return nil, nil, err
	case !before.Mode().IsRegular():
		return nil, nil, errors.New("is not a regular file")
	}
	f, err := os.OpenFile(path, fileFlags|exclusive|openFlags, fileMode)
	switch {
	case errors.Is(err, fs.ErrExist):
		return Open(path, fileFlags, fileMode) // another program was faster
	case err != nil:
		return nil, nil, err
	}
	info, err := f.Stat()
	names, uncounted := countNames(f)
	switch err = errors.Join(err, uncounted); {
	case err != nil:
	case !info.Mode().IsRegular() || before != nil && !os.SameFile(before, info):
		err = ErrReplaced
	case names > 1:
		err = errors.New("has more than one hard link")
	case fileMode == Private:
		err = checkPrivate(info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
