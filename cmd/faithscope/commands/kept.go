package commands

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
)

type keptLines string

// The column file has lines of JSON lists: a table's name and the chosen titles.
const (
	typedFilters  keptLines = "filters.txt"
	chosenColumns keptLines = "columns.jsonl"
)

const (
	mostLines = 500
	mostLine  = 4 << 10
)

func (k keptLines) filePath() string { return opening.State.File(string(k)) }

func (k keptLines) readLines() ([]string, error) {
	text, err := files.ReadStored(files.Disk{}, k.filePath(), mostLines*mostLine)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err
}

func (k keptLines) saveLine(line string, replaces func(other string) bool) error {
	lines, err := k.readLines()
	if err != nil || len(line) >= mostLine || strings.Contains(line, "\n") {
		return err
	}
	lines = append(slices.DeleteFunc(lines, replaces), line)
	return writer.Save(k.filePath(), []byte(strings.Join(lines[max(0, len(lines)-mostLines):], "\n")+"\n"))
}

func saveTyped(filter string) error {
	return typedFilters.saveLine(filter, func(line string) bool { return line == filter })
}

// readColumns returns the chosen titles by table, without control characters. Unreadable lines are
// skipped; without a file the map is empty.
func readColumns() map[string][]string {
	all := map[string][]string{}
	lines, _ := chosenColumns.readLines() // saving reports why they can't be read
	for _, line := range lines {
		if of := columnsIn(line); of != nil {
			all[of[0]] = of[1:]
		}
	}
	return all
}

func columnsIn(line string) (of []string) {
	if len(line) > mostLine || json.Unmarshal([]byte(line), &of) != nil || len(of) == 0 {
		return nil
	}
	return loaders.Map(of, loaders.Clean)
}

// saveColumns replaces a table's titles, and removes lines that can't be read.
func saveColumns(table string, titles []string) error {
	line, err := json.Marshal(append([]string{table}, titles...))
	if err != nil {
		return err
	}
	return chosenColumns.saveLine(string(line), func(other string) bool {
		of := columnsIn(other)
		return of == nil || of[0] == table
	})
}
