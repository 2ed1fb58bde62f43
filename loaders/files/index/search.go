package index

import (
	"context"
	"errors"
	"io"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// recordMemory is about a record's least bytes of memory.
const recordMemory = 300

// Models' JSON is compressed about ten times, a repeated line a hundred times; a record of a packed
// table of two words takes three bytes.
const maxRatio = 500

type recordSplitter interface {
	// scanBlock starts at s.pos. After its error, found records stay.
	scanBlock(s *recordSearch, b []byte) error
	// endAll reports whether the last record isn't closed, and faults of the end.
	endAll(s *recordSearch) (cut bool, err error)
}

type recordSearch struct {
	lines  *FileElements
	most   sizeLimits
	split  recordSplitter
	pos    int64 // of the next byte
	number uint32
	cut    bool
	total  int
	found  []linePlace // not yet handed over
}

// Records are handed over block by block, so that the first are shown early.
func (s *recordSearch) searchThrough(ctx context.Context, fileReader io.Reader, contentSize int64) error {
	const usualBuffer, leastBuffer = 512 << 10, 64 << 10    // the usual fits a processor's second cache
	isSmall := 0 < contentSize && contentSize < leastBuffer // a run may have thousands of small files
	buf := make([]byte, loaders.IfElse(isSmall, leastBuffer, usualBuffer))
	watch := files.NewWatch(s.lines.src)
	for ctx.Err() == nil {
		n, err := fileReader.Read(buf)
		if berr := s.split.scanBlock(s, buf[:n]); berr != nil {
			s.cut, _ = s.split.endAll(s)
			return berr
		}
		s.pos += int64(n)
		s.lines.searched.Add(int64(n))
		if s.lines.following {
			watch.Read(buf[:n])
		}
		if errors.Is(err, io.EOF) && s.lines.following {
			// An incomplete last line waits.
			s.handOver()
			if changed := awaitMore(ctx, watch); changed != "" {
				s.lines.endFollowing(changed)
				return nil
			}
			continue
		}
		if err != nil {
			var open error
			s.cut, open = s.split.endAll(s)
			switch {
			case errors.Is(err, io.EOF):
				return open
			case errors.Is(err, io.ErrUnexpectedEOF):
				return loaders.Errorf("the archive is cut off (%w)", err)
			}
			return err
		}
		if err := s.exceededLimit(); err != nil {
			return err
		}
		s.handOver()
	}
	return nil
}

// Ratios apply only above s.most.free, because small files may be packed very well.
func (s *recordSearch) exceededLimit() error {
	stored := s.lines.examined.Load() // 0 if not unpacked again: it was under the limits
	memory := int64(s.total) * recordMemory
	isBomb := func(size int64) bool { return size > s.most.free && stored > 0 && size/maxRatio > stored }
	switch {
	case s.pos > s.most.content:
		return loaders.Errorf("contains more than %d GB", s.most.content>>30)
	case isBomb(s.pos):
		return loaders.Errorf("unpacks to more than %d times its size", maxRatio)
	case memory > s.most.memory || s.number == ^uint32(0):
		return loaders.Errorf("needs more than %d GB of memory for its records", s.most.memory>>30)
	case isBomb(memory):
		return loaders.Errorf("needs more than %d times its size in memory for its records", maxRatio)
	}
	return nil
}

func (s *recordSearch) handOver() {
	s.lines.addFound(s.found, loaders.MoreToCome, notCut)
	s.found = s.found[:0]
}

func (s *recordSearch) addRecord(startOffset, endOffset int64, lineNumber uint32) {
	s.found = append(s.found, s.lineAtPlace(startOffset, endOffset, lineNumber))
	s.total++
}

func (s *recordSearch) lineAtPlace(startOffset, endOffset int64, lineNumber uint32) linePlace {
	if endOffset-startOffset > s.most.line {
		endOffset = startOffset
	}
	return linePlace{startOffset, uint32(endOffset - startOffset), lineNumber}
}

func (s *recordSearch) nextLines(n int) {
	s.number = uint32(min(uint64(s.number)+uint64(n), uint64(^uint32(0))))
}
