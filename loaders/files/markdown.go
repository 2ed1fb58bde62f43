package files

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strings"

	"faithscope/loaders"
)

// rule matches the line below the header of a Markdown table.
var rule = regexp.MustCompile(`(?m)^ *\|[ \t]*:?--+:?[ \t]*(\|[ \t]*:?--+:?[ \t]*)+\|[ \t]*\r?$`)

// isMarkdown reports whether a text has a Markdown table that isn't in a quoted cell, as a model's reply may be.
func isMarkdown(head []byte) bool {
	if !bytes.Contains(head, []byte("--")) { // an expression takes longer
		return false
	}
	at := rule.FindIndex(head)
	return at != nil && isUnquoted(string(head[:at[0]]))
}

// markdownTable returns the longest table of a Markdown text as CSV, without the signs of bold, italic and code.
func markdownTable(text []byte) ([]byte, error) {
	var table, longest [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			table = nil
			continue
		}
		line = strings.ReplaceAll(strings.TrimSuffix(line[1:], "|"), `\|`, "\x00")
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
			_ = w.Write(row) // w.Error reports it
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
