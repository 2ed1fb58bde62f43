package views

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"faithscope/loaders"
)

// photo is what is known of an image's file before anybody decodes it.
type photo struct {
	size image.Point // in pixels, zero unknown
	// missing: there is no such file, so that boxes are drawn on a blank
	// ground.
	missing bool
	// framed: nobody knows the size, which is the extent of the boxes.
	framed bool
}

// photoOf returns the size as the run says it, else as the file's own header
// does, else, where the file is missing, the extent of the example's boxes on
// image i. Layout needs it before the file is decoded.
func photoOf(files fs.FS, ex *loaders.Example, i int) photo {
	im := &ex.Images[i]
	p := photo{size: image.Pt(max(im.Width, 0), max(im.Height, 0)), missing: true}
	if files != nil && im.Path != "" {
		if f, err := files.Open(im.Path); err == nil {
			defer f.Close()
			p.missing = false
			if p.size.X == 0 || p.size.Y == 0 {
				p.size = headerSize(f)
			}
		}
	}
	if p.missing && (p.size.X == 0 || p.size.Y == 0) {
		p.size = image.Point{}
		if im.Units == loaders.Pixels {
			p.size = extent(ex, i)
			p.framed = p.size != image.Point{}
		}
	}
	return p
}

// photoHead is how much of a file is read to learn its size.
const photoHead = 256 << 10

// headerSize is the size in a picture's header, zero for none.
func headerSize(f io.Reader) image.Point {
	head, err := io.ReadAll(io.LimitReader(f, photoHead))
	if err != nil {
		return image.Point{}
	}
	for _, size := range []func(io.Reader) (image.Config, error){
		png.DecodeConfig, jpeg.DecodeConfig, gif.DecodeConfig, webp.DecodeConfig, bmp.DecodeConfig,
	} {
		if c, err := size(bytes.NewReader(head)); err == nil && c.Width > 0 && c.Height > 0 {
			return image.Pt(c.Width, c.Height)
		}
	}
	return image.Point{}
}

// mostExtent bounds an extent, in pixels: boxes beyond are none of a picture.
const mostExtent = 1 << 20

// extent is the size of the least image from the top left corner that holds
// all boxes of image i, zero for none.
func extent(ex *loaders.Example, i int) image.Point {
	var p image.Point
	hold := func(boxes []loaders.Box) {
		for _, b := range boxes {
			if b.X1 >= 1 && b.Y1 >= 1 && b.X1 <= mostExtent && b.Y1 <= mostExtent {
				p.X, p.Y = max(p.X, int(b.X1+.5)), max(p.Y, int(b.Y1+.5))
			}
		}
	}
	hold(ex.Images[i].Proposals)
	hold(ex.Images[i].Gold)
	for n := range ex.Program {
		hold(goldBoxes(&ex.Program[n], i))
	}
	return p
}

// words says what stands in the place of the photo.
func (p photo) words(im *loaders.Image) []string {
	var words []string
	switch {
	case im.Path == "":
		words = append(words, "no picture")
	case p.missing:
		words = append(words, "no photo found")
	}
	if p.framed {
		words = append(words, "its size is unknown: drawn around the boxes")
	}
	return words
}

// photo is what is known of image i.
func (q evidenceOf) photo(i int) photo {
	if i < len(q.photos) {
		return q.photos[i]
	}
	im := &q.example.Images[i]
	return photo{size: image.Pt(im.Width, im.Height)}
}

// fractions is a box in 0..1 of the image: by the size that the run says, else
// by that of the photo.
func (im *imageEvidence) fractions(b loaders.Box) (_ loaders.Box, ok bool) {
	sized := loaders.Image{Units: im.image.Units, Width: im.image.Width, Height: im.image.Height}
	if sized.Width <= 0 || sized.Height <= 0 {
		sized.Width, sized.Height = im.photo.size.X, im.photo.size.Y
	}
	return sized.Fractions(b)
}
