package tally

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const convention = "xyxy, pixels"

// Questions reads TallyQA's and COCO-Grounding's questions.
var Questions = record.NewFormat(loaders.Format{
	Name:   "tallyqa",
	About:  "TallyQA's train.json and test.json, and COCO-Grounding's coco-ground.json",
	Boxes:  convention,
	Sign:   "question_id, question, answer and image, with issimple, data_source or gt_bboxes, in the elements of a list",
	Keys:   "question_id question answer image issimple",
	Detect: areQuestions,
}, record.Codec{Dataset: "TallyQA", Pictures: true, Open: func(o *record.Opening) {
	if record.ElementKeys(o.Source.Head, "*")["gt_bboxes"] != 0 {
		o.Run.Dataset, o.Run.Gold = "COCO-Grounding", "in the file"
	} else {
		o.Run.Boxes = ""
	}
	o.Elements("*", record.As((&join{}).decode))
}})

// Grounding reads the region scores of the Spatial Counting Network.
var Grounding = record.NewFormat(loaders.Format{
	Name:   "scn-grounding",
	About:  "SCN's region scores (candidate_bbox), exported from the authors' pickle as JSON Lines",
	Boxes:  convention,
	Sign:   "the key candidate_bbox, a list or null, in the first record, with or without a header with scn above",
	Keys:   "question_id answer candidate_bbox",
	Detect: isGrounding,
}, record.Codec{Gold: "in the file", Pictures: true, Beside: []record.Companion{questionFiles}, Open: openGrounding})

var areQuestions = record.KeyedAt("[*", `question_id, question:", answer, image:", !candidate_bbox, issimple|data_source|gt_bboxes`)

func isGrounding(head []byte) bool {
	_, head = readHeader(head)
	return record.Keyed("candidate_bbox:[|candidate_bbox:n")(head)
}

// goldBoxes matches those of a record.
var goldBoxes = regexp.MustCompile(`"gt_bboxes"\s*:\s*\[`)

// questionFiles are those that come with region scores.
var questionFiles = record.Companion{
	What: "questions", Flag: loaders.GoldFile, Is: areQuestions, Missing: "questions (TallyQA, COCO-Grounding)", Without: "their text",
	Entries: record.At("*", asked), Asks: asked,
}

// asked is the id of the question that a record asks or answers.
func asked(rec *record.Record) string { return questionID(record.KeyOf("question_id")(rec)) }

// openGrounding joins the questions that come with region scores. Scores that
// include the questions are shown without a problem where there is no such
// file.
func openGrounding(o *record.Opening) {
	h, rest := readHeader(o.Source.Head)
	j := &join{answers: true, grounded: goldBoxes.Match(rest)}
	o.Lines(h.lines, record.As(j.decode))
	h.name(o.Run)
	c := questionFiles
	if record.Keys(rest)["question"] != 0 {
		c.Without = ""
	}
	o.Join(c)
}

// header is the first line of an export, where it has one: an object with scn,
// the model's name.
type header struct {
	Model   string `json:"scn"`
	Dataset string `json:"dataset"`
	Note    string `json:"note"`

	lines int // that it takes, 0 if there is none
}

// readHeader reads the header from a file's first bytes, and returns what follows it: all
// of head if there is none.
func readHeader(head []byte) (header, []byte) {
	line, rest, _ := bytes.Cut(head, []byte("\n"))
	keys := record.Keys(line)
	if keys["scn"] != '"' || keys["candidate_bbox"] != 0 {
		return header{}, head
	}
	var h header
	if err := (&record.Record{Bytes: line, Line: 1}).DecodeKnown(&h); err != nil {
		h = header{} // a header all the same
	}
	h.lines = 1
	return h, rest
}

// name gives a run what the header says about it.
func (h *header) name(run *loaders.Run) {
	if h.Model != "" {
		run.Name = h.Model
	}
	run.Dataset, run.Note = cmp.Or(h.Dataset, run.Dataset), cmp.Or(h.Note, run.Note)
}

