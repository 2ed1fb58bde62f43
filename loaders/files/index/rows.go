package index

import (
	"bytes"
	"slices"
	"strings"

	"faithscope/loaders"
)

// HasLoneQuotes reports whether quotes in a tab-separated text are letters, as in GLUE's files: all
// lines have the same cells, one of which [HasLoneQuote].
func HasLoneQuotes(head []byte) bool {
	lines := bytes.Split(bytes.TrimRight(head, "\n"), []byte("\n"))
	if len(head) == loaders.HeadSize {
		lines = lines[:len(lines)-1] // the last is cut
	}
	isLone := false
	for _, line := range lines {
		if bytes.Count(line, []byte("\t")) != bytes.Count(lines[0], []byte("\t")) {
			return false
		}
		isLone = isLone || slices.ContainsFunc(strings.Split(string(line), "\t"), HasLoneQuote)
	}
	return isLone
}

// HasLoneQuote reports whether a cell begins with a quote that it doesn't end with.
func HasLoneQuote(cellText string) bool {
	rest, quoted := strings.CutPrefix(strings.TrimRight(cellText, "\r"), `"`)
	return quoted && !strings.HasSuffix(rest, `"`)
}

type rowSplitter struct {
	between byte // separates cells
	start   int64
	line    uint32 // first line; 0 before its first byte
	state   cellState
	full    bool // the row has more than a carriage return
}

type cellState uint8

const (
	cellStart cellState = iota
	inCell
	inQuotes
	quoteInQuotes // ends them unless the quote is doubled
)

func (c *rowSplitter) scanBlock(s *recordSearch, b []byte) error {
	for i, x := range b {
		if s.pos+int64(i) < c.start { // the byte order mark
			continue
		}
		if c.line == 0 {
			c.line = s.number
		}
		if x == '\n' {
			s.nextLines(1)
			if c.state != inQuotes {
				c.endRow(s, s.pos+int64(i))
			}
			continue
		}
		c.full = c.full || x != '\r'
		c.state = c.state.stateAfter(x, c.between)
	}
	return nil
}

func (state cellState) stateAfter(x, delimiter byte) cellState {
	switch {
	case x == '"' && (state == cellStart || state == quoteInQuotes):
		return inQuotes
	case x == '"' && state == inQuotes:
		return quoteInQuotes
	case state == inQuotes:
		return inQuotes
	case x == delimiter:
		return cellStart
	}
	return inCell
}

func (c *rowSplitter) endRow(s *recordSearch, endOffset int64) {
	if c.full {
		s.addRecord(c.start, endOffset, c.line)
	}
	*c = rowSplitter{between: c.between, start: endOffset + 1}
}

func (c *rowSplitter) endAll(s *recordSearch) (cut bool, err error) {
	cut = c.full
	c.endRow(s, s.pos)
	return cut, nil
}
