package screentest

import (
	"cmp"
	"image"
	"strconv"
	"strings"
)

// album holds what the terminal stores by kitty's protocol.
type album struct {
	images  map[int]*kept
	puts    map[[2]int]put // by image and placement
	loading *command       // a picture that has not arrived completely
	data    []byte
}

// kept is an image and the number of cells for placeholders, (0, 0) for none.
type kept struct {
	pixels  image.Image
	virtual image.Point
}

type put struct {
	image *kept
	cells image.Rectangle
	from  image.Rectangle // pixels of the image
	z     int
}

func (p put) draft(room image.Point) bool {
	size := p.from.Size()
	return p.z == 0 && 2*size.X <= room.X && 2*size.Y <= room.Y
}

type command struct {
	keys    map[string]string
	payload string
}

func (c *command) text(key, otherwise string) string { return cmp.Or(c.keys[key], otherwise) }

func (c *command) number(key string) int {
	n, _ := strconv.Atoi(c.keys[key])
	return n
}

func parse(data string) *command {
	control, payload, _ := strings.Cut(data, ";")
	c := &command{map[string]string{}, payload}
	for pair := range strings.SplitSeq(control, ",") {
		key, value, _ := strings.Cut(pair, "=")
		c.keys[key] = value
	}
	return c
}
