package attribution

import (
	"bytes"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// shapeOf finds how a file that begins with head holds its records, which are
// objects or lists of objects: one after the other (path ""), or in one list
// ("*"). keys are those of the first object, nil for none.
func shapeOf(head []byte) (path string, keys map[string]byte) {
	switch first, second := opening(head); {
	case first == '{':
		return "", record.ElementKeys(head, "")
	case first == '[' && second == '{' && several(head):
		return "", record.ElementKeys(head, "*")
	case first == '[' && second == '{':
		return "*", record.ElementKeys(head, "*")
	case first == '[' && second == '[':
		return "*", record.ElementKeys(head, "*.*")
	}
	return "", nil
}

// keyed returns what reports whether a text begins with records of certain keys
// (see [record.Keyed]), in any of the shapes of [shapeOf].
func keyed(keys string) func(head []byte) bool {
	return func(head []byte) bool {
		_, found := shapeOf(head)
		return record.Holds(found, keys)
	}
}

// opening returns the first two bytes of head that are not white space.
func opening(head []byte) (first, second byte) {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 {
		return 0, 0
	}
	rest := bytes.TrimLeft(head[1:], " \t\r\n")
	if len(rest) == 0 {
		return head[0], 0
	}
	return head[0], rest[0]
}

// several reports whether the JSON array that head begins with ends in it,
// with another behind.
func several(head []byte) bool {
	end := endOf(head)
	if end < 0 {
		return false
	}
	first, _ := opening(head[end:])
	return first == '['
}

// inLines reports whether the first record ends on the line where it begins:
// whether the file is JSON Lines, and not one printed value.
func inLines(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	line, _, more := bytes.Cut(head, []byte("\n"))
	return !more || endOf(line) >= 0
}

// endOf is the index behind the array or object that head begins with, -1
// where it does not end in head.
func endOf(head []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(head); i++ {
		switch c := head[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// open opens a file with a record an example.
func open(o *record.Opening, decode record.Decode) error {
	path, _ := shapeOf(o.Source.Head)
	if path == "" && inLines(o.Source.Head) {
		return o.Lines(0, decode)
	}
	return o.Elements(path, decode)
}

// objects decodes a record that is one T or a list of them.
func objects[T any](rec *record.Record) ([]T, error) {
	if first, _ := opening(rec.Bytes); first == '[' {
		var list []T
		err := rec.Decode(&list)
		return list, err
	}
	var one T
	err := rec.Decode(&one)
	return []T{one}, err
}

// textOf joins tokens to a text for display. In word pieces the marks that
// tokenisers put where a word begins ("▁", "Ġ") become blanks.
func textOf(tokens []string, pieces bool) string {
	if !pieces {
		return strings.Join(tokens, " ")
	}
	return strings.TrimSpace(wordStarts.Replace(strings.Join(tokens, "")))
}

var wordStarts = strings.NewReplacer("▁", " ", "Ġ", " ", "Ċ", "\n")

// inPieces reports whether some token says where a word begins, so that the
// others go on with one.
func inPieces(tokens []string) bool {
	return slices.ContainsFunc(tokens, func(token string) bool { return strings.HasPrefix(token, "▁") || strings.HasPrefix(token, "Ġ") })
}

// add adds a row to ex; scores that do not fit tokens are a problem, and the
// row is kept without them.
func add(ex *loaders.Example, rec *record.Record, name string, tokens []string, scores []float64, isSigned bool) {
	scores = rec.Weights("the scores of "+name, scores, len(tokens))
	ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: name, Over: "tokens", Tokens: tokens, Scores: scores, Signed: isSigned})
}
