package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders/files"
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

// parseNotebook reads a notebook.
func parseNotebook(r io.Reader) (*notebook, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostNotebook+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostNotebook {
		return nil, fmt.Errorf("a notebook of more than %d MB", mostNotebook>>20)
	}
	var b notebook
	number := 0
	for line := range strings.Lines(string(text)) {
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

func readNotebook(path string) (*notebook, error) {
	src, err := files.Disk{}.Open(path)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return parseNotebook(src)
}

// lastNotebook is where the notebook of the last session is.
func lastNotebook() string { return filepath.Join(xdg.DataHome, "faithscope", "notebook.txt") }

// saveNotebook keeps what was done in a session that ends, where that was more
// than a look. Nobody is there any more to be told that there is no room for it.
func saveNotebook(s *views.Session) {
	if s.Notebook.Told() {
		_ = output.Keep(lastNotebook(), s.Notebook.Text(s.Opened, s.Names()))
	}
}
