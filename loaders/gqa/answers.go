package gqa

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Predictions reads answers to GQA: a list with questionId and prediction.
var Predictions = record.NewFormat(loaders.Format{
	Name:   "gqa-predictions",
	About:  "predictions in the form of GQA's evaluation, or DFOL-VQA's with ties, and the questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "a list of objects with the keys questionId and prediction",
	Keys:   "questionId prediction",
	Detect: arePredictions,
}, answers((*prediction).answer))

var arePredictions = record.KeyedAt("[*", "questionId, prediction")

// LLaVA reads the answers file of LLaVA's evaluation: JSON Lines with
// question_id, prompt and text.
var LLaVA = record.NewFormat(loaders.Format{
	Name:   "llava-answers",
	About:  "answers of LLaVA and similar models (JSON Lines), with GQA's questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id, prompt, text and model_id",
	Keys:   "question_id prompt text model_id",
	Detect: areLLaVA,
}, answers((*lineOfLLaVA).answer))

var areLLaVA = record.Keyed(`question_id, prompt:", text:", model_id`)

// answers are predictions with the questions and scene graphs beside them.
func answers[T any](of func(in *T) *modelAnswer) record.Codec {
	return record.Codec{Dataset: "GQA", Pictures: true, Beside: []record.Companion{questionFiles, sceneFiles}, Open: func(o *record.Opening) {
		j := &join{}
		o.Lines(0, record.As(func(in *T, rec *record.Record) *loaders.Example { return j.answered(rec, of(in)) }))
		j.open(o)
	}}
}

// modelAnswer is what a file of predictions says about a question.
type modelAnswer struct {
	question string   // id
	options  []string // the answer, or all tied ones; nil if the file has none
	prompt   string   // what the model was asked, "" if the file does not say
	meta     []string // keys and values in turn
	// matches reports whether an option is the gold answer.
	matches func(option, gold string) bool
}

// answered is the example of a prediction.
func (j *join) answered(rec *record.Record, a *modelAnswer) *loaders.Example {
	var q question
	found := false
	switch {
	case a.question == "":
		rec.Problem("no id of a question; it cannot be joined")
	case j.questions != nil:
		name := a.question
		if j.mme {
			name = mmeKey(a.question, a.prompt)
		}
		if found = j.questions.Decode(name, &q); !found {
			j.questions.Misses(rec, "question", a.question, "kept as an example without gold")
		}
	}
	ex := q.example(rec, a.question)
	if found && q.polarly(ex, j.set) {
		return j.polar(rec, ex, a)
	}
	if found {
		ex.Tags = append(ex.Tags, j.tags...)
		j.ground(rec, ex, &q)
	}
	if ex.Question == "" {
		ex.Question = a.prompt
	}
	if set := j.sets()[a.question]; set != "" && !slices.Contains(ex.Tags, set) {
		ex.Tags = append(ex.Tags, set)
	}
	if a.options == nil && ex.Answer.Gold != "" {
		rec.Unanswered(&ex.Answer)
	}
	a.judge(&ex.Answer)
	if n := len(a.options); n > 1 {
		a.meta = append(a.meta, "tied", fmt.Sprint(n))
	}
	ex.Describe(a.meta...)
	return ex
}

// judge fills in the prediction and whether it is right.
func (a *modelAnswer) judge(out *loaders.Answer) {
	out.Predicted = strings.Join(a.options, " | ")
	if a.options != nil && len(a.options) == 0 {
		out.Predicted = "[]" // the model said that nothing fits, which matches no gold
	}
	if out.Gold == "" || a.options == nil {
		return
	}
	match := slices.ContainsFunc(a.options, func(option string) bool { return a.matches(option, out.Gold) })
	out.Correct = loaders.VerdictOf(match && len(a.options) == 1)
	if len(a.options) > 1 {
		share := 0.0
		if match {
			share = 1 / float64(len(a.options))
		}
		out.Scores = map[string]float64{"match": share}
	}
}

// prediction is an element of the official form, or DFOL-VQA's.
type prediction struct {
	Question   record.Text  `json:"questionId"`
	Prediction record.Texts `json:"prediction"` // one, or all that tie
	Type       record.Text  `json:"type"`
	Options    record.Texts `json:"options"`
}

func (p *prediction) answer() *modelAnswer {
	return &modelAnswer{question: string(p.Question), options: p.Prediction, matches: func(option, gold string) bool { return option == gold },
		meta: []string{"type", string(p.Type), "options", record.Listed(p.Options, mostListed)}}
}

// lineOfLLaVA is a line of LLaVA's answers.
type lineOfLLaVA struct {
	Question record.Text  `json:"question_id"`
	Prompt   string       `json:"prompt"`
	Text     *record.Text `json:"text"`
	Model    string       `json:"model_id"`
}

func (l *lineOfLLaVA) answer() *modelAnswer {
	a := &modelAnswer{question: string(l.Question), prompt: l.Prompt, meta: []string{"prompt", l.Prompt, "model", string(l.Model)},
		matches: func(option, gold string) bool {
			return strings.EqualFold(strings.TrimRight(option, "."), gold)
		}}
	if l.Text != nil {
		a.options = []string{string(*l.Text)}
	}
	return a
}

