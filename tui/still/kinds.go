package still

import (
	"fmt"
	"io"
	"path"
)

var kinds = map[string]func(s *Still, w io.Writer) error{
	".png":  (*Still).PNG,
	".svg":  (*Still).SVG,
	".ansi": (*Still).ANSI,
	".txt":  (*Still).ANSI,
}

// WriterOf returns the writer for a file name's ending: .png, .svg, .ansi or .txt; any other is an
// error.
func WriterOf(name string) (func(s *Still, w io.Writer) error, error) {
	if write := kinds[path.Ext(name)]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("%s: a screen is written to .png, .svg or .ansi", name)
}
