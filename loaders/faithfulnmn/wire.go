package faithfulnmn

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// wire omits more than half of a record's bytes, which repeat the grammar and scores that
// faithscope computes itself.
type wire struct {
	ImageID    string           `json:"image_id"`
	Utterance  string           `json:"utterance"`
	Tokens     []string         `json:"sentence_tokens"`
	Prediction reals            `json:"prediction"`
	Label      record.Text      `json:"label"`
	Correct    record.Text      `json:"correct"`
	Proposals  [][]record.Reals `json:"bboxes"` // image, box, 4 numbers
	Actions    []string         `json:"best_action_strings"`
	Predicted  string           `json:"parse_predicted"`
	Annotated  string           `json:"parse_gold"`
	Steps      []struct {
		Attention record.Reals `json:"question_attention"`
	} `json:"debug_info"`
	Programs [][]entry          `json:"modules_debug_info"` // the best first
	Gold     [][][]record.Reals `json:"gold_box"`           // action, image, box, 4 numbers
}

type entry struct {
	Module string `json:"module"`
	Index  *int   `json:"index"` // number has none
	Output reals  `json:"output"`
}

// reals is a list of numbers, or one number: the count modules log either.
type reals []float64

// UnmarshalJSON implements [json.Unmarshaler]. It ignores anything but a number or a list.
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

func (xs reals) onlyNumber() (x float64, ok bool) {
	if len(xs) != 1 || !loaders.IsFinite(xs[0]) {
		return 0, false
	}
	return xs[0], true
}

var needed = strings.Fields("image_id utterance sentence_tokens prediction bboxes best_action_strings debug_info modules_debug_info")

// missingKeys returns absent, null and empty-text keys in the order of [needed].
func (w *wire) missingKeys() (keys []string) {
	for i, there := range []bool{
		w.ImageID != "", w.Utterance != "", w.Tokens != nil, w.Prediction != nil, w.Proposals != nil, w.Actions != nil, w.Steps != nil,
		w.Programs != nil,
	} {
		if !there {
			keys = append(keys, needed[i])
		}
	}
	return keys
}
