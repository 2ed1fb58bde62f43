package checking

import (
	"bufio"
	"errors"
	"image"
	"io/fs"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/photo"
	"faithscope/loaders/record"
)

// pictures opens the header of every picture of a run once.
type pictures struct {
	files fs.FS    // nil where no folder is known
	found sync.Map // headers by path
}

// header is what the first bytes of a picture say.
type header struct {
	size  image.Point  // in pixels
	wrong loaders.Said // why it cannot be read, nothing where it can
}

// header returns that of the picture of this path.
func (p *pictures) header(path string) header {
	h, ok := p.found.Load(path)
	if !ok {
		h, _ = p.found.LoadOrStore(path, readHeader(p.files, path))
	}
	return h.(header)
}

func readHeader(fsys fs.FS, path string) header {
	f, err := fsys.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return header{wrong: record.NotInFolder}
	}
	if err != nil {
		return header{wrong: loaders.Because(err)}
	}
	defer f.Close()
	size, err := photo.Size(bufio.NewReader(f))
	if err != nil {
		return header{wrong: loaders.Because(err)}
	}
	return header{size: size}
}

// check returns what is wrong with the pictures of an example: a path and a
// problem each.
func (p *pictures) check(ex *loaders.Example) (list []finding) {
	if p.files == nil {
		return nil
	}
	for i := range ex.Images {
		im := &ex.Images[i]
		if im.Path == "" {
			continue
		}
		h := p.header(im.Path)
		switch {
		case h.wrong.Kind != "":
			list = append(list, finding{im.Path, loaders.Problem{What: record.PictureWrong(im.Path, h.wrong), Done: loaders.Say("shown without it")}})
		case im.Width > 0 && im.Height > 0 && (im.Width != h.size.X || im.Height != h.size.Y):
			list = append(list, finding{im.Path, loaders.Problem{
				What: loaders.Say("the picture %.80q is %d by %d pixels, the run says %d by %d", im.Path, h.size.X, h.size.Y, im.Width, im.Height),
				Done: loaders.Say("its boxes are drawn by the run's size"),
			}})
		}
	}
	return list
}

// finding is a problem of a picture.
type finding struct {
	path    string
	problem loaders.Problem
}
