package index

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// elementSplitter uses brackets, commas and quotes only; errors inside a value appear when it is
// decoded.
type elementSplitter struct {
	bom    int64
	path   []string
	record int // level whose children are records: len(path)
	around int // level whose children enclose records, 0 for none
	// empty takes the line of the first comma with nothing before it; may be nil.
	empty func(line uint32)

	levels []*pathLevel // open along the path; the first is the whole text
	depth  int          // brackets open below the last of them
	quoted bool
	odd    bool // in it, behind an odd number of backslashes
	naming bool
	key    []byte // as far as it decides the path
	last   int64  // after the child's last byte that is not white space

	counted int64       // line ends up to here are in the search's number
	held    []linePlace // records whose enclosing element has not ended
}

type pathLevel struct {
	step   string // the path's key, "*" for every child
	object bool
	child  bool
	value  bool  // its value may begin: in an object, after the colon
	start  int64 // of the child; in an object, of its key
	line   uint32
	n      int
}

func newElementBounds(jsonPath string, bomSize int64) *elementSplitter {
	e := &elementSplitter{bom: bomSize, levels: []*pathLevel{{step: "*"}}}
	if jsonPath != "" {
		const dot = "\x00" // of a key
		for step := range strings.SplitSeq(strings.ReplaceAll(jsonPath, `\.`, dot), ".") {
			e.path = append(e.path, strings.ReplaceAll(step, dot, "."))
		}
	}
	e.record = len(e.path)
	for i := e.record - 1; i > 0 && e.around == 0; i-- {
		if e.path[i-1] == "*" {
			e.around = i
		}
	}
	return e
}

const maxKey = 256

var (
	errNoValue = errors.New("no JSON array or object begins here")
	errAfter   = errors.New("data follows the end of the JSON text")
	errBracket = errors.New("unmatched closing bracket")
	errNoKey   = errors.New("an object entry has no key")
	errOpen    = errors.New("the JSON text is cut off")
)

func (e *elementSplitter) scanBlock(s *recordSearch, b []byte) error {
	e.counted = max(e.counted, s.pos)
	for i := int(min(max(e.bom-s.pos, 0), int64(len(b)))); i < len(b); {
		switch {
		case e.quoted:
			i = e.skipText(s, b, i)
		case e.depth > 0:
			i = e.skipBelow(s, b, i)
		default:
			if err := e.scanBetween(s, b, i); err != nil {
				return err
			}
			i++
		}
	}
	e.countLines(s, b, len(b))
	return nil
}

func (e *elementSplitter) countLines(s *recordSearch, b []byte, i int) {
	s.nextLines(bytes.Count(b[e.counted-s.pos:i], []byte{'\n'}))
	e.counted = s.pos + int64(i)
}

func (e *elementSplitter) skipText(s *recordSearch, b []byte, i int) int {
	end := e.closingQuote(b, i)
	if e.naming {
		e.key = append(e.key, b[i:i+min(end-i, maxKey-len(e.key))]...)
	}
	if end == len(b) {
		return end
	}
	e.quoted, e.naming = false, false
	if e.depth == 0 {
		e.last = s.pos + int64(end) + 1
	}
	return end + 1
}

// closingQuote keeps in e.odd whether the next byte is escaped, because a block may end inside an
// escape.
func (e *elementSplitter) closingQuote(b []byte, i int) int {
	for i < len(b) {
		if e.odd {
			e.odd = false
			i++
			continue
		}
		end := bytes.IndexByte(b[i:], '"') + i
		if end < i {
			end = len(b)
		}
		slashes := end
		for slashes > i && b[slashes-1] == '\\' {
			slashes--
		}
		e.odd = (end-slashes)%2 == 1
		i = end
		if !e.odd {
			break
		}
	}
	return i
}

var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

func (e *elementSplitter) skipBelow(s *recordSearch, b []byte, i int) int {
	for ; i < len(b); i++ {
		if !structural[b[i]] {
			continue
		}
		switch b[i] {
		case '"':
			end := bytes.IndexByte(b[i+1:], '"')
			if end < 0 || b[i+end] == '\\' { // cut by the block's end, or perhaps escaped
				e.quoted = true
				return i + 1
			}
			i += end + 1
		case '{', '[':
			e.depth++
		default:
			if e.depth--; e.depth == 0 {
				e.closeBracket(s, s.pos+int64(i)+1)
				return i + 1
			}
		}
	}
	return i
}

