// Package evidence says what evidence is shown for: a [Subject], the module of an example in one or
// two versions, and what a [Part], one kind of evidence, returns for it. It also puts what modules
// returned into a few words.
//
// Decisions:
//   - Parts know neither each other nor the session. A [Row] names its subject by a number that only its part understands.
//   - Packages point one way: panel to the parts in boxes and heat, these to evidence. A new kind is one part and one entry in panel.
//   - Evidence asks no model and changes no example: package example does.
package evidence
