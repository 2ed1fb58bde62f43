// Package otel reads traces of OpenTelemetry with the semantic conventions for generative AI: what
// the OTLP file exporter writes (resourceSpans, a batch a line), and what the Python SDK prints (a
// span a value).
//
// An example is a trace. Its spans with gen_ai attributes are the modules, below the nearest such
// span around them and in the order in which they began; several outermost ones are below a module
// called trace. The question is a user's first message, the answer what the outermost span returns,
// or else the last call of a model.
//
// A trace has no gold: an evaluation that knows the answers can write the native format, or a table
// joined by the trace's id.
package otel