// closeBracket also ends a top-level value, because nothing after it would.
func (e *elementSplitter) closeBracket(s *recordSearch, endOffset int64) {
	e.last = endOffset
	if len(e.levels) == 1 {
		e.endChild(s)
	}
}

func (e *elementSplitter) scanBetween(s *recordSearch, b []byte, i int) error {
	l := e.levels[len(e.levels)-1]
	at := s.pos + int64(i)
	switch c := b[i]; c {
	case ' ', '\t', '\r', '\n':
	case ',':
		if len(e.levels) == 1 {
			return errAfter
		}
		if !l.child && e.empty != nil {
			e.countLines(s, b, i)
			e.empty(s.number)
			e.empty = nil
		}
		e.endChild(s)
	case '}', ']':
		if len(e.levels) == 1 || l.object != (c == '}') {
			return errBracket
		}
		e.endChild(s)
		e.levels = e.levels[:len(e.levels)-1]
		e.closeBracket(s, at+1)
	case ':':
		l.value = l.value || l.child
		e.last = at + 1
	default:
		return e.beginChild(s, b, i, l)
	}
	return nil
}

func (e *elementSplitter) beginChild(s *recordSearch, b []byte, i int, l *pathLevel) error {
	c, at := b[i], s.pos+int64(i)
	if !l.child {
		if err := e.refuseByte(c, l); err != nil {
			return err
		}
		e.countLines(s, b, i)
		l.child, l.value, l.start, l.line = true, !l.object, at, s.number
		e.naming, e.key = l.object, e.key[:0]
	}
	e.last = at + 1
	switch {
	case c == '"':
		e.quoted = true
	case c != '{' && c != '[':
	case len(e.levels) <= e.record && l.value && e.selectsChild(l): // the path continues inside
		e.levels = append(e.levels, &pathLevel{step: e.path[len(e.levels)-1], object: c == '{'})
	default:
		e.depth++
	}
	return nil
}

func (e *elementSplitter) refuseByte(c byte, l *pathLevel) error {
	root := len(e.levels) == 1
	switch {
	case root && e.last > 0 && e.record > 0:
		return errAfter
	case root && c != '{' && c != '[':
		return errNoValue
	case l.object && c != '"':
		return errNoKey
	}
	return nil
}

func (e *elementSplitter) selectsChild(l *pathLevel) bool {
	if without, all := strings.CutPrefix(l.step, "*"); all {
		return without == "" || !slices.Contains(strings.Split(without, "!")[1:], string(e.key))
	}
	return l.object && string(e.key) == l.step || !l.object && strconv.Itoa(l.n) == l.step
}

// A record is held until the element around it ends, because that must be known first.
func (e *elementSplitter) endChild(s *recordSearch) {
	l := e.levels[len(e.levels)-1]
	if !l.child {
		return
	}
	l.child = false
	meant := e.selectsChild(l)
	l.n++
	switch len(e.levels) - 1 {
	case e.record:
		if !meant {
			return
		}
		if e.around == 0 {
			s.addRecord(l.start, e.last, l.line)
			return
		}
		e.held = append(e.held, s.lineAtPlace(l.start, e.last, l.line))
		s.total++
	case e.around:
		if n := len(e.held); n > 0 && s.lines != nil {
			around := enclosingElement{at: s.lineAtPlace(l.start, e.last, l.line)}
			if last := e.held[n-1]; e.path[e.record-1] == "*" {
				around.from, around.to = int(e.held[0].start-l.start), int(last.start-l.start)+int(last.length)
			}
			s.lines.encloseElement(around, n)
		}
		s.found = append(s.found, e.held...)
		e.held = e.held[:0]
	}
}

// endAll closes what is open, so that everything found stays.
func (e *elementSplitter) endAll(s *recordSearch) (cut bool, err error) {
	if e.quoted || e.depth > 0 {
		e.last = s.pos
	}
	depth := len(e.levels) - 1
	if l := e.levels[depth]; depth > 0 || l.child {
		cut, err = depth == e.record && l.child, errOpen
	}
	for len(e.levels) > 1 {
		e.endChild(s)
		e.levels = e.levels[:len(e.levels)-1]
	}
	e.endChild(s)
	return cut, err
}
