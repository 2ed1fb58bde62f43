// Package screen connects the program to the terminal: its writer passes the renderer's frames
// through and then paints the pictures that are missing. Package picture makes them.
//
// Bubble Tea's renderer knows only cells of text, and what it writes over a picture destroys
// pixels. So the [Writer] feeds all output to a [outputTracker], which records for every cell whether it
// holds filler (see [Filler]) and whether it was written to since its picture was painted. Pictures
// are opaque rectangles of whole cells, painted only over filler, in the same synchronised update
// as the text. Nothing is erased first, so nothing flickers; cells under a popup hold no filler, so
// nothing is painted over it. Cells that a frame merely erases are overwritten first, because xterm
// keeps their pixels.
//
// Terminals with kitty's graphics protocol store pictures. There the writer sends, places and
// deletes those that differ from the scene, in parts around a popup.
package screen

// Filler returns the content of cell (x, y) under a picture. It looks blank, but the renderer
// writes it like a letter. Eight neighbouring cells encode the row number, so that the renderer
// does not scroll rows under a picture.
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
