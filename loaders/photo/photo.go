// Package photo reads the headers of pictures.
package photo

import (
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // headers of
	_ "image/jpeg" // every format
	_ "image/png"  // that is shown
	"io"

	_ "golang.org/x/image/bmp"  // as much as
	_ "golang.org/x/image/webp" // these
)

var errFormat = errors.New("not a PNG, JPEG, GIF, WebP or BMP picture")

// mostHead is how much of a file is read to learn its size, because a camera's notes and preview
// can come before it.
const mostHead = 1 << 20

// Size returns the size in pixels in a picture's header, at least 1 by 1. It fails with errFormat
// if the file isn't a picture, and if the header is wrong or not within the first megabyte.
func Size(r io.Reader) (size image.Point, err error) {
	// The decoders are other people's code on hostile bytes.
	defer func() {
		if value := recover(); value != nil {
			size, err = image.Point{}, fmt.Errorf("broken picture: %v", value)
		}
	}()
	c, _, err := image.DecodeConfig(io.LimitReader(r, mostHead))
	switch {
	case errors.Is(err, image.ErrFormat):
		return image.Point{}, errFormat
	case err != nil:
		return image.Point{}, err
	case c.Width <= 0 || c.Height <= 0:
		return image.Point{}, fmt.Errorf("its header claims %d by %d pixels", c.Width, c.Height)
	}
	return image.Pt(c.Width, c.Height), nil
}
