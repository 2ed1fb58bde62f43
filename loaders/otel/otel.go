package otel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// Format reads traces.
var Format = record.NewFormat(loaders.Format{
	Name:   "otel",
	About:  "OpenTelemetry traces that follow the generative AI conventions, one program per trace",
	Sign:   "a resourceSpans list, or context and attributes objects; with gen_ai attributes",
	Keys:   "resourceSpans",
	Detect: areSpans,
}, record.RecordFormat{Open: func(o *record.RunBuilder) { o.Scattered(traceIDs, decodeTrace) }})

func areSpans(head []byte) bool {
	keys := record.Keys(head)
	return (keys["resourceSpans"] == '[' || keys["context"] == '{' && keys["attributes"] == '{') && bytes.Contains(head, []byte(`"gen_ai.`))
}

type traceSpan struct {
	id, parent string
	start, end float64 // seconds
	attributes map[string]string
	failed     bool
	message    string
	// isGenerative spans have an attribute of the conventions.
	isGenerative bool
}

// eachSpan reads the spans below resourceSpans, because the OTLP exporter writes them there, or the
// record itself, because the SDK does.
func eachSpan(rec *record.Record, f func(s gjson.Result)) {
	whole := gjson.ParseBytes(rec.Bytes)
	for _, resource := range whole.Get("resourceSpans").Array() {
		for _, scope := range append(resource.Get("scopeSpans").Array(), resource.Get("instrumentationLibrarySpans").Array()...) {
			for _, s := range scope.Get("spans").Array() {
				f(s)
			}
		}
	}
	if whole.Get("context").IsObject() {
		f(whole)
	}
}

func traceOf(s gjson.Result) string { return record.FirstAt(s, "traceId", "context.trace_id") }

func traceIDs(rec *record.Record) (ids []string) {
	eachSpan(rec, func(s gjson.Result) {
		if id := traceOf(s); id != "" && !slices.Contains(ids[max(0, len(ids)-1):], id) {
			ids = append(ids, id)
		}
	})
	return ids
}

// mostSpans bounds a trace.
const mostSpans = language.MaxModules - 1

// decodeTrace sorts spans by their start, because exporters write them as they end. Records that are
// cut off, and spans beyond [mostSpans], are problems.
func decodeTrace(traceID string, traceRecords []*record.Record) *loaders.Example {
	var spans []traceSpan
	for _, rec := range traceRecords {
		if !record.Valid(rec.Bytes) {
			rec.Problem("invalid or truncated JSON; only the spans before the error are read")
		}
		eachSpan(rec, func(s gjson.Result) {
			if traceOf(s) != traceID {
				return
			}
			if len(spans) == mostSpans {
				rec.Problem("more than %d spans in one trace; the rest are left out", mostSpans)
			}
			if len(spans) <= mostSpans {
				spans = append(spans, spanOf(s))
			}
		})
	}
	loaders.SortBy(spans, func(s traceSpan) float64 { return s.start })
	return exampleOf(traceID, spans[:min(len(spans), mostSpans)])
}

// spanOf reads both writers' names: the exporter has nanoseconds and a list of attributes, the SDK
// times of RFC 3339 and an object.
func spanOf(s gjson.Result) traceSpan {
	out := traceSpan{
		id: record.FirstAt(s, "spanId", "context.span_id"), parent: record.FirstAt(s, "parentSpanId", "parent_id"),
		start:      parseSeconds(record.FirstAt(s, "startTimeUnixNano", "start_time")),
		end:        parseSeconds(record.FirstAt(s, "endTimeUnixNano", "end_time")),
		failed:     slices.Contains([]string{"2", "STATUS_CODE_ERROR", "ERROR"}, record.FirstAt(s, "status.code", "status.status_code")),
		message:    record.FirstAt(s, "status.message", "status.description"),
		attributes: map[string]string{},
	}
	s.Get("attributes").ForEach(func(key, value gjson.Result) bool {
		name, text := key.String(), value.String()
		if key.Type != gjson.String {
			name, text = value.Get("key").String(), valueOf(value.Get("value"), 0)
		}
		out.attributes[name] = text
		out.isGenerative = out.isGenerative || strings.HasPrefix(name, "gen_ai.")
		return true
	})
	return out
}

