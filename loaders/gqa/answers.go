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
	About:  "predictions in GQA's evaluation format, or in DFOL-VQA's (with ties), with questions beside them",
	Sign:   "a list or lines of objects with the keys questionId and prediction",
	Keys:   "questionId prediction",
	Detect: record.Either(record.KeyedAt("[*", "questionId, prediction"), record.Keyed("questionId, prediction")),
}, "gqa", "id=questionId,predicted=prediction")

// LLaVA reads the answers of LLaVA's evaluation: JSON Lines with question_id, prompt and text.
var LLaVA = answerFormat(loaders.Format{
	Name:  "llava-answers",
	About: "answers from LLaVA and similar models (JSON Lines), with GQA's questions beside them",
	Sign:  "the keys question_id and text, optionally prompt and model_id",
	Keys:  "question_id prompt text model_id",
	Detect: record.Either(record.Keyed(`question_id, prompt:", text:", model_id`),
		record.Keyed(`question_id, text:", !question, !image, !label, !answer, !context`)),
}, "llava", "id=question_id,question=prompt,predicted=text")

// answerFormat makes a table's preset of f, because its columns are data; how the rule judges an answer
// stays code. Questions and scene graphs are joined.
func answerFormat(f loaders.Format, ruleName, columnMap string) loaders.Format {
	f.Boxes = conventionOfBoxes
	return tabular.Preset{
		Format: f, PresetTraits: tabular.PresetTraits{Dataset: "GQA", Pictures: true}, Map: columnMap + ",right=" + ruleName,
		Beside: []tabular.PresetCompanion{{CompanionFile: questionFiles}, {CompanionFile: sceneFiles}},
		Open: func(o *record.RunBuilder) tabular.ExampleFinisher {
			j := &companionJoin{rule: ruleName}
			j.openFiles(o)
			return func(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
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

// answerOf takes a list as several tied answers; options are nil without a prediction or a text.
func answerOf(predictionRow rows.RowObject, ex *loaders.Example) *modelAnswer {
	options, _ := predictionRow["options"].([]any)
	a := &modelAnswer{question: ex.ID, prompt: ex.Question, meta: []string{
		"prompt", ex.Question, "model", rows.Text(predictionRow["model_id"]),
		"type", rows.Text(predictionRow["type"]), "options", record.Listed(loaders.Map(options, rows.Text), mostListed),
	}}
	switch said := cmp.Or(predictionRow["prediction"], predictionRow["text"]).(type) {
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
func (j *companionJoin) answeredExample(rec *record.Record, a *modelAnswer) *loaders.Example {
	var q question
	found := false
	switch {
	case a.question == "":
		rec.Problem("no question id; can't be joined with questions")
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
	if found && q.turnPolar(rec, ex, j.set) {
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
	ex.Answer.Predicted = record.LenientTexts(a.options).JoinWith(" | ") // "[]", that nothing fits, matches no gold
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
func (j *companionJoin) answerPolar(rec *record.Record, ex *loaders.Example, a *modelAnswer) *loaders.Example {
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
