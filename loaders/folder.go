package loaders

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folder is a folder that cannot be left, by ".." or by a link, and that
// opens nothing but regular files.
type Folder struct {
	Path  string
	files fs.FS
	root  io.Closer // nil where nothing is to be closed
}

// Folder opens dir, a name that the person at the keyboard or the program
// (never the file's content) chose.
func (src *Source) Folder(dir string) (*Folder, error) {
	if !isLocal(src.Files, dir) {
		files, err := fs.Sub(src.Files, path.Clean(dir))
		return &Folder{Path: dir, files: files}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Path: dir, files: root.FS(), root: root}, nil
}

// Inside opens dir, a name that the file holds, relative to the run's own
// folder. It fails for whatever leads out of that.
func (src *Source) Inside(dir string) (*Folder, error) {
	if !filepath.IsLocal(dir) {
		return nil, fmt.Errorf("%q leads out of the run's folder", dir)
	}
	if elsewhere(src.Path) {
		return nil, errors.New("pictures beside a run that is not on this machine are not fetched; name a folder with --images")
	}
	own := filepath.Dir(src.Path)
	if !isLocal(src.Files, src.Path) {
		return src.Folder(path.Join(own, dir))
	}
	parent, err := os.OpenRoot(own)
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	root, err := parent.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Path: filepath.Join(own, dir), files: root.FS(), root: root}, nil
}

// Open opens a file of the folder for reading.
func (f *Folder) Open(name string) (fs.File, error) {
	info, err := fs.Stat(f.files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return f.files.Open(name)
}

// Close frees the folder.
func (f *Folder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// FindPictures gives the run the pictures that the program brings, the folder
// that the user names, or one called images, imgs or pictures beside the run,
// if there is any. It fails for a folder named by the user that cannot be
// opened.
func (r *Run) FindPictures(src *Source, o Options) error {
	if o.ImageFiles != nil {
		r.Pictures = o.ImageFiles
		return nil
	}
	dir := o.Images
	if dir == "" {
		found := src.Beside(func(e fs.DirEntry) bool {
			name := strings.ToLower(e.Name())
			return e.IsDir() && (name == "images" || name == "imgs" || name == "pictures")
		})
		if len(found) == 0 {
			return nil
		}
		dir = found[0]
	}
	folder, err := src.Folder(dir)
	if err != nil {
		return err
	}
	r.SetPictures(folder)
	return nil
}

// ImagePath returns a picture's name from a file as a path for
// [Run.Pictures], ok false where it leads out of the folder.
func ImagePath(name string) (_ string, ok bool) {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return name, fs.ValidPath(name)
}

// maxMissing is how many missing pictures a run lists by name: where the
// folder is the wrong one, all are missing.
const maxMissing = 50

// Picture returns the name of a picture, as the record has it, as a path in
// r.Pictures, "" where it leads out of that. A path that leads out is a
// problem of the record; so is a picture that is not there, for the first
// record that has it.
func (r *Run) Picture(rec *Record, name string) string {
	path, ok := ImagePath(name)
	if !ok {
		rec.Problem(fmt.Sprintf("the picture's path %.80q leads out of the image folder", name), "shown without its picture")
		return ""
	}
	if r.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(r.Pictures, path); err != nil {
		reason := err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "not in the image folder"
		}
		r.missingPicture(rec, path, reason)
	}
	return path
}

func (r *Run) missingPicture(rec *Record, path, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.missing[path]:
	case len(r.missing) >= maxMissing:
		rec.FileProblem(fmt.Sprintf("more than %d pictures are missing", maxMissing), "only some are listed")
	default:
		if r.missing == nil {
			r.missing = map[string]bool{}
		}
		r.missing[path] = true
		rec.Problem(fmt.Sprintf("the picture %.80q: %s", path, reason), "shown without it")
	}
}
