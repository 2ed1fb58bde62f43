// Package session holds the runs of a session. [ScoredRun] keeps every protocol's evidence while a
// run is loaded and returns scores, summaries and the quadrant under any settings at any time. A
// block's evidence is in memory or was dropped, then it comes from an archive in the run's cache,
// or from the file. Package report writes the scores; package shards adds up what several
// machines have scored.
package session
