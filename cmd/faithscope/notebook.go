package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders/files"
	"faithscope/scoring/marks"
	"faithscope/views"
)

// mostNotebook bounds a notebook in bytes.
const mostNotebook = 4 << 20

// notebookLine is a line of a notebook.
type notebookLine struct {
	number     int
	verb, rest string // verb "" for a text
}

// notebook is a notebook that was read.
type notebook struct {
	open, runs []string
	lines      []notebookLine
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
		verb, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case line == "":
		case strings.HasPrefix(line, "#"):
			if number > 1 { // the first says what the file is
				b.lines = append(b.lines, notebookLine{number, "", strings.TrimSpace(strings.TrimLeft(line, "#"))})
			}
		case verb == views.LineOpen:
			b.open, err = unquoteAll(rest)
		case verb == views.LineRuns:
			b.runs, err = unquoteAll(rest)
		case slices.Contains([]string{views.LineView, views.LineReport, views.LineCompare}, verb) || marksVerb(verb):
			b.lines = append(b.lines, notebookLine{number, verb, rest})
		default:
			err = fmt.Errorf("%q is not something that a notebook says", verb)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return &b, nil
}

// marksVerb reports whether a line says something of an example or a module.
func marksVerb(verb string) bool {
	return slices.Contains([]marks.Kind{marks.Mark, marks.Tag, marks.Note}, marks.Kind(strings.TrimSuffix(verb, "-module")))
}

// unquoteAll reads words in double quotes.
func unquoteAll(text string) (words []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		prefix, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, errors.New("a word has to stand in double quotes")
		}
		word, err := strconv.Unquote(prefix)
		if err != nil {
			return nil, err
		}
		words, text = append(words, word), text[len(prefix):]
	}
	return words, nil
}

// change is what a line says of an example or a module.
func (l *notebookLine) change() (marks.Change, error) {
	kind, ofModule := strings.CutSuffix(l.verb, "-module")
	prefix, err := strconv.QuotedPrefix(l.rest)
	if err != nil {
		return marks.Change{}, errors.New("the id has to stand in double quotes")
	}
	c := marks.Change{Module: marks.Whole, Kind: marks.Kind(kind)}
	if c.ID, err = strconv.Unquote(prefix); err != nil {
		return c, err
	}
	c.Text = strings.TrimSpace(l.rest[len(prefix):])
	if ofModule {
		number, text, _ := strings.Cut(c.Text, " ")
		if c.Module, err = strconv.Atoi(number); err != nil || c.Module < 0 {
			return c, fmt.Errorf("%q is not the number of a module", number)
		}
		c.Text = text
	}
	return c, nil
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

// keepNotebook keeps what was done in a session that ends, where that was more
// than a look. Nobody is there any more to be told that there is no room for it.
func keepNotebook(ctx context.Context, s *views.Session) {
	if !s.Notebook.Told() || os.MkdirAll(filepath.Dir(lastNotebook()), 0o700) != nil {
		return
	}
	_ = (&output.Target{Path: lastNotebook(), Force: true}).Write(context.WithoutCancel(ctx), nil, func(w io.Writer) error {
		_, err := io.WriteString(w, s.Notebook.Text(s.Opened, s.Names()))
		return err
	})
}
