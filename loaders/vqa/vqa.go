package vqa

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
	"faithscope/scoring/rules"
)

// Set reads annotations, with their questions beside, Questions questions alone, and
// Results answers in the form of VQA's evaluation.
var (
	Set = tabular.Preset{
		Format: loaders.Format{
			Name:   "vqa",
			About:  "VQA's and VQAv2's annotations, ten answers a question",
			Sign:   "annotations with question_id and answers",
			Keys:   "annotations question_id answers",
			Detect: annotationFiles.Is,
		},
		Dataset: "VQA", Map: "rows=annotations," + columns, Pictures: true,
		Beside: []tabular.Beside{{As: "questions", Companion: questionFiles}}, Open: opening(false),
	}.Reads()
	Questions = tabular.Preset{
		Format: loaders.Format{
			Name:   "vqa-questions",
			About:  "VQA's and VQAv2's questions, with the annotations if they are beside them",
			Sign:   "questions with question_id, image_id and question",
			Keys:   "questions question_id image_id",
			Detect: questionFiles.Is,
		},
		Dataset: "VQA", Map: "rows=questions," + columns, Pictures: true,
		Beside: []tabular.Beside{{As: "annotations", Done: ungolden, Companion: annotationFiles}}, Open: opening(false),
	}.Reads()
	Results = tabular.Preset{
		Format: loaders.Format{
			Name:  "vqa-results",
			About: "results in the form of VQA's evaluation, with the annotations beside them",
			Sign:  "a list of objects with question_id and answer, beside annotations or questions that have them",
			Keys:  "question_id answer",
			Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
				return record.KeyedAt("[*", "question_id, answer")(src.Head) &&
					(annotationFiles.Answers(ctx, src, "*") || questionFiles.Answers(ctx, src, "*") || o.Of(loaders.GoldFile) != "")
			},
		},
		Dataset: "VQA", Map: "rows=*,right=vqa," + columns, Pictures: true,
		Beside: []tabular.Beside{{As: "annotations", Done: ungolden, Companion: func() record.Companion {
			c := annotationFiles
			c.Missing, c.Without, c.Left, c.Official = c.What, "gold", "question", "; VQA's evaluation refuses such a file"
			return c
		}()}, {As: "questions", Companion: questionFiles}}, Open: opening(true),
	}.Reads()
)

// columns are those of all three kinds of files, and of what is beside them.
const columns = "id=question_id,question=questions.question|question,predicted=answer," +
	"gold=annotations.multiple_choice_answer|multiple_choice_answer,kind=annotations.question_type|question_type," +
	"meta.image=image_id|annotations.image_id|questions.image_id,meta.answer type=annotations.answer_type|answer_type"

// ungolden is what is done about a question without annotations.
const ungolden = "kept as an example without gold"

// annotationFiles and questionFiles come with results, and each with the other.
var (
	byID            = record.KeyOf("question_id")
	annotationFiles = record.Companion{
		What: "annotations of VQA", Flag: loaders.GoldFile, Is: record.KeyedAt("annotations.*", "question_id, answers:["),
		Entries: record.At("annotations.*", byID), Asks: byID, Blank: record.BlankOf("question_id"),
	}
	questionFiles = record.Companion{
		What: "questions of VQA", Is: record.KeyedAt("questions.*", `question_id, image_id, question:"`),
		Entries: record.At("questions.*", byID), Asks: byID,
	}
)

// subtype matches the part of COCO in a file's name.
var subtype = regexp.MustCompile(`(?:train|val|test)20\d\d`)

// partOf is the part of COCO that a file belongs to, "" if it does not say.
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

// opening returns what adds to questions their pictures and annotators, and judges them
// where they are a model's answers.
func opening(answered bool) func(o *record.Opening, beside []*record.Table) tabular.Finish {
	return func(o *record.Opening, beside []*record.Table) tabular.Finish {
		part := partOf(o.Source.Path, o.Source.Head)
		for _, t := range beside {
			if part == "" && t != nil {
				part = partOf(t.Path, o.HeadOf(t.Path))
			}
		}
		return func(rec *record.Record, row tabular.Row, ex *loaders.Example) {
			if id := ex.Meta["image"]; id != "" {
				ex.Images = []loaders.Image{{Path: pictureOf(id, part), Units: loaders.Pixels}}
			}
			list := annotations(rec, row)
			if len(list) == 0 {
				return
			}
			a := &ex.Answer
			a.Gold = cmp.Or(a.Gold, list[0][0])
			said := loaders.Map(list, func(a []string) string { return a[0] })
			if ex.Describe("annotators", record.Listed(said, mostAnswers)); !answered {
				return
			}
			if row["answer"] != nil && strings.TrimSpace(a.Gold) != "" {
				rules.Judge("vqa", a, nil, list...)
			}
			rec.CountMissing(a, "vqa_accuracy")
		}
	}
}

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// annotations are the answers to a question, each with what else the file says of it.
func annotations(rec *record.Record, row tabular.Row) (list [][]string) {
	all, ok := row["answers"].([]any)
	if !ok {
		all, _ = tabular.At(row, "annotations.answers").([]any)
	}
	if len(all) > mostAnswers {
		rec.Problem("%d answers to one question; only the first %d count", len(all), mostAnswers)
		all = all[:mostAnswers]
	}
	for _, v := range all {
		of, _ := v.(tabular.Row)
		if of["answer"] == nil {
			rec.Problem("%.60s is not an annotator's answer; left out", fmt.Sprint(v))
			continue
		}
		list = append(list, []string{tabular.Text(of["answer"]), tabular.Text(of["answer_id"]), tabular.Text(of["answer_confidence"])})
	}
	return list
}
