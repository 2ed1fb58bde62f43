package files

import (
	"bytes"
	"encoding/csv"
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
	var out bytes.Buffer
	w, isData := csv.NewWriter(&out), false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch name := arffAttribute.FindStringSubmatch(line); {
		case line == "" || line[0] == '%':
		case isData && (line[0] == '{' || strings.HasSuffix(line, "}")):
			return nil, errors.New("sparse and weighted ARFF rows aren't supported; write plain dense rows")
		case isData:
			if err := w.Write(arffCells(line)); err != nil {
				return nil, err
			}
		case name != nil:
			names = append(names, strings.Trim(name[1], `'"`))
		case strings.EqualFold(line, "@data"):
			if isData = true; w.Write(names) != nil {
				return nil, w.Error()
			}
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
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
