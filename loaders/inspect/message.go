package inspect

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// message is one turn of a conversation.
type message struct {
	Role    string     `json:"role"`
	Content content    `json:"content"`
	Calls   []toolCall `json:"tool_calls"`
	Answers string     `json:"tool_call_id"` // of a tool's message
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// content is a text, or parts of several kinds.
type content []part

type part struct {
	Text  string `json:"text"`
	Image string `json:"image"`
}

// UnmarshalJSON implements [json.Unmarshaler]. What is neither is empty.
func (c *content) UnmarshalJSON(b []byte) error {
	*c = nil
	var text string
	var parts []part
	switch {
	case b[0] == '"' && json.Unmarshal(b, &text) == nil:
		*c = content{{Text: text}}
	case b[0] == '[' && json.Unmarshal(b, &parts) == nil: // else of a kind that is not known
		*c = parts
	}
	return nil
}

// lookup finds the attachment of a name.
type lookup func(ref string) (string, bool)

const attachmentMark = "attachment://"

// resolve returns s, or the attachment that it names.
func (find lookup) resolve(s string) string {
	ref, ok := strings.CutPrefix(s, attachmentMark)
	if !ok {
		return s
	}
	if text, found := find(ref); found {
		return text
	}
	return s
}

// text joins the parts that are one.
func (c content) text(find lookup) string {
	var lines []string
	for _, p := range c {
		if p.Text != "" {
			lines = append(lines, find.resolve(p.Text))
		}
	}
	return strings.Join(lines, "\n")
}

// toolCall is a call that the model requested.
type toolCall struct {
	ID        string          `json:"id"`
	Function  string          `json:"function"`
	Arguments json.RawMessage `json:"arguments"`
}

// maxSteps bounds the steps of a sample.
const maxSteps = 10_000

// steps makes a program of the conversation where tools were called: a root
// called agent, which returned the answer, and below it a module for each call,
// in order, with its arguments, what the tool returned, and its error.
func steps(messages []message, ex *loaders.Example, find lookup) {
	at := map[string]int{} // calls by id
	program := []loaders.Module{{Op: "agent", Place: -1}}
	for _, m := range messages {
		for _, call := range m.Calls {
			if len(program) > maxSteps {
				break
			}
			at[call.ID] = len(program)
			program[0].Children = append(program[0].Children, len(program))
			program = append(program, call.module())
		}
		k, ok := at[m.Answers]
		if m.Role != "tool" || !ok {
			continue
		}
		program[k].Output.Text = new(m.Content.text(find))
		if m.Error != nil {
			program[k].Error = m.Error.Message
		}
	}
	if len(program) == 1 {
		return
	}
	if ex.Answer.Predicted != "" {
		program[0].Output.Text = &ex.Answer.Predicted
	}
	ex.Program = program
}

func (c *toolCall) module() loaders.Module {
	m := loaders.Module{Op: c.Function, Place: -1}
	m.Arguments, m.Text = record.Arguments(c.Arguments)
	return m
}

// score is what a scorer says about a sample.
type score struct {
	Value       json.RawMessage            `json:"value"`
	Answer      string                     `json:"answer"`
	Explanation string                     `json:"explanation"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
}

// scores are in the order of the file: the first counts.
type scores []record.Entry[score]

// UnmarshalJSON implements [json.Unmarshaler]. What is not an object has no
// scores, and one that is not a score is left out.
func (list *scores) UnmarshalJSON(b []byte) error {
	var all record.Object[json.RawMessage]
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	*list = nil
	for _, e := range all {
		var s score
		if json.Unmarshal(e.Value, &s) == nil {
			*list = append(*list, record.Entry[score]{Key: e.Key, Value: s})
		}
	}
	return nil
}

// addTo adds what the score says to an answer. One in parts gives numbers and no
// verdict: it is not known which part decides.
func (s *score) addTo(a *loaders.Answer, name string) {
	if len(s.Value) > 0 && s.Value[0] == '{' {
		var parts map[string]json.RawMessage
		if json.Unmarshal(s.Value, &parts) == nil {
			for _, key := range slices.Sorted(maps.Keys(parts)) {
				number(a, name+"."+key, parts[key])
			}
		}
		return
	}
	x, verdict := number(a, name, s.Value)
	if a.Correct != loaders.Unknown || a.Credit != nil {
		return // an earlier scorer has decided
	}
	if a.Correct = verdict; verdict == loaders.Unknown && strings.EqualFold(strings.Trim(string(s.Value), `"`), "p") {
		a.Credit = &x
	}
}

// number keeps a value that means a number, and returns it with the verdict
// that it means.
func number(a *loaders.Answer, name string, value json.RawMessage) (x float64, verdict loaders.Verdict) {
	x, verdict, ok := valueOf(value)
	if !ok {
		return 0, loaders.Unknown
	}
	if len(a.Scores) < maxMeta {
		a.Score(name, x)
	}
	if judges, _ := record.Judges(name); !judges {
		verdict = loaders.Unknown
	}
	return x, verdict
}

// valueOf reads a value as inspect's value_to_float does; ok is false for one
// that means no number.
func valueOf(b json.RawMessage) (x float64, verdict loaders.Verdict, ok bool) {
	text := strings.ToLower(record.TextOf(b))
	switch text {
	case "c", "yes", "true":
		return 1, loaders.Right, true
	case "i", "n", "no", "false":
		return 0, loaders.Wrong, true
	case "p":
		return 0.5, loaders.Unknown, true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x-x != 0 { // no number, or an infinity
		return 0, loaders.Unknown, false
	}
	if x == 0 || x == 1 {
		verdict = loaders.VerdictOf(x == 1)
	}
	return x, verdict, true
}

// maxMeta bounds the metadata of a sample.
const maxMeta = 64
