// Package marks keeps a person's marks, tags, notes, annotations and saved views of a run. It
// changes no score, unless a command takes somebody's annotations as gold.
//
// A change is a line of a text file, whose fields README.md describes. The last change of each
// subject is its present state. Nothing is overwritten, so several programs may write to one
// file: each reads on from the last line that it saw, and undoing is one more line. Lines are
// ordered by a counter, one above the highest that the writer had seen in any file of the book,
// never by a clock.
//
// When [Book.Apply] returns, its lines were written under a lock, synchronised to disk and read
// back, so neither kill -9 nor a power cut loses them. The next writer cuts off half a line that
// a killed program left.
//
// The file is copied with its run ([Beside]), so it may come from anyone: damaged or hostile
// lines are skipped, and only plain files are opened. What can't be written there goes to a file
// of the person's own, and both are read like one.
package marks
