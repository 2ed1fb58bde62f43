package tabular

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

func flatIn(head []byte) (path string) {
	if isFlat(head) {
		return "*"
	}
	most := 0
	for e := range index.In(head, "*") {
		if n := len(slices.Collect(index.In(e.Bytes, "*"))); e.Key != "" && n > most && isFlat(e.Bytes) {
			path, most = strings.ReplaceAll(e.Key, ".", `\.`)+".*", n
		}
	}
	return path
}

// isFlat reports whether head begins an object with values of one kind, or of any if all keys have digits, none an object.
// More than 20 are enough; three only if no key is the name of a column, otherwise a single row would be a table.
func isFlat(head []byte) bool {
	var kind byte
	var names []string
	isMixed, hasDigit := false, func(key string) bool { return strings.ContainsAny(key, "0123456789") }
	for e := range index.In(head, "*") {
		own := kindOf(e.Bytes)
		if kind = cmp.Or(kind, own); e.Key == "" || own == '{' {
			return false
		}
		isMixed = isMixed || own != kind
		names = append(names, e.Key)
	}
	if isMixed && len(loaders.Filter(names, hasDigit)) < len(names) {
		return false
	}
	cells := !isMixed && kind != '"' || roles.Guess(names, nil) != nil || slices.ContainsFunc(names, isAnswerName)
	return len(names) > mostColumns || len(names) >= leastFlat && !cells
}

// mapOfAnswers returns the map of answers by id of one object without objects in it. A file of
// --gold needs no more evidence, because the flag says what it is.
func mapOfAnswers(head []byte) roles.RoleMap {
	in := json.NewDecoder(bytes.NewReader(head))
	var whole json.RawMessage
	if _ = in.Decode(&whole); in.More() && whole != nil || record.FirstByte(head) != '{' { // a long object is cut off
		return nil
	}
	for e := range index.In(head, "*") {
		if first := record.FirstByte(e.Bytes); first == '{' || first == '[' && record.FirstByte(bytes.TrimLeft(e.Bytes, "[ \t\r\n")) == '{' {
			return nil
		}
	}
	return roles.RoleMap{}.WithPaths("rows", "*")
}

func kindOf(jsonValue []byte) byte {
	switch first := record.FirstByte(jsonValue); first {
	case '"', '[', 'n':
		return '"'
	case '{':
		return first
	}
	return '0'
}

const leastFlat = 3
