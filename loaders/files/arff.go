package files

import (
	"errors"
	"regexp"
	"strings"

	"faithscope/loaders"
)

// arffData matches the beginning of an ARFF file, comments and the relation's name, up to an attribute.
var arffData = regexp.MustCompile(`(?i)\A(%.*\n|\s*\n)*@relation\b.*\n(%.*\n|\s*\n)*@attribute\b`)

var (
	arffAttribute = regexp.MustCompile(`(?i)^@attribute\s+('[^']*'|"[^"]*"|\S+)\s`)
	arffCell      = regexp.MustCompile(`\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)`)
)

// arffTable returns the rows of an ARFF file of Weka or OpenML as CSV. A ? stands for no value. It fails for sparse rows
// and for weights of rows.
func arffTable(text []byte) ([]byte, error) {
	var names []string
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch name := arffAttribute.FindStringSubmatch(line); {
		case line == "" || line[0] == '%':
		case rows != nil && (line[0] == '{' || strings.HasSuffix(line, "}")):
			return nil, errors.New("sparse and weighted ARFF rows aren't supported; write plain dense rows")
		case rows != nil:
			rows = append(rows, arffCells(line))
		case name != nil:
			names = append(names, strings.Trim(name[1], `'"`))
		case strings.EqualFold(line, "@data"):
			rows = [][]string{names}
		}
	}
	return csvText(rows), nil
}

func arffCells(line string) []string {
	found := arffCell.FindAllStringSubmatch(strings.TrimSuffix(line, ","), -1)
	if n := len(found); n > 1 && found[n-1][0] == "" { // the end, after the last cell
		found = found[:n-1]
	}
	return loaders.Map(found, func(cell []string) string {
		text := strings.TrimSpace(cell[1])
		if quote := strings.HasPrefix(text, "'") || strings.HasPrefix(text, `"`); quote && len(text) > 1 {
			return strings.ReplaceAll(text[1:len(text)-1], `\`, "")
		}
		return loaders.IfElse(text == "?", "", text)
	})
}
