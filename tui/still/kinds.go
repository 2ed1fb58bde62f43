package still

import (
	"fmt"
	"io"
	"path"
)

var kinds = map[string]func(s *SavedScreen, w io.Writer) error{
	".png":  (*SavedScreen).PNG,
	".svg":  (*SavedScreen).SVG,
	".ansi": (*SavedScreen).ANSI,
	".txt":  (*SavedScreen).ANSI,
}

// WriterOf returns the writer for a file name's ending: .png, .svg, .ansi or .txt; any other is an
// error.
func WriterOf(formatName string) (func(s *SavedScreen, w io.Writer) error, error) {
	if write := kinds[path.Ext(formatName)]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("%s: a screen can only be saved as .png, .svg or .ansi", formatName)
}
