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
	DocID     text                       `json:"doc_id"`
	Doc       map[string]json.RawMessage `json:"doc"`
	Input     text                       `json:"input"` // lmms-eval's
	Target    json.RawMessage            `json:"target"`
	Arguments json.RawMessage            `json:"arguments"`
	Responses json.RawMessage            `json:"filtered_resps"`
	Filter    string                     `json:"filter"`
}

// noFilter is the name of the filter that does nothing.
const noFilter = "none"

// own are the top-level keys that are no metrics.
var own = []string{
	"doc_id", "doc", "input", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash",
}

// text is a string; a number or a truth value is taken as it is written, and
// anything else is "".
type text string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *text) UnmarshalJSON(b []byte) error {
	*t = ""
	switch {
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case b[0] != '{' && b[0] != '[' && string(b) != "null":
		*t = text(b)
	}
	return nil
}

func textOf(b json.RawMessage) string {
	var t text
	if len(b) == 0 || json.Unmarshal(b, &t) != nil {
		return ""
	}
	return string(t)
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
		rec.Problem("no doc_id", "named after its place")
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
		if path := textOf(in.Doc[key]); pictured(path) {
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
		if s := textOf(in.Doc[key]); s != "" {
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
			list = append(list, textOf(value))
		}
		return list
	}
	var rows [][]json.RawMessage // of earlier versions
	if json.Unmarshal(in.Arguments, &rows) == nil {
		for _, row := range rows {
			if k >= len(row) {
				break
			}
			list = append(list, textOf(row[k]))
		}
	}
	return list
}

// choices are the texts between which the model chose, n of them, nil where
// the file does not have them.
func (in *wire) choices(n int) []string {
	for _, key := range []string{"choices", "options", "endings"} {
		var list []text
		var nested struct {
			Text []text `json:"text"`
		}
		raw := in.Doc[key]
		if len(raw) == 0 || json.Unmarshal(raw, &list) != nil {
			if len(raw) == 0 || json.Unmarshal(raw, &nested) != nil {
				continue
			}
			list = nested.Text
		}
		if len(list) == n {
			names := make([]string, n)
			for i, s := range list {
				names[i] = string(s)
			}
			return names
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
	if s := textOf(in.Responses); s != "" {
		a.Predicted = s // lmms-eval takes a list of one apart
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(in.Responses, &list) != nil || len(list) == 0 {
		rec.Problem("no filtered_resps", "shown without a predicted answer")
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
	var list []text
	if len(b) > 0 && json.Unmarshal(b, &list) == nil && list != nil {
		names := make([]string, len(list))
		for i, s := range list {
			names[i] = string(s)
		}
		return strings.Join(names, " or ")
	}
	return textOf(b)
}

// firstOf is a response, the first of several. A likelihood is none.
func firstOf(b json.RawMessage) string {
	var list []text
	if json.Unmarshal(b, &list) == nil && list != nil {
		if len(list) == 0 || likelihoodsOf([]json.RawMessage{b}) != nil {
			return ""
		}
		return string(list[0])
	}
	return textOf(b)
}

// likelihoodsOf reads pairs of a log-likelihood and whether decoding would say
// it. Nil where some response is no such pair.
func likelihoodsOf(list []json.RawMessage) []float64 {
	numbers := make([]float64, len(list))
	for i, raw := range list {
		var pair []text // versions differ in whether these are strings
		if json.Unmarshal(raw, &pair) != nil || len(pair) != 2 {
			return nil
		}
		x, err := strconv.ParseFloat(string(pair[0]), 64)
		if greedy := strings.ToLower(string(pair[1])); err != nil || greedy != "true" && greedy != "false" {
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
		if a.Scores == nil {
			a.Scores = map[string]float64{}
		}
		a.Scores[key] = x
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
