package files

import (
	"io/fs"
	"path/filepath"

	"faithscope/loaders"
)

// Beside searches for files that travel with a run: in its folder and in the two folders
// above, the nearest first. It returns the paths of the first folder in which match finds
// any, sorted by name, nil if there is none. The run itself is not among them.
func Beside(src *loaders.Source, match func(path string, entry fs.DirEntry) bool) []string {
	if isElsewhere(src.Path) {
		return nil
	}
	dir := filepath.Dir(src.Path)
	for range 3 {
		entries, err := fs.ReadDir(filesAround(src), dir)
		if err != nil {
			return nil
		}
		var found []string
		for _, e := range entries {
			if path := filepath.Join(dir, e.Name()); path != filepath.Clean(src.Path) && match(path, e) {
				found = append(found, path)
				recordFile(src, path)
			}
		}
		if found != nil {
			return found
		}
		dir = filepath.Join(dir, "..")
	}
	return nil
}

// filesAround returns where files beside the run are searched: not every file in a
// folder has to do with the run.
func filesAround(src *loaders.Source) fs.FS {
	if w, ok := src.Files.(*witness); ok {
		return w.FS
	}
	return src.Files
}

// recordFile records that a file travels with the run.
func recordFile(src *loaders.Source, name string) {
	if w, ok := src.Files.(*witness); ok {
		w.recordSeen(name)
	}
}
