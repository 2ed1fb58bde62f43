package pages

import (
	"cmp"
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

// subtype matches the part of COCO in a file's name.
var subtype = regexp.MustCompile(`(?:train|val|test)20\d\d`)

// partOf returns the part of COCO, such as train2014, in a file's name or, without one, in its
// data_subtype; "" if neither says it.
func partOf(path string, head []byte) string {
	return cmp.Or(subtype.FindString(filepath.Base(path)), subtype.FindString(gjson.GetBytes(head, "data_subtype").String()))
}

// pictureOf returns the name of a picture's file by its id: as COCO named it in 2014, with the
// part, for parts of 2014 and 2015, or as it names it now. An id that is not a number is the name.
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

// addAnnotators returns a function that adds to a question of VQA its picture, its annotators and,
// if it has none, the first annotator's answer as gold. In a file that is a list, of a model's
// answers, it judges them by all annotators; a missing one is unanswered.
func addAnnotators(o *record.Opening, beside []*record.Table) tabular.Finish {
	answered := record.FirstByte(o.Source.Head) == '['
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
		list := listAnnotations(rec, row)
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

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// listAnnotations returns the answers of a question's annotators, each with its id and confidence.
// Those without an answer, and more than 100, are problems and left out.
func listAnnotations(rec *record.Record, row tabular.Row) (list [][]string) {
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
