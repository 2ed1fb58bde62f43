package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"faithscope/loaders"
)

// Folder is a folder that cannot be left, by ".." or by a link, unless the
// person at the keyboard allows it, and that opens nothing but regular files.
type Folder struct {
	Path  string
	files fs.FS
	root  io.Closer // nil if there is nothing to close
}

// unconfinedFolder is the disk for names that are absolute, or relative to a folder
// and may lead out of it.
type unconfinedFolder string

func (dir unconfinedFolder) Open(name string) (fs.File, error) { return os.Open(dir.filePath(name)) }

// Stat implements [fs.StatFS]: it looks a file up as Open does, but does not open it.
func (dir unconfinedFolder) Stat(name string) (fs.FileInfo, error) {
	return os.Stat(dir.filePath(name))
}

func (dir unconfinedFolder) filePath(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return filepath.Join(string(dir), name)
}

// OpenFolder opens dir, a name that the person at the keyboard or the program (never the file's
// content) chose, as a folder that cannot be left, and records that the run depends on it. On this
// machine it fails for what is not a folder; elsewhere that shows only when a file is opened.
func OpenFolder(src *loaders.Source, dir string) (*Folder, error) {
	recordFile(src, dir)
	if !isLocal(src.Files, dir) {
		files, err := fs.Sub(src.Files, path.Clean(dir))
		return &Folder{Path: dir, files: files}, err
	}
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Path: dir, files: root.FS(), root: root}, nil
}

// openRoot opens a folder, which names opened in it cannot leave. For what is not a folder it
// fails without opening it: a pipe would wait for somebody to write to it.
func openRoot(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, openError(dir, syscall.ENOTDIR)
	}
	return os.OpenRoot(dir)
}

func openPictures(src *loaders.Source, dir string, o loaders.Options) (*Folder, error) {
	folder, err := OpenFolder(src, dir)
	if err == nil && o.Outside && folder.root != nil {
		err = folder.Close()
		folder.files, folder.root = unconfinedFolder(dir), nil
	}
	return folder, err
}

// Inside opens dir, a name that the file holds, relative to the run's own folder. It fails for a
// name that leads out of that by ".." or a link, unless o.Outside allows it, for what is not a
// folder, and for a run that is not on this machine.
func Inside(src *loaders.Source, dir string, o loaders.Options) (*Folder, error) {
	if isElsewhere(src.Path) {
		return nil, errors.New("pictures beside a run that is not on this machine are not fetched; name a folder with --images")
	}
	own := filepath.Dir(src.Path)
	if o.Outside && isLocal(src.Files, src.Path) {
		return openPictures(src, unconfinedFolder(own).filePath(dir), o)
	}
	if !filepath.IsLocal(dir) {
		return nil, fmt.Errorf("%q leads out of the run's folder, which takes --allow-outside", dir)
	}
	if !isLocal(src.Files, src.Path) {
		return OpenFolder(src, path.Join(own, dir))
	}
	parent, err := openRoot(own)
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	if info, err := parent.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, openError(dir, syscall.ENOTDIR)
	}
	root, err := parent.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Path: filepath.Join(own, dir), files: root.FS(), root: root}, nil
}

// Open implements [fs.FS]: it opens a regular file, or a folder. It refuses anything else, and what
// leads out unless that is allowed.
func (f *Folder) Open(name string) (fs.File, error) {
	info, err := fs.Stat(f.files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, openError(name, fs.ErrInvalid)
	}
	return f.files.Open(name)
}

// Sought returns the path of the file that Open opens, for [loaders.Run.Sought], whether it exists
// or not; known is always true.
func (f *Folder) Sought(name string) (file string, known bool) {
	if path.IsAbs(name) {
		return name, true
	}
	return strings.TrimSuffix(f.Path, "/") + "/" + name, true
}

// Outside reports whether names may lead out of the folder, as the person allowed, for
// [loaders.Run.ImagePath].
func (f *Folder) Outside() bool {
	_, ok := f.files.(unconfinedFolder)
	return ok
}

// Close closes the folder on disk, if one is held open.
func (f *Folder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// SetPictures makes f the run's image folder, closed with the run. It is
// called before the run is shared.
func SetPictures(run *loaders.Run, f *Folder) {
	run.Pictures = f
	run.Own(f)
}

// FindPictures sets the run's Pictures: those that the program brings, those of the first file of a
// run of several, the folder that the user names, or one called images, imgs, pictures or
// JPEGImages in the nearest of the run's folder and the two above; none leaves them nil. It fails
// for a folder that cannot be opened.
func FindPictures(run *loaders.Run, src *loaders.Source, o loaders.Options) error {
	switch {
	case o.ImageFiles != nil:
		run.Pictures = o.ImageFiles
		return nil
	case o.First != nil:
		if run.Pictures = o.First.Pictures; run.Pictures != nil {
			recordFile(src, o.Of(loaders.ImageFolder))
		}
		return nil
	}
	dir := o.Of(loaders.ImageFolder)
	if dir == "" {
		found := Beside(src, func(_ string, e fs.DirEntry) bool {
			name := strings.ToLower(e.Name())
			return e.IsDir() && (name == "images" || name == "imgs" || name == "pictures" || name == "jpegimages")
		})
		if len(found) == 0 {
			return nil
		}
		dir = found[0]
	}
	folder, err := openPictures(src, dir, o)
	if err != nil {
		return err
	}
	SetPictures(run, folder)
	return nil
}
