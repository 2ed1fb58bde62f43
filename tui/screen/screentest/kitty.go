package screentest

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	xdraw "golang.org/x/image/draw"
)

func (t *Terminal) handleKitty() {
	t.album = imageStore{images: map[int]*storedImage{}, puts: map[[2]int]imagePlacement{}}
	t.screen.RegisterApcHandler(func(data []byte) bool {
		if rest, ok := strings.CutPrefix(string(data), "G"); ok && t.config.Kitty {
			t.kitty(parse(rest))
		}
		return true
	})
	t.screen.RegisterCsiHandler('J', func(p ansi.Params) bool {
		if how, _, _ := p.Param(0, 0); how >= 2 {
			clear(t.album.puts)
			clear(t.album.images)
		}
		return false
	})
	for _, scroll := range []int{'S', 'T', 'L', 'M'} {
		t.screen.RegisterCsiHandler(scroll, func(ansi.Params) bool {
			clear(t.album.puts) // they are no longer where they were
			return false
		})
	}
	t.screen.RegisterCsiHandler(ansi.Command('?', 0, 'l'), func(p ansi.Params) bool {
		if mode, _, _ := p.Param(0, 0); mode == 1049 && len(t.album.images) > 0 {
			t.fault("%d images left on the alternate screen", len(t.album.images))
		}
		return false
	})
}

// kitty takes every command for a piece of an image while pieces are awaited.
func (t *Terminal) kitty(c *kittyCommand) {
	if t.album.loading != nil {
		t.more(c)
		return
	}
	switch action := c.text("a", "t"); action {
	case "q":
		t.respond(c, "OK")
	case "t":
		t.album.data = nil
		t.more(c)
	case "p":
		t.put(c)
	case "d":
		t.remove(c)
	default:
		t.fault("unsupported kitty action %q", action)
	}
}

// respond is silent about OK with q=1, and about all with q=2.
func (t *Terminal) respond(c *kittyCommand, responseText string) {
	if quiet := c.number("q"); quiet == 0 || quiet == 1 && responseText != "OK" {
		t.answer("\x1b_Gi=%d;%s\x1b\\", c.number("i"), responseText)
	}
}

