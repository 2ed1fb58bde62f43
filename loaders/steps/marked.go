package steps

import (
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Marked reads anybody's chains: a list of steps beside the index of the first wrong one, or a label
// for each.
var Marked = record.NewFormat(loaders.Format{
	Name: "marked-steps", About: "chains of steps with first_error (from 0; -1, null or N/A: none) or step_labels",
	Sign: "the key steps, a list, with first_error, mistake_index or step_labels",
	Keys: "id question steps first_error step_labels answer",
	Detect: record.Either(record.Keyed("steps:[, first_error|first_wrong_step"), record.Keyed("steps:[, mistake_index, !input"),
		record.Keyed("steps:[, step_labels:[|step_labels:{")),
}, record.Codec{Gold: "in the file", Decode: markedExample})

var (
	questionKeys = []string{"question", "problem", "prompt", "input"}
	firstKeys    = []string{"first_error", "mistake_index", "first_wrong_step"}
	rightKeys    = []string{"correct", "final_answer_correct", "is_correct"}
)

func markedExample(rec *record.Record) *loaders.Example {
	var any map[string]any
	if err := rec.Decode(&any); err != nil {
		return rec.Broken(err)
	}
	whole := gjson.ParseBytes(rec.Bytes)
	find := func(keys []string) (found gjson.Result) {
		for _, key := range keys {
			if found = whole.Get(key); found.Exists() {
				return found
			}
		}
		return found
	}
	ex := &loaders.Example{ID: idOr(whole.Get("id").String(), rec), Question: find(questionKeys).String()}
	if right := find(rightKeys); right.IsBool() {
		ex.Answer.Correct = loaders.VerdictOf(right.Bool())
	}
	var texts []string
	for _, step := range whole.Get("steps").Array() {
		text := step.String()
		if inner := step.Get("text"); inner.Exists() {
			text = inner.String()
		}
		texts = append(texts, text)
	}
	newChain(ex, texts, 0)
	if labels := whole.Get("step_labels"); labels.Exists() {
		markLabels(rec, ex, []byte(labels.Raw))
		return ex
	}
	if first := find(firstKeys); first.Type == gjson.Null {
		markFirst(rec, ex, none, loaders.Opinion{})
	} else if k := readIndex([]byte(first.Raw)); k != nil {
		markFirst(rec, ex, *k, loaders.Opinion{Reason: whole.Get("reason").String()})
	} else {
		rec.Problem("the first wrong step is %s; shown without marks", first.Raw)
	}
	return ex
}

func markLabels(rec *record.Record, ex *loaders.Example, raw []byte) {
	labels, err := readLabels(raw)
	if err != nil {
		rec.Problem("%w; shown without marks", err)
		return
	}
	steps := ex.Program[1:]
	for _, place := range loaders.SortedKeys(labels) {
		if place < 0 || place >= len(steps) {
			rec.Problem("a label of step %d of %d; left out", place+1, len(steps))
			continue
		}
		setGold(&steps[place], loaders.Opinion{Verdict: labels[place]})
	}
}
