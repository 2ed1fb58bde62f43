package main

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders/files"
)

// mostTyped bounds how many filters are kept, mostFilter one of them in bytes.
const (
	mostTyped  = 500
	mostFilter = 4 << 10
)

// typedPath is where the filters are that a person typed, a line each, the last at
// the end.
func typedPath() string { return filepath.Join(xdg.StateHome, "faithscope", "filters.txt") }

// typed are the filters that were typed until now, the last at the end; none where
// there is no file.
func typed() ([]string, error) {
	src, err := files.Disk{}.Open(typedPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer src.Close()
	text, err := io.ReadAll(io.LimitReader(src, mostTyped*mostFilter))
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err
}

// saveTyped adds a filter, which leaves its earlier place. A long one is not kept.
func saveTyped(filter string) error {
	lines, err := typed()
	if err != nil || len(filter) >= mostFilter || strings.Contains(filter, "\n") {
		return err
	}
	lines = append(slices.DeleteFunc(lines, func(line string) bool { return line == filter }), filter)
	return output.Keep(typedPath(), strings.Join(lines[max(0, len(lines)-mostTyped):], "\n")+"\n")
}
