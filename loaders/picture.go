package loaders

import (
	"io/fs"
	"path"
	"strings"
)

// ImagePath returns a cleaned, slash-separated path for r.Pictures. ok is false if it leads out of
// the folder without [Options.Outside].
func (r *Run) ImagePath(pictureName string) (_ string, ok bool) {
	pictureName = path.Clean(strings.ReplaceAll(pictureName, `\`, "/"))
	if fs.ValidPath(pictureName) {
		return pictureName, true
	}
	folder, ok := r.Pictures.(interface{ Outside() bool })
	return pictureName, ok && folder.Outside()
}

// HasPicture reports whether r.Pictures has this file, not a folder.
func (r *Run) HasPicture(pictureName string) bool {
	path, ok := r.ImagePath(pictureName)
	if !ok || r.Pictures == nil {
		return false
	}
	info, err := fs.Stat(r.Pictures, path)
	return err == nil && !info.IsDir()
}

// Sought returns a picture's file; "" if it isn't a file of its own. known is false without an
// image folder.
func (r *Run) Sought(picturePath string) (file string, known bool) {
	if r.Pictures == nil {
		return "", false
	}
	if folder, ok := r.Pictures.(interface {
		Sought(path string) (file string, known bool)
	}); ok {
		return folder.Sought(picturePath)
	}
	return "", true
}

// MaxMissing bounds listed pictures, because in a wrong folder all are missing.
const MaxMissing = 50

// Missing records a missing picture. first is true the first time; many is true beyond
// [MaxMissing], which aren't recorded.
func (r *Run) Missing(picturePath string) (first, many bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missing[picturePath] {
		return false, false
	}
	if len(r.missing) >= MaxMissing {
		return false, true
	}
	if r.missing == nil {
		r.missing = map[string]bool{}
	}
	r.missing[picturePath] = true
	return true, false
}
