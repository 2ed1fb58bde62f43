package otel_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/otel"
)

var formats = loadertest.Formats{otel.Format}

// call writes a module with what it was given and what came of it.
func call(m *loaders.Module) string {
	text := m.Op + "[" + m.Text + "]"
	if m.Arguments != "" && m.Arguments != m.Text {
		text += m.Arguments
	}
	if m.Output.Text != nil {
		text += "=" + *m.Output.Text
	}
	if m.Error != "" {
		text += "!" + m.Error
	}
	if m.Seconds != nil {
		text += fmt.Sprintf("@%g", *m.Seconds)
	}
	return text
}

type outline struct{ ID, Question, Predicted, Program string }

func outlineOf(ex *loaders.Example) outline {
	return outline{ex.ID, ex.Question, ex.Answer.Predicted, loadertest.Program(ex.Program, call)}
}

// A trace is an example although its spans stand in two batches; a span that is
// not of the conventions is passed over, and what is in it is below the one
// around it.
func TestTraces(t *testing.T) {
	run := formats.Testdata(t, "traces.jsonl")
	loadertest.Same(t, run, []outline{
		{"5b8efff798038103d269b633813fc60c", "How many sheep?", "Three.",
			`(herder[How many sheep?]=Three.@8 chat[How many sheep?]@1 count[{"what":"sheep","in":["field"]}]={"n": 3}@1)`},
		{"6b8efff798038103d269b633813fc60d", "Is it there?", "No.", `(trace[] chat[Is it there?]=No.@1 look[barn]{"where":"barn"}!too dark@1)`},
	}, outlineOf)
	if m := run.Example(0).Program[1]; m.Name != "chat m" || run.Example(0).Meta["model"] != "m" {
		t.Errorf("%+v", m)
	}
	loadertest.Problems(t, run)
}

func TestConsole(t *testing.T) {
	run := formats.Testdata(t, "console.json")
	loadertest.Same(t, run, []outline{{"0x01", "", "Hay.", `(chat[]=Hay.!cut@2 look[barn]{"where":"barn"}=hay@0.5)`}}, outlineOf)
}

// Spans that enclose each other are shown one beside the other, and a line that
// is cut off is a problem.
func TestBroken(t *testing.T) {
	const around = `{"resourceSpans":[{"scopeSpans":[{"spans":[` +
		`{"traceId":"t","spanId":"a","parentSpanId":"b","name":"x","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}}]},` +
		`{"traceId":"t","spanId":"b","parentSpanId":"a","name":"y","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}}]}]}]}]}`
	run := formats.Text(t, "t.jsonl", around)
	if got := loadertest.Program(run.Example(0).Program, call); got != "(trace[] chat[] chat[])" {
		t.Error(got)
	}
	loadertest.Problems(t, run)
	loadertest.Problem(t, formats.Text(t, "t.jsonl", around+"\n"+around[:len(around)-8]), "not JSON, or cut off")
	const web = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"t","spanId":"a","name":"GET","attributes":[]}]}]}]}`
	if err := formats.Err(t, fstest.MapFS{"web.jsonl": {Data: []byte(web)}}, "web.jsonl", loaders.Options{}); err == nil {
		t.Error("traces without a model were opened")
	}
}
