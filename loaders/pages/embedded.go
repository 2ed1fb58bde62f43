package pages

import (
	"io/fs"

	"faithscope/loaders"
)

// DocumentedFormat is a format with the text that defines it.
type DocumentedFormat struct {
	loaders.Format
	Text   []byte
	Origin string // the path of a person's own, "" for ours
}

// Reads returns the format that the page defines.
func (p DocumentedFormat) Reads() loaders.Format { return p.Format }

// Ours are the pages that come with the program, in the order of their names.
var Ours = readOurs()

// readOurs panics if an embedded page is wrong, because these are part of the program.
func readOurs() (list []DocumentedFormat) {
	names, _ := fs.Glob(ours, "*.toml") // the pattern is well formed
	for _, name := range names {
		text, _ := fs.ReadFile(ours, name) // it is embedded
		p, err := readPage(name, text)
		if err != nil {
			panic(err)
		}
		list = append(list, DocumentedFormat{p.asFormat(), text, ""})
	}
	return list
}
