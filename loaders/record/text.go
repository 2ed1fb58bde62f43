package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// LenientText is a JSON string, or a number or truth value as written; null, a list or an object is "".
type LenientText string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *LenientText) UnmarshalJSON(b []byte) error {
	*t = ""
	switch b[0] {
	case '"':
		if *t = LenientText(b[1 : len(b)-1]); slices.Contains(b, '\\') || !utf8.Valid(b) {
			return json.Unmarshal(b, (*string)(t))
		}
	case '{', '[', 'n':
	default:
		*t = LenientText(b)
	}
	return nil
}

// TextOf returns raw as a [LenientText]; "" for no bytes and for what isn't JSON.
func TextOf(raw json.RawMessage) string {
	var t LenientText
	_ = json.Unmarshal(raw, &t) // leaves t empty on failure
	return string(t)
}

// Truth returns Right for "true", "1" and "1.0", Wrong for "false", "0" and "0.0", in any case,
// trimmed, otherwise Unknown.
func Truth(truthText string) loaders.Verdict {
	switch strings.ToLower(strings.TrimSpace(truthText)) {
	case "true", "1", "1.0":
		return loaders.Right
	case "false", "0", "0.0":
		return loaders.Wrong
	}
	return loaders.Unknown
}

// LenientTexts is a JSON list of [LenientText], or one. Null and an object are nil; an empty list isn't.
type LenientTexts []string

// UnmarshalJSON implements [json.Unmarshaler].
func (list *LenientTexts) UnmarshalJSON(b []byte) error {
	*list = nil
	if b[0] == '{' || b[0] == 'n' {
		return nil
	}
	all, err := Several[LenientText](b)
	*list = all
	return err
}

// JoinWith joins by separator; "[]" for an empty list, which is an answer, and "" for nil, which isn't.
func (list LenientTexts) JoinWith(separator string) string {
	if list != nil && len(list) == 0 {
		return "[]"
	}
	return strings.Join(list, separator)
}

// Several decodes a JSON list of T, or one, as strings.
func Several[T ~string](b []byte) ([]string, error) {
	all := make([]T, 1)
	var to any = &all[0]
	if b[0] == '[' {
		to = &all
	}
	err := json.Unmarshal(b, to)
	return loaders.Map(all, func(t T) string { return string(t) }), err
}

// Tuple decodes a JSON list of as many values as pointers; null changes nothing. It reports whether
// b is such a list; if not, some may have been set.
func Tuple(b []byte, targetPointers ...any) bool {
	n := len(targetPointers)
	return json.Unmarshal(b, &targetPointers) == nil && len(targetPointers) == n
}

// OrderedObject keeps a JSON object's order. What isn't an object is nil; an empty object isn't.
type OrderedObject[T any] []ObjectEntry[T]

// ObjectEntry is a key of an [OrderedObject] with its value.
type ObjectEntry[T any] struct {
	Key   string
	Value T
}

// UnmarshalJSON implements [json.Unmarshaler]: it keeps repeated keys, and fails at the first value
// that T doesn't decode.
func (o *OrderedObject[T]) UnmarshalJSON(b []byte) error {
	*o = nil
	if b[0] != '{' {
		return nil
	}
	*o = OrderedObject[T]{}
	var err error
	gjson.ParseBytes(b).ForEach(func(key, value gjson.Result) bool {
		e := ObjectEntry[T]{Key: key.String()}
		err = json.Unmarshal([]byte(value.Raw), &e.Value)
		*o = append(*o, e)
		return err == nil
	})
	return err
}

// MarshalJSON implements [json.Marshaler]; a nil object is {}.
func (o OrderedObject[T]) MarshalJSON() ([]byte, error) {
	entries := make([][]byte, len(o))
	for i, e := range o {
		one, err := json.Marshal(map[string]T{e.Key: e.Value})
		if err != nil {
			return nil, err
		}
		entries[i] = one[1 : len(one)-1] // without its braces
	}
	return slices.Concat([]byte("{"), bytes.Join(entries, []byte(",")), []byte("}")), nil
}

