package inspect

import (
	"encoding/json"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// score is a scorer's result for a sample.
type score struct {
	Value       json.RawMessage            `json:"value"`
	Answer      string                     `json:"answer"`
	Explanation string                     `json:"explanation"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
}

// scores keep the order of the file, because the first counts.
type scores []record.Entry[score]

// UnmarshalJSON implements [json.Unmarshaler]: what isn't a score is left out.
func (list *scores) UnmarshalJSON(b []byte) error {
	var all record.Object[json.RawMessage]
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	*list = nil
	for _, e := range all {
		var s score
		if json.Unmarshal(e.Value, &s) == nil {
			*list = append(*list, record.Entry[score]{Key: e.Key, Value: s})
		}
	}
	return nil
}

// addTo adds a score under name, and sets the verdict, or the credit for a value between 0 and 1,
// unless an earlier scorer has. A score in parts has no verdict, because it isn't known which part
// decides; neither has a letter if graded, because C is then the third letter from A.
func (s *score) addTo(a *loaders.Answer, name string, graded bool) {
	if graded && isLetter(s.Value) {
		return
	}
	if len(s.Value) > 0 && s.Value[0] == '{' {
		var parts map[string]json.RawMessage
		if json.Unmarshal(s.Value, &parts) == nil {
			for _, key := range loaders.SortedKeys(parts) {
				setNumber(a, name+"."+key, parts[key])
			}
		}
		return
	}
	x, verdict := setNumber(a, name, s.Value)
	if a.Correct != loaders.Unknown || a.Credit != nil {
		return // an earlier scorer has decided
	}
	if judges, _ := record.Judges(name); judges && x > 0 && x < 1 {
		a.Credit = &x
	}
	a.Correct = verdict
}

func isLetter(value json.RawMessage) bool {
	text := record.TextOf(value)
	return len(text) == 1 && strings.ContainsAny(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz")
}

func isGrade(value json.RawMessage) bool {
	return isLetter(value) && !strings.ContainsAny(record.TextOf(value), "cpinCPIN")
}

func setNumber(a *loaders.Answer, name string, value json.RawMessage) (x float64, verdict loaders.Verdict) {
	x, verdict, ok := valueOf(value)
	if ok && len(a.Scores) < maxMeta {
		a.Score(name, x)
	}
	if judges, _ := record.Judges(name); !judges {
		verdict = loaders.Unknown
	}
	return x, verdict
}

// valueOf returns the number and verdict that a value means to inspect's value_to_float: P is 0.5
// and Unknown, like numbers other than 0 and 1. ok is false for no number.
func valueOf(b json.RawMessage) (x float64, verdict loaders.Verdict, ok bool) {
	text := strings.ToLower(record.TextOf(b))
	switch text {
	case "c", "yes", "true":
		return 1, loaders.Right, true
	case "i", "n", "no", "false":
		return 0, loaders.Wrong, true
	case "p":
		return 0.5, loaders.Unknown, true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x-x != 0 { // no number, or an infinity
		return 0, loaders.Unknown, false
	}
	if x == 0 || x == 1 {
		verdict = loaders.VerdictOf(x == 1)
	}
	return x, verdict, true
}

// maxMeta bounds the metadata of a sample.
const maxMeta = 64
