package lmeval

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// wire is a record.
type wire struct {
	DocID     record.Text                `json:"doc_id"`
	Doc       map[string]json.RawMessage `json:"doc"`
	Input     record.Text                `json:"input"` // lmms-eval's
	Target    json.RawMessage            `json:"target"`
	Arguments json.RawMessage            `json:"arguments"`
	Responses json.RawMessage            `json:"filtered_resps"`
	Filter    string                     `json:"filter"`
	Prompt    record.Text                `json:"prompt_0"` // of the first versions, as Truth
	Truth     json.RawMessage            `json:"truth"`
}

// noFilter is the name of the filter that changes nothing.
const noFilter = "none"

// own are the top-level keys that are not metrics.
var own = []string{
	"doc_id", "doc", "input", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash",
}

// example turns a record into an example.
func (in *wire) example(rec *record.Record, graded func() map[string]bool) *loaders.Example {
	var all map[string]json.RawMessage
	if err := rec.Decode(&all); err != nil {
		return rec.Broken(err)
	}
	ex := &loaders.Example{ID: string(in.DocID), Question: in.question()}
	if in.DocID == "" {
		rec.Problem("no doc_id; named after its place")
	}
	if in.Filter != "" && in.Filter != noFilter {
		ex.Kind = in.Filter
		if ex.ID != "" {
			ex.ID += " (" + in.Filter + ")"
		}
	}
	if in.Prompt != "" {
		in.first(all, ex)
	} else {
		in.answer(rec, &ex.Answer)
	}
	metrics(rec, all, &ex.Answer, graded)
	for _, key := range []string{"image", "image_path", "file_name"} {
		if path := record.TextOf(in.Doc[key]); record.IsPicture(path) && !strings.Contains(path, "://") {
			ex.Images = []loaders.Image{{Path: rec.Picture(path)}}
			break
		}
	}
	return ex
}

// first reads what the first versions wrote: a likelihood for each choice, or
// what was generated for the first prompt. Their numbers are texts.
func (in *wire) first(all map[string]json.RawMessage, ex *loaders.Example) {
	ex.Question = string(in.Prompt)
	ex.Answer.Gold = goldOf(in.Truth)
	best, most := -1, math.Inf(-1)
	for i := 0; ; i++ {
		raw, ok := all["logit_"+strconv.Itoa(i)]
		if !ok {
			break
		}
		text := record.TextOf(raw)
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err == nil && x > most {
			best, most = i, x
		}
		if err != nil && ex.Answer.Predicted == "" {
			ex.Answer.Predicted = text
		}
	}
	if best >= 0 && ex.Answer.Predicted == "" {
		ex.Answer.Predicted = strconv.Itoa(best)
	}
	for key, raw := range all {
		if strings.HasPrefix(key, "prompt_") || strings.HasPrefix(key, "logit_") || key == "truth" {
			delete(all, key)
		} else if _, err := strconv.ParseFloat(record.TextOf(raw), 64); err == nil {
			all[key] = json.RawMessage(record.TextOf(raw))
		}
	}
}

// asking are the keys of a document that may hold its question, in order.
var asking = strings.Fields(record.QuestionKeys)

func (in *wire) question() string {
	texts := loaders.Map(asking, func(key string) string { return record.TextOf(in.Doc[key]) })
	if text := cmp.Or(append(texts, string(in.Input))...); text != "" {
		return text
	}
	return cmp.Or(in.continuations(0)...)
}

// continuations returns argument k of every request: 0 is the prompt, 1 the choice whose
// likelihood was requested.
func (in *wire) continuations(k int) (list []string) {
	gjson.ParseBytes(in.Arguments).ForEach(func(name, arguments gjson.Result) bool {
		x := arguments.Get("arg_" + strconv.Itoa(k))
		if arguments.IsArray() { // of earlier versions
			x = arguments.Get(strconv.Itoa(k))
		} else if name.String() != "gen_args_"+strconv.Itoa(len(list)) {
			return false
		}
		if x.Exists() {
			list = append(list, record.TextOf([]byte(x.Raw)))
		}
		return x.Exists()
	})
	return list
}

// choices are the texts between which the model chose, n of them, nil if the file does
// not have them.
func (in *wire) choices(n int) []string {
	for _, key := range []string{"choices", "options", "endings"} {
		list := textsOf(in.Doc[key])
		if list == nil {
			list = textsOf([]byte(gjson.GetBytes(in.Doc[key], "text").Raw))
		}
		if len(list) == n {
			return list
		}
	}
	if list := in.continuations(1); len(list) == n {
		return loaders.Map(list, strings.TrimSpace)
	}
	return nil
}

