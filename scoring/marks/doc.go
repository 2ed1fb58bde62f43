// Package marks keeps a person's marks, tags, notes, annotations and saved views of a run.
//
// A change is a line of a text file (README.md), and each subject's last one counts. Nothing is
// overwritten, so several programs may write. Lines are ordered by a counter, one above the highest
// that the writer had seen in the book's files, never by a clock.
//
// When [MarksBook.Apply] returns, its lines were written under a lock, synchronised and read back, so
// neither kill -9 nor a power cut loses them. The next writer cuts off half a line.
//
// The file is copied with its run ([Beside]) and so untrusted: damaged or hostile lines are
// skipped, and only plain files are opened. What can't be written there goes to a file of the
// person's own.
package marks
