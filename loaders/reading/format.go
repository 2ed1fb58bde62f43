package reading

import (
	"context"
	"regexp"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// The names of the formats.
const (
	dropName        = "drop"
	squadName       = "squad"
	flatName        = "squad-flat"
	predictionsName = "answers-by-question"
)

// Drop reads DROP's questions.
var Drop = loaders.Format{
	Name:   dropName,
	About:  "DROP's passages and questions",
	Sign:   "an object of objects with the keys passage and qa_pairs",
	Keys:   []string{"passage", "qa_pairs"},
	Detect: func(head []byte) bool { return kindOf(head) == dropKind },
	Open:   open(dropKind, dropName),
}

// Squad reads SQuAD's questions, SQuADShifts' and others of that form.
var Squad = loaders.Format{
	Name:   squadName,
	About:  "SQuAD's passages and questions, and SQuADShifts'",
	Sign:   "a key data, a list with paragraphs, context and qas in it",
	Keys:   []string{"paragraphs", "context", "qas"},
	Detect: func(head []byte) bool { return kindOf(head) == squadKind },
	Open:   open(squadKind, squadName),
}

// Flat reads SQuAD as Hugging Face has it, as JSON Lines.
var Flat = loaders.Format{
	Name:   flatName,
	About:  "SQuAD's questions as JSON Lines, each with its passage (Hugging Face)",
	Sign:   "the keys id, context, question and answers, an object",
	Keys:   []string{"id", "context", "question", "answers"},
	Detect: func(head []byte) bool { return kindOf(head) == flatKind },
	Open:   open(flatKind, flatName),
}

// Predictions reads answers by question.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions on DROP or SQuAD, an object from question to answer, with the data set beside it",
	Sign:   "an object whose keys are ids as SQuAD or DROP has them, or those of questions beside it, and whose values are all strings or lists of strings",
	Detect: func(head []byte) bool { return arePredictions(head, known) },
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		if !arePredictions(src.Head, named) {
			return false
		}
		sets := joining(ctx, src)
		return o.Gold != "" || slices.ContainsFunc(sets.Beside(src), func(path string) bool {
			share, known := sets.Fits(path)
			return known && share > 0
		})
	},
	Open: openPredictions,
}

func kindOf(head []byte) kind {
	if keys := record.ElementKeys(head, "*"); keys["passage"] == '"' && keys["qa_pairs"] == '[' {
		return dropKind
	}
	if keys := record.ElementKeys(head, "data.*.paragraphs.*"); keys["context"] == '"' {
		return squadKind
	}
	if keys := record.Keys(head); keys["id"] != 0 && keys["context"] == '"' && keys["question"] == '"' && keys["answers"] == '{' {
		return flatKind
	}
	return noKind
}

// named matches the keys that are ids of questions; the values of other
// objects are called by words.
var (
	// known are SQuAD's and DROP's own.
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
		if !named.MatchString(key) || value != '"' && value != '[' {
			return false
		}
	}
	return true
}

// open opens a data set to look at, without predictions.
func open(k kind, name string) func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	return func(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
		set := newDataset(k)
		decode := func(rec *record.Record) (*loaders.Example, error) {
			q, err := set.question(rec)
			if err != nil {
				return nil, err
			}
			return q.example, nil
		}
		var run *loaders.Run
		var err error
		if k == flatKind {
			run, err = record.OpenJSONL(ctx, src, name, 0, decode)
		} else {
			run, err = record.OpenElements(ctx, src, name, k.path(), decode)
		}
		if err != nil {
			return nil, err
		}
		run.Gold, run.Dataset = "in the file", k.dataset()
		return run, nil
	}
}

// openPredictions opens predictions with the data set beside them.
func openPredictions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, predictionsName, "*", j.predicted)
	if err != nil {
		return nil, err
	}
	j.run = run
	return run, j.open(ctx, src, o)
}

// setFiles are the data sets that travel with predictions.
var setFiles = record.Companion{
	What: "questions of DROP or SQuAD", Flag: "--gold", Missing: "questions of DROP or SQuAD", Without: "questions and without gold",
	Is: func(head []byte) bool { return kindOf(head) != noKind },
}

// joining are the data sets that have a prediction's question.
func joining(ctx context.Context, src *loaders.Source) *record.Companion {
	sets := setFiles
	sets.Fits = record.AskedBy(ctx, src, "*", func(rec *record.Record) (string, func(*record.Record) bool) { return rec.Key, nil }).
		Fits(ctx, src, func(head []byte) (string, func(*record.Record) string) { return kindOf(head).path(), idOf })
	return &sets
}

// open finds the data set.
func (j *join) open(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	sets := joining(ctx, src)
	path, err := sets.Find(src, j.run, o.Gold)
	if err != nil || path == "" {
		return err
	}
	head, err := record.HeadOf(src, path)
	if err != nil {
		return err
	}
	k := kindOf(head)
	j.set = newDataset(k)
	if j.questions, err = setFiles.Table(ctx, src, j.run, path, k.path(), "question", idOf); err != nil {
		return err
	}
	j.run.Gold, j.run.Dataset = path, k.dataset()
	return nil
}
