// Package files is where the bytes of runs are. An [Opener] finds the format of
// a file and opens its runs. A file may be anywhere ([Anywhere]): on a disk, on
// standard input, on a server, in a bucket; in several pieces, compressed, or
// still growing. A codec knows nothing of that.
//
// [OpenSource] fills a [loaders.Source]. What a source holds, unpacked, is one
// [Content], whatever it takes to get at it: the file itself, or a copy that was
// unpacked, now or before. Package index looks for records in it.
//
// What travels with a run is found by [Beside], as a companion of package record;
// pictures are opened through a [Folder]. A file decides nothing outside its own
// folder: names in it are opened with [Inside] or in the run's Pictures, which ".."
// and links do not leave; only names from the command line reach further.
//
// It decodes no record: the formats do.
package files
