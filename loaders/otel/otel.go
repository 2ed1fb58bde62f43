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
	About:  "traces of OpenTelemetry with the conventions for generative AI, a program each",
	Sign:   "resourceSpans, a list, or the keys context and attributes, an object, and attributes of gen_ai",
	Keys:   "resourceSpans",
	Detect: areSpans,
}, record.Codec{Open: func(o *record.Opening) { o.Scattered(traceIDs, decodeTrace) }})

func areSpans(head []byte) bool {
	keys := record.Keys(head)
	return (keys["resourceSpans"] == '[' || keys["context"] == '{' && keys["attributes"] == '{') && bytes.Contains(head, []byte(`"gen_ai.`))
}

type span struct {
	id, parent string
	name       string
	start, end float64 // seconds
	attributes map[string]string
	failed     bool
	message    string
}

// eachSpan calls f for each span of a record: those below resourceSpans, as the OTLP exporter
// writes them, or the record itself, as the SDK does.
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

func firstAt(s gjson.Result, paths ...string) string {
	return cmp.Or(loaders.Map(gjson.GetMany(s.Raw, paths...), gjson.Result.String)...)
}

func traceOf(s gjson.Result) string { return firstAt(s, "traceId", "context.trace_id") }

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

// decodeTrace returns the example of a trace from the records with its spans. Records that are cut
// off, and spans beyond [mostSpans], are problems.
func decodeTrace(trace string, group []*record.Record) *loaders.Example {
	var spans []span
	for _, rec := range group {
		if !record.Valid(rec.Bytes) {
			rec.Problem("not JSON, or cut off; only the spans before it are read")
		}
		eachSpan(rec, func(s gjson.Result) {
			if traceOf(s) != trace {
				return
			}
			if len(spans) == mostSpans {
				rec.Problem("more than %d spans in one trace; the others are left out", mostSpans)
			}
			if len(spans) <= mostSpans {
				spans = append(spans, spanOf(s))
			}
		})
	}
	loaders.SortBy(spans, func(s span) float64 { return s.start })
	return exampleOf(trace, spans[:min(len(spans), mostSpans)])
}

