package record

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

// mostTurns bounds the steps of a conversation.
const mostTurns = 10_000

// StepsOf returns the model's messages of a conversation as the steps of a program: each with the calls that it makes
// behind its text, and what its tools return as its output. The messages are those of OpenAI, Inspect, OpenTelemetry,
// SWE-agent or ATIF. Demonstrations, and messages of an input, are not steps. resolveText reads a text,
// and question is the user's first.
func StepsOf(messages gjson.Result, resolveText func(string) string) (program []loaders.Module, question string) {
	text := func(m gjson.Result) string { return MessageText(m, resolveText) }
	program = []loaders.Module{{Op: "answer", Place: -1}}
	makers := map[string]int{} // of calls, by id
	for i, m := range messages.Array() {
		role := FirstAt(m, "role", "source")
		isInput := m.Get("is_demo").Bool() || m.Get("is_copied_context").Bool() || m.Get("source").String() == "input"
		isObserved := role == "tool" || m.Get("agent").Exists() && role == "user" // SWE-agent's
		switch last := len(program) - 1; {
		case isInput || last >= mostTurns:
		case role == "assistant" || role == "agent":
			program[0].Children = append(program[0].Children, last+1)
			program = append(program, stepOf(m, i, text, func(id string) { makers[id] = last + 1 }))
		case isObserved && last > 0:
			maker := &program[cmp.Or(makers[m.Get("tool_call_id").String()], last)]
			maker.AddReturned(text(m))
			maker.Error = cmp.Or(maker.Error, m.Get("error.message").String())
		case role == "user" && question == "":
			question = text(m)
		}
	}
	return program, question
}

// stepOf reads message i and tells recordCall the ids of its calls.
func stepOf(m gjson.Result, i int, messageText func(gjson.Result) string, recordCall func(id string)) loaders.Module {
	step := loaders.Module{Op: cmp.Or(FirstAt(m, "name", "agent"), "assistant"), Place: i, Text: messageText(m)}
	if id := m.Get("step_id"); id.Exists() {
		step.Place = int(id.Int())
	}
	for _, call := range append(m.Get("tool_calls").Array(), m.Get(`parts.#(type=="tool_call")#`).Array()...) {
		recordCall(FirstAt(call, "id", "tool_call_id"))
		step.Text = strings.TrimSpace(step.Text + "\n" + FirstAt(call, "function.name", "function", "function_name", "name") + " " +
			FirstAt(call, "function.arguments", "arguments"))
	}
	for _, result := range m.Get("observation.results").Array() {
		if said := messageText(result); said != "" {
			step.AddReturned(said)
		}
	}
	return step
}

// FirstAt returns the first text that isn't "" at paths within a value.
func FirstAt(v gjson.Result, jsonPaths ...string) string {
	return cmp.Or(loaders.Map(gjson.GetMany(v.Raw, jsonPaths...), gjson.Result.String)...)
}

// AsIs returns text: no attachments are resolved.
func AsIs(text string) string { return text }

// MessageText returns what a message says: its text, or the texts among its parts.
func MessageText(m gjson.Result, resolveText func(string) string) string {
	var texts []string
	for _, key := range []string{"parts", "content", "message"} {
		said := m.Get(key)
		if said.Type == gjson.String {
			texts = append(texts, resolveText(said.String()))
			continue
		}
		for _, part := range said.Array() {
			if kind := part.Get("type").String(); kind == "text" || kind == "" {
				texts = append(texts, resolveText(FirstAt(part, "text", "content")))
			}
		}
	}
	return strings.Join(texts, "\n")
}
