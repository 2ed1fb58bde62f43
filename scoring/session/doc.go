// Package session keeps what a session knows of its runs: [Scored] holds the
// evidence of every protocol for a run while it is being loaded and gives
// scores, summaries and the quadrant under any settings at any time.
// scoring/report writes them, scoring/shards adds up what several machines
// have scored. [Protocols] is the one list of protocols.
package session
