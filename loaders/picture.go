package loaders

import (
	"io/fs"
	"path"
	"strings"
)

// ImagePath returns a cleaned, slash-separated path for r.Pictures. ok is false if it leads out of
// the folder without [Options.Outside].
func (r *Run) ImagePath(name string) (_ string, ok bool) {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if fs.ValidPath(name) {
		return name, true
	}
	folder, ok := r.Pictures.(interface{ Outside() bool })
	return name, ok && folder.Outside()
}

// HasPicture reports whether r.Pictures has this file, not a folder.
func (r *Run) HasPicture(name string) bool {
	path, ok := r.ImagePath(name)
	if !ok || r.Pictures == nil {
		return false
	}
	info, err := fs.Stat(r.Pictures, path)
	return err == nil && !info.IsDir()
}

// Sought returns a picture's file; "" if it isn't a file of its own. known is false without an
// image folder.
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

// MaxMissing bounds listed pictures, because in a wrong folder all are missing.
const MaxMissing = 50

// Missing records a missing picture. first is true the first time; many is true beyond
// [MaxMissing], which aren't recorded.
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