func parseSeconds(text string) float64 {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return float64(t.UnixMicro()) / 1e6
	}
	x, _ := strconv.ParseFloat(text, 64)
	return loaders.IfElse(loaders.IsFinite(x), x/1e9, 0)
}

// mostDepth bounds how deep values of attributes nest.
const mostDepth = 64

// valueOf returns a value of OTLP as text, a list or a map as JSON. Below mostDepth it is "",
// because the nesting comes from the file.
func valueOf(v gjson.Result, nestingDepth int) string {
	join := func(kind string, element func(gjson.Result) string) string {
		return strings.Join(loaders.Map(v.Get(kind+".values").Array(), element), ",")
	}
	switch {
	case nestingDepth > mostDepth:
	case v.Get("arrayValue").Exists():
		return "[" + join("arrayValue", func(x gjson.Result) string { return asJSON(x, nestingDepth) }) + "]"
	case v.Get("kvlistValue").Exists():
		return "{" + join("kvlistValue", func(x gjson.Result) string {
			return marshalText(x.Get("key").String()) + ":" + asJSON(x.Get("value"), nestingDepth)
		}) + "}"
	}
	return record.FirstAt(v, "stringValue", "intValue", "doubleValue", "boolValue")
}

func asJSON(v gjson.Result, nestingDepth int) string {
	text := valueOf(v, nestingDepth+1)
	if v.Get("stringValue").Exists() || !json.Valid([]byte(text)) {
		return marshalText(text)
	}
	return text
}

func marshalText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// exampleOf takes the answer from the only outermost span; of several none returns it, so the last
// span of a model does. spans are sorted by their beginning.
func exampleOf(traceID string, spans []traceSpan) *loaders.Example {
	ex := &loaders.Example{ID: traceID}
	at := map[string]int{}
	for i := range spans {
		if _, twice := at[spans[i].id]; !twice {
			at[spans[i].id] = i
		}
	}
	program, roots := programOf(spans, at)
	ex.Program = program
	for i := range spans {
		s := &spans[i]
		if ex.Question == "" {
			ex.Question = s.userMessage()
		}
		if text := s.replyText(); text != "" && !s.isTool() {
			ex.Answer.Predicted = text // the last span of a model
		}
	}
	if len(roots) == 1 {
		ex.Answer.Predicted = cmp.Or(spans[roots[0]].replyText(), ex.Answer.Predicted)
	}
	ex.Describe("model", firstOf(spans, "gen_ai.request.model"), "agent", firstOf(spans, "gen_ai.agent.name"), "conversation",
		firstOf(spans, "gen_ai.conversation.id"))
	return ex
}

func programOf(spans []traceSpan, indexByID map[string]int) (steps []loaders.Module, roots []int) {
	around := map[int]int{}
	encloses := map[int]bool{} // another model or agent, so that it is none's message
	for i := range spans {
		if !spans[i].isGenerative {
			continue
		}
		k := spanAround(spans, indexByID, i)
		if around[i] = k; k < 0 {
			roots = append(roots, i)
		}
		encloses[k] = encloses[k] || !spans[i].isTool()
	}
	root := loaders.Module{Op: "answer", Place: -1}
	for _, i := range loaders.SortedKeys(around) {
		m := spans[i].asModule(firstOf(spans[max(around[i], 0):around[i]+1], "gen_ai.agent.name"))
		if encloses[i] {
			root.Error, root.Seconds = cmp.Or(root.Error, m.Error), cmp.Or(root.Seconds, m.Seconds)
		} else if len(steps) > 0 && spans[i].isTool() {
			addCall(&steps[len(steps)-1], &m, spans[i].replyText())
		} else {
			root.Children = append(root.Children, len(steps)+1)
			steps = append(steps, m)
		}
	}
	if steps == nil {
		return nil, roots
	}
	return append([]loaders.Module{root}, steps...), roots
}

