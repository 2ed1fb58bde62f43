package main

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // headers of
	_ "image/jpeg" // every format
	_ "image/png"  // that is shown
	"io/fs"
	"strings"
	"sync"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/webp"

	"faithscope/loaders"
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
	wrong         string // why it cannot be read
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
		return header{wrong: "not in the image folder"}
	}
	if err != nil {
		return header{wrong: err.Error()}
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(bufio.NewReader(f))
	switch {
	case errors.Is(err, image.ErrFormat):
		return header{wrong: "no PNG, JPEG, GIF, WebP or BMP"}
	case err != nil:
		return header{wrong: err.Error()}
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
		case h.wrong != "":
			list = append(list, finding{im.Path, loaders.Problem{What: fmt.Sprintf("the picture %.80q: %s", im.Path, h.wrong), Done: "shown without it"}})
		case im.Width > 0 && im.Height > 0 && (im.Width != h.width || im.Height != h.height):
			list = append(list, finding{im.Path, loaders.Problem{
				What: fmt.Sprintf("the picture %.80q is %d by %d pixels, the run says %d by %d", im.Path, h.width, h.height, im.Width, im.Height),
				Done: "its boxes are drawn by the run's size",
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

// ofPicture reports whether a loader found p by looking for a picture: check
// says the same of every picture, and not of the first fifty alone.
func ofPicture(p loaders.Problem) bool {
	return p.Done == "shown without it" && strings.HasPrefix(p.What, "the picture ") ||
		strings.HasPrefix(p.What, "more than ") && strings.HasSuffix(p.What, " pictures are missing")
}
