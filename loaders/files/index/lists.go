package index

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// RecordList is an array or object of records in a JSON text.
type RecordList struct {
	// Path is for [FindElements]; "" for the text's own values.
	Path string
	Len  int
}

const (
	mostNested = 256
	mostKeys   = 64      // compared, per object
	leastAlike = 3       // elements that make a list of records
	mostSingle = 2       // values before them that are none
	patience   = 1 << 20 // bytes after which an outer list is given up
)

// FindList returns the path of a text's first list of records: the text itself if it is a list of objects or
// several objects in a row, otherwise the first array or object with at least three objects that
// share keys, in an object half of them; the first may differ. If isListName accepts an array's key, one
// or two objects are enough. Of nested lists it returns the outer one, unless that takes more than
// a megabyte to tell. ok is false if there is none before the text ends, stops being JSON, or the reader
// fails.
func FindList(ctx context.Context, jsonReader io.Reader, isListName func(key string) bool) (listPath string, ok bool) {
	if found := newFinder(ctx, jsonReader, isListName).findList(); found != nil {
		return *found, true
	}
	return "", false
}

const mostLists = 100

// OtherLists returns a text's lists of records in order, at most 100, without the one at knownListPath,
// those inside or around it, and those within others.
func OtherLists(ctx context.Context, jsonReader io.Reader, knownListPath string) (lists []RecordList) {
	f := newFinder(ctx, jsonReader, func(string) bool { return false })
	f.ended = func(n *openBracket) {
		if n.state != records {
			return
		}
		at := pathOf(f.stack)
		if strings.HasPrefix(at, strings.TrimSuffix(knownListPath, "*")) {
			return
		}
		for last := len(lists) - 1; last >= 0 && strings.HasPrefix(lists[last].Path, strings.TrimSuffix(at, "*")); last-- {
			lists = lists[:last] // drops those within it, which have just ended
		}
		if len(lists) < mostLists {
			lists = append(lists, RecordList{at, n.n})
		}
	}
	f.findList()
	return slices.DeleteFunc(lists, func(list RecordList) bool {
		return strings.HasPrefix(knownListPath, strings.TrimSuffix(list.Path, "*"))
	})
}

