package tally

import (
	"bytes"
	"cmp"
	"regexp"

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
	Keys:   []string{"question_id", "question", "answer", "image", "issimple"},
	Detect: areQuestions,
}, record.Codec{Dataset: "TallyQA", Pictures: true, Open: func(o *record.Opening) error {
	if record.ElementKeys(o.Source.Head, "*")["gt_bboxes"] != 0 {
		o.Run.Dataset, o.Run.Gold = "COCO-Grounding", "in the file"
	} else {
		o.Run.Boxes = ""
	}
	return o.Elements("*", record.As((&join{}).decode))
}})

// Grounding reads the region scores of the Spatial Counting Network.
var Grounding = record.NewFormat(loaders.Format{
	Name:   "scn-grounding",
	About:  "SCN's region scores (candidate_bbox), exported from the authors' pickle as JSON Lines",
	Boxes:  convention,
	Sign:   "the key candidate_bbox, a list or null, in the first record, with or without a header with scn above",
	Keys:   []string{"question_id", "answer", "candidate_bbox"},
	Detect: isGrounding,
}, record.Codec{Gold: "in the file", Pictures: true, Open: openGrounding})

var areQuestions = record.Keyed("[*", `question_id, question:", answer, image:", !candidate_bbox, issimple|data_source|gt_bboxes`)

func isGrounding(head []byte) bool {
	_, head = readHeader(head)
	return record.Keyed("", "candidate_bbox:[|candidate_bbox:n")(head)
}

// goldBoxes matches those of a record.
var goldBoxes = regexp.MustCompile(`"gt_bboxes"\s*:\s*\[`)

// openGrounding joins the questions that travel with region scores. Scores that
// have the questions themselves are shown without a problem where there are none.
func openGrounding(o *record.Opening) error {
	h, rest := readHeader(o.Source.Head)
	j := &join{answers: true, grounded: goldBoxes.Match(rest)}
	err := o.Lines(h.lines, record.As(j.decode))
	if err != nil {
		return err
	}
	h.name(o.Run)
	id := func(rec *record.Record) string { return questionID(record.KeyOf("question_id")(rec)) }
	c := record.Companion{
		What: "questions", Flag: "--gold", Is: areQuestions, Missing: "questions (TallyQA, COCO-Grounding)", Without: "their text",
		Entries: record.At("*", id), Asks: id,
	}
	if record.Keys(rest)["question"] != 0 {
		c.Without = ""
	}
	j.questions, err = o.Join(c)
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
