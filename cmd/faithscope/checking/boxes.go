package checking

import (
	"faithscope/loaders"
)

// boxCount looks for a box convention that a run was read with and not
// written in. Such a run opens without an error, and looks like an unfaithful
// model.
type boxCount struct {
	boxes int
	wrong [readings]int // turned inside out, or outside the picture, by reading
	tiny  int           // in pixels, and none larger than one
}

// A reading is how four numbers that were taken for corners may be meant.
const (
	asRead    = iota
	asSizes   // they are left, top, width, height
	asCorners // left, top, width, height was read, and they are corners
	readings
)

// fewBoxes is how many boxes say nothing of a convention yet.
const fewBoxes = 20

// add counts the boxes of an example.
func (c *boxCount) add(ex *loaders.Example) {
	for i := range ex.Images {
		im := &ex.Images[i]
		for _, list := range [][]loaders.Box{im.Proposals, im.Gold} {
			for _, b := range list {
				c.box(im, b)
			}
		}
	}
}

func (c *boxCount) box(im *loaders.Image, b loaders.Box) {
	if b == (loaders.Box{}) { // padding
		return
	}
	c.boxes++
	w, h := 1.0, 1.0
	if im.Units == loaders.Pixels {
		w, h = float64(im.Width), float64(im.Height)
		if max(b.X0, b.Y0, b.X1, b.Y1) <= 1 {
			c.tiny++
		}
	}
	for reading, r := range [readings]loaders.Box{
		asRead:    b,
		asSizes:   {X0: b.X0, Y0: b.Y0, X1: b.X0 + b.X1, Y1: b.Y0 + b.Y1},
		asCorners: {X0: b.X0, Y0: b.Y0, X1: b.X1 - b.X0, Y1: b.Y1 - b.Y0},
	} {
		// A hundredth beyond the edge is rounding.
		if r.X1 <= r.X0 || r.Y1 <= r.Y0 || w > 0 && h > 0 && (r.X1 > 1.01*w || r.Y1 > 1.01*h) {
			c.wrong[reading]++
		}
	}
}

// merge adds other counts.
func (c *boxCount) merge(o *boxCount) {
	c.boxes += o.boxes
	c.tiny += o.tiny
	for i, n := range o.wrong {
		c.wrong[i] += n
	}
}

// problem says what the counts speak for.
func (c *boxCount) problem(convention string) (p loaders.Problem, found bool) {
	if c.boxes < fewBoxes {
		return p, false
	}
	p.Done = loaders.Say("read as %s", convention)
	// One in twenty is more than bad boxes come to, and another reading has
	// to explain nearly all of them.
	explains := func(reading int) bool {
		return 20*c.wrong[asRead] > c.boxes && 10*c.wrong[reading] < c.wrong[asRead]
	}
	switch {
	case c.tiny == c.boxes:
		p.What = loaders.Say("all %d boxes are within one pixel: they look like fractions of the picture", c.boxes)
	case explains(asSizes):
		p.What = loaders.Say("%d of %d boxes are turned inside out or outside the picture, and %d were they left, top, width, height: they look like xywh", c.wrong[asRead], c.boxes, c.wrong[asSizes])
	case explains(asCorners):
		p.What = loaders.Say("%d of %d boxes are turned inside out or outside the picture, and %d were they left, top, right, bottom: they look like xyxy", c.wrong[asRead], c.boxes, c.wrong[asCorners])
	default:
		return p, false
	}
	return p, true
}