// more stores an image after its last piece. Pieces out of order and damaged images are faults.
func (t *Terminal) more(c *kittyCommand) {
	a := &t.album
	if a.loading == nil {
		a.loading = c
	} else if len(c.keys) > 2 || c.keys["m"] == "" {
		t.fault("command %v between the chunks of an image", c.keys)
	}
	if len(c.payload) > 4096 {
		t.fault("a chunk of %d bytes, above the limit of 4096", len(c.payload))
	}
	a.data = append(a.data, c.payload...)
	if c.number("m") == 1 {
		return
	}
	first := a.loading
	a.loading = nil
	if t.config.Full {
		t.respond(first, "ENOSPC:full")
		return
	}
	raw, err := base64.StdEncoding.DecodeString(string(a.data))
	if err != nil {
		t.fault("invalid base64 in an image: %v", err)
		return
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil || first.keys["f"] != "100" {
		t.fault("an image of format %q: %v", first.keys["f"], err)
		return
	}
	a.images[first.number("i")] = &storedImage{pixels: img}
	t.tiles = append(t.tiles, PaintedTile{Bytes: len(a.data), At: time.Now()})
	t.respond(first, "OK")
}

// put shows a part of an image or records its placeholders' size. Missing, scaled, outside or below
// the text are faults.
func (t *Terminal) put(c *kittyCommand) {
	img := t.album.images[c.number("i")]
	if img == nil {
		t.respond(c, "ENOENT:no such image")
		if !t.config.Full {
			t.fault("image %d should be shown but does not exist", c.number("i"))
		}
		return
	}
	if c.keys["U"] == "1" {
		img.virtual = image.Pt(c.number("c"), c.number("r"))
		return
	}
	at := t.screen.CursorPosition()
	p := imagePlacement{image: img, z: c.number("z"), cells: image.Rect(at.X, at.Y, at.X+c.number("c"), at.Y+c.number("r"))}
	x, y := c.number("x"), c.number("y")
	p.from = image.Rect(x, y, x+c.number("w"), y+c.number("h"))
	t.inside(p.cells)
	if room := t.pixels(p.cells).Size(); p.from.Size() != room && !p.draft(room) {
		t.fault("%v of an image would be scaled to fit cells %v", p.from, p.cells)
	}
	if !p.from.In(img.pixels.Bounds()) {
		t.fault("%v is outside image %v", p.from, img.pixels.Bounds())
	}
	if p.z < 0 {
		t.fault("an image below the text, which real terminals draw wrongly")
	}
	if c.keys["C"] != "1" {
		t.fault("an image that moves the cursor")
	}
	t.album.puts[[2]int{c.number("i"), c.number("p")}] = p
}

func (t *Terminal) remove(c *kittyCommand) {
	i, a := c.number("i"), &t.album
	switch what := c.keys["d"]; what {
	case "I":
		delete(a.images, i)
		maps.DeleteFunc(a.puts, func(key [2]int, _ imagePlacement) bool { return key[0] == i })
	case "i":
		delete(a.puts, [2]int{i, c.number("p")})
	default:
		t.fault("unsupported kitty deletion %q", what)
	}
}

func (t *Terminal) placed(x, y int) bool {
	for _, p := range t.album.puts {
		if image.Pt(x, y).In(p.cells) {
			return true
		}
	}
	_, _, ok := t.spelled(x, y)
	return ok
}

func isPlaceholder(cellContent string) bool {
	return strings.HasPrefix(cellContent, string(kitty.Placeholder))
}

// spelled returns what a placeholder names: an image and its cell. A malformed placeholder is a
// fault.
func (t *Terminal) spelled(x, y int) (img *storedImage, at image.Point, ok bool) {
	c := t.screen.CellAt(x, y)
	if c == nil || !isPlaceholder(c.Content) {
		return nil, at, false
	}
	text := []rune(c.Content)
	if len(text) != 3 {
		t.fault("placeholder %q", c.Content)
		return nil, at, false
	}
	var number int
	switch fg := c.Style.Fg.(type) {
	case ansi.IndexedColor:
		number = int(fg)
	case ansi.BasicColor:
		number = int(fg)
	}
	at = image.Pt(spelling(text[2]), spelling(text[1]))
	img = t.album.images[number]
	return img, at, img != nil && at.In(image.Rectangle{Max: img.virtual})
}

// unspelled measures an incomplete placeholder at the end of the text, whose rest the emulator would
// take for a letter.
func unspelled(diacriticText []byte) int {
	at := bytes.LastIndex(diacriticText, []byte(string(kitty.Placeholder)[:1]))
	const longest = 12 // bytes of a placeholder
	if at < 0 || len(diacriticText)-at > longest || !bytes.HasPrefix([]byte(string(kitty.Placeholder)), diacriticText[at:min(at+4,
		len(diacriticText))]) {
		return 0
	}
	if runes := bytes.Runes(diacriticText[at:]); len(runes) > 3 || len(runes) == 3 && utf8.Valid(diacriticText[at:]) {
		return 0
	}
	return len(diacriticText) - at
}

func spelling(diacritic rune) int {
	const most = 297
	for i := range most {
		if kitty.Diacritic(i) == diacritic {
			return i
		}
	}
	return -1
}

// compose draws the placed images from the lowest up, then those of placeholders.
func (t *Terminal) compose(screenImage *image.RGBA) {
	puts := slices.SortedFunc(maps.Values(t.album.puts), func(a, b imagePlacement) int { return a.z - b.z })
	for _, p := range puts {
		xdraw.ApproxBiLinear.Scale(screenImage, t.pixels(p.cells), p.image.pixels, p.from, draw.Over, nil)
	}
	for y := range t.config.Rows {
		for x := range t.config.Cols {
			if img, at, ok := t.spelled(x, y); ok {
				from := t.pixels(image.Rectangle{at, at.Add(image.Pt(1, 1))})
				draw.Draw(screenImage, t.pixels(image.Rect(x, y, x+1, y+1)), img.pixels, from.Min, draw.Over)
			}
		}
	}
}

// Stored returns how many images the terminal stores and how many bytes they take.
func (t *Terminal) Stored() (images, size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, i := range t.album.images {
		b := i.pixels.Bounds()
		size += 4 * b.Dx() * b.Dy()
	}
	return len(t.album.images), size
}
