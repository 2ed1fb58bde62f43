package tally

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// wire is a question with whatever the file has of it.
type wire struct {
	ID         id              `json:"question_id"`
	Question   string          `json:"question"`
	Name       string          `json:"name"`
	Answer     json.RawMessage `json:"answer"`
	Simple     *bool           `json:"issimple"`
	Source     string          `json:"data_source"`
	Image      string          `json:"image"`
	Width      record.Real     `json:"img_width"`
	Height     record.Real     `json:"img_height"`
	Gold       []record.Reals  `json:"gt_bboxes"`
	Predicted  *record.Real    `json:"pred"`
	Candidates []candidate     `json:"candidate_bbox"`
}

// id is a number or a string.
type id string

// UnmarshalJSON implements [json.Unmarshaler]. What is neither is "".
func (s *id) UnmarshalJSON(b []byte) error {
	*s = ""
	switch {
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(s))
	case b[0] == '-' || b[0] >= '0' && b[0] <= '9':
		*s = id(bytes.TrimSuffix(b, []byte(".0"))) // pandas makes floats of a column with gaps
	}
	return nil
}

// candidate is a pair of a box and its score, either of them missing where the
// file has something else there.
type candidate struct {
	box   loaders.Box
	score float64
}

// UnmarshalJSON implements [json.Unmarshaler]. It never fails, so that one bad
// entry does not lose the record.
func (c *candidate) UnmarshalJSON(b []byte) error {
	*c = candidate{missing, math.NaN()}
	var corners record.Reals
	var score record.Real
	pair := []json.RawMessage{}
	if err := json.Unmarshal(b, &pair); err == nil && len(pair) == 2 && json.Unmarshal(pair[0], &corners) == nil && json.Unmarshal(pair[1], &score) == nil {
		*c = candidate{boxOf(corners), float64(score)}
	}
	return nil
}

// missing is a box that is none, for the check of boxes to report.
var missing = loaders.Box{X0: math.NaN()}

func boxOf(b []float64) loaders.Box {
	if len(b) != 4 {
		return missing
	}
	return loaders.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]}
}

// decode turns a question into an example.
func (j *join) decode(rec *record.Record) (*loaders.Example, error) {
	var in wire
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	if in.ID == "" {
		rec.Problem("no question_id", "named after its place")
	}
	j.complete(rec, &in)
	ex := &loaders.Example{ID: string(in.ID), Question: in.Question}
	if ex.Question == "" {
		ex.Question = in.Name
	}
	if in.Simple != nil {
		ex.Kind = map[bool]string{true: "simple", false: "complex"}[*in.Simple]
	}
	if in.Source != "" {
		ex.Meta = map[string]string{"data_source": in.Source}
	}
	gold := in.count(rec)
	if gold >= 0 {
		ex.Answer.Gold = strconv.Itoa(gold)
	}
	im := in.image(j.run, rec)
	root := loaders.Module{Op: "count", Text: in.Name, Place: -1}
	in.regions(rec, im, &root)
	if root.Output.Boxes == nil && root.Gold == nil {
		if im.Path != "" {
			ex.Images = []loaders.Image{*im}
		}
		return ex, nil
	}
	ex.Images, ex.Program = []loaders.Image{*im}, []loaders.Module{root}
	in.predict(rec, &ex.Answer, &root, gold)
	return ex, nil
}

// complete takes what the record leaves out from the questions.
func (j *join) complete(rec *record.Record, in *wire) {
	if j.questions == nil {
		return
	}
	var more wire
	if !j.questions.Decode(rec, string(in.ID), &more) {
		rec.Problem("no question of this question_id in "+j.questions.Path, "shown as the run has it")
		return
	}
	fill := func(into *string, from string) {
		if *into == "" {
			*into = from
		}
	}
	fill(&in.Question, more.Question)
	fill(&in.Name, more.Name)
	fill(&in.Image, more.Image)
	fill(&in.Source, more.Source)
	if in.Simple == nil {
		in.Simple = more.Simple
	}
	if in.Width == 0 || in.Height == 0 {
		in.Width, in.Height = more.Width, more.Height
	}
	if in.Gold == nil {
		in.Gold = more.Gold
	}
	if in.Answer == nil {
		in.Answer = more.Answer
	}
}

// count is the gold count, -1 where the file has none that can be read.
func (in *wire) count(rec *record.Record) int {
	if len(in.Answer) == 0 || string(in.Answer) == "null" {
		rec.Problem("no answer", "not scored")
		return -1
	}
	text := bytes.Trim(in.Answer, `"`)
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || x != math.Trunc(x) || x < 0 || x > 1<<31-1 {
		rec.Problem(fmt.Sprintf("answer %.80s is no count", in.Answer), "not scored")
		return -1
	}
	return int(x)
}

func (in *wire) image(run *loaders.Run, rec *record.Record) *loaders.Image {
	im := &loaders.Image{Units: loaders.Pixels, Width: size(in.Width), Height: size(in.Height)}
	if in.Image != "" {
		im.Path = rec.Picture(run, in.Image)
	}
	return im
}

// size is a width or height in pixels, 0 for what is none.
func size(x record.Real) int {
	if x >= 1 && x <= 1<<24 {
		return int(x)
	}
	return 0
}

// regions fills the proposals with their scores, and the gold boxes.
func (in *wire) regions(rec *record.Record, im *loaders.Image, root *loaders.Module) {
	if in.Candidates != nil {
		scores := make([]float64, len(in.Candidates))
		im.Proposals = make([]loaders.Box, len(in.Candidates))
		for i, c := range in.Candidates {
			im.Proposals[i], scores[i] = c.box, c.score
		}
		im.Proposals = rec.Boxes("candidate_bbox", im, im.Proposals)
		if scores = rec.Probabilities("candidate_bbox", scores, len(scores)); scores != nil {
			root.Output.Boxes = [][]float64{scores}
		}
	}
	if in.Gold == nil {
		return
	}
	gold := make([]loaders.Box, len(in.Gold))
	for i, b := range in.Gold {
		gold[i] = boxOf(b)
	}
	gold = rec.Boxes("gt_bboxes", im, gold)
	im.Gold = gold
	root.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold}, Source: "gt_bboxes"}
}

// slack is how far pred may be from the sum of the scores without a word: the
// authors sum in float32.
const slack = 1e-3

// predict fills the prediction: pred, else the sum of the scores.
func (in *wire) predict(rec *record.Record, a *loaders.Answer, root *loaders.Module, gold int) {
	sum, known := 0., root.Output.Boxes != nil
	if known {
		for _, s := range root.Output.Boxes[0] {
			sum += s
		}
	}
	count := sum
	if in.Predicted != nil && !in.Predicted.Missing() {
		count = float64(*in.Predicted)
		if known && math.Abs(count-sum) > slack*max(1, math.Abs(sum)) {
			rec.Problem(fmt.Sprintf("pred is %.4g and the scores sum to %.4g", count, sum), "the count that is scored is the sum")
			count = sum
		}
		known = true
	}
	if !known {
		return
	}
	a.Predicted = strconv.FormatFloat(count, 'g', 6, 64)
	if gold >= 0 {
		a.Correct = loaders.VerdictOf(math.RoundToEven(count) == float64(gold))
	}
}
