package evidence

import (
	"image"

	"faithscope/loaders"
	"faithscope/loaders/photo"
)

// Photo describes an image's file before decoding.
type Photo struct {
	Size image.Point // in pixels, zero if unknown
	// Missing files leave boxes on a blank ground.
	Missing bool
	// Words say where a missing photo was searched, what to do, and that its size is unknown; "" if nothing is missing.
	Words string
	// Framed: the boxes' extent replaces the unknown size.
	Framed bool
}

// Photos reads each image's size, because layout needs it before a file is decoded: the run's, or
// the file header's, or, if missing, the extent of the example's boxes.
func Photos(run *loaders.Run, ex *loaders.Example) []Photo {
	photos := make([]Photo, len(ex.Images))
	for i := range photos {
		im, p := &ex.Images[i], &photos[i]
		*p = Photo{Size: image.Pt(max(im.Width, 0), max(im.Height, 0)), Missing: true}
		if run.Pictures != nil && im.Path != "" {
			if f, err := run.Pictures.Open(im.Path); err == nil {
				p.Missing = false
				if p.Size.X == 0 || p.Size.Y == 0 {
					p.Size, _ = photo.Size(f) // zero if broken
				}
				f.Close()
			}
		}
		if !p.Missing {
			continue
		}
		if p.Words = missingWords(run, im.Path); p.Size.X == 0 || p.Size.Y == 0 {
			p.Size = image.Point{}
			if im.Units == loaders.Pixels {
				p.Size = extentOf(ex, i)
			}
			if p.Framed = p.Size != (image.Point{}); p.Framed {
				p.Words += " · size unknown: drawn to fit the boxes"
			}
		}
	}
	return photos
}

const noPicture = "no picture"

func missingWords(run *loaders.Run, picturePath string) string {
	switch file, known := run.Sought(picturePath); {
	case picturePath == "":
		return noPicture
	case !known:
		return "no photo found · set a folder with --images DIR"
	case file != "":
		return "no photo found: tried " + loaders.Clean(file) + " · set another folder with --images DIR"
	}
	return "no photo found"
}

// Boxes beyond these pixels do not belong to a picture.
const mostExtent = 1 << 20

func extentOf(ex *loaders.Example, i int) image.Point {
	var p image.Point
	hold := func(boxes []loaders.Box) {
		for _, b := range boxes {
			isInBounds := b.X1 >= 1 && b.Y1 >= 1 && b.X1 <= mostExtent && b.Y1 <= mostExtent
			if isInBounds {
				p.X, p.Y = max(p.X, int(b.X1+.5)), max(p.Y, int(b.Y1+.5))
			}
		}
	}
	hold(ex.Images[i].Proposals)
	hold(ex.Images[i].Gold)
	for _, m := range ex.Program {
		hold(GoldBoxes(&m, i))
	}
	return p
}

const unknownShape = 4.0 / 3

// AspectRatio returns width by height, within 1/16..16; 4/3 if unknown.
func (p Photo) AspectRatio() float64 {
	if p.Size.X <= 0 || p.Size.Y <= 0 {
		return unknownShape
	}
	return min(max(float64(p.Size.X)/float64(p.Size.Y), 1.0/16), 16)
}
