package inspect

import (
	"encoding/json"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// toolCall is a call that the model asked for.
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
func (in *wire) steps(ex *loaders.Example, find lookup) {
	at := map[string]int{} // calls by id
	program := []loaders.Module{{Op: "agent", Place: -1}}
	for _, m := range in.Messages {
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
		text := m.Content.text(find)
		program[k].Output.Text = &text
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
