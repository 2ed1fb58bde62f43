package loaders

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// mostLookedInto bounds how many files of a folder [Source.Companions] opens.
const mostLookedInto = 64

// Companions searches for files that travel with a run, as [Source.Beside]
// does, but goes by what stands in them: is sees the first bytes, up to
// [HeadSize]. It opens the files whose names end in one of the suffixes
// (lower case, ".json"), packed or not, and returns those of the nearest of
// the three folders that has any, sorted by name.
func (src *Source) Companions(is func(head []byte) bool, suffixes ...string) []string {
	dir := filepath.Dir(src.Path)
	for range 3 {
		if found := src.alike(dir, is, suffixes); found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}

func (src *Source) alike(dir string, is func(head []byte) bool, suffixes []string) (found []string) {
	entries, err := fs.ReadDir(src.Files, dir)
	if err != nil {
		return nil // a folder above may be closed to us
	}
	looked := 0
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !e.Type().IsRegular() || path == filepath.Clean(src.Path) || !suffixed(e.Name(), suffixes) {
			continue
		}
		if looked++; looked > mostLookedInto {
			break
		}
		file, err := OpenSource(src.Files, path)
		if err != nil {
			continue
		}
		if is(file.Head()) {
			found = append(found, path)
		}
		file.Close()
	}
	return found
}

func suffixed(name string, suffixes []string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".zst")
	for _, suffix := range suffixes {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}
