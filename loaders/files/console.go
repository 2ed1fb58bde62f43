package files

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// wekaHeader begins the header of Weka's predictions, whose column error is blank where they are right.
const wekaHeader, wekaError = "inst#", 3

// findPrinted returns the names and the place of the first table that R or Weka printed: rows with one more cell than their
// header, the number of a row.
func findPrinted(lines []string) (names []string, first int, ok bool) {
	const least = 3 // rows
	for i := range lines[:max(0, len(lines)-least)] {
		names = strings.Fields(lines[i])
		isWeka := len(names) > wekaError && names[0] == wekaHeader && !strings.Contains(lines[i], ",")
		isHeader := len(names) > 1 && !slices.ContainsFunc(names, isNumber)
		if !isWeka && (!isHeader || strings.ContainsAny(lines[i], ",;|\t{")) {
			continue
		}
		if !isWeka {
			names = slices.Insert(names, 0, "row")
		}
		if !slices.ContainsFunc(lines[i+1:i+1+least], func(line string) bool { return printedCells(line, names) == nil }) {
			return names, i + 1, true
		}
	}
	return nil, 0, false
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// isConsole reports whether a text begins with a printed table. A quoted cell of another table may have one.
func isConsole(head []byte) bool {
	lines := strings.Split(string(head[:min(len(head), mostConsole)]), "\n")
	_, first, ok := findPrinted(lines[:len(lines)-1]) // the last may be cut
	return ok && isUnquoted(strings.Join(lines[:first], "\n"))
}

func isUnquoted(textBefore string) bool { return strings.Count(textBefore, `"`)%2 == 0 }

// mostConsole bounds what stands before a printed table.
const mostConsole = 8 << 10

// printedCells returns a row's cells, nil for another line.
func printedCells(line string, names []string) []string {
	cells := strings.Fields(line)
	if names[0] == wekaHeader && len(cells) == len(names)-1 {
		cells = slices.Insert(cells, wekaError, "")
	}
	if len(cells) != len(names) || !isNumber(cells[0]) {
		return nil
	}
	return cells
}

// printedTable returns the first table, which there must be, as cells with tabs between them. It ends at the first line that
// doesn't begin with a number. A row with a blank in a cell stays, with too many cells.
func printedTable(text []byte) ([]byte, error) {
	lines := strings.Split(string(text), "\n")
	names, first, _ := findPrinted(lines)
	var out bytes.Buffer
	out.WriteString(strings.Join(names, "\t") + "\n")
	for _, line := range lines[first:] {
		cells := strings.Fields(line)
		if len(cells) == 0 || !isNumber(cells[0]) {
			break
		}
		if whole := printedCells(line, names); whole != nil {
			cells = whole
		}
		out.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return out.Bytes(), nil
}
