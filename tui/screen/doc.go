// Package screen connects the program to the terminal. Its writer passes the renderer's frames
// through, works out which cells of the screen still hold a picture, and paints the missing ones
// after each frame. Package picture makes the pictures.
//
// Bubble Tea's renderer knows only cells of text, and whatever it writes over a picture destroys
// pixels. So the [Writer] feeds all output to a [tracker], which records for every cell whether it
// holds filler (see [Filler]) and whether anything was written since the picture was painted.
// Pictures are painted only over filler, as opaque rectangles of whole cells, in the same
// synchronised update as the text. Nothing is erased first, so nothing flickers; cells under a
// popup hold no filler, so nothing is painted over it. If a frame merely erases cells of a picture,
// the writer overwrites them first, because xterm keeps their pixels.
//
// Terminals with kitty's graphics protocol store pictures themselves. There the writer sends,
// places and deletes the pictures that differ from the scene, in parts around a popup.
package screen

// Filler returns the content of cell (x, y) under a picture. It looks blank, but the renderer
// writes it like a letter. Eight neighbouring cells encode the row number, so that rows under a
// picture differ and the renderer does not scroll them.
func Filler(x, y int) string {
	if y>>(x%MinWidth)&1 == 1 {
		return filler1
	}
	return filler0
}

// MinWidth is the smallest width of a picture, in columns, that holds a whole row number of
// [Filler].
const MinWidth = 8

const (
	filler0 = "\u00a0" // no-break space
	filler1 = "\u2002" // en space, one cell wide in terminals
)

func isFiller(s []byte) bool { return string(s) == filler0 || string(s) == filler1 }
