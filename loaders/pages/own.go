package pages

import (
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// ReadOwn returns a person's own pages, the *.toml of a folder, by name, and what is wrong with
// those that can't be used, such as a name that is taken. If a page and a built-in format detect a file,
// the one with more keys reads it, the built-in one if they have as many.
func ReadOwn(folder string, builtInFormats loaders.Formats) (list []DocumentedFormat, broken []*PageError) {
	taken := loaders.Map(builtInFormats, func(f loaders.Format) string { return f.Name })
	entries, _ := files.DiskFiles{}.ReadDir(folder)
	for _, e := range entries {
		at := filepath.Join(folder, e.Name())
		if filepath.Ext(at) != ".toml" {
			continue
		}
		text, err := files.ReadOwn(at)
		if err != nil {
			broken = append(broken, &PageError{at, 1, 1, err.Error()})
			continue
		}
		p, flaw := readPage(at, text)
		if flaw == nil && slices.Contains(taken, p.Name) {
			line, column := placeOf(text, "name", "")
			flaw = &PageError{at, line, column, "the format name " + p.Name + " is already taken; choose another one"}
		}
		if flaw != nil {
			broken = append(broken, flaw)
			continue
		}
		taken = append(taken, p.Name)
		list = append(list, DocumentedFormat{givingWay(p.asFormat(), builtInFormats), text, at})
	}
	return list, broken
}

func givingWay(f loaders.Format, builtInFormats loaders.Formats) loaders.Format {
	detect, keys := f.Detect, len(strings.Fields(f.Keys))
	f.Detect = func(head []byte) bool {
		return detect(head) && !slices.ContainsFunc(builtInFormats, func(format loaders.Format) bool {
			return len(strings.Fields(format.Keys)) >= keys && format.Detect(head)
		})
	}
	return f
}
