// Package cache keeps on disk what took long to compute from run files: where their
// records are, what scoring needs of them, their content unpacked. An entry carries
// checksums and is named by the hash of everything from which and by which it was
// computed: an entry of another file, of another version of the program or with a single
// wrong bit is ignored.
//
// An entry is a plain file, as in Go's build cache: written whole to a temporary name,
// then renamed, so that kill -9 leaves no half entry, and several processes see old or
// new ones. Entries that were not used for a month are removed, and those used longest
// ago if the cache is too large. Nothing is synchronised to disk, because all of it can
// be computed again.
//
// It does not know what an entry means.
package cache
