// Package otel reads traces of OpenTelemetry with the semantic conventions for generative AI: what
// the OTLP file exporter writes (resourceSpans, a batch a line), and what the Python SDK prints (a
// span a value).
//
// An example is a trace. Its steps are a model's messages, in the order in which they began, each with the calls of
// tools behind it; spans around them name agents. The question is a user's first message, the answer what the outermost span returns,
// or else the last call of a model.
//
// A trace has no gold: an evaluation that knows the answers can write the native format, or a table
// joined by the trace's id.
package otel
