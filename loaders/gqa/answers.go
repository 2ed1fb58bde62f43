package gqa

import (
	"cmp"
	"fmt"
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
				*ex = *j.answeredExample(rec, ex, row)
			}
		},
	}.Reads()
}

// tiedAnswers returns a prediction's answers, of which several tie; nil without a prediction or a text.
func tiedAnswers(predictionRow rows.RowObject) []string {
	switch said := cmp.Or(predictionRow["prediction"], predictionRow["text"]).(type) {
	case nil:
		return nil
	case []any:
		return loaders.Map(said, rows.Text)
	default:
		return []string{rows.Text(said)}
	}
}

// answeredExample returns the example of a prediction, joined with its question and scene graph and
// judged. A missing question is a problem; a missing answer is unanswered, because the evaluation
// counts it.
func (j *companionJoin) answeredExample(rec *record.Record, predicted *loaders.Example, predictionRow rows.RowObject) *loaders.Example {
	var q question
	id, prompt := predicted.ID, predicted.Question
	name := id
	if j.mme {
		name = mmeKey(id, prompt)
	}
	found := id != "" && j.questions.Decode(name, &q)
	if id == "" {
		rec.Problem("no question id; can't be joined with questions")
	} else if !found {
		j.questions.Misses(rec, "question", id, "kept as an example without gold")
	}
	ex, answers := q.exampleOf(rec, id), tiedAnswers(predictionRow)
	options := loaders.Map(rows.ListOf(predictionRow["options"]), rows.Text)
	ex.Describe("prompt", prompt, "model", rows.Text(predictionRow["model_id"]), "type", rows.Text(predictionRow["type"]),
		"options", record.Listed(options, mostListed))
	if found && q.turnPolar(rec, ex, j.set) {
		j.answerPolar(rec, ex, answers)
		return ex
	}
	if found {
		ex.Tags = append(ex.Tags, j.tags...)
		j.groundExample(rec, ex, &q)
	}
	ex.Question = cmp.Or(ex.Question, prompt)
	ex.Tags = loaders.Distinct(append(ex.Tags, j.sets()[id]))
	ex.Answer.Predicted = record.LenientTexts(answers).JoinWith(" | ") // "[]", that nothing fits, matches no gold
	rules.Judge(j.rule, &ex.Answer, answers, []string{ex.Answer.Gold})
	if rec.CountMissing(&ex.Answer); len(answers) > 1 {
		ex.Describe("tied", fmt.Sprint(len(answers)))
	}
	return ex
}

// answerPolar completes ex, a question of POPE or MME. Tied answers aren't judged, because its
// evaluation reads one text.
func (j *companionJoin) answerPolar(rec *record.Record, ex *loaders.Example, answers []string) {
	switch said := strings.Join(answers, ""); {
	case answers != nil && len(answers) != 1:
	case j.mme:
		judgePolar(rec, ex, said, "mme")
		ex.ID += " " + ex.Question
	default:
		judgePolar(rec, ex, said, "yes-no")
	}
}
