package faithfulnmn

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// wire is the part of a record that is read. The rest, more than half of its
// bytes, repeats the grammar and the scores that faithscope computes itself.
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

// UnmarshalJSON implements [json.Unmarshaler]: it reads one number as a list of one, and leaves xs
// as it is for what is neither a list nor a number.
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

// needed are the keys without which an example is poorer.
var needed = strings.Fields("image_id utterance sentence_tokens prediction bboxes best_action_strings debug_info modules_debug_info")

// missingKeys returns the needed keys that the record lacks or has as null or, of the two that are
// texts, as empty, in the order of [needed].
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
