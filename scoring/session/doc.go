// Package session holds the runs of a session: [Scored] keeps the evidence of every
// protocol while a run is being loaded and gives scores, summaries and the quadrant
// under any settings at any time. An example has been read or not, and its row is
// under the current settings or is outdated. The evidence of a block of examples is
// in memory or has been dropped; it then comes from an archive in the run's cache, or
// from the file. Package report writes the scores, and package shards adds up what
// several machines have scored. [Protocols] is the one list of protocols.
//
// It draws nothing.
package session
