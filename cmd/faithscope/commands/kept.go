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

type savedLinesFile string

// The column file has lines of JSON lists: a table's name and the chosen titles.
const (
	typedFilters  savedLinesFile = "filters.txt"
	chosenColumns savedLinesFile = "columns.jsonl"
)

const (
	mostLines = 500
	mostLine  = 4 << 10
)

func (k savedLinesFile) filePath() string { return opening.State.File(string(k)) }

func (k savedLinesFile) readLines() ([]string, error) {
	text, err := files.ReadStored(files.DiskFiles{}, k.filePath(), mostLines*mostLine)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err
}

func (k savedLinesFile) saveLine(line string, isReplaced func(other string) bool) error {
	lines, err := k.readLines()
	if err != nil || len(line) >= mostLine || strings.Contains(line, "\n") {
		return err
	}
	lines = append(slices.DeleteFunc(lines, isReplaced), line)
	return writer.Save(k.filePath(), []byte(strings.Join(lines[max(0, len(lines)-mostLines):], "\n")+"\n"))
}

func saveTyped(typedFilter string) error {
	return typedFilters.saveLine(typedFilter, func(line string) bool { return line == typedFilter })
}

// readColumns skips unreadable lines and cleans titles, because anybody may edit the file; without a
// file the map is empty.
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

func columnsIn(jsonLine string) (list []string) {
	if len(jsonLine) > mostLine || json.Unmarshal([]byte(jsonLine), &list) != nil || len(list) == 0 {
		return nil
	}
	return loaders.Map(list, loaders.Clean)
}

func saveColumns(tableName string, columnTitles []string) error {
	line, err := json.Marshal(append([]string{tableName}, columnTitles...))
	if err != nil {
		return err
	}
	return chosenColumns.saveLine(string(line), func(other string) bool {
		of := columnsIn(other)
		return of == nil || of[0] == tableName
	})
}
