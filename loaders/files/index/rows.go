package index

type rowBounds struct {
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

func (c *rowBounds) scanBlock(s *recordSearch, b []byte) error {
	for i, x := range b {
		if s.pos+int64(i) < s.lines.mark {
			continue
		}
		if c.line == 0 {
			c.line = s.number
		}
		if x == '\n' {
			s.nextLines(1)
			if c.state == inQuotes {
				continue
			}
			c.endRow(s, s.pos+int64(i))
			continue
		}
		c.full = c.full || x != '\r'
		c.state = c.state.stateAfter(x, c.between)
	}
	return nil
}

func (state cellState) stateAfter(x, between byte) cellState {
	switch {
	case x == '"' && (state == cellStart || state == quoteInQuotes):
		return inQuotes
	case x == '"' && state == inQuotes:
		return quoteInQuotes
	case state == inQuotes:
		return inQuotes
	case x == between:
		return cellStart
	}
	return inCell
}

func (c *rowBounds) endRow(s *recordSearch, end int64) {
	if c.full {
		s.addRecord(c.start, end, c.line)
	}
	*c = rowBounds{between: c.between, start: end + 1}
}

func (c *rowBounds) endAll(s *recordSearch) (cut bool, err error) {
	cut = c.full
	c.endRow(s, s.pos)
	return cut, nil
}
