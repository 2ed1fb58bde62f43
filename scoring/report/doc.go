// Package report runs the scoring protocols over whole runs: [Scored] keeps
// the evidence of a run while it is being loaded, gives scores under any
// settings at any time, and writes the score report.
package report
