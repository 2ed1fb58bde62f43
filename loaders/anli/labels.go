package anli

import (
	"encoding/json"
	"strings"

	"faithscope/loaders/record"
)

// labels are the classes in the order of the probabilities.
var labels = [...]string{"entailment", "neutral", "contradiction"}

var inFull = map[string]string{
	"e": labels[0], "n": labels[1], "c": labels[2],
	"0": labels[0], "1": labels[1], "2": labels[2],
}

// label is a class, in full where it is known.
type label string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *label) UnmarshalJSON(b []byte) error {
	var t record.Text
	err := json.Unmarshal(b, &t)
	*l = labelOf(string(t))
	return err
}

func labelOf(s string) label {
	if full, ok := inFull[s]; ok {
		return label(full)
	}
	return label(s)
}

// listOf reads a list of strings as Python prints it, ['a', "b's"]; ok is
// false for anything else.
func listOf(s string) (list []string, ok bool) {
	s, opened := strings.CutPrefix(strings.TrimSpace(s), "[")
	s, closed := strings.CutSuffix(s, "]")
	if !opened || !closed {
		return nil, false
	}
	for s = strings.TrimSpace(s); s != ""; {
		word, rest, ok := record.PythonString(s)
		if !ok {
			return nil, false
		}
		list = append(list, word)
		rest = strings.TrimSpace(rest)
		if s, ok = strings.CutPrefix(rest, ","); !ok && rest != "" {
			return nil, false
		}
		s = strings.TrimSpace(s)
	}
	return list, true
}
