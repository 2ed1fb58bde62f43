package faithfulnmn

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"faithscope/loaders/record"
)

// wire is the part of a record that is read. The rest, more than half of its
// bytes, repeats the grammar and the scores that faithscope computes itself.
type wire struct {
	ImageID    string           `json:"image_id"`
	Utterance  string           `json:"utterance"`
	Tokens     []string         `json:"sentence_tokens"`
	Prediction reals            `json:"prediction"`
	Label      flag             `json:"label"`
	Correct    flag             `json:"correct"`
	Proposals  [][]record.Reals `json:"bboxes"` // image, box, 4 numbers
	Actions    []string         `json:"best_action_strings"`
	Predicted  string           `json:"parse_predicted"`
	Annotated  string           `json:"parse_gold"`
	Steps      []struct {
		Attention record.Reals `json:"question_attention"`
	} `json:"debug_info"`
	Programs [][]entry          `json:"modules_debug_info"` // the first program is the best
	Gold     [][][]record.Reals `json:"gold_box"`           // action, image, box, 4 numbers
}

// entry is the log of one module.
type entry struct {
	Module string `json:"module"`
	Index  *int   `json:"index"` // number has none
	Output reals  `json:"output"`
}

// reals is a list of numbers, or one number: the count modules log either.
type reals []float64

// UnmarshalJSON implements [json.Unmarshaler].
func (xs *reals) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return (*record.Reals)(xs).UnmarshalJSON(b)
	}
	var x record.Real
	if err := x.UnmarshalJSON(b); err != nil || x.Missing() {
		return err
	}
	*xs = reals{float64(x)}
	return nil
}

// one returns the only number, ok false where there is none.
func (xs reals) one() (x float64, ok bool) {
	if len(xs) != 1 || math.IsNaN(xs[0]) || math.IsInf(xs[0], 0) {
		return 0, false
	}
	return xs[0], true
}

// flag is a boolean that versions of PyTorch also write as 0 or 1.
type flag struct{ given, value bool }

// UnmarshalJSON implements [json.Unmarshaler]. What is neither true nor false
// is not given.
func (f *flag) UnmarshalJSON(b []byte) error {
	switch strings.ToLower(string(bytes.Trim(b, `"`))) {
	case "true", "1", "1.0":
		*f = flag{true, true}
	case "false", "0", "0.0":
		*f = flag{true, false}
	}
	return nil
}

var (
	_ json.Unmarshaler = (*reals)(nil)
	_ json.Unmarshaler = (*flag)(nil)
)

// missing names the keys without which an example is poorer.
func (w *wire) missing() []string {
	var keys []string
	for _, key := range []struct {
		name    string
		present bool
	}{
		{"image_id", w.ImageID != ""},
		{"utterance", w.Utterance != ""},
		{"sentence_tokens", w.Tokens != nil},
		{"prediction", w.Prediction != nil},
		{"bboxes", w.Proposals != nil},
		{"best_action_strings", w.Actions != nil},
		{"debug_info", w.Steps != nil},
		{"modules_debug_info", w.Programs != nil},
	} {
		if !key.present {
			keys = append(keys, key.name)
		}
	}
	return keys
}

// neededKeys is how many names missing can return.
const neededKeys = 8
