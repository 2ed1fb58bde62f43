package record_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders/record"
)

// A step is a message of the model; calls and what they return belong to the message that made them.
func TestStepsAreTheModelsMessages(t *testing.T) {
	for _, c := range []struct{ writer, messages, question, want string }{
		{"OpenAI", `[{"role": "system", "content": "s"}, {"role": "user", "content": [{"type": "text", "text": "q"}]},
			{"role": "assistant", "content": "a", "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{\"x\":1}"}},
				{"id": "2", "function": {"name": "g", "arguments": "{}"}}]},
			{"role": "tool", "tool_call_id": "2", "content": "two"}, {"role": "assistant", "content": "b"},
			{"role": "tool", "tool_call_id": "1", "content": "one"}]`, "q",
			"2 assistant: a\nf {\"x\":1}\ng {} > two\none, 4 assistant: b"},
		{"Inspect", `[{"role": "user", "content": "q", "source": "input"}, {"role": "assistant", "content": "shown", "source": "input"},
			{"role": "assistant", "content": "", "source": "generate", "tool_calls": [{"id": "1", "function": "f", "arguments": {"x": 1}}]},
			{"role": "tool", "tool_call_id": "1", "content": "", "error": {"message": "broke"}}]`, "", "2 assistant: f {\"x\": 1} ! broke"},
		{"SWE-agent", `[{"role": "user", "content": "demo", "is_demo": true, "agent": "main"}, {"role": "user", "content": "q", "agent": "main"},
			{"role": "assistant", "content": "a", "agent": "main"}, {"role": "user", "content": "seen", "agent": "main"}]`, "q", "2 main: a > seen"},
		{"ATIF", `[{"step_id": 1, "source": "user", "message": "q"}, {"step_id": 2, "source": "agent", "message": "a", "agent": "one",
			"tool_calls": [{"tool_call_id": "1", "function_name": "f", "arguments": {}}], "observation": {"results": [{"content": "r"}]}},
			{"step_id": 3, "source": "agent", "message": "old", "is_copied_context": true}]`, "q", "2 one: a\nf {} > r"},
		{"OpenTelemetry", `[{"role": "assistant",
			"parts": [{"type": "text", "content": "a"}, {"type": "tool_call", "name": "f", "arguments": {}}]}]`, "",
			"0 assistant: a\nf {}"},
		{"none", `"text"`, "", ""},
	} {
		program, question := record.StepsOf(gjson.Parse(c.messages), record.AsIs)
		var got []string
		for _, m := range program[1:] {
			said := fmt.Sprintf("%d %s: %s", m.Place, m.Op, m.Text)
			if m.Output.Text != nil && *m.Output.Text != "" {
				said += " > " + *m.Output.Text
			}
			if m.Error != "" {
				said += " ! " + m.Error
			}
			got = append(got, said)
		}
		if said := strings.Join(got, ", "); said != c.want || question != c.question || len(program[0].Children) != len(got) {
			t.Errorf("%s: %q asked %q, want %q asked %q", c.writer, said, question, c.want, c.question)
		}
	}
}
