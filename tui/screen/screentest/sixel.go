package screentest

import (
	"bytes"
	"image"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-sixel"
)

// picture paints a sixel picture. Damage, transparent pixels and sizes over the terminal's are
// faults.
func (t *Terminal) picture(_ ansi.Params, outputBytes []byte) bool {
	at := t.screen.CursorPosition()
	src := append([]byte("\x1bP0;1;8q"), outputBytes...)
	src = append(src, "\x1b\\"...)
	var img image.Image
	err := sixel.NewDecoder(bytes.NewReader(src)).Decode(&img)
	if t.config.Crash && (err != nil || !opaque(img)) {
		return true
	}
	if err != nil {
		t.fault("a picture at %v cannot be decoded: %v", at, err)
		return true
	}
	if !opaque(img) {
		t.fault("a picture at %v has transparent pixels", at)
	}
	if l, size := t.config.Largest, img.Bounds().Size(); l.X > 0 && (size.X > l.X || size.Y > l.Y) {
		t.fault("a picture of %v pixels, but the terminal shows at most %v", size, l)
	}
	t.stamp(img, len(src))
	return true
}
