// Package files opens runs on disk, standard input or a server ([Anywhere]); in several pieces,
// compressed, or still growing. An [Opener] finds the format of a file and opens its runs; codecs
// know nothing about storage.
//
// [OpenSource] fills a [loaders.Source], and [OpenContent] returns its unpacked [Content], in which
// package index finds records.
//
// A file's content decides nothing outside its own folder: its names are opened with [Inside] or in
// the run's Pictures, which ".." and links can't leave. Only names from the command line reach
// further.
package files
