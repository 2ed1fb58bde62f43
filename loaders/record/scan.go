package record

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Generous estimates of a decoded record's memory: brackets can become a struct, an entry a place
// in a map, a value a string in a slice.
const (
	maxDecoded    = 128 << 20
	bracketsBytes = 400
	entryBytes    = 100
	valueBytes    = 24
)

type scannedJSON struct {
	text     []byte // with null for each bare number
	bare     int
	repeated []string
	invalid  bool // some bytes are not UTF-8
	// long: a whole number may overflow an int, which the faster package doesn't report.
	long bool

	open    []int    // each open array's or object's first key
	keys    [][]byte // of the open objects, outer ones first
	decoded int      // bytes
}

func scanJSON(b []byte) (*scannedJSON, error) {
	p := &scannedJSON{invalid: !utf8.Valid(b), open: make([]int, 0, 16), keys: make([][]byte, 0, 32)}
	from := 0
	for i := 0; i < len(b); {
		if between := gapLength(b[i:]); between > 0 {
			p.passBetween(b[i : i+between])
			i += between
			continue
		}
		n := 1
		switch b[i] {
		case '"':
			n = index.StringLen(b[i:])
			p.scanKey(b[i:], n)
		case '[', '{':
			if p.decoded += bracketsBytes; len(p.open) == MaxDepth {
				return nil, loaders.Errorf("nested more than %d levels deep", MaxDepth)
			}
			p.open = append(p.open, len(p.keys))
			n += p.numbersLength(b[i:])
		case ']', '}':
			if last := len(p.open) - 1; last >= 0 {
				p.compareKeys(p.keys[p.open[last]:])
				p.keys, p.open = p.keys[:p.open[last]], p.open[:last]
			}
		case ',':
			p.decoded += valueBytes
		case 'N', 'I', '-':
			if token := bareLen(b[i:]); token > 0 {
				n = token
				p.text = append(append(p.text, b[from:i]...), "null"...)
				from = i + n
				p.bare++
			}
		}
		if p.decoded > maxDecoded {
			return nil, loaders.Errorf("the record would take more than %d MB of memory", maxDecoded>>20)
		}
		i += n
	}
	if p.bare == 0 {
		p.text = b
		return p, nil
	}
	p.text = append(p.text, b[from:]...)
	return p, nil
}

// A third equal key in a row isn't kept, because two suffice to report it.
func (p *scannedJSON) scanKey(b []byte, n int) {
	if rest := b[n+countSpaces(b[n:]):]; len(p.open) == 0 || len(rest) == 0 || rest[0] != ':' {
		return
	}
	p.decoded += entryBytes
	mine, key := p.keys[p.open[len(p.open)-1]:], b[1:n-1]
	if last := len(mine) - 1; last > 0 && bytes.Equal(mine[last], key) && bytes.Equal(mine[last-1], key) {
		return // twice is enough
	}
	p.keys = append(p.keys, key)
}

func (p *scannedJSON) compareKeys(objectKeys [][]byte) {
	slices.SortFunc(objectKeys, bytes.Compare)
	for i := 1; i < len(objectKeys); i++ {
		key := objectKeys[i]
		if bytes.Equal(key, objectKeys[i-1]) && len(p.repeated) < problemsOfRecord && !slices.Contains(p.repeated, string(key)) {
			p.repeated = append(p.repeated, string(key))
		}
	}
}

// numbersLength skips lists of fractions, which most records consist of. It wants as many dots as
// numbers, because then no number is whole and none a bare word.
func (p *scannedJSON) numbersLength(b []byte) int {
	isNested := len(b) < 2 || b[0] != '[' || b[1] == '[' || b[1] == '{' || b[1] == '"'
	if isNested {
		return 0
	}
	b = b[1:]
	end := bytes.IndexByte(b[:min(len(b), longestList)], ']')
	if end < 0 {
		return 0
	}
	b = b[:end]
	commas := bytes.Count(b, []byte{','})
	isMixed := bytes.Count(b, []byte{'.'}) != commas+1 || containsByte(b, '"') || containsByte(b, '[') || containsByte(b, '{')
	if isMixed {
		return 0
	}
	p.decoded += commas * valueBytes
	return end
}

// Nested lists would each scan the same bytes.
const longestList = 64 << 10

var marks = [256]bool{'"': true, '[': true, '{': true, ']': true, '}': true, ',': true, 'N': true, 'I': true, '-': true}

func gapLength(b []byte) int {
	for i, c := range b {
		if marks[c] {
			return i
		}
	}
	return len(b)
}

const longInt = 19

func (p *scannedJSON) passBetween(b []byte) {
	if len(b) < longInt {
		return
	}
	b = bytes.TrimLeft(b, ": \t\r\n")
	digits := 0
	for digits < len(b) && '0' <= b[digits] && b[digits] <= '9' {
		digits++
	}
	p.long = p.long || digits >= longInt
}

func bareLen(b []byte) int {
	for _, token := range []string{"NaN", "Infinity", "-Infinity"} {
		if len(b) >= len(token) && string(b[:len(token)]) == token {
			return len(token)
		}
	}
	return 0
}
