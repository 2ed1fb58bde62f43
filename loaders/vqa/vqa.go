package vqa

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	inAnnotations = "annotations.*"
	inQuestions   = "questions.*"
)

// Set reads annotations, with their questions beside, or questions alone.
var Set = record.NewFormat(loaders.Format{
	Name:   "vqa",
	About:  "VQA's and VQAv2's annotations, ten answers a question, or their questions",
	Sign:   "annotations with question_id and answers, or questions with question_id, image_id and question",
	Keys:   "annotations question_id answers",
	Detect: record.Either(areAnnotations, areQuestions),
}, record.Codec{Dataset: "VQA", Pictures: true, Beside: []record.Companion{annotationFiles}, Open: openSet})

// Results reads answers in the form of VQA's evaluation.
var Results = record.NewFormat(loaders.Format{
	Name:  "vqa-results",
	About: "results in the form of VQA's evaluation, with the annotations beside them",
	Sign:  "a list of objects with question_id and answer, beside annotations or questions that have them",
	Keys:  "question_id answer",
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		return record.KeyedAt("[*", "question_id, answer")(src.Head) &&
			(annotationFiles.Answers(ctx, src, "*") || questionFiles.Answers(ctx, src, "*") || o.Of(loaders.GoldFile) != "")
	},
}, record.Codec{Dataset: "VQA", Pictures: true, Beside: []record.Companion{annotationFiles}, Open: openResults})

var areAnnotations = record.KeyedAt(inAnnotations, "question_id, answers:[")

var areQuestions = record.KeyedAt(inQuestions, `question_id, image_id, question:"`)

// annotationFiles and questionFiles come with results, and each with the other.
var (
	annotationFiles = record.Companion{
		What: "annotations of VQA", Flag: loaders.GoldFile, Missing: "annotations of VQA", Without: "gold", Is: areAnnotations,
		Entries: record.At(inAnnotations, record.KeyOf("question_id")), Asks: record.KeyOf("question_id"),
	}
	questionFiles = record.Companion{
		What: "questions of VQA", Is: areQuestions,
		Entries: record.At(inQuestions, record.KeyOf("question_id")), Asks: record.KeyOf("question_id"),
	}
)

// question is what the files say about one: an annotation, a question, or a
// result.
type question struct {
	ID         record.Text       `json:"question_id"`
	Image      record.Text       `json:"image_id"`
	Question   string            `json:"question"`
	Type       string            `json:"question_type"`
	AnswerType string            `json:"answer_type"`
	Most       string            `json:"multiple_choice_answer"`
	Answers    []json.RawMessage `json:"answers"`
}

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// annotations are the answers, each with its other fields.
func (q *question) annotations(rec *record.Record) (list []annotation) {
	if len(q.Answers) > mostAnswers {
		rec.Problem("%d answers to one question; only the first %d count", len(q.Answers), mostAnswers)
		q.Answers = q.Answers[:mostAnswers]
	}
	for _, raw := range q.Answers {
		var own struct {
			Answer     *record.Text `json:"answer"`
			ID         record.Text  `json:"answer_id"`
			Confidence record.Text  `json:"answer_confidence"`
		}
		if json.Unmarshal(raw, &own) != nil || own.Answer == nil {
			rec.Problem("%.60s is not an annotator's answer; left out", raw)
			continue
		}
		list = append(list, annotation{string(*own.Answer), string(own.ID) + " " + string(own.Confidence)})
	}
	return list
}

// example is a question without an answer of a model.
func (q *question) example(list []annotation, pictures string) *loaders.Example {
	ex := &loaders.Example{ID: string(q.ID), Question: q.Question, Kind: q.Type, Answer: loaders.Answer{Gold: string(q.Most)}}
	if ex.Answer.Gold == "" && len(list) > 0 {
		ex.Answer.Gold = list[0].answer
	}
	said := loaders.Map(list, func(a annotation) string { return a.answer })
	ex.Describe("image", string(q.Image), "answer type", q.AnswerType, "annotators", record.Listed(said, mostAnswers))
	if q.Image != "" {
		ex.Images = []loaders.Image{{Path: pictureOf(string(q.Image), pictures), Units: loaders.Pixels}}
	}
	return ex
}

