// Package evidence has a [ShownVersions], the module of an example in one or two versions, and [EvidencePart],
// one kind of evidence for it.
//
// Parts know neither each other nor the session. Panel imports the parts in boxes and heat, which
// import evidence, so that a new kind is one part and one entry in panel. Only package example asks
// models and changes examples.
package evidence
