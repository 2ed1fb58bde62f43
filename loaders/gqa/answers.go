package gqa

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
	"faithscope/loaders/tabular"
)

// Predictions reads answers to GQA: a list with questionId and prediction.
var Predictions = answerFormat(loaders.Format{
	Name:   "gqa-predictions",
	About:  "predictions in the form of GQA's evaluation, or DFOL-VQA's with ties, and the questions beside them",
	Sign:   "a list or lines of objects with the keys questionId and prediction",
	Keys:   "questionId prediction",
	Detect: record.Either(record.KeyedAt("[*", "questionId, prediction"), record.Keyed("questionId, prediction")),
}, "gqa", "id=questionId,predicted=prediction")

// LLaVA reads the answers of LLaVA's evaluation: JSON Lines with question_id, prompt and text.
var LLaVA = answerFormat(loaders.Format{
	Name:  "llava-answers",
	About: "answers of LLaVA and similar models (JSON Lines), with GQA's questions beside them",
	Sign:  "the keys question_id and text, and perhaps prompt and model_id",
	Keys:  "question_id prompt text model_id",
	Detect: record.Either(record.Keyed(`question_id, prompt:", text:", model_id`),
		record.Keyed(`question_id, text:", !question, !image, !label, !answer, !context`)),
}, "llava", "id=question_id,question=prompt,predicted=text")

// answerFormat returns f, a table of predictions read by a map of columns and judged by rule, with
// questions and scene graphs joined to it.
func answerFormat(f loaders.Format, rule, columns string) loaders.Format {
	f.Boxes = conventionOfBoxes
	return tabular.Preset{
		Format: f, Traits: tabular.Traits{Dataset: "GQA", Pictures: true}, Map: columns + ",right=" + rule,
		Beside: []tabular.Beside{{Companion: questionFiles}, {Companion: sceneFiles}},
		Open: func(o *record.Opening) tabular.Finish {
			j := &join{rule: rule}
			j.openFiles(o)
			return func(rec *record.Record, row rows.Object, ex *loaders.Example) {
				*ex = *j.answeredExample(rec, answerOf(row, ex))
			}
		},
	}.Reads()
}

// modelAnswer is a row of predictions.
type modelAnswer struct {
	question string   // id
	options  []string // all tied answers; nil for none
	prompt   string   // "" if the file doesn't say
	meta     []string // keys and values in turn
}

// answerOf returns a row of predictions. A list is several tied answers; options are nil without a
// prediction or a text.
func answerOf(row rows.Object, ex *loaders.Example) *modelAnswer {
	options, _ := row["options"].([]any)
	a := &modelAnswer{question: ex.ID, prompt: ex.Question, meta: []string{
		"prompt", ex.Question, "model", rows.Text(row["model_id"]),
		"type", rows.Text(row["type"]), "options", record.Listed(loaders.Map(options, rows.Text), mostListed),
	}}
	switch said := cmp.Or(row["prediction"], row["text"]).(type) {
	case nil:
	case []any:
		a.options = append([]string{}, loaders.Map(said, rows.Text)...)
	default:
		a.options = []string{rows.Text(said)}
	}
	return a
}

// answeredExample returns the example of a prediction, joined with its question and scene graph and
// judged. A missing question is a problem; a missing answer is unanswered, because the evaluation
// counts it.
func (j *join) answeredExample(rec *record.Record, a *modelAnswer) *loaders.Example {
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
	ex := q.exampleOf(rec, a.question)
	if found && q.turnPolar(ex, j.set) {
		return j.answerPolar(rec, ex, a)
	}
	if found {
		ex.Tags = append(ex.Tags, j.tags...)
		j.groundExample(rec, ex, &q)
	}
	ex.Question = cmp.Or(ex.Question, a.prompt)
	if set := j.sets()[a.question]; set != "" && !slices.Contains(ex.Tags, set) {
		ex.Tags = append(ex.Tags, set)
	}
	ex.Answer.Predicted = record.Texts(a.options).JoinWith(" | ") // "[]", that nothing fits, matches no gold
	rules.Judge(j.rule, &ex.Answer, a.options, []string{ex.Answer.Gold})
	rec.CountMissing(&ex.Answer)
	if n := len(a.options); n > 1 {
		a.meta = append(a.meta, "tied", fmt.Sprint(n))
	}
	ex.Describe(a.meta...)
	return ex
}

// answerPolar completes ex, a question of POPE or MME. Tied answers aren't judged, because its
// evaluation reads one text.
func (j *join) answerPolar(rec *record.Record, ex *loaders.Example, a *modelAnswer) *loaders.Example {
	for i := range ex.Images {
		ex.Images[i].Path = rec.Picture(ex.Images[i].Path)
	}
	ex.Describe(a.meta...)
	switch said := strings.Join(a.options, ""); {
	case a.options != nil && len(a.options) != 1:
	case j.mme:
		judgePolar(rec, ex, said, "mme")
		ex.ID += " " + ex.Question
	default:
		judgePolar(rec, ex, said, "yes-no")
	}
	return ex
}
