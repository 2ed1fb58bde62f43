// Package screen is the program's way to the terminal: a writer that lets
// the renderer's frames through, knows from them which cells of the screen
// still hold a picture, and paints what is missing after each frame.
//
// Bubble Tea's renderer knows cells of text only. Whatever it writes over a
// picture destroys pixels: a changed character, an erased line end, a
// scrolled region. So the [Writer] reads along with a [tracker], a terminal
// reduced to what matters here: for every cell, whether the terminal holds
// the filler there (see [Filler]) and whether something was written since the
// picture was painted. A picture is painted only over filler, as opaque
// rectangles of whole cells, in the same synchronised update as the text.
// Nothing is erased first, so nothing flickers; what a popup covers is no
// filler any more, so nothing is painted over it. Cells of a picture that a
// frame only erases are written over before it, since xterm keeps their pixels.
//
// Terminals with kitty's graphics protocol keep pictures by themselves, under
// numbers and apart from the text. There the writer compares what lies on the
// screen with the scene, and sends, puts and deletes what differs; a popup
// leaves a hole by putting a picture in parts around it.
package screen

// Filler returns the content of a cell under a picture. It looks blank but
// is not a blank to the renderer, so that it is written like a letter instead of
// erased with the rest of the line. Eight neighbours spell the row number:
// rows under a picture never equal one another, so the renderer does not
// scroll them to save bytes. Pictures narrower than [MinWidth] would not
// spell it all.
func Filler(x, y int) string {
	if y>>(x%MinWidth)&1 == 1 {
		return filler1
	}
	return filler0
}

// MinWidth is the least number of columns of a picture.
const MinWidth = 8

const (
	filler0 = "\u00a0" // no-break space
	filler1 = "\u2002" // en space, one cell wide in terminals
)

func isFiller(s []byte) bool { return string(s) == filler0 || string(s) == filler1 }
