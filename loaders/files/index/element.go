package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"sort"

	"faithscope/loaders"
)

// Element reads element i, 0 ≤ i < Len, without its key. It drops a comma after an object's line,
// because some programs write lists without brackets. Index and Line are set even with an error.
func (l *FileElements) Element(i int) (JSONElement, error) {
	b, line, err := l.readRecord(l.placeOf(i))
	if l.keyed {
		return elementOf(i, b, line), err
	}
	if l.lines {
		b = Uncomma(b)
	}
	return JSONElement{Index: i, Bytes: b, Line: line}, err
}

// Record implements [loaders.RawRecords]: element i without its key.
func (l *FileElements) Record(i int) ([]byte, error) {
	element, err := l.Element(i)
	return element.Bytes, err
}

// Records returns these elements, a line each. It fails at the first unreadable one.
func (l *FileElements) Records(recordIndices []int32) ([]byte, error) {
	all := make([][]byte, len(recordIndices))
	for n, k := range recordIndices {
		element, err := l.Element(int(k))
		if err != nil {
			return nil, loaders.Errorf("record %d: %w", k+1, err)
		}
		all[n] = element.Bytes
	}
	return bytes.Join(all, []byte("\n")), nil
}

// Enclosing returns the element around element i at the last "*" of the path before its own, such
// as the paragraph of a SQuAD question, with an empty list of questions unless the path leaves some
// out. Don't change it. Index counts only elements that enclose some. It fails if the path has a
// single "*".
func (l *FileElements) Enclosing(i int) (JSONElement, error) {
	l.mu.Lock()
	list, last := l.around.list, l.around.last
	l.mu.Unlock()
	k := sort.Search(len(list), func(k int) bool { return list[k].first > i }) - 1
	if k < 0 {
		return JSONElement{}, errors.New("the element has no parent")
	}
	if last.Bytes != nil && last.Index == k {
		return last, nil
	}
	b, line, err := l.readRecord(list[k].at)
	if err != nil {
		return JSONElement{}, err
	}
	last = elementOf(k, slices.Delete(b, list[k].from, min(list[k].to, len(b))), line)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.around.last = last
	return last, nil
}

func elementOf(i int, b []byte, lineNumber int) JSONElement {
	element := JSONElement{Index: i, Bytes: b, Line: lineNumber}
	if len(b) == 0 || b[0] != '"' {
		return element
	}
	n := StringLen(b)
	rest := bytes.TrimLeft(b[n:], " \t\r\n")
	if len(rest) == 0 || rest[0] != ':' {
		return element
	}
	if json.Unmarshal(b[:n], &element.Key) != nil {
		element.Key = string(b[1 : n-1])
	}
	element.Bytes = bytes.TrimLeft(rest[1:], " \t\r\n")
	return element
}

// First returns the first, possibly cut-off element at jsonPath in head, without its line.
func First(head []byte, jsonPath string) (_ JSONElement, ok bool) {
	for e := range In(head, jsonPath) {
		return e, true
	}
	return JSONElement{}, false
}

// In yields the elements at jsonPath in head, with keys and indices, without lines. The last may be cut
// off. Invalid JSON ends them.
func In(head []byte, jsonPath string) iter.Seq[JSONElement] {
	return func(yield func(e JSONElement) bool) {
		s := recordSearch{most: usual, number: 1}
		bounds := newElementBounds(jsonPath, 0)
		if bounds.scanBlock(&s, head) != nil && len(s.found)+len(bounds.held) == 0 {
			return
		}
		s.pos = int64(len(head))
		_, _ = bounds.endAll(&s) // a head is usually cut off
		for i, at := range s.found {
			if !yield(elementOf(i, head[at.start:at.start+int64(at.length)], 0)) {
				return
			}
		}
	}
}

// StringLen returns the length of b's leading JSON string with quotes; len(b) if it doesn't end.
func StringLen(b []byte) int {
	for i := 1; i < len(b); i++ {
		q := bytes.IndexByte(b[i:], '"')
		if q < 0 {
			return len(b)
		}
		i += q
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
	return len(b)
}

// Uncomma removes a comma after an object, and what follows it.
func Uncomma(line []byte) []byte {
	text := bytes.TrimRight(line, " \t\r")
	if !bytes.HasPrefix(line, []byte("{")) || !bytes.HasSuffix(text, []byte("},")) {
		return line
	}
	return text[:len(text)-1]
}
