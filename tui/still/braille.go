package still

import (
	"image"
	"iter"
)

// The braille characters. Curves consist of them, and fonts lack them.
const brailleFirst, brailleLast = '\u2800', '\u28ff'

// dots holds the column and row of each dot of a braille character, in the
// order of its bits.
var dots = [8]image.Point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

// dotsOf returns the raised dots of a braille letter as rectangles in the pixels of cell, which
// holds two columns of four, each with a pixel's margin; none for any other letter.
func dotsOf(cell image.Rectangle, letter rune) iter.Seq[image.Rectangle] {
	w, h := cell.Dx()/2, cell.Dy()/4
	return func(yield func(image.Rectangle) bool) {
		if letter < brailleFirst || letter > brailleLast {
			return
		}
		for bit, at := range dots {
			dot := image.Rect(0, 0, w, h).Inset(1).Add(cell.Min).Add(image.Pt(at.X*w, at.Y*h))
			if (letter-brailleFirst)&(1<<bit) != 0 && !yield(dot) {
				return
			}
		}
	}
}