// subtype matches the part of COCO in a file's name.
var subtype = regexp.MustCompile(`(?:train|val|test)20\d\d`)

// partOf is the part of COCO that a file belongs to, "" where it does not say.
func partOf(path string, head []byte) string {
	return cmp.Or(subtype.FindString(filepath.Base(path)), subtype.FindString(gjson.GetBytes(head, "data_subtype").String()))
}

// pictureOf is the file of a picture as COCO named it in 2014, without a part
// as it names it now.
func pictureOf(id, part string) string {
	n, err := strconv.ParseUint(id, 10, 63)
	switch {
	case err != nil:
		return id
	case strings.HasSuffix(part, "2014"), strings.HasSuffix(part, "2015"):
		return fmt.Sprintf("COCO_%s_%012d.jpg", part, n)
	}
	return fmt.Sprintf("%012d.jpg", n)
}

// join is what examples are assembled from.
type join struct {
	annotations, questions *record.Table // nil for none
	pictures               string        // the part of COCO
}

// table joins a companion, and records its part of COCO.
func (j *join) table(o *record.Opening, c record.Companion) *record.Table {
	t := o.Join(c)
	if t != nil && j.pictures == "" {
		j.pictures = partOf(t.Path, o.HeadOf(t.Path))
	}
	return t
}

func openSet(o *record.Opening) {
	j := &join{pictures: partOf(o.Source.Path, o.Source.Head)}
	if !areQuestions(o.Source.Head) {
		o.Run.Gold = "in the file"
		o.Elements(inAnnotations, record.As(j.decodeQuestion))
		j.questions = j.table(o, questionFiles)
		return
	}
	o.Elements(inQuestions, record.As(j.decodeQuestion))
	gold := annotationFiles
	gold.Without = "" // questions often come without them
	j.annotations = j.table(o, gold)
}

// decodeQuestion returns the example of a data set's question.
func (j *join) decodeQuestion(q *question, rec *record.Record) *loaders.Example {
	j.fill(rec, q)
	return q.example(q.annotations(rec), j.pictures)
}

// fill adds what the other files say about a question.
func (j *join) fill(rec *record.Record, q *question) {
	id := string(q.ID)
	var annotated, asked question
	if j.annotations.Decode(id, &annotated) {
		q.Type, q.AnswerType, q.Most, q.Answers = annotated.Type, annotated.AnswerType, annotated.Most, annotated.Answers
	} else {
		j.annotations.Misses(rec, "question", id, "kept as an example without gold")
	}
	if j.questions.Decode(id, &asked) {
		q.Question = asked.Question
	}
	q.Image = cmp.Or(q.Image, annotated.Image, asked.Image)
}

func openResults(o *record.Opening) {
	j := &join{}
	o.Elements("*", record.As(j.result))
	gold := annotationFiles
	gold.Left, gold.Blank, gold.Official = "question", record.BlankOf("question_id"), "; VQA's evaluation refuses such a file"
	j.annotations = j.table(o, gold)
	j.questions = j.table(o, questionFiles)
}

type result struct {
	ID     record.Text  `json:"question_id"`
	Answer *record.Text `json:"answer"`
}

// result is a question with a model's answer.
func (j *join) result(in *result, rec *record.Record) *loaders.Example {
	q := question{ID: in.ID}
	j.fill(rec, &q)
	list := q.annotations(rec)
	ex := q.example(list, j.pictures)
	a := &ex.Answer
	switch {
	case in.Answer == nil && len(list) > 0:
		rec.Unanswered(a, "vqa_accuracy")
		return ex
	case in.Answer == nil:
		return ex
	}
	if a.Predicted = string(*in.Answer); len(list) == 0 {
		return ex
	}
	x := accuracy(a.Predicted, list)
	a.Score("vqa_accuracy", x)
	if x == 0 || x == 1 {
		a.Correct = loaders.VerdictOf(x == 1)
	} else {
		a.Credit = &x
	}
	return ex
}
