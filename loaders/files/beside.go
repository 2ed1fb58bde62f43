package files

import (
	"io/fs"
	"path/filepath"

	"faithscope/loaders"
)

// Beside returns matching files in the nearest folder that has any: the run's own or one of the two
// above. They are sorted, exclude the run itself, and become its dependencies. It is nil if there
// are none, a folder can't be read, or the run isn't on this machine.
func Beside(src *loaders.Source, isCompanion func(path string, entry fs.DirEntry) bool) []string {
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
			if path := filepath.Join(dir, e.Name()); path != filepath.Clean(src.Path) && isCompanion(path, e) {
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

func filesAround(src *loaders.Source) fs.FS {
	if w, ok := src.Files.(*openedFiles); ok {
		return w.FS
	}
	return src.Files
}

func recordFile(src *loaders.Source, fileName string) {
	if w, ok := src.Files.(*openedFiles); ok {
		w.recordSeen(fileName)
	}
}
