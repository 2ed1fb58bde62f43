package reading

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// kind is a form of data sets: its format, where its questions are, what they are of, by which
// rule answers are judged, and how a question is read.
type kind struct {
	loaders.Format
	path, dataset, rule string
	question            func(d *dataset, rec *record.Record) (*question, error)
}

// kinds are the forms, in the order of detection.
var kinds = []kind{
	{loaders.Format{
		Name:   "drop",
		About:  "DROP's passages and questions",
		Sign:   "an object of objects with the keys passage and qa_pairs",
		Keys:   "passage qa_pairs",
		Detect: record.KeyedAt("*", `passage:", qa_pairs:[`),
	}, "*.qa_pairs.*", "DROP", "drop", questionOf((*dataset).drop)},
	{loaders.Format{
		Name:   "squad",
		About:  "SQuAD's passages and questions, and SQuADShifts'",
		Sign:   "a key data, a list with paragraphs, context and qas in it",
		Keys:   "paragraphs context qas",
		Detect: record.KeyedAt("data.*.paragraphs.*", `context:"`),
	}, "data.*.paragraphs.*.qas.*", "SQuAD", "squad", questionOf((*dataset).squad)},
	{loaders.Format{
		Name:   "squad-flat",
		About:  "SQuAD's questions as JSON Lines, each with its passage (Hugging Face)",
		Sign:   "the keys id, context, question and answers, an object",
		Keys:   "id context question answers",
		Detect: record.Keyed(`id, context:", question:", answers:{`),
	}, "", "SQuAD", "squad", questionOf((*dataset).flat)},
}

// The formats of data sets.
var (
	Drop  = kinds[0].reads() // DROP's questions
	Squad = kinds[1].reads() // SQuAD's, SQuADShifts' and others of that form
	Flat  = kinds[2].reads() // SQuAD's as Hugging Face has them
)

// kindOf is the form of a data set that begins with head.
func kindOf(head []byte) *kind {
	return &kinds[max(0, slices.IndexFunc(kinds, func(k kind) bool { return k.Detect(head) }))]
}

// reads is the format of a data set to look at, without predictions.
func (k kind) reads() loaders.Format {
	return record.NewFormat(k.Format, record.Codec{Dataset: k.dataset, Gold: "in the file", Open: func(o *record.Opening) {
		set := newDataset()
		decode := func(rec *record.Record) *loaders.Example {
			q, err := k.question(set, rec)
			if err != nil {
				return rec.Broken(err)
			}
			return q.example
		}
		o.Elements(k.path, decode)
	}})
}
