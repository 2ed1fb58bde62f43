package gqa

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// GenomeQuestions reads Visual Genome's questions: a list of pictures, each with a list of
// questions and answers.
var GenomeQuestions = record.NewFormat(loaders.Format{
	Name:   "visual-genome-questions",
	About:  "Visual Genome questions and answers, with boxes for the objects they name",
	Boxes:  pictureBoxes,
	Sign:   "a list of objects, each with a qas list whose entries have qa_id and question",
	Detect: areGenomeQuestions,
}, record.RecordFormat{Dataset: "Visual Genome", Gold: "in the file", Pictures: true, At: genomeAnswers,
	Decode: record.As((*genomeQuestion).exampleOf)})

// genomeAnswers is the path of the questions, a record each.
const genomeAnswers = "*.qas.*"

var areGenomeQuestions = record.KeyedAt(genomeAnswers, `qa_id, question:"`)

// genomeQuestion is an entry of qas, often without objects.
type genomeQuestion struct {
	ID       record.LenientText `json:"qa_id"`
	Image    record.LenientText `json:"image_id"`
	Question string             `json:"question"`
	Answer   string             `json:"answer"`
	Asked    []genomeObject     `json:"q_objects"`
	Answered []genomeObject     `json:"a_objects"`
}

func (q *genomeQuestion) exampleOf(rec *record.Record) *loaders.Example {
	s := scene{Objects: map[string]object{}}
	for _, o := range slices.Concat(q.Asked, q.Answered) {
		s.Objects[string(o.ID)] = o.asNamed()
	}
	ex := s.exampleOf(rec, string(q.Image))
	ex.ID, ex.Question = string(q.ID), q.Question
	ex.Answer = loaders.Answer{Gold: q.Answer}
	return ex
}
