// Package session keeps what a session knows of its runs: [Scored] holds the
// evidence of every protocol for a run while it is being loaded and gives
// scores, summaries and the quadrant under any settings at any time.
// An example was read or was not, and its row is under the settings aimed at or is
// outdated; the evidence of a whole block of examples is in memory or was let go,
// and then comes from an archive in the run's cache, or from the file.
// scoring/report writes them, scoring/shards adds up what several machines
// have scored. [Protocols] is the one list of protocols.
package session
