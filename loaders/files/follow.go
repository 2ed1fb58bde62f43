package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"faithscope/loaders"
)

// errNoRecord means that the first record is not whole yet.
var errNoRecord = errors.New("holds no whole record yet; try again in a moment")

// Follows reports whether what is written behind the end of src is to be
// accepted, as records that are lines or something else. It fails where that
// is wanted and cannot be.
func Follows(src *loaders.Source, lines bool) (bool, error) {
	f := fileOf(src)
	if !f.follow {
		return false, nil
	}
	if _, grows := f.File.(Growing); grows {
		return false, nil // what is piped in is followed to its end
	}
	_, disk := f.File.(*os.File)
	if !lines || !disk || f.packed != "" {
		return false, loaders.ErrFollow
	}
	if len(src.Head) < loaders.HeadSize && !bytes.Contains(src.Head, []byte("\n")) {
		return false, errNoRecord
	}
	return true, nil
}

// Grown looks at the file of the source's name, of which size bytes were read.
// It reports whether there are more now, or how it differs from the file that
// was opened, "" where it continues that.
func Grown(src *loaders.Source, size int64) (more bool, changed string) {
	info, err := fs.Stat(src.Files, src.Path)
	if err != nil {
		return false, "" // between two files of one name, or a server that is away
	}
	own, err := fileOf(src).Stat()
	if err != nil {
		return false, ""
	}
	switch {
	case !os.SameFile(own, info):
		return false, "another file has taken its place"
	case info.Size() < size:
		return false, "the file was cut short"
	case info.Size() > size && !sameHead(src):
		return false, "the file was rewritten"
	}
	return info.Size() > size, ""
}

// sameHead reports whether the file still begins as it did.
func sameHead(src *loaders.Source) bool {
	f := fileOf(src)
	at, ok := f.File.(io.ReaderAt)
	if !ok {
		return true
	}
	head := make([]byte, len(src.Head))
	n, _ := at.ReadAt(head, f.mark)
	return bytes.Equal(head[:n], src.Head)
}
