package inspect

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// scores are in the order of the file: the first counts.
type scores []score

type score struct {
	name        string
	Value       json.RawMessage            `json:"value"`
	Answer      string                     `json:"answer"`
	Explanation string                     `json:"explanation"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
}

// UnmarshalJSON implements [json.Unmarshaler]. What is no object has no
// scores, and one that is none is left out.
func (list *scores) UnmarshalJSON(b []byte) error {
	*list = nil
	if b[0] != '{' {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil { // the brace
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		s := score{name: name.(string)}
		if err := json.Unmarshal(raw, &s); err == nil {
			*list = append(*list, s)
		}
	}
	return nil
}

// into adds what the score says to an answer. One in parts gives numbers and
// no verdict: nobody knows which part decides.
func (s *score) into(a *loaders.Answer) {
	if len(s.Value) > 0 && s.Value[0] == '{' {
		var parts map[string]json.RawMessage
		if json.Unmarshal(s.Value, &parts) == nil {
			for _, key := range sortedKeys(parts) {
				keep(a, s.name+"."+key, parts[key])
			}
		}
		return
	}
	if verdict := keep(a, s.name, s.Value); a.Correct == loaders.Unknown {
		a.Correct = verdict
	}
}

// keep notes a value that stands for a number.
func keep(a *loaders.Answer, name string, value json.RawMessage) loaders.Verdict {
	x, verdict, ok := valueOf(value)
	if !ok {
		return loaders.Unknown
	}
	if a.Scores == nil {
		a.Scores = map[string]float64{}
	}
	if len(a.Scores) < maxMeta {
		a.Scores[name] = x
	}
	return verdict
}

// valueOf reads a value as inspect's value_to_float does; ok is false for one
// that stands for no number.
func valueOf(b json.RawMessage) (x float64, verdict loaders.Verdict, ok bool) {
	var text label
	if len(b) == 0 || json.Unmarshal(b, &text) != nil {
		return 0, loaders.Unknown, false
	}
	switch strings.ToLower(string(text)) {
	case "c", "yes", "true":
		return 1, loaders.Right, true
	case "i", "n", "no", "false":
		return 0, loaders.Wrong, true
	case "p":
		return 0.5, loaders.Unknown, true
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || x-x != 0 { // no number, or an infinity
		return 0, loaders.Unknown, false
	}
	if x == 0 || x == 1 {
		verdict = loaders.VerdictOf(x == 1)
	}
	return x, verdict, true
}
