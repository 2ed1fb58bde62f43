package lmeval

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

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
}

// noFilter is the name of the filter that does nothing.
const noFilter = "none"

// own are the top-level keys that are not metrics.
var own = []string{
	"doc_id", "doc", "input", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash",
}

// example turns a record into an example.
func example(run *loaders.Run, rec *record.Record) (*loaders.Example, error) {
	var in wire
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := rec.Decode(&all); err != nil {
		return nil, err
	}
	ex := &loaders.Example{ID: string(in.DocID), Question: in.question()}
	if in.DocID == "" {
		rec.Problem(loaders.Say("no doc_id"), loaders.Say("named after its place"))
	}
	if in.Filter != "" && in.Filter != noFilter {
		ex.Kind = in.Filter
		if ex.ID != "" {
			ex.ID += " (" + in.Filter + ")"
		}
	}
	in.answer(rec, &ex.Answer)
	metrics(all, &ex.Answer)
	for _, key := range []string{"image", "image_path", "file_name"} {
		if path := record.TextOf(in.Doc[key]); pictured(path) {
			ex.Images = []loaders.Image{{Path: rec.Picture(run, path)}}
			break
		}
	}
	return ex, nil
}

// pictured reports whether a value is the name of a picture's file, and not a
// description or an address.
func pictured(path string) bool {
	if strings.Contains(path, "://") {
		return false
	}
	lower := strings.ToLower(path)
	return slices.ContainsFunc([]string{".jpg", ".jpeg", ".png", ".gif", ".webp"}, func(ending string) bool { return strings.HasSuffix(lower, ending) })
}

// asking are the keys under which documents have their question, in order.
var asking = []string{"question", "query", "problem", "Question", "prompt", "goal", "sentence", "text", "ctx", "input"}

func (in *wire) question() string {
	for _, key := range asking {
		if s := record.TextOf(in.Doc[key]); s != "" {
			return s
		}
	}
	if in.Input != "" {
		return string(in.Input)
	}
	if list := in.continuations(0); len(list) > 0 {
		return list[0]
	}
	return ""
}

// continuations are argument k of every request: 0 is the prompt, 1 the choice
// whose likelihood was asked for.
func (in *wire) continuations(k int) []string {
	var list []string
	var named map[string]map[string]json.RawMessage
	if json.Unmarshal(in.Arguments, &named) == nil {
		for i := range len(named) {
			value, ok := named["gen_args_"+strconv.Itoa(i)]["arg_"+strconv.Itoa(k)]
			if !ok {
				break
			}
			list = append(list, record.TextOf(value))
		}
		return list
	}
	var rows [][]json.RawMessage // of earlier versions
	if json.Unmarshal(in.Arguments, &rows) == nil {
		for _, row := range rows {
			if k >= len(row) {
				break
			}
			list = append(list, record.TextOf(row[k]))
		}
	}
	return list
}

// choices are the texts between which the model chose, n of them, nil where
// the file does not have them.
func (in *wire) choices(n int) []string {
	for _, key := range []string{"choices", "options", "endings"} {
		var nested struct {
			Text record.Texts `json:"text"`
		}
		raw := in.Doc[key]
		list := textsOf(raw)
		if list == nil && len(raw) > 0 && json.Unmarshal(raw, &nested) == nil {
			list = nested.Text
		}
		if len(list) == n {
			return list
		}
	}
	if list := in.continuations(1); len(list) == n {
		for i := range list {
			list[i] = strings.TrimSpace(list[i])
		}
		return list
	}
	return nil
}

// answer fills what was predicted, and what is gold.
func (in *wire) answer(rec *record.Record, a *loaders.Answer) {
	a.Gold = goldOf(in.Target)
	if s := record.TextOf(in.Responses); s != "" {
		a.Predicted = s // lmms-eval takes a list of one apart
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(in.Responses, &list) != nil || len(list) == 0 {
		rec.Problem(loaders.Say("no filtered_resps"), loaders.Say("shown without a predicted answer"))
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

// metrics keeps the numbers at the top of a record, and says by them whether
// the answer is right.
func metrics(all map[string]json.RawMessage, a *loaders.Answer) {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(key string) bool { return slices.Contains(own, key) })
	for _, key := range names {
		x, err := strconv.ParseFloat(string(truth(all[key])), 64)
		if err != nil || x-x != 0 || len(a.Scores) >= maxMetrics { // no number, or an infinity
			continue
		}
		a.Score(key, x)
	}
	for _, key := range append([]string{"exact_match", "acc"}, names...) {
		if x, ok := a.Scores[key]; ok && (x == 0 || x == 1) {
			a.Correct = loaders.VerdictOf(x == 1)
			return
		}
	}
}

// truth is a truth value as a number, and anything else as it is.
func truth(b json.RawMessage) json.RawMessage {
	switch string(b) {
	case "true":
		return json.RawMessage("1")
	case "false":
		return json.RawMessage("0")
	}
	return b
}
