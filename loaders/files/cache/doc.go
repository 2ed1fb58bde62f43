// Package cache keeps on disk what took long to work out of run files: where
// their records are, their rows and scores, their content unpacked. An entry
// says of which file it is and carries a checksum: one of another file, of
// another version of the program or with a single wrong bit is as if it were
// not there.
//
// The store is one SQLite file, by modernc.org/sqlite, which needs no C: it
// survives kill -9, serves several processes at once, and is the library that
// tags and notes are kept with too. An entry is one blob, in whatever way its
// owner writes it (encoding/gob, by columns, is what they use); 25 MB are read
// in some 25 ms. Unpacked archives lie beside it as files, since they are read
// by places and may be gigabytes. The file is opened for each use: a run has
// half a dozen of them, and a damaged file can be made again at any time.
// Nothing is synchronised to disk, because all of it can be worked out again.
package cache
