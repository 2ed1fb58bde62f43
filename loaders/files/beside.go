package files

import (
	"io/fs"
	"path/filepath"
	"strings"

	"faithscope/loaders"
)

// Beside searches for files that travel with a run: in its folder and in the
// two folders above, the nearest first. It returns the paths of the first
// folder in which match finds any, sorted by name, nil where there is none.
func Beside(src *loaders.Source, match func(entry fs.DirEntry) bool) []string {
	if elsewhere(src.Path) {
		return nil
	}
	dir := filepath.Dir(src.Path)
	for range 3 {
		entries, err := fs.ReadDir(around(src), dir)
		if err != nil {
			return nil
		}
		var found []string
		for _, e := range entries {
			if match(e) {
				found = append(found, filepath.Join(dir, e.Name()))
				saw(src, found[len(found)-1])
			}
		}
		if found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}

// around is where files beside the run are searched: not every file in a
// folder has to do with the run.
func around(src *loaders.Source) fs.FS {
	if w, ok := src.Files.(*witness); ok {
		return w.FS
	}
	return src.Files
}

// saw notes a file that travels with the run.
func saw(src *loaders.Source, name string) {
	if w, ok := src.Files.(*witness); ok {
		w.saw(name)
	}
}

// mostLookedInto bounds how many files of a folder [Companions] opens.
const mostLookedInto = 64

// Companions searches for files that travel with a run, as [Beside]
// does, but goes by what stands in them: is sees the first bytes, up to
// [loaders.HeadSize]. It opens the files whose names end in one of the suffixes
// (lower case, ".json"), packed or not, and returns those of the nearest of
// the three folders that has any, sorted by name.
func Companions(src *loaders.Source, is func(head []byte) bool, suffixes ...string) []string {
	dir := filepath.Dir(src.Path)
	for range 3 {
		if found := alike(src, dir, is, suffixes); found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}

func alike(src *loaders.Source, dir string, is func(head []byte) bool, suffixes []string) (found []string) {
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
		if is(file.Head) {
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
