// Package marks keeps what a person says of a run: which examples and modules
// are marked, their tags and notes, the views that were saved and what was
// typed. It stands beside the scores, and never changes one.
//
// All of it is one table of changes in one SQLite file: a row says that a mark,
// a tag or a note was set or taken away, and what there is now is the sum of
// the rows. Nobody overwrites anything, so that two programs may write at once,
// each learns of the other's rows by reading on from the last that it saw, and
// undoing is one more row.
//
// A change is acknowledged when [Book.Apply] returns: by then its transaction
// is in the file and synchronised to disk (synchronous=full), so that neither
// kill -9 nor a power cut loses it; what was under way is rolled back by
// whoever opens the file next. The journal is SQLite's rollback journal and not
// its write-ahead log: the log needs memory that all writers share, which NFS
// and other shared folders of a cluster do not have, and a folder that is read
// only cannot be opened with one.
//
// The file lies beside the run, for all runs of the folder, under the name
// [FileName]: it travels with them. What cannot be written there, because the
// folder is read only, is on a server or is none, is written to a file of the
// person's own; both are read, in the order of time.
package marks
