package reading

import (
	"encoding/json"
	"errors"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// join brings predictions together with a data set.
type join struct {
	set       *dataset
	questions *record.Table // nil for none
}

// predicted decodes an entry: a question's id and the answer to it.
func (j *join) predicted(rec *record.Record) (*loaders.Example, error) {
	prediction, err := answersOf(rec.Bytes)
	if j.questions == nil {
		return &loaders.Example{ID: rec.Key, Answer: loaders.Answer{Predicted: strings.Join(prediction, " | ")}}, err
	}
	var q *question
	found := j.questions.Read(rec.Key, func(entry *record.Record) error {
		var err error
		q, err = j.set.question(entry)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !found {
		j.questions.Misses(rec, "question", rec.Key, "kept as an example without gold")
		q = &question{example: &loaders.Example{ID: rec.Key}}
	}
	a := &q.example.Answer
	a.Predicted = strings.Join(prediction, " | ")
	switch {
	case q.judge == nil:
	case prediction == nil:
		rec.Unanswered(a, "em", "f1")
	default:
		em, f1 := q.judge(prediction)
		a.Correct = loaders.VerdictOf(em == 1)
		a.Scores = map[string]float64{"em": em, "f1": f1}
	}
	return q.example, nil
}

// answersOf reads a string, a number or a list of them; null is nil.
func answersOf(b []byte) (list record.Texts, err error) {
	if record.FirstByte(b) == '{' {
		return nil, errors.New("an object where an answer belongs")
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, loaders.Errorf("not an answer: %w", err)
	}
	if len(list) > mostAnswers {
		return nil, loaders.Errorf("%d answers to one question, more than %d", len(list), mostAnswers)
	}
	return list, nil
}