// polar is the answer to a question of POPE or MME.
func (j *join) polar(rec *record.Record, ex *loaders.Example, a *modelAnswer) *loaders.Example {
	for i := range ex.Images {
		ex.Images[i].Path = rec.Picture(ex.Images[i].Path)
	}
	ex.Describe(a.meta...)
	switch {
	case a.options == nil && j.mme:
		rec.Unanswered(&ex.Answer, "acc_plus")
		ex.ID += " " + ex.Question
	case a.options == nil:
		rec.Unanswered(&ex.Answer)
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

// besidePolar returns how MME counts the answer to the other question about the
// picture, which the record's partner has if it is about that picture.
func (j *join) besidePolar(rec *record.Record, ex *loaders.Example, a *modelAnswer) {
	var beside lineOfLLaVA
	err := (&record.Record{Bytes: rec.Partner()}).Decode(&beside)
	partner := beside.answer()
	var q question
	if err != nil || partner.question != a.question || len(partner.options) != 1 ||
		!j.questions.Decode(mmeKey(partner.question, partner.prompt), &q) {
		rec.Problem("no second question about %s beside it; left out of acc_plus", a.question)
		return
	}
	scoreBoth(ex, inMME(partner.options[0]) == strings.ToLower(q.Answer))
}

// MMEResults reads results in the form of MME's evaluation: lines of a
// picture, a question, the gold answer and the model's, with tabs between them.
var MMEResults = record.NewFormat(loaders.Format{
	Name:   "mme-results",
	About:  "results in the form of MME's evaluation: picture, question, gold answer and answer, with tabs between them",
	Sign:   "lines of four cells with tabs between them, of which the first is a picture's name and the third Yes or No",
	Detect: areMMEResults, Together: true,
}, record.Codec{Dataset: "MME", Gold: "in the file", Pictures: true, Open: openMME})

func areMMEResults(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	cells := strings.Split(string(first), "\t")
	if len(cells) != 4 || !record.IsPicture(cells[0]) {
		return false
	}
	gold := strings.ToLower(strings.TrimSpace(cells[2]))
	return gold == "yes" || gold == "no"
}

// openMME opens one subtask, which the file is named after: existence.txt.
func openMME(o *record.Opening) {
	subtask, _, _ := strings.Cut(path.Base(o.Source.Path), ".")
	o.Lines(0, func(rec *record.Record) *loaders.Example {
		cells := strings.Split(strings.TrimRight(string(rec.Bytes), "\r"), "\t")
		if len(cells) != 4 {
			return rec.Broken(loaders.Errorf("%d cells where a picture, a question, the gold answer and an answer belong", len(cells)))
		}
		ex := &loaders.Example{ID: cells[0] + " " + cells[1], Question: cells[1], Kind: "MME " + subtask}
		ex.Images = []loaders.Image{{Path: rec.Picture(cells[0]), Units: loaders.Pixels}}
		ex.Answer.Gold = strings.ToLower(strings.TrimSpace(cells[2]))
		judgePolar(ex, cells[3], inMME)
		if right, ok := rightInMME(rec.Partner(), cells[0]); ok {
			scoreBoth(ex, right)
		} else {
			rec.Problem("no second question about %s beside it; left out of acc_plus", cells[0])
		}
		return ex
	})
}

// rightInMME reads the other line about a picture, ok false if it is about another one.
func rightInMME(line []byte, picture string) (right, ok bool) {
	cells := strings.Split(strings.TrimRight(string(line), "\r"), "\t")
	if len(cells) != 4 || cells[0] != picture {
		return false, false
	}
	return inMME(cells[3]) == strings.ToLower(strings.TrimSpace(cells[2])), true
}

// judgePolar fills in an answer as a benchmark reads it, and keeps the model's
// reply.
func judgePolar(ex *loaders.Example, said string, read func(string) string) {
	said = strings.TrimSpace(said)
	ex.Answer.Predicted = read(said)
	if ex.Answer.Predicted == "" {
		ex.Answer.Predicted = "other"
	}
	ex.Answer.Correct = loaders.VerdictOf(ex.Answer.Predicted == ex.Answer.Gold)
	if said != ex.Answer.Predicted {
		ex.Describe("reply", said)
	}
}

// scoreBoth scores whether the answer and that to the picture's other question
// are both right.
func scoreBoth(ex *loaders.Example, other bool) {
	ex.Answer.Score("acc_plus", map[bool]float64{true: 1}[other && ex.Answer.Correct == loaders.Right])
}

// inPOPE is an answer as POPE counts it: no if the first sentence has the word no or not,
// otherwise yes.
func inPOPE(text string) string {
	first, _, _ := strings.Cut(text, ".")
	words := strings.Split(strings.ReplaceAll(first, ",", ""), " ")
	if slices.ContainsFunc(words, func(word string) bool { return word == "No" || word == "no" || word == "not" }) {
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

// mmeKey identifies a question of MME: a picture, and the question without the
// instruction on how to answer.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
