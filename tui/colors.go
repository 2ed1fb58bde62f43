package tui

import (
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// colorsOf is how many colours a terminal shows, by its name and environment.
func colorsOf(out *os.File, environ []string) colorprofile.Profile {
	p := colorprofile.Detect(out, environ)
	if p > colorprofile.ASCII && (refused(environ) || monochrome(environ)) {
		return colorprofile.ASCII
	}
	return p
}

// refused reports whether NO_COLOR is set, to whatever: https://no-color.org.
func refused(environ []string) bool { return variable(environ, "NO_COLOR") != "" }

// monochrome reports whether TERM names a terminal that had no colours, and
// nothing else says that it has.
func monochrome(environ []string) bool {
	term := variable(environ, "TERM")
	old := []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "xterm-mono"}
	return variable(environ, "COLORTERM") == "" && (slices.Contains(old, term) || strings.HasSuffix(term, "-m"))
}

// asciiOf reports whether the locale of an environment is one that knows only
// ASCII, by its name. Where none is named it is not: most who start a program
// without one have terminals in UTF-8.
func asciiOf(environ []string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := variable(environ, name); locale != "" {
			return locale == "C" || locale == "POSIX"
		}
	}
	return false
}

func variable(environ []string, name string) string {
	value := ""
	for _, entry := range environ {
		if rest, ok := strings.CutPrefix(entry, name+"="); ok {
			value = rest // the last one counts
		}
	}
	return value
}
