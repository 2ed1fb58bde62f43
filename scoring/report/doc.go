// Package report writes what runs come to: [Build] gathers the scores of the
// runs of a session, [Compare] tests the differences between two, and both are
// written as text, JSON, CSV, Markdown and LaTeX.
package report
