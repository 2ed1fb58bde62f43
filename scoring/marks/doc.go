// Package marks keeps what a person says about a run: which examples and
// modules are marked, their tags and notes, what the person says is gold, and the saved
// views. It changes no score, unless a command asks for somebody's annotations as gold.
//
// A change is a line of a text file, which README.md describes field by field: a
// mark, a tag or a note was set or removed. The last change of each subject is its
// present state. Nothing is overwritten, so several programs may write to one
// file: each reads on from the last line that it saw, and undoing is one more
// line. Lines are ordered by a counter, which is one above the highest that the
// writer had seen in any file of the book, and never by a clock.
//
// A change is acknowledged when [Book.Apply] returns: by then its lines were
// written under a lock, synchronised to disk and read back, so that neither
// kill -9 nor a power cut loses it. Half a line that a killed program left is cut
// off by whoever writes next.
//
// The file is beside the run, under the name that [Beside] gives it, and is copied with
// it, so it may come from anyone. It is data and cannot act: a line that is damaged or
// hostile is skipped, and whatever is not a plain file is not opened. What cannot be
// written there, because the folder is read only, the file cannot be locked, or the run
// is on a server, is written to a file of the person's own, and the program says so. Both
// are read, as if they were one.
//
// It does not say how well annotators agree on tokens: package annotators does.
package marks