// DROPAnswer is an answer of DROP: a number, spans of text, or a date.
type DROPAnswer struct {
	Number LenientText  `json:"number"`
	Spans  LenientTexts `json:"spans"`
	Date   struct {
		Day   LenientText `json:"day"`
		Month LenientText `json:"month"`
		Year  LenientText `json:"year"`
	} `json:"date"`
}

// Parts returns parts and type: the number, or the spans ("span" for one, "spans" for several), or
// the date as "day month year", also, as blanks, for no answer.
func (a *DROPAnswer) Parts() (parts []string, kind string) {
	switch {
	case a.Number != "":
		return []string{string(a.Number)}, "number"
	case len(a.Spans) == 1:
		return a.Spans, "span"
	case len(a.Spans) > 1:
		return a.Spans, "spans"
	}
	return []string{fmt.Sprintf("%s %s %s", a.Date.Day, a.Date.Month, a.Date.Year)}, "date"
}

// String joins the parts with commas and single blanks; "" for no answer.
func (a *DROPAnswer) String() string {
	parts, _ := a.Parts()
	return strings.Join(strings.Fields(strings.Join(parts, ", ")), " ")
}

// PythonStrings returns the strings of a printed Python list, ['a', "b's"], or dictionary by
// numbers, {0: 'a', 1: "b's"}; ok is false for anything else.
func PythonStrings(s string) (list []string, ok bool) {
	whole := files.PythonJSON(s)
	ok = Valid([]byte(whole)) && strings.ContainsAny(strings.TrimSpace(whole)[:1], "[{")
	gjson.Parse(whole).ForEach(func(_, v gjson.Result) bool {
		ok = ok && v.Type == gjson.String
		list = append(list, v.String())
		return ok
	})
	return loaders.IfElse(ok, list, nil), ok
}

// Listed joins names with commas, at most maxCount: "a, b and 3 more".
func Listed(listedNames []string, maxCount int) string {
	if n := len(listedNames); n > maxCount {
		return fmt.Sprintf("%s and %d more", strings.Join(listedNames[:maxCount], ", "), n-maxCount)
	}
	return strings.Join(listedNames, ", ")
}

// Arguments returns a call's arguments, JSON or a string of it (an object or a list), as compact
// JSON and as a text: the only argument if it is a text, any other string itself, otherwise all.
// Both are "" for null, an empty string and what isn't JSON; for an empty object only the text is.
func Arguments(raw json.RawMessage) (arguments, text string) {
	var quoted string
	if json.Unmarshal(raw, &quoted) == nil {
		if inner := []byte(quoted); (strings.HasPrefix(quoted, "{") || strings.HasPrefix(quoted, "[")) && Valid(inner) {
			return Arguments(inner)
		}
		if quoted == "" {
			return "", ""
		}
		return string(bytes.TrimSpace(raw)), quoted
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return "", ""
	}
	var one map[string]string
	if json.Unmarshal(raw, &one) == nil && len(one) < 2 {
		for _, text = range one {
			return b.String(), text
		}
		return b.String(), ""
	}
	return b.String(), b.String()
}

// QuestionKeys are likelier ones first, separated by blanks.
const QuestionKeys = "question query problem Question prompt messages goal instruction utterance user_input input inputs sentence text ctx"

// Words of metrics that judge answers right, and of graded ones, for which 0 and 1 are just two of
// the values.
var (
	judging = strings.Fields("acc accuracy em exact correct pass passed success right")
	grading = strings.Fields(`f1 rouge bleu sacrebleu ter chrf meteor cider spice anls iou giou mrr ndcg map ap perplexity ppl
		likelihood logprob bits byte similarity bertscore bleurt comet mcc wer cer loss precision recall
		rating relevancy relevance faithfulness prob probability confidence distance rmse mse mae pearson
		spearman latency cost time len length tokens`)
)

// Judges reports whether a metric tells right answers from wrong ones: false and known with a
// graded word ("f1", "loss"), otherwise true, and known only with a word such as "accuracy" or
// "exact".
func Judges(name string) (judges, known bool) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, word := range words {
		if slices.Contains(grading, strings.TrimRight(word, "l@")) || strings.HasPrefix(word, "rouge") || strings.HasPrefix(word, "bleu") {
			return false, true
		}
	}
	return true, loaders.Shared(words, judging) != nil
}