// wire is a question with whatever the file has of it.
type wire struct {
	ID         record.Text     `json:"question_id"`
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

// candidate is a pair of a box and its score, either of them missing where the
// file has something else there.
type candidate struct {
	box   loaders.Box
	score float64
}

// UnmarshalJSON implements [json.Unmarshaler]. It never fails, so that one bad
// entry does not lose the record.
func (c *candidate) UnmarshalJSON(b []byte) error {
	*c = candidate{record.Reals(nil).Corners(), math.NaN()}
	var corners record.Reals
	score := record.Real(math.NaN()) // which null leaves
	if record.Tuple(b, &corners, &score) {
		*c = candidate{corners.Corners(), float64(score)}
	}
	return nil
}

// unboxed reports whether the box is not four numbers.
func (c candidate) unboxed() bool {
	return !(math.Abs(c.box.X0+c.box.Y0+c.box.X1+c.box.Y1) <= math.MaxFloat64)
}

// questionID is an id as the file has it. Pandas turns a column with gaps into
// floats.
func questionID(s string) string { return strings.TrimSuffix(s, ".0") }

// decode turns a question into an example.
func (j *join) decode(in *wire, rec *record.Record) *loaders.Example {
	id := questionID(string(in.ID))
	if id == "" {
		rec.Problem("no question_id; named after its place")
	}
	in.complete(rec)
	ex := &loaders.Example{ID: id, Question: cmp.Or(in.Question, in.Name)}
	ex.Describe("data_source", in.Source)
	if in.Simple != nil {
		ex.Kind = map[bool]string{true: "simple", false: "complex"}[*in.Simple]
	}
	if j.grounded && in.Gold == nil {
		rec.Problem("no gt_bboxes; counted, and not grounded")
	}
	gold := in.count(rec)
	if gold >= 0 {
		ex.Answer.Gold = strconv.Itoa(gold)
	}
	im := in.image(rec)
	root := loaders.Module{Op: "count", Text: in.Name, Place: -1}
	scores := in.regions(rec, im, &root)
	if !j.answers && root.Gold == nil {
		if im.Path != "" {
			ex.Images = []loaders.Image{*im}
		}
		return ex
	}
	ex.Images, ex.Program = []loaders.Image{*im}, []loaders.Module{root}
	if in.predict(rec, &ex.Answer, &ex.Program[0], gold, scores); j.answers {
		rec.CountMissing(&ex.Answer)
	}
	return ex
}

// complete takes what the record lacks from the questions.
func (in *wire) complete(rec *record.Record) {
	var more wire
	if questions := rec.Beside(); questions == nil {
		return
	} else if !questions.Decode(questionID(string(in.ID)), &more) {
		rec.Problem("no question of this question_id in %s; shown as the run has it", questions.Path)
		return
	}
	in.Question, in.Name = cmp.Or(in.Question, more.Question), cmp.Or(in.Name, more.Name)
	in.Image, in.Source = cmp.Or(in.Image, more.Image), cmp.Or(in.Source, more.Source)
	in.Simple = cmp.Or(in.Simple, more.Simple)
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
		rec.Problem("no answer; not scored")
		return -1
	}
	text := bytes.Trim(in.Answer, `"`)
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || x != math.Trunc(x) || x < 0 || x > 1<<31-1 {
		rec.Problem("answer %.80s is not a count; not scored", in.Answer)
		return -1
	}
	return int(x)
}

func (in *wire) image(rec *record.Record) *loaders.Image {
	im := &loaders.Image{Units: loaders.Pixels, Width: in.Width.Side(), Height: in.Height.Side()}
	if in.Image != "" {
		im.Path = rec.Picture(in.Image)
	}
	return im
}

// regions fills the proposals with their scores, and the gold boxes. It returns the
// scores, nil if one is missing; where a box is, they make a count and no output, since
// it is not known whether they are on gold.
func (in *wire) regions(rec *record.Record, im *loaders.Image, root *loaders.Module) (scores []float64) {
	if in.Candidates != nil {
		im.Proposals = rec.Boxes("candidate_bbox", im, loaders.Map(in.Candidates, func(c candidate) loaders.Box { return c.box }))
		scores = loaders.Map(in.Candidates, func(c candidate) float64 { return c.score })
		scores = rec.Probabilities("candidate_bbox", scores, len(scores))
		switch {
		case scores == nil:
		case slices.ContainsFunc(in.Candidates, candidate.unboxed):
			rec.Problem("candidate_bbox: scores without a box; counted, and not grounded")
		default:
			root.Output.Boxes = [][]float64{scores}
		}
	}
	if in.Gold == nil {
		return scores
	}
	gold := rec.Boxes("gt_bboxes", im, loaders.Map(in.Gold, record.Reals.Corners))
	im.Gold = gold
	root.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold}, Source: "gt_bboxes"}
	return scores
}

// slack is how far pred may be from the sum of the scores without a problem:
// the authors sum in float32.
const slack = 1e-3

// predict fills the prediction: pred, or else the sum of the scores, rounded as the
// authors' accuracy does.
func (in *wire) predict(rec *record.Record, a *loaders.Answer, root *loaders.Module, gold int, scores []float64) {
	sum, known := loaders.Sum(scores), scores != nil
	count := sum
	predicted, ok := in.Predicted.Known()
	if in.Predicted != nil && !ok {
		rec.Problem("pred is not a number; the count is the sum of the scores, where all are there")
	}
	if ok {
		count = predicted
		if known && math.Abs(count-sum) > slack*max(1, math.Abs(sum)) {
			rec.Problem("pred is %.4g and the scores sum to %.4g; the count that is scored is the sum", count, sum)
			count = sum
		}
		known = true
	}
	if !known {
		return
	}
	a.Predicted = strconv.FormatFloat(math.RoundToEven(count)+0, 'f', 0, 64)
	if root.Output.Boxes == nil { // the count before it is rounded, which errors are measured by
		root.Output.Number = &loaders.Number{Mean: count}
	}
	a.Judge(math.RoundToEven(count) == float64(gold))
}

// join joins region scores with questions.
type join struct {
	answers  bool // the records are a model's, and not questions alone
	grounded bool // one of the first of them has gold boxes
}
