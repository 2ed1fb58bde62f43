package loaders

import (
	"io/fs"
	"path"
	"strings"
)

// ImagePath returns a picture's name from a file as a path for r.Pictures, ok false if it
// leads out of the folder and may not.
func (r *Run) ImagePath(name string) (_ string, ok bool) {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if fs.ValidPath(name) {
		return name, true
	}
	folder, ok := r.Pictures.(interface{ Outside() bool })
	return name, ok && folder.Outside()
}

// HasPicture reports whether a picture, by its name in a record, is in
// r.Pictures.
func (r *Run) HasPicture(name string) bool {
	path, ok := r.ImagePath(name)
	if !ok || r.Pictures == nil {
		return false
	}
	info, err := fs.Stat(r.Pictures, path)
	return err == nil && !info.IsDir()
}

// Sought returns the file that a picture, by its path for r.Pictures, is looked for in,
// "" if it is in no file of its own. known is false if no image folder is known.
func (r *Run) Sought(path string) (file string, known bool) {
	if r.Pictures == nil {
		return "", false
	}
	if folder, ok := r.Pictures.(interface {
		Sought(path string) (file string, known bool)
	}); ok {
		return folder.Sought(path)
	}
	return "", true
}

// MaxMissing is how many missing pictures a run lists by name: in a wrong
// folder all are missing.
const MaxMissing = 50

// Missing counts a missing picture. It reports whether this is its first
// record, and whether there are more than [MaxMissing].
func (r *Run) Missing(path string) (first, many bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missing[path] {
		return false, false
	}
	if len(r.missing) >= MaxMissing {
		return false, true
	}
	if r.missing == nil {
		r.missing = map[string]bool{}
	}
	r.missing[path] = true
	return true, false
}
