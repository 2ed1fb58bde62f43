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
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	setName     = "vqa"
	resultsName = "vqa-results"

	inAnnotations = "annotations.*"
	inQuestions   = "questions.*"
)

// Set reads annotations, with their questions beside, or questions alone.
var Set = loaders.Format{
	Name:   setName,
	About:  "VQA's and VQAv2's annotations, ten answers a question, or their questions",
	Sign:   "annotations with question_id and answers, or questions with question_id, image_id and question",
	Keys:   []string{"annotations", "question_id", "answers"},
	Detect: func(head []byte) bool { return areAnnotations(head) || areQuestions(head) },
	Open:   openSet,
}

// Results reads answers in the form of VQA's evaluation.
var Results = loaders.Format{
	Name:   resultsName,
	About:  "results in the form of VQA's evaluation, with the annotations beside them",
	Sign:   "a list of objects with question_id and answer, beside annotations or questions that have them",
	Keys:   []string{"question_id", "answer"},
	Detect: func([]byte) bool { return false },
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		keys := record.ElementKeys(src.Head, "*")
		if record.FirstByte(src.Head) != '[' || keys["question_id"] == 0 || keys["answer"] == 0 {
			return false
		}
		for _, c := range []*record.Companion{annotationsOf(ctx, src, "*"), questionsOf(ctx, src, "*")} {
			for _, path := range c.Beside(src) {
				if share, known := c.Fits(path); known && share > 0 {
					return true
				}
			}
		}
		return o.Gold != ""
	},
	Open: openResults,
}

func areAnnotations(head []byte) bool {
	keys := record.ElementKeys(head, inAnnotations)
	return keys["question_id"] != 0 && keys["answers"] == '['
}

func areQuestions(head []byte) bool {
	keys := record.ElementKeys(head, inQuestions)
	return keys["question_id"] != 0 && keys["image_id"] != 0 && keys["question"] == '"'
}

// asked are the questions of a run whose records are at a path, for joining.
func asked(ctx context.Context, src *loaders.Source, path, within string) func(file string) (float64, bool) {
	return record.AskedBy(ctx, src, path, record.TextOfKey("question_id")).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return within, record.KeyOf("question_id") })
}

func annotationsOf(ctx context.Context, src *loaders.Source, path string) *record.Companion {
	return &record.Companion{
		What: "annotations of VQA", Flag: "--gold", Missing: "annotations of VQA", Without: "gold", Is: areAnnotations,
		Fits: asked(ctx, src, path, inAnnotations),
	}
}

func questionsOf(ctx context.Context, src *loaders.Source, path string) *record.Companion {
	return &record.Companion{What: "questions of VQA", Is: areQuestions, Fits: asked(ctx, src, path, inQuestions)}
}

// question is what the files say of one: an annotation, a question, or a
// result.
type question struct {
	ID         record.Text       `json:"question_id"`
	Image      record.Text       `json:"image_id"`
	Question   record.Text       `json:"question"`
	Type       record.Text       `json:"question_type"`
	AnswerType record.Text       `json:"answer_type"`
	Most       record.Text       `json:"multiple_choice_answer"`
	Answers    []json.RawMessage `json:"answers"`
}

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// annotations are the answers, each with what else is said of it.
func (q *question) annotations(rec *record.Record) (list []annotation) {
	if len(q.Answers) > mostAnswers {
		rec.Problem(loaders.Say("%d answers to one question", len(q.Answers)), loaders.Say("only the first %d count", mostAnswers))
		q.Answers = q.Answers[:mostAnswers]
	}
	for _, raw := range q.Answers {
		var own struct {
			Answer     *record.Text `json:"answer"`
			ID         record.Text  `json:"answer_id"`
			Confidence record.Text  `json:"answer_confidence"`
		}
		if json.Unmarshal(raw, &own) != nil || own.Answer == nil {
			rec.Problem(loaders.Say("%.60s is not an annotator's answer", raw), loaders.Say("left out"))
			continue
		}
		list = append(list, annotation{string(*own.Answer), string(own.ID) + " " + string(own.Confidence)})
	}
	return list
}

// example is a question without an answer of a model.
func (q *question) example(rec *record.Record, list []annotation, pictures string) *loaders.Example {
	ex := &loaders.Example{ID: string(q.ID), Question: string(q.Question), Kind: string(q.Type), Answer: loaders.Answer{Gold: string(q.Most)}}
	if ex.Answer.Gold == "" && len(list) > 0 {
		ex.Answer.Gold = list[0].answer
	}
	var said []string
	for _, a := range list {
		said = append(said, a.answer)
	}
	ex.Meta = record.Meta("image", string(q.Image), "answer type", string(q.AnswerType), "annotators", record.Listed(said, mostAnswers))
	if q.Image != "" {
		ex.Images = []loaders.Image{{Path: pictureOf(string(q.Image), pictures), Units: loaders.Pixels}}
	}
	return ex
}

