// Package otel reads traces of OpenTelemetry with the semantic conventions for
// generative AI: what the OTLP file exporter writes (resourceSpans, a batch a
// line), and what the Python SDK prints (a span a value).
//
// An example is a trace. Its spans that have attributes of gen_ai are the
// modules of its program, below the nearest such span around them and in the
// order in which they began; several without one around them are below a module
// called trace. Op is the tool of execute_tool, the agent of invoke_agent, and
// the operation otherwise; Name is the span's.
//
// A tool has its arguments and returns its result; a call of a model returns
// what it says and has its last request as its text. Errors and times are
// the span's. The question is what a user first says, the answer what the
// outermost span returns, or else the last call of a model.
//
// A trace has no gold. An evaluation that knows the answers can write the
// native format, or a table that is joined by the trace's id.
package otel