type contextReader struct {
	ctx context.Context
	io.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

type listFinder struct {
	in    *bufio.Reader
	named func(key string) bool
	ended func(n *openBracket) // called before leaving an array or object; nil ends with the first list

	pos   int64
	since int64         // place of the first list, 0 before
	stack []openBracket // the first is the text
}

func newFinder(ctx context.Context, jsonReader io.Reader, isListName func(key string) bool) *listFinder {
	return &listFinder{in: bufio.NewReaderSize(contextReader{ctx, jsonReader}, 64<<10), named: isListName}
}

type openBracket struct {
	object bool
	n      int
	scalar bool // the last one is an unfinished number or word
	single bool // an element is neither an array nor an object: only numbered objects are records then
	value  bool // an entry's value may begin
	unseen bool
	name   []byte
	keys   []string
	like   []string // keys of the first or second element
	alike  int
	state  listState
	found  *string // path of the first list in it
}

type listState uint8

const (
	undecided listState = iota
	records
	other
)

var errNests = errors.New("mismatched brackets")

func (f *listFinder) findList() *string {
	f.stack = []openBracket{{}}
	for f.scanNext() == nil {
		if f.ended != nil || f.since == 0 {
			continue
		}
		if list := f.decidedList(); list != nil {
			return list
		}
	}
	for len(f.stack) > 1 {
		f.leaveBracket()
	}
	f.stack[0].state = other
	return f.decidedList()
}

func (f *listFinder) scanNext() error {
	c, err := f.in.ReadByte()
	if err != nil {
		return err
	}
	f.pos++
	top := &f.stack[len(f.stack)-1]
	switch c {
	case ' ', '\t', '\r', '\n':
	case ',':
		top.scalar, top.value = false, false
	case ':':
		top.value = true
	case '{', '[':
		return f.enterBracket(top, c == '{')
	case '"':
		return f.scanString(top)
	default:
		return f.scanOther(top, c)
	}
	return nil
}

func (f *listFinder) scanOther(innerBracket *openBracket, c byte) error {
	closes := c == '}' || c == ']'
	switch {
	case len(f.stack) == 1 || closes && innerBracket.object != (c == '}'):
		return errNests
	case closes:
		f.leaveBracket()
	default:
		f.scanSingle(innerBracket)
	}
	return nil
}

func (f *listFinder) scanString(innerBracket *openBracket) error {
	text, err := f.readText()
	if innerBracket.object && !innerBracket.value {
		innerBracket.setKey(text)
	} else {
		f.scanSingle(innerBracket)
	}
	return err
}

func (n *openBracket) setKey(keyBytes []byte) {
	n.name = append(n.name[:0], keyBytes...)
	if !n.unseen && len(n.keys) < mostKeys {
		n.keys = append(n.keys, string(keyBytes))
	}
}

func (f *listFinder) readText() (text []byte, err error) {
	for {
		part, err := f.in.ReadSlice('"')
		f.pos += int64(len(part))
		text = append(text, part[:min(len(part), maxKey+1-len(text))]...)
		slashes := len(part) - len(`"`)
		for slashes > 0 && part[slashes-1] == '\\' {
			slashes--
		}
		switch odd := (len(part)-1-slashes)%2 == 1; {
		case err == nil && !odd:
			return text[:min(len(text)-1, maxKey)], nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

func (n *openBracket) lastStep() string {
	if n.object {
		return string(n.name)
	}
	return strconv.Itoa(n.n - 1)
}

func (f *listFinder) scanSingle(n *openBracket) {
	if !n.scalar {
		n.n++
	}
	n.scalar = true
	if n.single = true; n.state == undecided && (!n.object || n.n > mostSingle) {
		n.state = other
	}
}

// A text may have millions of objects, so that the memory of names is reused.
func (f *listFinder) enterBracket(outerBracket *openBracket, isObject bool) error {
	if len(f.stack) == mostNested {
		return errNests
	}
	outerBracket.n++
	inner := openBracket{object: isObject, unseen: outerBracket.state != undecided}
	if n := len(f.stack); n < cap(f.stack) { // keeps the name's memory
		inner.name = f.stack[:n+1][n].name[:0]
	}
	f.stack = append(f.stack, inner)
	return nil
}

// An undecided array is a list of records if all its elements are alike and f.named accepts its
// key, because one or two alike could be anything.
func (f *listFinder) leaveBracket() {
	last := &f.stack[len(f.stack)-1]
	around := &f.stack[len(f.stack)-2]
	isListOfRows := last.state == undecided && last.alike > 0 && last.alike == last.n && !last.object && f.named(around.lastStep())
	if isListOfRows {
		last.state = records
	}
	if f.ended != nil {
		f.ended(last)
	} else if around.found == nil {
		if around.found = last.found; last.state == records {
			around.found = new(pathOf(f.stack))
		}
	}
	f.stack = f.stack[:len(f.stack)-1]
	around.compareElement(last, f.leastAlike())
	if f.since == 0 && (around.found != nil || around.state == records) {
		f.since = f.pos
	}
}

// Values of the text itself follow each other like lines, so that 2 are enough.
func (f *listFinder) leastAlike() int {
	switch {
	case len(f.stack) == 1: // lines
		return 2
	case len(f.stack) == 2 && !f.stack[1].object:
		return 1
	}
	return leastAlike
}

// The first element may differ, because it may describe the others.
func (n *openBracket) compareElement(element *openBracket, minAlike int) {
	switch {
	case n.state != undecided:
		return
	case !element.object || len(element.keys) == 0 || n.single && strings.Trim(string(n.name), "0123456789") != "":
		n.state = other
		return
	case n.like == nil:
		n.like = element.keys
	case !n.resembles(element.keys) && n.alike == 1 && n.n == 2: // the first may describe the others
		n.like, n.alike = element.keys, 0
	case !n.resembles(element.keys):
		n.state = other
		return
	}
	if n.alike++; n.alike >= minAlike {
		n.state = records
	}
}

func (n *openBracket) resembles(elementKeys []string) bool {
	shared := loaders.CountFunc(elementKeys, func(key string) bool { return slices.Contains(n.like, key) })
	return shared > 0 && (!n.object || 2*shared >= max(len(elementKeys), len(n.like)))
}

func (f *listFinder) decidedList() *string {
	for i := range f.stack {
		switch n := &f.stack[i]; {
		case n.state == records:
			return new(pathOf(f.stack[:i+1]))
		case n.state == undecided && f.pos-f.since < patience:
			return nil
		case n.found != nil:
			return n.found
		}
	}
	return nil
}

func pathOf(openBrackets []openBracket) string {
	if len(openBrackets) == 1 || len(openBrackets) == 2 && !openBrackets[1].object {
		return ""
	}
	var b strings.Builder
	for i := range openBrackets[1 : len(openBrackets)-1] {
		b.WriteString(strings.ReplaceAll(openBrackets[1+i].lastStep(), ".", `\.`))
		b.WriteByte('.')
	}
	return b.String() + "*"
}
