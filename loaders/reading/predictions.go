package reading

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/scoring/rules"
)

// Predictions reads answers by question.
var Predictions = record.NewFormat(loaders.Format{
	Name:  "answers-by-question",
	About: "predictions on DROP or SQuAD, an object from question to answer, with the data set beside it",
	Sign: "an object whose keys are ids as SQuAD or DROP has them, or those of questions beside it, and whose values are strings, lists " +
		"of strings or null",
	Detect: func(head []byte) bool { return arePredictions(head, known) },
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		if path := o.Of(loaders.GoldFile); path != "" {
			set, err := files.OpenSource(src.Files, path)
			if err != nil {
				return false
			}
			defer set.Close()
			return setFiles.Is(set.Head) && arePredictions(src.Head, named)
		}
		return arePredictions(src.Head, named) && setFiles.Answers(ctx, src, "*")
	},
}, record.Codec{Beside: []record.Companion{setFiles}, Open: openPredictions})

// named matches the keys that are ids of questions; the values of other
// objects are called by words.
var (
	// known are the ids of SQuAD and DROP.
	known      = regexp.MustCompile(`^(?:[0-9a-f]{24}(?:_\d+)?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$`)
	named      = regexp.MustCompile(`^[\w.:/-]*[0-9][\w.:/-]*$`)
	firstEntry = regexp.MustCompile(`^\s*\{\s*"([^"\\]*)"\s*:\s*(?:"|\[\s*(?:"|\]))`)
)

// arePredictions looks at the keys of the object that head begins with, and
// at the first byte of their values.
func arePredictions(head []byte, named *regexp.Regexp) bool {
	first := firstEntry.FindSubmatch(head)
	if first == nil || !named.Match(first[1]) {
		return false
	}
	for key, value := range record.ElementKeys(head, "") {
		if !named.MatchString(key) || value != '"' && value != '[' && value != 'n' {
			return false
		}
	}
	return true
}

// setFiles are the data sets that come with predictions.
var setFiles = record.Companion{
	What: "questions of DROP or SQuAD", Flag: loaders.GoldFile, Missing: "questions of DROP or SQuAD", Without: "questions and without gold",
	Is: record.Either(loaders.Map(kinds, func(k kind) loaders.Detector { return k.Detect })...),
	Entries: func(head []byte) (string, record.Naming) {
		return kindOf(head).path, record.KeyOf("query_id", "id")
	},
	Asks: record.EntryKey, Left: "question", Blank: record.Null,
	Official: " as in evaluate-v1.1 and drop_eval; evaluate-v2.0 leaves them out",
}

// openPredictions opens predictions with the data set beside them.
func openPredictions(o *record.Opening) {
	p := &predictions{set: newDataset()}
	o.Elements("*", p.predicted)
	if questions := o.Join(setFiles); questions != nil {
		p.kind = kindOf(o.HeadOf(questions.Path))
		o.Run.Dataset = p.kind.dataset
	}
}

// predictions decodes the answers to questions of one data set.
type predictions struct {
	kind *kind // nil for no data set beside them
	set  *dataset
}

// predicted decodes an entry: a question's id and the answer to it.
func (p *predictions) predicted(rec *record.Record) *loaders.Example {
	prediction, err := answersOf(rec.Bytes)
	if err != nil {
		return rec.Broken(err)
	}
	var q *question
	if !rec.Beside().Read(rec.Key, func(entry *record.Record) (err error) {
		q, err = p.kind.question(p.set, entry)
		return err
	}) {
		rec.Beside().Misses(rec, "question", rec.Key, "kept as an example without gold")
		q = &question{example: &loaders.Example{ID: rec.Key}}
	}
	a := &q.example.Answer
	a.Predicted = prediction.JoinWith(" | ")
	switch {
	case q.golds == nil:
	case prediction == nil:
		a.Correct = loaders.Unanswered // also where the answer is that there is none
	default:
		rules.Judge(p.kind.rule, a, prediction, q.golds...)
	}
	rec.CountMissing(a, "em", "f1")
	return q.example
}

// mostAnswers bounds the parts of one answer.
const mostAnswers = 200

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
