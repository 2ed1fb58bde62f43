// Package index finds a file's lines, table rows, or values at a path of a JSON text. One goroutine
// finds their places in the background, and any number may read. Only places are kept in memory,
// some 16 bytes a record.
package index

import (
	"bytes"

	"faithscope/loaders/files"
)

type lineSplitter struct {
	start int64
	blank bool // the current line so far
}

func (e *lineSplitter) scanBlock(s *recordSearch, b []byte) error {
	pos := s.pos
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			e.scanPart(b, pos)
			return nil
		}
		e.scanPart(b[:i], pos)
		pos += int64(i)
		e.endLine(s, pos)
		pos++
		e.start, e.blank = pos, true
		s.nextLines(1)
		b = b[i+1:]
	}
}

func (e *lineSplitter) scanPart(b []byte, pos int64) {
	mark := min(max(e.start-pos, 0), int64(len(b))) // of the byte order
	e.blank = e.blank && files.Blank(b[mark:])
}

func (e *lineSplitter) endLine(s *recordSearch, pos int64) {
	if !e.blank {
		s.addRecord(e.start, pos, s.number)
	}
}

func (e *lineSplitter) endAll(s *recordSearch) (cut bool, err error) {
	e.endLine(s, s.pos)
	return !e.blank, nil
}
