// Package cache keeps slow results from run files on disk. An entry is named by the hash of
// everything it was computed from and by, so that entries of another file, of another version of
// the program, or with one wrong bit are ignored.
//
// Entries are written to a temporary name and then renamed, so that a killed process leaves no half
// entry and other processes see the old or the new one. Nothing is synchronised to disk, because
// everything can be computed again.
package cache
