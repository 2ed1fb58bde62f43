// Package screen connects the program to the terminal. Its writer passes the
// renderer's frames through, works out from them which cells of the screen
// still hold a picture, and paints the missing ones after each frame.
//
// Bubble Tea's renderer knows only cells of text. Whatever it writes over a
// picture destroys pixels: a changed character, an erased line end, a scrolled
// region. So the [Writer] feeds all output to a [tracker], a minimal model of
// the terminal: for every cell it records whether the terminal holds the filler
// there (see [Filler]) and whether anything was written since the picture was
// painted. A picture is painted only over filler, as opaque rectangles of whole
// cells, in the same synchronised update as the text. Nothing is erased first,
// so nothing flickers; cells under a popup no longer hold filler, so nothing is
// painted over it. If a frame merely erases cells of a picture, the writer
// overwrites them first, since xterm keeps their pixels.
//
// Terminals with kitty's graphics protocol store pictures themselves, by number
// and apart from the text. There the writer compares the screen with the scene,
// and sends, places and deletes the pictures that differ. Where a popup covers
// a picture, it places the picture in parts around the popup.
//
// It makes no picture: package picture does.
package screen

// Filler returns the content of cell (x, y) under a picture. It looks blank,
// but the renderer does not treat it as a blank: it writes it like a letter
// instead of erasing it with the rest of the line. Eight neighbouring cells
// encode the row number. Rows under a picture therefore always differ, and the
// renderer does not scroll them to save bytes. A picture narrower than
// [MinWidth] would not hold the whole number.
func Filler(x, y int) string {
	if y>>(x%MinWidth)&1 == 1 {
		return filler1
	}
	return filler0
}

// MinWidth is the smallest width of a picture, in columns.
const MinWidth = 8

const (
	filler0 = "\u00a0" // no-break space
	filler1 = "\u2002" // en space, one cell wide in terminals
)

func isFiller(s []byte) bool { return string(s) == filler0 || string(s) == filler1 }
