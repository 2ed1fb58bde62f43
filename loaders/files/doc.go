// Package files opens runs wherever their bytes are: on a disk, on standard input, on a server
// ([Anywhere]); in several pieces, compressed, or still growing. An [Opener] finds the format of a
// file and opens its runs; codecs know nothing about storage.
//
// [OpenSource] fills a [loaders.Source], and [OpenContent] returns its unpacked bytes as a
// [Content]. Package index finds the records in it.
//
// A file's content decides nothing outside its own folder: names in it are opened with [Inside] or
// in the run's Pictures, which ".." and links can't leave. Only names from the command line reach
// further.
package files
