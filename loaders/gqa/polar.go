package gqa

import (
	"bytes"
	"context"
	"maps"
	"path"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	popeName = "pope"
	mmeName  = "mme-results"
)

// POPE reads the questions of POPE with their labels.
var POPE = loaders.Format{
	Name:   popeName,
	About:  "questions of POPE with their labels (JSON Lines), the gold of answers in LLaVA's form",
	Sign:   "the keys question_id, image, text and label",
	Keys:   []string{"question_id", "image", "text", "label"},
	Detect: arePOPE,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		j := &join{}
		run, err := record.OpenJSONL(ctx, src, popeName, 0, j.asked)
		if err != nil {
			return nil, err
		}
		j.run, j.set = run, popeSet(src.Path)
		run.Dataset, run.Gold = "POPE", "in the file"
		return run, pictures(run, src, o)
	},
}

func arePOPE(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] != 0 && keys["image"] == '"' && keys["text"] == '"' && keys["label"] == '"'
}

// areMMEQuestions reports whether head begins lines with the questions of MME,
// as Hugging Face has them.
func areMMEQuestions(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] == '"' && keys["question"] == '"' && keys["answer"] == '"' && keys["category"] == '"'
}

func pictures(run *loaders.Run, src *loaders.Source, o loaders.Options) error {
	if err := files.FindPictures(run, src, o); err != nil {
		return loaders.Errorf("pictures: %w", err)
	}
	return nil
}

// popeSet is the kind of POPE's questions, by the file's name: which objects
// are asked for that are not there.
func popeSet(file string) string {
	return strings.TrimSpace("POPE " + setOf(file, "adversarial", "popular", "random"))
}

// polar is the gold of a question of POPE or MME.
type polar struct {
	Text     record.Text `json:"text"`
	Label    record.Text `json:"label"` // POPE's
	Picture  record.Text `json:"image"`
	Category record.Text `json:"category"` // MME's
}

// polarly turns an example into a question of POPE, whose set is that of its
// file, or of MME. It reports whether it is one.
func (q *question) polarly(ex *loaders.Example, set string) bool {
	switch {
	case q.Label != "":
		ex.Question, ex.Answer.Gold, ex.Kind = string(q.Text), string(q.Label), set
		ex.Images = []loaders.Image{{Path: string(q.Picture), Units: loaders.Pixels}}
	case q.Category != "" && q.Answer != "":
		ex.Kind = "MME " + string(q.Category)
		ex.Answer.Gold = strings.ToLower(string(q.Answer))
		ex.Images = []loaders.Image{{Path: ex.ID, Units: loaders.Pixels}}
	default:
		return false
	}
	return true
}

// saysNo reads an answer as POPE's evaluation does: its first sentence says no
// where no or not is a word of it.
func saysNo(text string) bool {
	first, _, _ := strings.Cut(text, ".")
	for word := range strings.SplitSeq(strings.ReplaceAll(first, ",", ""), " ") {
		if word == "No" || word == "no" || word == "not" {
			return true
		}
	}
	return false
}

// inPOPE is an answer as POPE counts it: whatever does not say no says yes.
func inPOPE(text string) string {
	if saysNo(text) {
		return "no"
	}
	return "yes"
}

// inMME is an answer as MME counts it: yes or no, in its first four letters; ""
// for neither.
func inMME(text string) string {
	first := strings.ToLower(text)
	for n := range first {
		if n >= 4 {
			first = first[:n]
			break
		}
	}
	switch {
	case strings.Contains(first, "yes"):
		return "yes"
	case strings.Contains(first, "no"):
		return "no"
	}
	return ""
}

// mmeKey names a question of MME: a picture, and what is asked about it without
// how it is to be answered.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}

// MME reads results in the form of MME's evaluation: lines of a picture, a
// question, the gold answer and the model's, with tabs between them.
var MME = loaders.Format{
	Name:   mmeName,
	About:  "results in the form of MME's evaluation: picture, question, gold answer and answer, with tabs between them",
	Sign:   "lines of four cells with tabs between them, of which the first is a picture's name and the third Yes or No",
	Detect: areMMEResults,
	Open:   openMME,
}