// answer fills in the prediction and the gold answer.
func (in *wire) answer(rec *record.Record, a *loaders.Answer) {
	a.Gold = goldOf(in.Target)
	if s := record.TextOf(in.Responses); s != "" {
		a.Predicted = s // lmms-eval takes a list of one apart
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(in.Responses, &list) != nil || len(list) == 0 {
		rec.Problem("no filtered_resps; shown without a predicted answer")
		return
	}
	likelihoods := likelihoodsOf(list)
	if len(likelihoods) < 2 {
		a.Predicted = firstOf(list[0])
		return
	}
	best := 0
	for i, x := range likelihoods {
		if x > likelihoods[best] {
			best = i
		}
	}
	a.Predicted = strconv.Itoa(best)
	if names := in.choices(len(likelihoods)); names != nil {
		a.Predicted = names[best]
		if gold, err := strconv.Atoi(strings.TrimSpace(a.Gold)); err == nil && gold >= 0 && gold < len(names) {
			a.Gold = names[gold]
		}
	}
}

// goldOf is a target: a text, or several.
func goldOf(b json.RawMessage) string {
	if list := textsOf(b); list != nil {
		return strings.Join(list, " or ")
	}
	return record.TextOf(b)
}

// textsOf is a list of texts, nil for anything else.
func textsOf(b json.RawMessage) (list record.Texts) {
	if record.FirstByte(b) == '[' && json.Unmarshal(b, &list) != nil {
		return nil
	}
	return list
}

// firstOf is a response, the first of several. A likelihood is not one.
func firstOf(b json.RawMessage) string {
	list := textsOf(b)
	switch {
	case list == nil:
		return record.TextOf(b)
	case len(list) == 0 || likelihoodsOf([]json.RawMessage{b}) != nil:
		return ""
	}
	return list[0]
}

// likelihoodsOf reads pairs of a log-likelihood and whether decoding would say
// it. Nil where some response is not such a pair.
func likelihoodsOf(list []json.RawMessage) []float64 {
	numbers := make([]float64, len(list))
	for i, raw := range list {
		pair := textsOf(raw) // versions differ in whether these are strings
		if len(pair) != 2 {
			return nil
		}
		x, err := strconv.ParseFloat(pair[0], 64)
		if greedy := strings.ToLower(pair[1]); err != nil || greedy != "true" && greedy != "false" {
			return nil
		}
		numbers[i] = x
	}
	return numbers
}

// maxMetrics bounds the metrics of an example.
const maxMetrics = 64

// metrics keeps the numbers at the top of a record, and judges the answer by
// those that graded does not name.
func metrics(rec *record.Record, all map[string]json.RawMessage, a *loaders.Answer, graded func() map[string]bool) {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(key string) bool { return slices.Contains(own, key) })
	for _, key := range names {
		value := all[key]
		if pair := pairOf(value); pair != nil { // of CoLA and others that are scored as a whole
			a.Correct = loaders.VerdictOf(pair[0] == pair[1])
			continue
		}
		x, ok := numberOf(scoreIn(value))
		if ok && len(a.Scores) < maxMetrics {
			a.Score(key, x)
		}
		if !ok && nested(value) && slices.Contains(textsOf(all["metrics"]), key) {
			rec.FileProblem("the metric %q is not a number; not read", key)
		}
	}
	judge(a, names, graded)
}

// nested reports whether a value is a list or an object.
func nested(b json.RawMessage) bool {
	first := record.FirstByte(b)
	return first == '[' || first == '{'
}

// scoreIn is the score of an object that has one (MME's), or else the value.
func scoreIn(value json.RawMessage) json.RawMessage {
	if score := gjson.GetBytes(value, "score"); nested(value) && (score.Type == gjson.Number || score.IsBool()) {
		return json.RawMessage(score.Raw)
	}
	return value
}

// judge decides by the metrics whether the answer is right: exact_match, acc,
// then the others in order, without those that are graded.
func judge(a *loaders.Answer, names []string, graded func() map[string]bool) {
	for _, key := range append([]string{"exact_match", "acc"}, names...) {
		x, ok := a.Scores[key]
		if a.Correct != loaders.Unknown || !ok || x != 0 && x != 1 {
			continue
		}
		if judges, known := record.Judges(key); judges && (known || !graded()[key]) {
			a.Correct = loaders.VerdictOf(x == 1)
		}
	}
}

// pairOf is gold and prediction, both whole numbers, nil for anything else.
func pairOf(b json.RawMessage) []float64 {
	var list []float64
	if record.FirstByte(b) != '[' || json.Unmarshal(b, &list) != nil || len(list) != 2 || list[0] != math.Trunc(list[0]) ||
		list[1] != math.Trunc(list[1]) {
		return nil
	}
	return list
}

// numberOf is a number or a truth value, ok false for anything else and for an
// infinity.
func numberOf(b json.RawMessage) (x float64, ok bool) {
	switch string(b) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	x, err := strconv.ParseFloat(string(b), 64)
	return x, err == nil && x-x == 0
}

// mostGraded is how many records say which metrics are graded.
const mostGraded = 1000

// gradedIn returns the metrics with values other than 0 and 1 among the first records of
// a file; such values are not verdicts.
func gradedIn(ctx context.Context, src *loaders.Source) map[string]bool {
	graded := map[string]bool{}
	n := 0
	// A file that cannot be read says so where its examples are.
	_, _ = record.Look(ctx, src.Files, src.Path, "", func(rec *record.Record) bool {
		gjson.ParseBytes(rec.Bytes).ForEach(func(key, value gjson.Result) bool {
			if x := value.Float(); value.Type == gjson.Number && x != 0 && x != 1 {
				graded[key.String()] = true
			}
			return true
		})
		n++
		return n < mostGraded
	})
	return graded
}
