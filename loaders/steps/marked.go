package steps

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Marked reads anybody's chains: a list of steps beside the index of the first wrong one, or a label
// for each.
var Marked = record.NewFormat(loaders.Format{
	Name: "marked-steps", About: "chains of steps with first_error (from 0; -1, null or N/A: none) or step_labels",
	Sign: "the key steps (a list), with first_error, mistake_index or step_labels",
	Keys: "id question steps first_error step_labels answer",
	Detect: record.Either(record.Keyed("steps:[, first_error|first_wrong_step"), record.Keyed("steps:[, mistake_index, !input"),
		record.Keyed("steps:[, step_labels:[|step_labels:{")),
}, record.RecordFormat{Gold: "in the file", Decode: markedExample})

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
	StepMarks{whole.Get("step_labels").Raw, find(firstKeys).Raw, 0, whole.Get("reason").String()}.FillChain(rec, ex, texts)
	return ex
}

// StepMarks are annotators' marks on a chain, as a file has them.
type StepMarks struct {
	Labels string // JSON: a list, or an object by index from 0; "" for none
	First  string // the index of the first wrong step; null, -1 and N/A: none is wrong; "" for nothing said
	Base   int    // of First
	Reason string // why that step is wrong
}

// FillChain makes stepTexts the example's steps and marks them. It reports what contradicts itself; of
// labels and an index the labels count.
func (m StepMarks) FillChain(rec *record.Record, ex *loaders.Example, stepTexts []string) {
	newChain(ex, stepTexts, m.Base)
	k := readIndex([]byte(m.First))
	if m.First == "null" {
		k = new(none)
	} else if k != nil {
		k = new(max(*k-m.Base, none))
	}
	switch {
	case m.Labels != "":
		markLabels(rec, ex, []byte(m.Labels))
		wrong := slices.IndexFunc(ex.Program[1:], isWrong)
		if k != nil && *k != wrong {
			rec.Problem("the first wrong step is %d by index, but %d by labels; the labels are used", *k+1, wrong+1)
		}
	case k != nil:
		markFirst(rec, ex, *k, loaders.StepOpinion{Reason: m.Reason})
	case m.First != "":
		rec.Problem("the first wrong step %s is invalid; shown without marks", m.First)
	}
}

// isWrong reports whether people call a step wrong.
func isWrong(m loaders.Module) bool { return m.Gold != nil && m.Gold.Verdict.Verdict == loaders.Wrong }

// Describe says how many steps a chain has and which is wrong: "5 steps, first wrong 3".
func Describe(chainModules []loaders.Module) string {
	said := loaders.Count(len(chainModules)-1, "step")
	isMarked := slices.ContainsFunc(chainModules, func(m loaders.Module) bool { return m.Gold != nil })
	switch wrong := slices.IndexFunc(chainModules, isWrong); {
	case wrong > 0:
		return fmt.Sprint(said, ", first wrong ", wrong)
	case isMarked:
		return said + ", none wrong"
	}
	return said + ", no marks"
}

func markLabels(rec *record.Record, ex *loaders.Example, labelsJSON []byte) {
	labels, err := readLabels(labelsJSON, func(int) {}) // every record reports equal keys
	if err != nil {
		rec.Problem("%w; shown without marks", err)
		return
	}
	steps := ex.Program[1:]
	for _, place := range loaders.SortedKeys(labels) {
		if place < 0 || place >= len(steps) {
			rec.Problem("there is a label for step %d, but the chain has %d steps; the label is left out", place+1, len(steps))
			continue
		}
		setGold(&steps[place], loaders.StepOpinion{Verdict: labels[place]})
	}
}