func areMMEResults(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	cells := strings.Split(string(first), "\t")
	if len(cells) != 4 {
		return false
	}
	gold := strings.ToLower(strings.TrimSpace(cells[2]))
	switch strings.ToLower(path.Ext(cells[0])) {
	case ".jpg", ".jpeg", ".png":
		return gold == "yes" || gold == "no"
	}
	return false
}

// openMME opens one subtask, which the file is named after: existence.txt.
func openMME(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	subtask, _, _ := strings.Cut(path.Base(src.Path), ".")
	var run *loaders.Run
	opened, err := record.OpenJSONL(ctx, src, mmeName, 0, func(rec *record.Record) (*loaders.Example, error) {
		cells := strings.Split(strings.TrimRight(string(rec.Bytes), "\r"), "\t")
		if len(cells) != 4 {
			return nil, loaders.Errorf("%d cells where a picture, a question, the gold answer and an answer belong", len(cells))
		}
		ex := &loaders.Example{ID: cells[0] + " " + cells[1], Question: cells[1], Kind: "MME " + subtask}
		ex.Images = []loaders.Image{{Path: rec.Picture(run, cells[0]), Units: loaders.Pixels}}
		ex.Answer.Gold = strings.ToLower(strings.TrimSpace(cells[2]))
		judgePolar(ex, cells[3], inMME)
		if right, ok := rightInMME(rec.Partner(), cells[0]); ok {
			both := 0.0
			if right && ex.Answer.Correct == loaders.Right {
				both = 1
			}
			ex.Answer.Score("acc_plus", both)
		} else {
			rec.Problem(loaders.Say("no second question about %s beside it", cells[0]), loaders.Say("left out of acc_plus"))
		}
		return ex, nil
	})
	if err != nil {
		return nil, err
	}
	run = opened
	run.Dataset, run.Gold = "MME", "in the file"
	return run, pictures(run, src, o)
}

// rightInMME reads the other line about a picture, ok false where it is about
// another one.
func rightInMME(line []byte, picture string) (right, ok bool) {
	cells := strings.Split(strings.TrimRight(string(line), "\r"), "\t")
	if len(cells) != 4 || cells[0] != picture {
		return false, false
	}
	return inMME(cells[3]) == strings.ToLower(strings.TrimSpace(cells[2])), true
}

// judgePolar fills in an answer as a benchmark reads it; what the model said is
// kept beside it.
func judgePolar(ex *loaders.Example, said string, read func(string) string) {
	said = strings.TrimSpace(said)
	ex.Answer.Predicted = read(said)
	if ex.Answer.Predicted == "" {
		ex.Answer.Predicted = "other"
	}
	ex.Answer.Correct = loaders.VerdictOf(ex.Answer.Predicted == ex.Answer.Gold)
	if said != ex.Answer.Predicted {
		if ex.Meta == nil {
			ex.Meta = map[string]string{}
		}
		ex.Meta["reply"] = said
	}
}

// polar is the answer to a question of POPE or MME.
func (j *join) polar(rec *record.Record, ex *loaders.Example, a *answer) *loaders.Example {
	for i := range ex.Images {
		ex.Images[i].Path = rec.Picture(j.run, ex.Images[i].Path)
	}
	if ex.Meta == nil {
		ex.Meta = map[string]string{}
	}
	maps.Copy(ex.Meta, record.Meta(a.meta...))
	switch {
	case len(a.options) != 1:
	case j.mme:
		judgePolar(ex, a.options[0], inMME)
		j.besidePolar(rec, ex, a)
		ex.ID += " " + ex.Question
	default:
		judgePolar(ex, a.options[0], inPOPE)
	}
	return ex
}

// besidePolar says how MME counts the answer to the other question about the
// picture: that of the record's partner, where it is about it.
func (j *join) besidePolar(rec *record.Record, ex *loaders.Example, a *answer) {
	partner, err := decodeLLaVA(&record.Record{Bytes: rec.Partner()})
	var q question
	if err != nil || partner.question != a.question || len(partner.options) != 1 || !j.questions.Decode(rec, mmeKey(partner.question, partner.prompt), &q) {
		rec.Problem(loaders.Say("no second question about %s beside it", a.question), loaders.Say("left out of acc_plus"))
		return
	}
	both := 0.0
	if ex.Answer.Correct == loaders.Right && inMME(partner.options[0]) == strings.ToLower(string(q.Answer)) {
		both = 1
	}
	ex.Answer.Score("acc_plus", both)
}
