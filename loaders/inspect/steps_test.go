package inspect

import (
	"strings"
	"testing"
)

// A sample's steps are the model's messages, with what their calls returned, also from an attachment.
func TestStepsAreMessages(t *testing.T) {
	const talk = `"attachments":{"1":"12 files"},"messages":[{"role":"user","content":"What?"},{"role":"assistant","content":"I look.",` +
		`"tool_calls":[{"id":"a","function":"ls","arguments":{"in":"."}},{"id":"b","function":"cat","arguments":{"file":"x"}}]},` +
		`{"role":"tool","tool_call_id":"a","content":"attachment://1"},` +
		`{"role":"tool","tool_call_id":"b","content":"","error":{"message":"no x"}},` +
		`{"role":"assistant","content":"x"}],`
	log := strings.TrimSuffix(header, "}") + `,"samples":[` + strings.Replace(sample, `"id":1,`, `"id":1,`+talk, 1) + `,` + sample + `]}`
	run := logOf(t, []byte(log))
	p := run.Example(0).Program
	if len(p) != 3 || p[1].Text != "I look.\nls {\"in\":\".\"}\ncat {\"file\":\"x\"}" || p[1].Error != "no x" || p[2].Text != "x" ||
		!strings.HasPrefix(*p[1].Output.Text, "12 files") {
		t.Errorf("%+v", p)
	}
	if run.Example(1).Program != nil {
		t.Errorf("a bare answer is a program: %+v", run.Example(1).Program)
	}
}
