package tally

import (
	"bytes"
	"cmp"
	"context"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	questionsName = "tallyqa"
	groundingName = "scn-grounding"
	convention    = "xyxy, pixels"
)

// Questions reads TallyQA's and COCO-Grounding's questions.
var Questions = loaders.Format{
	Name:   questionsName,
	About:  "TallyQA's train.json and test.json, and COCO-Grounding's coco-ground.json",
	Boxes:  convention,
	Sign:   "question_id, question, answer and image, with issimple, data_source or gt_bboxes, in the elements of a list",
	Keys:   []string{"question_id", "question", "answer", "image", "issimple"},
	Detect: areQuestions,
	Open:   openQuestions,
}

// Grounding reads the region scores of the Spatial Counting Network.
var Grounding = loaders.Format{
	Name:   groundingName,
	About:  "SCN's region scores (candidate_bbox), exported from the authors' pickle as JSON Lines",
	Boxes:  convention,
	Sign:   "the keys question_id, answer and candidate_bbox, a list, in line one or below a header with scn",
	Keys:   []string{"question_id", "answer", "candidate_bbox"},
	Detect: isGrounding,
	Open:   openGrounding,
}

func areQuestions(head []byte) bool {
	keys := record.ElementKeys(head, "*")
	if record.FirstByte(head) != '[' || keys["question_id"] == 0 || keys["question"] != '"' || keys["answer"] == 0 || keys["image"] != '"' {
		return false
	}
	return keys["candidate_bbox"] == 0 && (keys["issimple"] != 0 || keys["data_source"] != 0 || keys["gt_bboxes"] != 0)
}

func isGrounding(head []byte) bool {
	_, head = readHeader(head)
	keys := record.Keys(head)
	return keys["question_id"] != 0 && keys["answer"] != 0 && keys["candidate_bbox"] == '['
}

func openQuestions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, questionsName, "*", j.decode)
	if err != nil {
		return nil, err
	}
	j.run = run
	run.Dataset = "TallyQA"
	if record.ElementKeys(src.Head, "*")["gt_bboxes"] != 0 {
		run.Dataset, run.Boxes, run.Gold = "COCO-Grounding", convention, "in the file"
	}
	return run, files.FindPictures(run, src, o)
}

func openGrounding(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	var err error
	h, _ := readHeader(src.Head)
	if j.run, err = record.OpenJSONL(ctx, src, groundingName, h.lines, j.decode); err != nil {
		return nil, err
	}
	j.run.Boxes, j.run.Gold = convention, "in the file"
	h.name(j.run)
	if err := j.find(ctx, src, o); err != nil {
		return j.run, err
	}
	return j.run, files.FindPictures(j.run, src, o)
}

// find opens the questions that travel with region scores. Scores that have
// their questions' text need none.
func (j *join) find(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	files := record.Companion{What: "questions", Flag: "--gold", Is: areQuestions, Missing: "questions (TallyQA, COCO-Grounding)", Without: "their text"}
	if _, head := readHeader(src.Head); record.Keys(head)["question"] != 0 {
		files.Without = ""
	}
	id := func(rec *record.Record) string { return questionID(record.KeyOf("question_id")(rec)) }
	files.Fits = record.AskedBy(ctx, src, "", func(rec *record.Record) (string, func(*record.Record) bool) { return id(rec), nil }).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "*", id })
	path, err := files.Find(src, j.run, o.Gold)
	if err == nil && path != "" {
		j.questions, err = files.Table(ctx, src, j.run, path, "*", "", id)
	}
	return err
}

// header is the first line of an export, where it has one: an object with scn,
// the model's name.
type header struct {
	Model   string `json:"scn"`
	Dataset string `json:"dataset"`
	Note    string `json:"note"`

	lines int // that it takes, 0 where there is none
}

// readHeader reads the header from a file's first bytes, and returns what
// stands behind it: all of head where there is none.
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

// name gives a run what the header says of it.
func (h *header) name(run *loaders.Run) {
	if h.Model != "" {
		run.Name = h.Model
	}
	run.Dataset, run.Note = cmp.Or(h.Dataset, run.Dataset), cmp.Or(h.Note, run.Note)
}
