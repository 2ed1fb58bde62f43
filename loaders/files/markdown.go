package files

import (
	"bytes"
	"encoding/csv"
	"io"
	"regexp"
	"strings"

	"faithscope/loaders"
)

// rule matches the line below the header of a Markdown table.
var rule = regexp.MustCompile(`(?m)^ *\|[ \t]*:?--+:?[ \t]*(\|[ \t]*:?--+:?[ \t]*)+\|[ \t]*\r?$`)

func isMarkdown(head []byte) bool { return bytes.Contains(head, []byte("--")) && rule.Match(head) }

// markdownTable returns the longest table of a Markdown text as CSV, without the signs of bold, italic and code.
func markdownTable(in io.Reader) ([]byte, error) {
	text, err := readPart(in)
	if err != nil {
		return nil, err
	}
	var table, longest [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			table = nil
			continue
		}
		line = strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "\x00")
		table = append(table, loaders.Map(strings.Split(line, "|"), func(cell string) string {
			return strings.ReplaceAll(strings.Trim(cell, " \t*_`"), "\x00", "|")
		}))
		if len(table) > len(longest) {
			longest = table
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for i, row := range longest {
		if i != 1 { // the rule
			err = w.Write(row)
		}
	}
	w.Flush()
	return out.Bytes(), err
}
