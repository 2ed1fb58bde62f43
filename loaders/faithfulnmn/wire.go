package faithfulnmn

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// nmnRecord omits more than half of a record's bytes, which repeat the grammar and scores that
// faithscope computes itself.
type nmnRecord struct {
	ImageID    string                    `json:"image_id"`
	Utterance  string                    `json:"utterance"`
	Tokens     []string                  `json:"sentence_tokens"`
	Prediction numberList                `json:"prediction"`
	Label      record.LenientText        `json:"label"`
	Correct    record.LenientText        `json:"correct"`
	Proposals  [][]record.LenientNumbers `json:"bboxes"` // image, box, 4 numbers
	Actions    []string                  `json:"best_action_strings"`
	Predicted  string                    `json:"parse_predicted"`
	Annotated  string                    `json:"parse_gold"`
	Steps      []struct {
		Attention record.LenientNumbers `json:"question_attention"`
	} `json:"debug_info"`
	Programs [][]moduleOutput            `json:"modules_debug_info"` // the best first
	Gold     [][][]record.LenientNumbers `json:"gold_box"`           // action, image, box, 4 numbers
}

type moduleOutput struct {
	Module string     `json:"module"`
	Index  *int       `json:"index"` // number has none
	Output numberList `json:"output"`
}

// numberList is a list of numbers, or one number: the count modules log either.
type numberList []float64

// UnmarshalJSON implements [json.Unmarshaler]. It ignores anything but a number or a list.
func (xs *numberList) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return (*record.LenientNumbers)(xs).UnmarshalJSON(b)
	}
	var x record.LenientNumber
	_ = x.UnmarshalJSON(b) // never fails
	if !x.Missing() {
		*xs = numberList{float64(x)}
	}
	return nil
}

func (xs numberList) onlyNumber() (x float64, ok bool) {
	if len(xs) != 1 || !loaders.IsFinite(xs[0]) {
		return 0, false
	}
	return xs[0], true
}

var needed = strings.Fields("image_id utterance sentence_tokens prediction bboxes best_action_strings debug_info modules_debug_info")

func (w *nmnRecord) missingKeys() (keys []string) {
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
