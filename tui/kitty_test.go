package tui

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// The terminals of kitty's protocol: one in which pictures are placed, and one
// in which placeholders show them.
var (
	placing  = screentest.TerminalConfig{Cols: 100, Rows: 30, Cell: image.Pt(9, 18), Kitty: true, Sync: true, Version: "kitty(0.26.5)"}
	spelling = screentest.TerminalConfig{Cols: 100, Rows: 30, Cell: image.Pt(9, 18), Kitty: true, Sync: true, Version: "kitty(0.35.1)"}
	inlining = screentest.TerminalConfig{Cols: 100, Rows: 30, Cell: image.Pt(9, 18), Inline: true, Sync: true, Version: "WezTerm 20240203"}
)

// otherTerminals holds the terminals that show pixels without sixel.
func otherTerminals() map[string]screentest.TerminalConfig {
	return map[string]screentest.TerminalConfig{"kitty, placed": placing, "kitty, spelled": spelling, "iterm": inlining}
}

// wantPicture checks that the terminal shows coffee.jpg with the gallery's
// marks, the first at its first place.
func wantPicture(t *testing.T, term *screentest.Terminal) {
	t.Helper()
	photo := image.Pt(270, 18+(486-459)/2)
	corner := photo.Add(image.Pt(61, 115))
	px := term.Pixels()
	for _, at := range []image.Point{corner, corner.Add(image.Pt(100, 1)), corner.Add(image.Pt(0, 100)), corner.Add(image.Pt(152, 200))} {
		if got := px.RGBAAt(at.X, at.Y); !near(got, green) {
			t.Errorf("pixel %v is %v, want the box's %v", at, got, green)
		}
	}
	for _, at := range []image.Point{corner.Add(image.Pt(-3, 50)), corner.Add(image.Pt(50, 50)), corner.Add(image.Pt(160, 50))} {
		if got := px.RGBAAt(at.X, at.Y); near(got, green) || got.A != 255 {
			t.Errorf("pixel %v is %v, want one of the photo", at, got)
		}
	}
}

func TestPixelsShowTheSameByEveryProtocol(t *testing.T) {
	t.Parallel()
	for name, config := range otherTerminals() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term, _ := show(t, config, "auto", "coffee.jpg")
			waitWhole(t, term, sameArea)
			term.Quiet()
			wantPicture(t, term)
		})
	}
}

// waitSharp waits for the whole picture, and not for the draft of few colours that a program
// on a slow machine, which takes its link for slow, shows before it.
func waitSharp(t *testing.T, term *screentest.Terminal, holes ...image.Rectangle) {
	t.Helper()
	waitWhole(t, term, sameArea, holes...)
	term.Wait("the sharp picture", func() bool {
		px := term.Pixels()
		for part := 2; part <= 6; part++ { // of eight: a picture becomes sharp a tile at a time
			colors := map[color.RGBA]bool{}
			for x := range px.Rect.Dx() {
				colors[px.RGBAAt(x, part*px.Rect.Dy()/8)] = true
			}
			if len(colors) <= 50 {
				return false
			}
		}
		return true
	})
	term.Quiet()
}

// The cost of a key when only text changes, when a popup opens, and when a mark
// moves.
func TestKeysSendLittleByEveryProtocol(t *testing.T) {
	t.Parallel()
	for name, config := range otherTerminals() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term, _ := show(t, config, "auto", "coffee.jpg")
			waitSharp(t, term)
			whole := term.Written()
			for _, step := range []struct {
				why, key string
				holes    []image.Rectangle
				most     int
			}{
				{"a text changes", "s", nil, 2 << 10},
				{"the list scrolls", "j", nil, 2 << 10},
				{"and back", "k", nil, 2 << 10},
				{"a popup opens", "p", []image.Rectangle{popupArea}, 2 << 10},
				{"a mark moves below it", "b", []image.Rectangle{popupArea}, whole / 3},
				{"the popup closes", "p", nil, whole / 3},
			} {
				before := term.Written()
				term.Type(step.key)
				term.Quiet()
				waitSharp(t, term, step.holes...)
				n := term.Written() - before
				t.Logf("%s: %d bytes", step.why, n)
				if n > step.most {
					t.Errorf("%s: %d bytes, want at most %d", step.why, n, step.most)
				}
			}
			term.Wait("the mark where it moved to", func() bool { return moved(term) })
		})
	}
}

// A photo that was shown before is not sent again.
func TestKittySendsAPhotoOnce(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]screentest.TerminalConfig{"placed": placing, "spelled": spelling} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term, _ := show(t, config, "auto", "coffee.jpg", "nlvr-dev-1021-0-0.png")
			waitWhole(t, term, sameArea)
			term.Quiet()
			term.Type("j")
			grey := color.RGBA{211, 211, 211, 255} // of an NLVR picture's ground
			term.Wait("the other picture", func() bool { return near(term.Pixels().RGBAAt(270+20, 18+243), grey) })
			term.Quiet()
			term.Tiles()
			before := term.Written()
			term.Walk("k", "example 0:")
			term.Quiet()
			waitWhole(t, term, sameArea)
			wantPicture(t, term)
			if tiles := term.Tiles(); len(tiles) > 0 {
				t.Errorf("sent %v again", tiles)
			}
			n := term.Written() - before
			t.Logf("going back took %d bytes", n)
			if most := 30 << 10; n > most { // placeholders are text of 10 bytes a cell
				t.Errorf("going back took %d bytes", n)
			}
		})
	}
}

// The emulator reports a fault for images that are left behind and for pictures
// that scroll.
func TestKittyLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]screentest.TerminalConfig{"placed": placing, "spelled": spelling} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term, _ := show(t, config, "auto", "coffee.jpg")
			waitWhole(t, term, sameArea)
			term.Type("q")
			term.Wait("an empty screen", func() bool { return !strings.Contains(term.Text(), "example") })
			term.Quiet()
			if n, _ := term.Stored(); n > 0 {
				t.Errorf("%d images stay with the terminal", n)
			}
			if len(term.Bare(sameArea)) != sameArea.Dx()*sameArea.Dy() {
				t.Error("a picture stays on the screen")
			}
		})
	}
}

func TestOtherTerminalsResize(t *testing.T) {
	t.Parallel()
	for name, config := range otherTerminals() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, size := range []image.Point{{90, 26}, {120, 40}} {
				term, _ := show(t, config, "auto", "coffee.jpg")
				waitWhole(t, term, sameArea)
				term.Quiet() // a row on its way would be of the old size
				term.Resize(size.X, size.Y)
				term.Wait("the picture in its new place", func() bool {
					return exact(term, image.Rect(30, 1, size.X-2, size.Y-2), nil)
				})
				term.Quiet()
				waitWhole(t, term, image.Rect(30, 1, size.X-2, size.Y-2))
			}
		})
	}
}

// A terminal that refuses every image gets the next protocol that it supports.
func TestKittyRefused(t *testing.T) {
	t.Parallel()
	config := placing
	config.Full = true
	term, g := show(t, config, "auto", "coffee.jpg")
	term.WaitFor("hit") // a label that is text
	term.Quiet()
	check.Equal(t, "protocol", g.graphics.caps.Protocol(), "blocks")
}
