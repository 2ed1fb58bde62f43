package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"faithscope/loaders"
)

// ConfinedFolder can't be left by ".." or links, unless the person allows it, and opens only regular files
// and folders.
type ConfinedFolder struct {
	Path  string
	files fs.FS
	root  io.Closer
}

type unconfinedFolder string

func (dir unconfinedFolder) Open(name string) (fs.File, error) { return os.Open(dir.filePath(name)) }

// Stat implements [fs.StatFS], so that a pipe isn't opened for it.
func (dir unconfinedFolder) Stat(name string) (fs.FileInfo, error) {
	return os.Stat(dir.filePath(name))
}

func (dir unconfinedFolder) filePath(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return filepath.Join(string(dir), name)
}

// OpenFolder opens dir, a dependency of the run, as a folder that can't be left. The person or the
// program must have chosen dir, never the file's content. It fails if dir isn't a folder on this
// machine; elsewhere opening a file shows that.
func OpenFolder(src *loaders.Source, dir string) (*ConfinedFolder, error) {
	recordFile(src, dir)
	if !isLocal(src.Files, dir) {
		files, err := fs.Sub(src.Files, path.Clean(dir))
		return &ConfinedFolder{Path: dir, files: files}, err
	}
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	return &ConfinedFolder{Path: dir, files: root.FS(), root: root}, nil
}

// Opening a pipe would wait for a writer.
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

func openPictures(src *loaders.Source, dir string, o loaders.Options) (*ConfinedFolder, error) {
	folder, err := OpenFolder(src, dir)
	if err == nil && o.Outside && folder.root != nil {
		err = folder.Close()
		folder.files, folder.root = unconfinedFolder(dir), nil
	}
	return folder, err
}

// Inside opens dir, a name in the file, relative to the run's folder. It fails if dir leads out by
// ".." or a link without o.Outside, isn't a folder, or isn't on this machine.
func Inside(src *loaders.Source, dir string, o loaders.Options) (*ConfinedFolder, error) {
	if isElsewhere(src.Path) {
		return nil, errors.New("pictures can only be found beside a local file; use --images FOLDER")
	}
	own := filepath.Dir(src.Path)
	if o.Outside && isLocal(src.Files, src.Path) {
		return openPictures(src, unconfinedFolder(own).filePath(dir), o)
	}
	if !filepath.IsLocal(dir) {
		return nil, fmt.Errorf("%q is outside the run's folder (--allow-outside allows it)", dir)
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
	return &ConfinedFolder{Path: filepath.Join(own, dir), files: root.FS(), root: root}, nil
}

// Open implements [fs.FS] for regular files and folders.
func (f *ConfinedFolder) Open(name string) (fs.File, error) {
	info, err := fs.Stat(f.files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, openError(name, fs.ErrInvalid)
	}
	return f.files.Open(name)
}

// Sought implements [loaders.Run.Sought]; known is always true.
func (f *ConfinedFolder) Sought(pictureName string) (file string, known bool) {
	if path.IsAbs(pictureName) {
		return pictureName, true
	}
	return strings.TrimSuffix(f.Path, "/") + "/" + pictureName, true
}

// Outside reports whether names may lead out, for [loaders.Run.ImagePath].
func (f *ConfinedFolder) Outside() bool {
	_, ok := f.files.(unconfinedFolder)
	return ok
}

// Close closes any open folder on disk.
func (f *ConfinedFolder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// SetPictures makes f the image folder, closed with the run. Call it before the run is shared.
func SetPictures(run *loaders.Run, f *ConfinedFolder) {
	run.Pictures = f
	run.Own(f)
}

// FindPictures sets run.Pictures to the program's, the first run's of several files, the user's, or
// the nearest folder called images, imgs, pictures or JPEGImages in the run's folder and the two
// above; otherwise nil. It fails if the folder can't be opened.
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
			return e.IsDir() && slices.Contains(strings.Fields("images imgs pictures jpegimages"), strings.ToLower(e.Name()))
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
