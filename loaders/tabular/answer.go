package tabular

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// answer fills in the prediction, the gold answer, and whether they agree.
// Labels of tokens are not an answer.
func (d *reader) answer(rec *record.Record, r *row, ex *loaders.Example, used taken) {
	a := &ex.Answer
	gold := d.of(r, "gold", used)
	if list, ok := gold.([]any); ok && len(ex.Tokens) > 0 && len(list) == len(ex.Tokens) {
		gold = nil
	}
	predicted := d.of(r, "predicted", used)
	probability := d.of(r, "probability", used)
	if rule := d.columns.paths("right"); rule != nil {
		var p float64
		if predicted, p = chosen(predicted, rule[0]); probability == nil {
			probability = p
		}
	}
	a.Gold, a.Predicted = Text(gold), Text(predicted)
	d.scores(r, a, used) // which a verdict may be one of
	d.judge(rec, a, predicted, gold, d.of(r, "correct", used))
	if x, ok := numberOf(probability); ok && x == x {
		a.Probability = rec.Probability("probability", x)
	}
}

// scores fills in the file's own scores: numbers, structs of them by name, and lists of
// structs each with a name and a score.
func (d *reader) scores(r *row, a *loaders.Answer, used taken) {
	add := func(name string, v any) {
		if x, ok := numberOf(v); ok && name != "" {
			a.Score(name, x)
		}
	}
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.role, ".")
		if base != "score" {
			continue
		}
		v := d.of(r, c.role, used)
		add(name, v)
		list, _ := v.([]any)
		for _, element := range list {
			if s, ok := element.(object); ok && name == "" {
				add(Text(s["name"]), s["score"])
			}
		}
		if s, ok := v.(object); ok && name == "" {
			for name, x := range s {
				add(name, x)
			}
		}
	}
}

// judge fills in whether a prediction is right: said is the row's verdict, nil
// for none.
func (d *reader) judge(rec *record.Record, a *loaders.Answer, predicted, gold, said any) {
	samples, several := predicted.([]any)
	of, isStruct := predicted.(object)
	if _, named := of["text"]; isStruct && !named || several && len(samples) == 0 {
		whole, _ := json.Marshal(predicted) // it was read as JSON
		a.Predicted = string(whole)
	}
	switch verdict, known := verdictOf(said); {
	case known:
		a.Correct = verdict
	case said == nil && d.ruled() && a.Predicted != "":
		rec.Problem("no verdict; the answer counts as neither right nor wrong")
	case said != nil:
		rec.Problem("correct is %.80v, neither true nor false; the answer counts as neither right nor wrong", said)
	case d.judges(byNothing):
	case d.judges(byError):
		x, ok := numberOf(a.Predicted)
		if y, both := numberOf(a.Gold); ok && both {
			a.Score(loaders.AbsoluteError, math.Abs(x-y))
		} else if a.Gold != "" {
			rec.Problem("no number as a prediction, or as its gold answer; not in the errors")
		}
	default:
		a.Correct = d.verdict(a, samples, gold)
	}
}

// verdict compares a prediction, or the samples of it, with a gold answer by the rule.
func (d *reader) verdict(a *loaders.Answer, samples []any, gold any) loaders.Verdict {
	switch {
	case d.judges(byNumber) && a.Gold != "" && a.Predicted != "":
		return loaders.VerdictOf(lastNumber(a.Predicted) == lastNumber(a.Gold))
	case d.judges(byAny) && slices.ContainsFunc(samples, func(v any) bool { return agrees(Text(v), gold) == loaders.Right }):
		return loaders.Right
	case d.judges(byMajority) && len(samples) > 0:
		a.Predicted = mostFrequent(samples)
	}
	return agrees(a.Predicted, gold)
}

// mostFrequent is the answer that most samples give, of several the first, as
// they are compared.
func mostFrequent(samples []any) string {
	times := map[string]int{}
	for _, sample := range samples {
		times[alike(Text(sample))]++
	}
	return Text(slices.MaxFunc(samples, func(a, b any) int { return cmp.Compare(times[alike(Text(a))], times[alike(Text(b))]) }))
}

// asks reports whether the rows are answers that are judged.
func (d *reader) asks() bool {
	return d.columns.paths("predicted") != nil && (d.columns.paths("correct") != nil || !d.judges(byNothing) && !d.judges(byError))
}

// ruled reports whether verdicts alone say what is right.
func (d *reader) ruled() bool {
	return d.columns.paths("correct") != nil && d.columns.paths("right") == nil
}

// judges reports whether a rule is how answers are judged; equality is where
// nothing is said.
func (d *reader) judges(rule string) bool {
	said := d.columns.paths("right")
	return said == nil && rule == byEquality || said != nil && said[0] == rule
}

// unattempted is SimpleQA's verdict on an answer that evades the question, which is not right.
const unattempted = "not_attempted"

// verdictOf reads a truth value, a number or a word.
func verdictOf(v any) (_ loaders.Verdict, known bool) {
	if x, ok := numberOf(v); ok {
		return loaders.VerdictOf(x == 1), x == 0 || x == 1
	}
	switch word, _ := v.(string); strings.ToLower(word) {
	case "true", "yes", "correct", "right", "pass", "passed", "c", "y", "t", "✓", "✔", "✅":
		return loaders.Right, true
	case "false", "no", "incorrect", "wrong", "fail", "failed", "i", "n", "f", unattempted, "✗", "✘", "❌":
		return loaders.Wrong, true
	}
	return loaders.Unknown, false
}