// spanOf reads a span: the exporter's, with nanoseconds and a list of attributes, or the SDK's,
// with times of RFC 3339 and an object.
func spanOf(s gjson.Result) span {
	out := span{
		id: firstAt(s, "spanId", "context.span_id"), parent: firstAt(s, "parentSpanId", "parent_id"), name: s.Get("name").String(),
		start: parseSeconds(firstAt(s, "startTimeUnixNano", "start_time")), end: parseSeconds(firstAt(s, "endTimeUnixNano", "end_time")),
		failed:     slices.Contains([]string{"2", "STATUS_CODE_ERROR", "ERROR"}, firstAt(s, "status.code", "status.status_code")),
		message:    firstAt(s, "status.message", "status.description"),
		attributes: map[string]string{},
	}
	s.Get("attributes").ForEach(func(key, value gjson.Result) bool {
		if key.Type == gjson.String {
			out.attributes[key.String()] = value.String()
		} else {
			out.attributes[value.Get("key").String()] = valueOf(value.Get("value"), 0)
		}
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
func valueOf(v gjson.Result, depth int) string {
	join := func(kind string, element func(gjson.Result) string) string {
		return strings.Join(loaders.Map(v.Get(kind+".values").Array(), element), ",")
	}
	switch {
	case depth > mostDepth:
	case v.Get("arrayValue").Exists():
		return "[" + join("arrayValue", func(x gjson.Result) string { return asJSON(x, depth) }) + "]"
	case v.Get("kvlistValue").Exists():
		return "{" + join("kvlistValue", func(x gjson.Result) string {
			return marshalText(x.Get("key").String()) + ":" + asJSON(x.Get("value"), depth)
		}) + "}"
	}
	return firstAt(v, "stringValue", "intValue", "doubleValue", "boolValue")
}

func asJSON(v gjson.Result, depth int) string {
	text := valueOf(v, depth+1)
	if v.Get("stringValue").Exists() || !json.Valid([]byte(text)) {
		return marshalText(text)
	}
	return text
}

func marshalText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func (s *span) isGenerative() bool {
	for key := range s.attributes {
		if strings.HasPrefix(key, "gen_ai.") {
			return true
		}
	}
	return false
}

// exampleOf returns the example of a trace, whose spans are sorted by their beginning. Of several
// outermost spans none returns the answer, so the last span of a model does.
func exampleOf(trace string, spans []span) *loaders.Example {
	ex := &loaders.Example{ID: trace}
	at := map[string]int{}
	for i := range spans {
		if _, twice := at[spans[i].id]; !twice {
			at[spans[i].id] = i
		}
	}
	below := map[int][]int{} // spans by the one around them, -1 for none
	for i := range spans {
		if spans[i].isGenerative() {
			k := spanAround(spans, at, i)
			below[k] = append(below[k], i)
		}
	}
	roots, root := below[-1], -1
	if len(roots) == 1 {
		root = roots[0]
	}
	if len(roots) > 0 {
		// There are fewer spans than modules of a program.
		ex.Program, _ = language.Unfold(root, func(i int) (loaders.Module, []int) {
			if i < 0 {
				return loaders.Module{Op: "trace", Place: -1}, roots
			}
			return spans[i].asModule(), below[i]
		})
	}
	for i := range spans {
		s := &spans[i]
		if ex.Question == "" {
			ex.Question = s.userMessages()[0]
		}
		if text := s.replyText(); text != "" && (s.attributes["gen_ai.tool.name"] == "") {
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

// spanAround returns the nearest generative span around span i, -1 for none. It takes no more steps
// than there are spans, because those of a file may enclose each other.
func spanAround(spans []span, byID map[string]int, i int) int {
	nearest, k := -1, i
	for range spans {
		parent, ok := byID[spans[k].parent]
		if !ok || spans[k].parent == "" {
			return nearest
		}
		if k = parent; nearest < 0 && spans[k].isGenerative() {
			nearest = k
		}
	}
	return -1
}

func firstOf(spans []span, attribute string) string {
	return cmp.Or(loaders.Map(spans, func(s span) string { return s.attributes[attribute] })...)
}

// asModule returns the module of a span, named after its tool, agent or operation, with a tool's
// arguments or the user's last message as text.
func (s *span) asModule() loaders.Module {
	a := s.attributes
	m := loaders.Module{Op: cmp.Or(a["gen_ai.tool.name"], a["gen_ai.operation.name"], s.name, "span"), Place: -1}
	if a["gen_ai.operation.name"] == "invoke_agent" && a["gen_ai.agent.name"] != "" {
		m.Op = a["gen_ai.agent.name"]
	}
	if s.name != m.Op {
		m.Name = s.name
	}
	if a["gen_ai.tool.name"] != "" {
		raw := json.RawMessage(cmp.Or(a["gen_ai.tool.call.arguments"], a["gcp.vertex.agent.tool_call_args"])) // ADK's own
		if len(raw) > 0 && !record.Valid(raw) {
			raw = json.RawMessage(marshalText(string(raw)))
		}
		m.Arguments, m.Text = record.Arguments(raw)
	} else {
		said := s.userMessages()
		m.Text = said[len(said)-1]
	}
	if text := s.replyText(); text != "" {
		m.Output.Text = &text
	}
	if s.failed || a["error.type"] != "" {
		m.Error = cmp.Or(s.message, a["error.type"], "an error")
	}
	if s.end > 0 && s.end >= s.start {
		m.Seconds = new(s.end - s.start)
	}
	return m
}

// userMessages returns a user's messages in the span's input, in order, at least one, perhaps "";
// older attributes have a prompt instead.
func (s *span) userMessages() (texts []string) {
	for _, m := range gjson.Parse(s.attributes["gen_ai.input.messages"]).Array() {
		if text := textOf(m); text != "" && m.Get("role").String() == "user" {
			texts = append(texts, text)
		}
	}
	for i := range len(s.attributes) {
		at := fmt.Sprint("gen_ai.prompt.", i, ".")
		if s.attributes[at+"role"] == "user" {
			texts = append(texts, s.attributes[at+"content"])
		}
	}
	if texts == nil {
		texts = []string{cmp.Or(s.attributes["gen_ai.prompt.0.content"], s.attributes["gen_ai.prompt"])}
	}
	return texts
}

func (s *span) replyText() (text string) {
	if s.attributes["gen_ai.tool.name"] != "" {
		return cmp.Or(s.attributes["gen_ai.tool.call.result"], s.attributes["gcp.vertex.agent.tool_response"])
	}
	for _, m := range gjson.Parse(s.attributes["gen_ai.output.messages"]).Array() {
		text = cmp.Or(textOf(m), text)
	}
	return cmp.Or(text, s.attributes["gen_ai.completion.0.content"], s.attributes["gen_ai.completion"])
}

// textOf returns the text of a message: its text parts, or else its content.
func textOf(m gjson.Result) string {
	var texts []string
	for _, part := range m.Get("parts").Array() {
		if t := part.Get("type").String(); t == "text" || t == "" {
			texts = append(texts, part.Get("content").String())
		}
	}
	if content := m.Get("content"); texts == nil && content.Type == gjson.String {
		return content.String()
	}
	return strings.Join(texts, "\n")
}
