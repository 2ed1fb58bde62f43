package still

import (
	"fmt"
	"io"
	"strings"
)

// kinds are the kinds of files that a screen is written to, and what writes
// them.
var kinds = []struct {
	name  string
	write func(s *Still, w io.Writer) error
}{{"png", (*Still).PNG}, {"svg", (*Still).SVG}, {"ansi", (*Still).ANSI}, {"txt", (*Still).ANSI}}

// KindOf is what kind of file a name says, by its end.
func KindOf(name string) (string, error) {
	for _, k := range kinds {
		if strings.HasSuffix(name, "."+k.name) {
			return k.name, nil
		}
	}
	return "", fmt.Errorf("%s: a screen is written to .png, .svg or .ansi", name)
}

// Write writes the screen in a kind that [KindOf] returns.
func (s *Still) Write(w io.Writer, kind string) error {
	for _, k := range kinds {
		if k.name == kind {
			return k.write(s, w)
		}
	}
	return fmt.Errorf("%q is not a kind of picture", kind)
}
