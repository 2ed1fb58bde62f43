package inspect

import (
	"encoding/json"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// message is a turn of a conversation.
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

// UnmarshalJSON implements [json.Unmarshaler]: a text is its only part; what is neither a text nor
// a list is empty.
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

func (find lookup) resolveText(s string) string {
	ref, ok := strings.CutPrefix(s, attachmentMark)
	if !ok {
		return s
	}
	if text, found := find(ref); found {
		return text
	}
	return s
}

func (c content) joinTexts(find lookup) string {
	var lines []string
	for _, p := range c {
		if p.Text != "" {
			lines = append(lines, find.resolveText(p.Text))
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

// setSteps sets the example's program from a conversation with tool calls: a root called agent,
// which returned the answer, and below it a module for each call, in order.
func setSteps(messages []message, ex *loaders.Example, find lookup) {
	at := map[string]int{} // calls by id
	program := []loaders.Module{{Op: "agent", Place: -1}}
	for _, m := range messages {
		for _, call := range m.Calls {
			if len(program) > maxSteps {
				break
			}
			at[call.ID] = len(program)
			program[0].Children = append(program[0].Children, len(program))
			program = append(program, call.asModule())
		}
		k, ok := at[m.Answers]
		if m.Role != "tool" || !ok {
			continue
		}
		program[k].Output.Text = new(m.Content.joinTexts(find))
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

func (c *toolCall) asModule() loaders.Module {
	m := loaders.Module{Op: c.Function, Place: -1}
	m.Arguments, m.Text = record.Arguments(c.Arguments)
	return m
}
