package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/views"
)

// mostNotebook bounds a notebook in bytes.
const mostNotebook = 4 << 20

// notebookLine is a line of a notebook: a text of the report, or steps.
type notebookLine struct {
	number int
	text   string
	steps  []views.Step // nil for a text
}

// notebook is a notebook that was read.
type notebook struct {
	files, runs []string
	lines       []notebookLine
}

// parseNotebook parses the text of a notebook. A line with # is a text of the report, but for the
// first line; others are steps. The lines files and runs set the fields of those names. Empty lines
// are dropped. A line that is not steps is an error that names its number, and so is a text over 4
// MB.
func parseNotebook(text string) (*notebook, error) {
	if len(text) > mostNotebook {
		return nil, fmt.Errorf("a notebook of more than %d MB", mostNotebook>>20)
	}
	var b notebook
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			if number > 1 { // the first says what the file is
				b.lines = append(b.lines, notebookLine{number: number, text: strings.TrimSpace(strings.TrimLeft(rest, "#"))})
			}
			continue
		}
		steps, err := views.ParseSteps(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		switch {
		case len(steps) == 0:
		case steps[0].Name == views.LineFiles:
			b.files = steps[0].Words
		case steps[0].Name == views.LineRuns:
			b.runs = steps[0].Words
		default:
			b.lines = append(b.lines, notebookLine{number: number, steps: steps})
		}
	}
	return &b, nil
}

// lastNotebook returns the path of the notebook of the last session, in the person's folder for
// data.
func lastNotebook() string { return opening.Data.File("notebook.txt") }

// filesOnly returns the runs that a notebook names, and sets the flags of set that say where their
// files are, unless the command line did. Other flags are ignored. A run with :// in it is an
// error, since anyone may have written the notebook.
func (b *notebook) filesOnly(set *pflag.FlagSet) (paths []string, err error) {
	for _, arg := range b.files {
		flag, isFlag := strings.CutPrefix(arg, "--")
		name, value, _ := strings.Cut(flag, "=")
		switch {
		case strings.Contains(arg, "://"):
			return nil, fmt.Errorf("the notebook opens %s: name the runs on the command line", arg)
		case !isFlag:
			paths = append(paths, arg)
		case slices.Contains(opening.FlagNames(), name) && !set.Changed(name):
			if err := set.Set(name, value); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}