// subtype matches the part of COCO whose pictures are meant, in a file's name.
var subtype = regexp.MustCompile(`(?:train|val|test)20\d\d`)

// partOf is the part of COCO that a file is of, "" where it does not say.
func partOf(path string, head []byte) string {
	return cmp.Or(subtype.FindString(filepath.Base(path)), subtype.FindString(gjson.GetBytes(head, "data_subtype").String()))
}

// pictureOf is the file of a picture as COCO named it in 2014, without a part
// as it does now.
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

// join is what examples are put together from.
type join struct {
	run                    *loaders.Run
	annotations, questions *record.Table // nil for none
	pictures               string        // the part of COCO
}

// table finds and opens a companion, and notes the part of COCO that it is of.
func (j *join) table(ctx context.Context, src *loaders.Source, c *record.Companion, named, within, left string) (*record.Table, error) {
	path, err := c.Find(src, j.run, named)
	if err != nil || path == "" {
		return nil, err
	}
	if head, err := record.HeadOf(src, path); err == nil && j.pictures == "" {
		j.pictures = partOf(path, head)
	}
	return c.Table(ctx, src, j.run, path, within, left, record.KeyOf("question_id"))
}

func (j *join) finish(src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j.run.Dataset = "VQA"
	if err := files.FindPictures(j.run, src, o); err != nil {
		return j.run, loaders.Errorf("pictures: %w", err)
	}
	return j.run, nil
}

func openSet(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{pictures: partOf(src.Path, src.Head)}
	within, other := inAnnotations, inQuestions
	if areQuestions(src.Head) {
		within, other = inQuestions, inAnnotations
	}
	run, err := record.OpenElements(ctx, src, setName, within, j.alone)
	if err != nil {
		return nil, err
	}
	j.run = run
	if other == inQuestions {
		run.Gold = "in the file"
		j.questions, err = j.table(ctx, src, questionsOf(ctx, src, within), "", other, "")
	} else {
		gold := annotationsOf(ctx, src, within)
		gold.Without = "" // questions are often given without
		if j.annotations, err = j.table(ctx, src, gold, o.Gold, other, ""); j.annotations != nil {
			run.Gold = j.annotations.Path
		}
	}
	if err != nil {
		return run, err
	}
	return j.finish(src, o)
}

// alone is a question of a data set.
func (j *join) alone(rec *record.Record) (*loaders.Example, error) {
	var q question
	if err := rec.Decode(&q); err != nil {
		return nil, err
	}
	j.fill(rec, &q)
	return q.example(rec, q.annotations(rec), j.pictures), nil
}

// fill adds what the other files say of a question.
func (j *join) fill(rec *record.Record, q *question) {
	id := string(q.ID)
	if j.annotations != nil {
		var own question
		if j.annotations.Decode(rec, id, &own) {
			q.Type, q.AnswerType, q.Most, q.Answers, q.Image = own.Type, own.AnswerType, own.Most, own.Answers, cmp.Or(q.Image, own.Image)
		} else {
			rec.Problem(loaders.Say("question %q is not in %s", id, filepath.Base(j.annotations.Path)), loaders.Say("kept as an example without gold"))
		}
	}
	if j.questions != nil {
		var own question
		if j.questions.Decode(rec, id, &own) {
			q.Question, q.Image = own.Question, cmp.Or(q.Image, own.Image)
		}
	}
}

func openResults(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, resultsName, "*", j.result)
	if err != nil {
		return nil, err
	}
	j.run = run
	if j.annotations, err = j.table(ctx, src, annotationsOf(ctx, src, "*"), o.Gold, inAnnotations, "question"); err != nil {
		return run, err
	}
	if j.annotations != nil {
		run.Gold = j.annotations.Path
	}
	if j.questions, err = j.table(ctx, src, questionsOf(ctx, src, "*"), "", inQuestions, ""); err != nil {
		return run, err
	}
	return j.finish(src, o)
}

// result is a question with a model's answer.
func (j *join) result(rec *record.Record) (*loaders.Example, error) {
	var in struct {
		ID     record.Text  `json:"question_id"`
		Answer *record.Text `json:"answer"`
	}
	if err := rec.Decode(&in); err != nil {
		if j.annotations != nil {
			j.annotations.Has(rec, "") // it asked, without a name
		}
		return nil, err
	}
	q := question{ID: in.ID}
	j.fill(rec, &q)
	list := q.annotations(rec)
	ex := q.example(rec, list, j.pictures)
	if in.Answer == nil {
		rec.Problem(loaders.Say("no answer"), loaders.Say("it counts as neither right nor wrong"))
		return ex, nil
	}
	a := &ex.Answer
	if a.Predicted = string(*in.Answer); len(list) == 0 {
		return ex, nil
	}
	x := accuracy(a.Predicted, list)
	a.Score("vqa_accuracy", x)
	if x == 0 || x == 1 {
		a.Correct = loaders.VerdictOf(x == 1)
	} else {
		a.Credit = &x
	}
	return ex, nil
}
