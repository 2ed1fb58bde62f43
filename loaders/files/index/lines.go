// Package index finds the records of a file: lines, the rows of a table, or
// values at a path of a JSON text. One goroutine looks for their places in
// the background, and hands them over as it goes; any number may read. Only
// places are kept in memory, some 16 bytes a record.
package index

import (
	"bytes"

	"faithscope/loaders/files"
)

// lineEnds are the bounds of lines that are not blank.
type lineEnds struct {
	start int64 // of the current line
	blank bool  // the current line, so far
}

// scanBlock implements [bounds]: it adds the lines that end in b, except blank ones, counts them
// all in s.number, and notes the beginning of one that goes on behind b. It never fails.
func (e *lineEnds) scanBlock(s *search, b []byte) error {
	pos := s.pos
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			e.scanPart(s, b, pos)
			return nil
		}
		e.scanPart(s, b[:i], pos)
		pos += int64(i)
		e.endLine(s, pos)
		pos++
		e.start, e.blank = pos, true
		s.nextLines(1)
		b = b[i+1:]
	}
}

func (e *lineEnds) scanPart(s *search, b []byte, pos int64) {
	mark := min(max(s.lines.mark-pos, 0), int64(len(b)))
	e.blank = e.blank && files.Blank(b[mark:])
}

// endLine adds the current line, which ends at pos, unless it is blank.
func (e *lineEnds) endLine(s *search, pos int64) {
	if !e.blank {
		s.addRecord(e.start, pos, s.number)
	}
}

func (e *lineEnds) endAll(s *search) (cut bool, err error) {
	e.endLine(s, s.pos)
	return !e.blank, nil
}
