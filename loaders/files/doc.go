// Package files opens runs on disk, standard input or a server ([Anywhere]); in several pieces,
// compressed, or still growing. An [RunOpener] finds a file's format; codecs know nothing about
// storage.
//
// A file's content decides nothing outside its own folder: its names are opened with [Inside] or in
// the run's Pictures, which ".." and links can't leave. Only names from the command line reach
// further.
package files
