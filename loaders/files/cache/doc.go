// Package cache keeps on disk what took long to work out of run files: where
// their records are, what scoring needs of them, their content unpacked. An
// entry carries checksums and is named by the hash of all that it was worked
// out of and by: one of another file, of another version of the program or with a
// single wrong bit is as if it were not there.
//
// An entry is a plain file, as in Go's build cache: written whole to a
// temporary name, then renamed, so that kill -9 leaves no half entry, and
// several processes see old or new ones. What nobody asked for during a month
// goes, and what was used longest ago where all are too large. Nothing is
// synchronised to disk, because all of it can be worked out again.
package cache