// agrees is whether a prediction is a gold answer, or one of several, as text
// except for white space at the ends, or as a number. Unknown where one is
// missing.
func agrees(predicted string, gold any) loaders.Verdict {
	list, ok := gold.([]any)
	if s, isStruct := gold.(object); isStruct {
		list, ok = s["text"].([]any)
	}
	if !ok {
		list = []any{gold}
	}
	predicted = strings.TrimSpace(predicted)
	verdict := loaders.Unknown
	for _, v := range list {
		text := strings.TrimSpace(Text(v))
		if text == "" || predicted == "" {
			continue
		}
		x, number := numberOf(predicted)
		y, same := numberOf(text)
		if text == predicted || number && same && x == y {
			return loaders.Right
		}
		verdict = loaders.Wrong
	}
	return verdict
}

// passageOf returns a passage of one text, or of several as its sentences.
func passageOf(v any) *loaders.Passage {
	p := &loaders.Passage{}
	list, ok := v.([]any)
	if !ok {
		p.Text = Text(v)
		p.Tokens = strings.Fields(p.Text)
		return p
	}
	var texts []string
	for _, x := range list {
		text := Text(x)
		texts = append(texts, text)
		p.AddSentence(strings.Fields(text)...)
	}
	p.Text = strings.Join(texts, "\n")
	return p
}

// attributions fills in rows of scores: a list of numbers, over the question's
// tokens where there are as many, or the columns that a pattern names, each a
// token.
func (d *reader) attributions(rec *record.Record, r *row, ex *loaders.Example, used taken) {
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.role, ".")
		if base != "attribution" {
			continue
		}
		row := loaders.Attribution{Name: name, Over: "tokens"}
		for _, path := range c.paths {
			for _, column := range r.matching(path) {
				if x, ok := numberOf(r.values[column]); ok {
					row.Tokens, row.Scores = append(row.Tokens, strings.TrimPrefix(column, strings.TrimSuffix(path, "*"))), append(row.Scores, x)
					used[column] = true
				}
			}
		}
		if list, ok := d.of(r, c.role, used).([]any); ok && row.Scores == nil {
			row.Over = "question"
			row.Scores = loaders.Map(list, realOf)
		}
		n := len(row.Tokens)
		if row.Over == "question" {
			n = len(ex.Tokens)
		}
		if row.Scores = rec.Weights("attribution."+name, row.Scores, n); row.Scores != nil {
			row.Signed = record.Signed(row.Scores)
			ex.Attributions = append(ex.Attributions, row)
		}
	}
}

// Text is a value of a row as text, "" for none: for several, or a struct with a list
// called text, all with "or" between them, for a conversation what the user said last.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []any:
		if text := lastRequest(v); text != "" {
			return text
		}
		return strings.Join(loaders.Distinct(loaders.Map(v, Text)), " or ")
	case object:
		return Text(v["text"])
	}
	return ""
}

// lastRequest is the user's last message in a conversation, a list of structs
// with role and content; "" for another list.
func lastRequest(list []any) string {
	said := ""
	for _, x := range list {
		message, ok := x.(object)
		if _, hasRole := message["role"]; !ok || !hasRole {
			return ""
		}
		if text := Text(message["content"]); text != "" && (said == "" || message["role"] == "user") {
			said = text
		}
	}
	return said
}

// numberOf returns a value as a number; a truth value becomes 0 or 1.
func numberOf(v any) (x float64, ok bool) {
	switch v := v.(type) {
	case bool:
		if v {
			x = 1
		}
		return x, true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		// A classifier of transformers calls class 1 LABEL_1 if nobody has named it.
		x, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(v), "LABEL_"), 64)
		return x, err == nil && x-x == 0
	}
	return 0, false
}

// realOf is a value as a number, NaN for what is not one.
func realOf(v any) float64 {
	if x, ok := numberOf(v); ok {
		return x
	}
	return math.NaN()
}

// valueOf is a JSON value: whole numbers are int64, and those that are too large nil.
func valueOf(v gjson.Result) any {
	switch {
	case v.IsObject():
		fields := object{}
		v.ForEach(func(key, value gjson.Result) bool {
			fields[key.String()] = valueOf(value)
			return true
		})
		return fields
	case v.IsArray():
		return append([]any{}, loaders.Map(v.Array(), valueOf)...)
	case v.Type == gjson.Number:
		if k, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
			return k
		}
		return finite(v.Num)
	}
	return v.Value()
}

// jsonValue is a field of a JSON object.
type jsonValue struct{ value any }

// UnmarshalJSON implements [json.Unmarshaler].
func (f *jsonValue) UnmarshalJSON(b []byte) error {
	f.value = valueOf(gjson.ParseBytes(b))
	return nil
}

// cellValue is a cell as text, or the list or object that is written in it as JSON, or as
// Python prints a list of texts.
func cellValue(cell string) any {
	if cell[0] == '[' || cell[0] == '{' {
		if record.Valid([]byte(cell)) {
			return valueOf(gjson.Parse(cell))
		}
		if list, ok := record.PythonStrings(cell); ok && cell[0] == '[' {
			return loaders.Map(list, func(s string) any { return s })
		}
	}
	return cell
}
