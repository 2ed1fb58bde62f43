package record

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Keys returns the keys of head's first JSON object, each with its value's first byte: one of { [ "
// t f n, a digit or minus. Records may be lines, values over several lines, or elements of a list;
// anything before a line's first object is ignored, and the object may be cut off. Archives have none.
func Keys(head []byte) map[string]byte {
	for keys := range keySets(head, "") {
		return keys
	}
	return nil
}

// keySets yields the keys of the elements at jsonPath, of the records for "". Archives have none: a stored file's text lies
// between what the archive says of it.
func keySets(head []byte, jsonPath string) iter.Seq[map[string]byte] {
	within, isLines := findLayout(head)
	switch {
	case files.ArchiveKind(head) != "":
		return func(func(map[string]byte) bool) {}
	case jsonPath == "" && isLines:
		return func(yield func(map[string]byte) bool) { eachLine(head, yield) }
	}
	return func(yield func(keys map[string]byte) bool) {
		for e := range index.In(head, cmp.Or(jsonPath, within)) {
			if !yield(keysOf(e.Bytes)) {
				return
			}
		}
		for n, line := range bytes.SplitN(head, []byte("\n"), fewKeyed+1) {
			if !isLines || n == fewKeyed {
				return
			}
			if e, ok := index.First(line, jsonPath); n > 0 && ok && !yield(keysOf(e.Bytes)) {
				return
			}
		}
	}
}

func eachLine(head []byte, yield func(keys map[string]byte) bool) {
	if FirstByte(head) == '{' {
		if keys := ElementKeys(head, ""); len(keys) > 0 {
			if !yield(keys) {
				return
			}
			_, head, _ = bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
		}
	}
	for line := range bytes.Lines(head) {
		if keys := keysOf(bytes.TrimSpace(line)); len(keys) > 0 && !yield(keys) {
			return
		}
	}
}

// Keyed detects texts by keys of the first record: `id, label:", !loss, context:"|premise:"` wants
// id, a label that is a text, no loss, and a text under context or premise (see [Keys]). One of
// the keys may be null, or missing among more than two, if a record soon after has it.
func Keyed(requiredKeys string) loaders.FormatDetector { return KeyedAt("", requiredKeys) }

// KeyedAt is [Keyed] for the first element at a path (see [index.FindElements]), after required
// leading brackets: "[*". "" is the first record's path. morePathsAndKeys are further required paths and
// keys in turn.
func KeyedAt(listPath, requiredKeys string, morePathsAndKeys ...string) loaders.FormatDetector {
	return func(head []byte) bool {
		for pair := range slices.Chunk(append([]string{listPath, requiredKeys}, morePathsAndKeys...), 2) {
			if _, ok := FindKeys(head, pair[0], pair[1]); !ok {
				return false
			}
		}
		return true
	}
}

// fewKeyed bounds the records of which one must have a key that the first lacks.
const fewKeyed = 8

// FindKeys returns the first element's keys at a path of [KeyedAt], with those that it lacks from later ones, and whether
// they meet the requirement; "" is met if head begins with the path's brackets.
func FindKeys(head []byte, listPath, requirement string) (keys map[string]byte, ok bool) {
	path := strings.TrimLeft(listPath, "[{")
	rest := head
	for _, bracket := range []byte(listPath[:len(listPath)-len(path)]) {
		if FirstByte(rest) != bracket {
			return nil, false
		}
		_, rest, _ = bytes.Cut(rest, []byte{bracket})
	}
	looked, required := 0, slices.DeleteFunc(strings.Split(requirement, ", "), func(one string) bool { return one == "" })
	lacking := required
	for more := range keySets(head, path) {
		if keys == nil {
			keys = more
		}
		for key, value := range more {
			if keys[key] == 0 || keys[key] == 'n' {
				keys[key] = value
			}
		}
		lacking = loaders.Filter(required, func(one string) bool { return !Holds(keys, one) })
		mayFollow := len(lacking) == 1 && (len(required) > 2 || isNull(keys, lacking[0]))
		if looked++; looked == fewKeyed || keys != nil && !mayFollow {
			break
		}
	}
	return keys, len(lacking) == 0
}

func isNull(keys map[string]byte, requirement string) bool {
	return slices.ContainsFunc(strings.Split(requirement, "|"), func(one string) bool {
		name, _, _ := strings.Cut(one, ":")
		return keys[name] == 'n'
	})
}

// Holds reports whether [Keys] meet the requirement, as in [Keyed]: "|" between alternatives, ", "
// between requirements, "!" for a missing key, ":" before a value's first byte.
func Holds(foundKeys map[string]byte, requirement string) bool {
	for any := range strings.SplitSeq(requirement, ", ") {
		if !slices.ContainsFunc(strings.Split(any, "|"), func(one string) bool {
			name, first, _ := strings.Cut(one, ":")
			name, absent := strings.CutPrefix(name, "!")
			return absent == (foundKeys[name] == 0) && (first == "" || foundKeys[name] == first[0])
		}) {
			return false
		}
	}
	return true
}

// Either accepts what any detector accepts.
func Either(detectors ...loaders.FormatDetector) loaders.FormatDetector {
	return func(head []byte) bool {
		return slices.ContainsFunc(detectors, func(is loaders.FormatDetector) bool { return is(head) })
	}
}

func findLayout(head []byte) (within string, lines bool) {
	text := bytes.TrimLeft(head, " \t\r\n")
	first, rest, more := bytes.Cut(text, []byte("\n"))
	switch start := FirstByte(text); {
	case start != '[' && start != '{':
	case Valid(index.Uncomma(first)) && len(bytes.TrimSpace(rest)) > 0:
	case start == '[':
		return "*", false
	case more && len(bytes.TrimSpace(first)) == 1: // the bracket of a value that head may cut off
		return "", false
	case more:
		value, ok := index.First(text, "")
		return "", !ok || !bytes.Contains(value.Bytes, []byte("\n")) || !Valid(value.Bytes)
	}
	return "", true
}

// Valid reports whether b is JSON nested no deeper than [MaxDepth], which would overflow a reader's
// stack.
func Valid(b []byte) bool {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i += index.StringLen(b[i:]) - 1
		case '[', '{':
			if depth++; depth > MaxDepth {
				return false
			}
		case ']', '}':
			depth--
		}
	}
	return gjson.ValidBytes(b)
}

// ElementKeys is [Keys] for the first element at jsonPath (see [index.FindElements]); nil if not an
// object.
func ElementKeys(head []byte, jsonPath string) map[string]byte {
	element, _ := index.First(head, jsonPath)
	return keysOf(element.Bytes)
}

// A cut-off last value counts, because heads end anywhere.
func keysOf(jsonLine []byte) map[string]byte {
	if len(jsonLine) == 0 || jsonLine[0] != '{' {
		return nil
	}
	keys := map[string]byte{}
	text := string(jsonLine) + `"` // closes a cut-off string
	gjson.Parse(text).ForEach(func(key, value gjson.Result) bool {
		if len(value.Raw) > 0 {
			keys[key.Str] = value.Raw[0]
		}
		return true
	})
	return keys
}

// FirstByte returns the first byte after white space, 0 for none.
func FirstByte(head []byte) byte {
	if text := bytes.TrimLeft(head, " \t\r\n"); len(text) > 0 {
		return text[0]
	}
	return 0
}

// MaxDepth bounds nested arrays and objects.
const MaxDepth = 256