// spanAround returns the nearest generative span around span i, -1 for none. It takes no more steps
// than there are spans, because those of a file may enclose each other.
func spanAround(spans []traceSpan, indexByID map[string]int, i int) int {
	nearest, k := -1, i
	for range spans {
		parent, ok := indexByID[spans[k].parent]
		if !ok || spans[k].parent == "" {
			return nearest
		}
		if k = parent; nearest < 0 && spans[k].isGenerative {
			nearest = k
		}
	}
	return -1
}

func addCall(messageStep, toolStep *loaders.Module, toolResult string) {
	if !strings.Contains(messageStep.Text, toolStep.Op) { // texts of messages may not be recorded
		messageStep.Text = strings.TrimSpace(messageStep.Text + "\n" + toolStep.Op + " " + toolStep.Text)
	}
	if messageStep.Error = cmp.Or(messageStep.Error, toolStep.Error); toolResult != "" {
		messageStep.AddReturned(toolResult)
	}
}

func firstOf(spans []traceSpan, attributeName string) string {
	return cmp.Or(loaders.Map(spans, func(s traceSpan) string { return s.attributes[attributeName] })...)
}

func (s *traceSpan) isTool() bool { return s.attributes["gen_ai.tool.name"] != "" }

// asModule returns a message of a model, in an agent, with its calls, or a call with what it returned.
func (s *traceSpan) asModule(agentName string) loaders.Module {
	a := s.attributes
	m := loaders.Module{Op: cmp.Or(a["gen_ai.tool.name"], a["gen_ai.agent.name"], agentName, "assistant"), Place: -1}
	if s.isTool() {
		raw := json.RawMessage(cmp.Or(a["gen_ai.tool.call.arguments"], a["gcp.vertex.agent.tool_call_args"])) // ADK's own
		if len(raw) > 0 && !record.Valid(raw) {
			raw = json.RawMessage(marshalText(string(raw)))
		}
		if m.Arguments, m.Text = record.Arguments(raw); s.replyText() != "" {
			m.AddReturned(s.replyText())
		}
	} else if said, _ := record.StepsOf(gjson.Parse(a["gen_ai.output.messages"]), record.AsIs); len(said) > 1 {
		m.Text = said[len(said)-1].Text
	} else {
		m.Text = s.replyText()
	}
	if s.failed || a["error.type"] != "" {
		m.Error = cmp.Or(s.message, a["error.type"], "an error")
	}
	if s.end > 0 && s.end >= s.start {
		m.Seconds = new(s.end - s.start)
	}
	return m
}

// userMessage returns the first, perhaps "". Older attributes number all messages, of which the first
// is often the system's, or have a prompt instead.
func (s *traceSpan) userMessage() string {
	for _, m := range gjson.Parse(s.attributes["gen_ai.input.messages"]).Array() {
		if text := record.MessageText(m, record.AsIs); text != "" && m.Get("role").String() == "user" {
			return text
		}
	}
	for i := range len(s.attributes) {
		at := fmt.Sprint("gen_ai.prompt.", i, ".")
		if s.attributes[at+"role"] == "user" {
			return s.attributes[at+"content"]
		}
	}
	return cmp.Or(s.attributes["gen_ai.prompt.0.content"], s.attributes["gen_ai.prompt"])
}

func (s *traceSpan) replyText() (text string) {
	if s.isTool() {
		return cmp.Or(s.attributes["gen_ai.tool.call.result"], s.attributes["gcp.vertex.agent.tool_response"])
	}
	for _, m := range gjson.Parse(s.attributes["gen_ai.output.messages"]).Array() {
		text = cmp.Or(record.MessageText(m, record.AsIs), text)
	}
	return cmp.Or(text, s.attributes["gen_ai.completion.0.content"], s.attributes["gen_ai.completion"])
}
