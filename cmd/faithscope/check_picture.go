package main

import (
	"bufio"
	"errors"
	"image"
	_ "image/gif"  // headers of
	_ "image/jpeg" // every format
	_ "image/png"  // that is shown
	"io/fs"
	"sync"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/webp"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// pictures opens the header of every picture of a run once.
type pictures struct {
	files fs.FS // nil where no folder is known

	mu    sync.Mutex
	found map[string]header
}

// header is what the first bytes of a picture say.
type header struct {
	width, height int
	wrong         loaders.Said // why it cannot be read, nothing where it can
}

// header returns that of the picture of this path.
func (p *pictures) header(path string) header {
	p.mu.Lock()
	h, ok := p.found[path]
	p.mu.Unlock()
	if ok {
		return h
	}
	h = readHeader(p.files, path)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found[path] = h
	return h
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
	c, _, err := image.DecodeConfig(bufio.NewReader(f))
	switch {
	case errors.Is(err, image.ErrFormat):
		return header{wrong: loaders.Say("no PNG, JPEG, GIF, WebP or BMP")}
	case err != nil:
		return header{wrong: loaders.Because(err)}
	}
	return header{width: c.Width, height: c.Height}
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
		case im.Width > 0 && im.Height > 0 && (im.Width != h.width || im.Height != h.height):
			list = append(list, finding{im.Path, loaders.Problem{
				What: loaders.Say("the picture %.80q is %d by %d pixels, the run says %d by %d", im.Path, h.width, h.height, im.Width, im.Height),
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
