package inspect

import (
	"encoding/json"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// scorerResult is a scorer's result for a sample.
type scorerResult struct {
	Value       json.RawMessage            `json:"value"`
	Answer      string                     `json:"answer"`
	Explanation string                     `json:"explanation"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
}

// orderedScores keep the order of the file, because the first counts.
type orderedScores []record.ObjectEntry[scorerResult]

// UnmarshalJSON implements [json.Unmarshaler]: what isn't a score is left out.
func (list *orderedScores) UnmarshalJSON(b []byte) error {
	var all record.OrderedObject[json.RawMessage]
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	*list = nil
	for _, e := range all {
		var s scorerResult
		if json.Unmarshal(e.Value, &s) == nil {
			*list = append(*list, record.ObjectEntry[scorerResult]{Key: e.Key, Value: s})
		}
	}
	return nil
}

// addTo adds a score under scorerName, and sets the verdict, or the credit for a value between 0 and 1,
// unless an earlier scorer has. A score in parts has no verdict, because it isn't known which part
// decides; neither has a value on a scale of grades.
func (s *scorerResult) addTo(a *loaders.Answer, scorerName string, scale gradeScale) {
	if scale.letters && isLetter(s.Value) {
		return
	}
	if len(s.Value) > 0 && s.Value[0] == '{' {
		var parts map[string]json.RawMessage
		if json.Unmarshal(s.Value, &parts) == nil {
			for _, key := range loaders.SortedKeys(parts) {
				setNumber(a, scorerName+"."+key, parts[key])
			}
		}
		return
	}
	x, verdict := setNumber(a, scorerName, s.Value)
	if scale.numbers && !isLetter(s.Value) {
		return
	}
	if a.Correct != loaders.Unknown || a.Credit != nil {
		return // an earlier scorer has decided
	}
	if judges, _ := record.Judges(scorerName); judges && x > 0 && x < 1 {
		a.Credit = &x
	}
	a.Correct = verdict
}

// gradeScale is of a scorer whose values are grades: C is the third letter from A, and 1 is the worst of five.
type gradeScale struct{ letters, numbers bool }

func scaleOf(scoreValue json.RawMessage) gradeScale {
	x, _, ok := valueOf(scoreValue)
	isGrade := isLetter(scoreValue) && !strings.ContainsAny(record.TextOf(scoreValue), "cpinCPIN")
	return gradeScale{letters: isGrade, numbers: ok && (x < 0 || x > 1)}
}

func isLetter(scoreValue json.RawMessage) bool {
	text := record.TextOf(scoreValue)
	return len(text) == 1 && strings.ContainsAny(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz")
}

func setNumber(a *loaders.Answer, scorerName string, scoreValue json.RawMessage) (x float64, verdict loaders.Verdict) {
	x, verdict, ok := valueOf(scoreValue)
	if ok && len(a.Scores) < maxMeta {
		a.Score(scorerName, x)
	}
	if judges, _ := record.Judges(scorerName); !judges {
		verdict = loaders.Unknown
	}
	return x, verdict
}

// valueOf follows inspect's value_to_float, except that partial credit (P, .5) and numbers other than
// 0 and 1 have no verdict. ok is false for no number.
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
