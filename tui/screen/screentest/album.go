package screentest

import (
	"cmp"
	"image"
	"strconv"
	"strings"
)

// imageStore holds what the terminal stores by kitty's protocol.
type imageStore struct {
	images  map[int]*storedImage
	puts    map[[2]int]imagePlacement // by image and placement
	loading *kittyCommand             // a picture that has not arrived completely
	data    []byte
}

// storedImage is an image and the number of cells for placeholders, (0, 0) for none.
type storedImage struct {
	pixels  image.Image
	virtual image.Point
}

type imagePlacement struct {
	image *storedImage
	cells image.Rectangle
	from  image.Rectangle // pixels of the image
	z     int
}

func (p imagePlacement) draft(cellRoom image.Point) bool {
	size := p.from.Size()
	return p.z == 0 && 2*size.X <= cellRoom.X && 2*size.Y <= cellRoom.Y
}

type kittyCommand struct {
	keys    map[string]string
	payload string
}

func (c *kittyCommand) text(parameterKey, defaultText string) string {
	return cmp.Or(c.keys[parameterKey], defaultText)
}

func (c *kittyCommand) number(parameterKey string) int {
	n, _ := strconv.Atoi(c.keys[parameterKey])
	return n
}

func parse(commandText string) *kittyCommand {
	control, payload, _ := strings.Cut(commandText, ";")
	c := &kittyCommand{map[string]string{}, payload}
	for pair := range strings.SplitSeq(control, ",") {
		key, value, _ := strings.Cut(pair, "=")
		c.keys[key] = value
	}
	return c
}
