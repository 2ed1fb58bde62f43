package files

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
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

// markdownTable returns the longest table of a Markdown text as CSV, without the signs of bold, italic and code. It fails if
// another has the same header, because nothing says whether both are one run.
func markdownTable(text []byte) ([]byte, error) {
	var table, longest [][]string
	headers := map[string]int{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			table = nil
			continue
		}
		line = strings.ReplaceAll(strings.TrimSuffix(line[1:], "|"), `\|`, "\x00")
		table = append(table, loaders.Map(strings.Split(line, "|"), func(cell string) string {
			return strings.ReplaceAll(plainCell(cell), "\x00", "|")
		}))
		if len(table) > len(longest) {
			longest = table
		}
		if len(table) == 2 { // with its rule
			headers[strings.Join(table[0], "|")]++
		}
	}
	if len(longest) > 0 && headers[strings.Join(longest[0], "|")] > 1 {
		return nil, errors.New("several tables have the same columns; put each in its own file")
	}
	if len(longest) > 1 { // without its rule
		longest = slices.Delete(longest, 1, 2)
	}
	return csvText(longest), nil
}

// plainCell returns a cell without signs of bold, italic and code around all of it.
func plainCell(cell string) string {
	cell = strings.TrimSpace(cell)
	for _, sign := range []string{"**", "__", "*", "_", "`"} {
		inner, isOpen := strings.CutPrefix(cell, sign)
		if inner, isClosed := strings.CutSuffix(inner, sign); isOpen && isClosed && !strings.Contains(inner, sign[:1]) {
			return plainCell(inner)
		}
	}
	return strings.ReplaceAll(cell, `\*`, "*")
}
